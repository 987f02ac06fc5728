"""The URLs of the site: games, mailbox, account and admin.

Of allauth's pages we include only those that sign-in by code needs, because every further page
would have to be secured.
"""

from __future__ import annotations

from allauth.account import views as allauth_views
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from games.views import account, delete_account, email_change, mailbox

account_urls = [
    path("", account.show_account, name="account"),
    path("email/", email_change.change, name="account-email"),
    path("email/code/", email_change.confirm, name="account-email-code"),
    path("reviews/", account.choose_reviews, name="account-reviews"),
    path("download/", account.download_data, name="account-download"),
    path("delete/", delete_account.delete_account, name="account-delete"),
    path("login/", account.log_in, name="account_login"),
    path("login/code/", account.confirm_code, name="account_confirm_login_code"),
    path("logout/", allauth_views.logout, name="account_logout"),
    path("inactive/", allauth_views.account_inactive, name="account_inactive"),
]
# allauth reverses these names; here they all lead to the login form.
account_urls += [
    path(where, RedirectView.as_view(pattern_name="account_login", query_string=True), name=name)
    for where, name in [
        ("login/request/", "account_request_login_code"),
        ("signup/", "account_signup"),
    ]
]

mailbox_urls = [
    path("", mailbox.list_messages, name="mailbox"),
    path("clock/", mailbox.advance_clock, name="mailbox-clock"),
    path("<int:pk>/", mailbox.show_message, name="mailbox-message"),
    path("<int:pk>/html/", mailbox.show_html, name="mailbox-html"),
    path("<int:pk>/answer/", mailbox.send_reply, name="mailbox-answer"),
    path("<int:pk>/raw/", mailbox.show_raw, name="mailbox-raw"),
    path("<int:pk>/picture/<str:cid>/", mailbox.show_picture, name="mailbox-picture"),
]

urlpatterns = [
    path("", include("games.urls")),
    path("mailbox/", include(mailbox_urls)),
    path("account/", include(account_urls)),
    path("admin/login/", account.admin_login),
    path("admin/", admin.site.urls),
]
if settings.USES_EMAIL_SERVICE:
    urlpatterns.append(path("anymail/", include("anymail.urls")))
