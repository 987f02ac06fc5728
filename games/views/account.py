"""Logging in by a mailed code: one form for members and newcomers alike.

Whoever types an address gets a code there; nobody can see whether it was known (R14).
A guest logs in as a visitor would and takes his games with him.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from smtplib import SMTPException
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import RequestLoginCodeForm
from allauth.account.signals import user_logged_in as signed_in_by_code
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.text import slugify
from django.views.decorators.http import require_POST

from games import rate_limits
from games.forms import NameForm
from games.inbox.parsing.markers import OWN_HEADER
from games.models import User
from games.people import accounts, data_export, missed_turns
from games.views.access import check_proved, refusing

log = logging.getLogger(__name__)

Page = Callable[..., HttpResponse]


class LoginForm(RequestLoginCodeForm):  # type: ignore[misc]  # allauth has no types
    """Asks for the address; somebody new becomes a member by proving it."""

    _user: User | None

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if email and self._user is None:
            self._user = accounts.member(email, now=timezone.now())
        return email


class LoginView(allauth_views.RequestLoginCodeView):  # type: ignore[misc]  # allauth has no types
    """The form; it may be used again while a code is still awaited."""

    def _redirect_to_pending_stage(self, request: HttpRequest, stage: Any) -> None:
        return None


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Our answers where allauth asks."""

    error_messages = {  # noqa: RUF012 - allauth's own way to override them
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": "This is not the code we sent. Look at the newest mail and try again.",
        "too_many_login_attempts": (
            "That was one try too many. Please wait a few minutes, then ask for a new code."
        ),
        "rate_limited": "That was too often. Please wait a few minutes and try again.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """No: the login form makes newcomers members."""
        return False

    def post_login(self, request: HttpRequest, user: User, **how: Any) -> HttpResponse:
        """Leads on; who has no name yet is asked for one on the way."""
        response: HttpResponse = super().post_login(request, user, **how)
        user.refresh_from_db(fields=["name"])  # a guest may have brought one along
        if user.name:
            return response
        return redirect(f"{reverse('account')}?{urlencode({'next': response['Location']})}")

    def render_mail(self, template_prefix: str, email: str, context: dict[str, Any],
                    headers: dict[str, str] | None = None) -> Any:
        """The mail with the marks by which machines know not to answer it (R16)."""
        marks = {"Auto-Submitted": "auto-generated", OWN_HEADER: "login"}
        return super().render_mail(template_prefix, email, context, {**(headers or {}), **marks})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends the code at once; a mail server that is down is told on the page."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            log.warning("a login code could not be mailed: %s", type(error).__name__)
            messages.error(
                context["request"],
                "The mail with your code could not be sent just now. Please try again in a few "
                "minutes.",
            )


def as_visitor(view: Page) -> Page:
    """The page with a guest counting as nobody yet; ``request.guest`` remembers him."""

    @wraps(view)
    def seen(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if isinstance(user, User) and user.is_guest:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return seen


log_in = as_visitor(LoginView.as_view())
confirm_code = as_visitor(allauth_views.confirm_login_code)


@receiver(user_logged_in)
def take_games_along(sender: Any, request: HttpRequest | None, user: User, **_: Any) -> None:
    """Hands the games of the guest who just logged in to his account."""
    guest = getattr(request, "guest", None)
    if guest is None or user.is_guest:
        return
    moved = accounts.merge_guest(guest, user)
    if moved and request is not None:
        games = "game is" if moved == 1 else f"{moved} games are"
        messages.success(request, f"The {games} now in your account.")


@receiver(signed_in_by_code)
def welcome_owner(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Ends the sessions that forwarded invitations began, and sends turn emails still missing.

    A code has just proved that the person reads this address.
    """
    request.session.pop(accounts.INVITED, None)
    accounts.end_invited_sessions(user, but=request.session.session_key)
    missed_turns.send(user, now=timezone.now())


def enter_admin(request: HttpRequest) -> HttpResponse:
    """The admin's door: a mailed code for operators too, and no passwords anywhere."""
    if isinstance(request.user, User) and not request.user.is_guest:
        raise PermissionDenied("Only operators of this site may open its admin pages.")
    query = urlencode({"next": request.GET.get("next", reverse("admin:index"))})
    return redirect(f"{reverse('account_login')}?{query}")


@login_required
def show_account(request: HttpRequest) -> HttpResponse:
    """Shows and changes the name others see."""
    user = request.user
    assert isinstance(user, User)
    form = NameForm(request.POST or None, initial={"name": user.name})
    if request.method == "POST" and form.is_valid():
        new = not user.name
        accounts.rename(user, form.cleaned_data["name"])
        said = f"Welcome, {user.name}." if new else (
            "Your name is saved; games that start from now on show it.")
        messages.success(request, said)
        return redirect(_way_on(request) or "account")
    return render(request, "account/account.html", {"form": form, "next": _way_on(request)})


@require_POST
@login_required
@refusing
def download_data(request: HttpRequest) -> FileResponse:
    """Everything stored about the person who asks, as one file."""
    user, now = request.user, timezone.now()
    assert isinstance(user, User)
    check_proved(request)
    rate_limits.count("download", user.pk, now=now)
    name = f"{slugify(settings.SITE_NAME)}-data-{now:%Y-%m-%d}.zip"
    return FileResponse(data_export.archive(user, now=now), as_attachment=True, filename=name)


def _way_on(request: HttpRequest) -> str:
    """The page of this site somebody was on his way to; "" for none."""
    wanted = request.POST.get("next", "") or request.GET.get("next", "")
    host = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(wanted, host, require_https=request.is_secure())
    return wanted if safe else ""
