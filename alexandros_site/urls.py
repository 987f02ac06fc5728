"""All addresses of the site: the games', the account's, the operators'.

Of allauth's pages only those that login by code needs: each page more is one more to guard.
"""

from __future__ import annotations

from allauth.account import views as account
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

account_urls = [
    path("login/", account.request_login_code, name="account_login"),
    path("login/code/", account.confirm_login_code, name="account_confirm_login_code"),
    path("logout/", account.logout, name="account_logout"),
    path("inactive/", account.account_inactive, name="account_inactive"),
]
# Names allauth asks for by itself; here they all mean the login.
account_urls += [
    path(where, RedirectView.as_view(pattern_name="account_login", query_string=True), name=name)
    for where, name in [
        ("login/request/", "account_request_login_code"),
        ("signup/", "account_signup"),
    ]
]

urlpatterns = [
    path("", include("games.urls")),
    path("account/", include(account_urls)),
    path("admin/", admin.site.urls),
]
