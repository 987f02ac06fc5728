"""Signing in with an emailed code, and the account page.

One form serves members and newcomers: whoever enters an address gets a code there, and nobody
can find out whether the address has an account (R14).  Guests can sign in too and keep their
games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.base import rate_limits, site_clock
from games.forms.account import NameForm
from games.models import User
from games.people import accounts, data_export, sign_in
from games.table.clocks import reliability
from games.views.access import check_address_proved, handle_refusals

View = Callable[..., HttpResponse]


def as_visitor(view: View) -> View:
    """Wraps a view so that guests count as signed out; they are kept in ``request.guest``."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if isinstance(user, User) and user.is_guest:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return wrapped


@as_visitor
def log_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address to send a code to; members who are signed in go on to the next page.

    The form can be used again while a code is pending, because the setting
    ``ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS`` has allauth redirect nobody.
    """
    if request.user.is_authenticated:
        return redirect(_next_page(request) or settings.LOGIN_REDIRECT_URL)
    response: HttpResponse = allauth_views.request_login_code(request)
    return response


@as_visitor
def confirm_code(request: HttpRequest) -> HttpResponse:
    """Asks for the code; from then on, the browser is known for the account."""
    response: HttpResponse = allauth_views.confirm_login_code(request)
    if request.method == "POST":
        sign_in.remember_browser(request, response)
    return response


def admin_login(request: HttpRequest) -> HttpResponse:
    """Sends operators to the login form: they sign in with an emailed code, like everybody."""
    if isinstance(request.user, User) and not request.user.is_guest:
        raise PermissionDenied("only operators may open the admin pages")
    query = urlencode({"next": request.GET.get("next", reverse("admin:index"))})
    return redirect(f"{reverse('account_login')}?{query}")


@login_required
def show_account(request: HttpRequest) -> HttpResponse:
    """The account page: shows the user's name and lets them change it."""
    user = request.user
    assert isinstance(user, User)
    form = NameForm(request.POST or None, initial={"name": user.name})
    if request.method == "POST" and form.is_valid():
        is_first_name = not user.name
        accounts.rename(user, form.cleaned_data["name"])
        if is_first_name:
            messages.success(request, _("Welcome, %(name)s.") % {"name": user.name})
        else:
            messages.success(request, _("Your name has been saved. Games that start from now on"
                                        " will show it."))
        return redirect(_next_page(request) or "account")
    standing = reliability.standing_of(user, now=site_clock.now())
    return render(request, "account/account.html", {
        "form": form, "next": _next_page(request),
        "reliability": reliability.about_yourself(standing),
    })


@require_POST
@login_required
def choose_reviews(request: HttpRequest) -> HttpResponse:
    """Turns reviews of the user's moves on or off."""
    user = request.user
    assert isinstance(user, User)
    accounts.choose_reviews(user, wanted="reviews" in request.POST)
    if user.wants_reviews:
        messages.success(request, _("Your moves will be reviewed when your games are over."))
    else:
        messages.success(request, _("Your moves are not reviewed any more, and nobody sees earlier"
                                    " reviews of them."))
    return redirect("account")


@require_POST
@login_required
@handle_refusals
def download_data(request: HttpRequest) -> FileResponse:
    """Everything we store about the user, as one file."""
    user, now = request.user, site_clock.now()
    assert isinstance(user, User)
    check_address_proved(request)
    rate_limits.count("download", user.pk, now=now)
    name = f"{slugify(settings.SITE_NAME)}-data-{now:%Y-%m-%d}.zip"
    return FileResponse(data_export.archive(user, now=now), as_attachment=True, filename=name)


def _next_page(request: HttpRequest) -> str:
    """The page of this site to go to next; "" if none was asked for."""
    url = request.POST.get("next", "") or request.GET.get("next", "")
    allowed_hosts = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(url, allowed_hosts, require_https=request.is_secure())
    return url if safe else ""
