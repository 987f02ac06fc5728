"""The URLs of the site: games, mailbox, account and admin."""

from __future__ import annotations

from allauth.account import views as allauth_views
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from games.operations.embedded import mailbox_pages
from games.web import account_pages

# Of allauth's pages we include only those that sign-in by code needs, because every further page
# would have to be secured.
account_urls = [
    path("", account_pages.show_account, name="account"),
    path("email/", account_pages.change_email, name="account-email"),
    path("email/code/", account_pages.confirm_email, name="account-email-code"),
    path("page/", account_pages.choose_audience, name="account-page"),
    path("blocks/", account_pages.choose_blocks, name="account-blocks"),
    path("reviews/", account_pages.choose_reviews, name="account-reviews"),
    path("language/", account_pages.choose_language, name="choose-language"),
    path("download/", account_pages.download_data, name="account-download"),
    path("delete/", account_pages.delete_account, name="account-delete"),
    path("login/", account_pages.log_in, name="account_login"),
    path("login/code/", account_pages.confirm_code, name="account_confirm_login_code"),
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
    path("", mailbox_pages.list_messages, name="mailbox"),
    path("clock/", mailbox_pages.advance_clock, name="mailbox-clock"),
    path("write/", mailbox_pages.send_email, name="mailbox-write"),
    path("<int:pk>/", mailbox_pages.show_message, name="mailbox-message"),
    path("<int:pk>/html/", mailbox_pages.show_html, name="mailbox-html"),
    path("<int:pk>/answer/", mailbox_pages.send_reply, name="mailbox-answer"),
    path("<int:pk>/raw/", mailbox_pages.show_raw, name="mailbox-raw"),
    path("<int:pk>/picture/<str:cid>/", mailbox_pages.show_picture, name="mailbox-picture"),
]

urlpatterns = [
    path("", include("games.urls")),
    path("mailbox/", include(mailbox_urls)),
    path("account/", include(account_urls)),
    path("admin/login/", account_pages.admin_login),
    path("admin/", admin.site.urls),
]
if settings.USES_EMAIL_SERVICE:
    urlpatterns.append(path("anymail/", include("anymail.urls")))
