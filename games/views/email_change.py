"""Changing one's email address, which is confirmed with a code sent to the new one.

The response does not reveal whether the new address has an account (R14): only somebody who has
read the code there learns that it is taken.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.errors import Refusal
from games.base import rate_limits, site_clock
from games.base.refusals import TableRefusal
from games.forms.account import CodeForm, NewAddressForm
from games.models import User
from games.people import accounts
from games.views.access import check_address_proved, handle_refusals

PENDING = "new_address"  # session key: the new address and its code, until that is entered


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_refusals
def change(request: HttpRequest) -> HttpResponse:
    """Asks for the new address and sends a code there."""
    user = _member(request)
    form = NewAddressForm(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST" and form.is_valid():
        email, now = form.cleaned_data["email"], site_clock.now()
        rate_limits.count("new address", user.pk, now=now)
        rate_limits.count("proof", f"{user.pk} {email}", now=now)
        rate_limits.count("codes to address", email, now=now)
        _send_code(request, email, now=now)
        return redirect("account-email-code")
    return render(request, "account/email.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_refusals
def confirm(request: HttpRequest) -> HttpResponse:
    """Asks for the code; the correct one changes the address."""
    user, pending = _member(request), _pending(request, now=site_clock.now())
    if pending is None:
        return redirect("account-email")
    data = request.POST if request.method == "POST" else None
    form = CodeForm(data, expected=pending["code"])
    if request.method == "POST":
        if form.is_valid():
            return _change_address(request, user, pending["email"])
        if not _may_try_again(request, pending):
            messages.error(request, _("That was one attempt too many. Please ask for a new"
                                      " code."))
            return redirect("account-email")
    return render(request, "account/email_code.html", {"form": form, "email": pending["email"]})


def _send_code(request: HttpRequest, email: str, *, now: datetime) -> None:
    """Email a code to this address; the code of an earlier attempt stops working."""
    code = get_adapter().generate_email_verification_code()
    request.session[PENDING] = {
        "email": email, "code": code, "at": now.timestamp(), "failed_attempts": 0}
    get_adapter().send_mail("account/email/new_address", email, {"code": code})


def _pending(request: HttpRequest, *, now: datetime) -> dict[str, Any] | None:
    """Return the new address and its code; None if there is none or it has expired."""
    pending: dict[str, Any] | None = request.session.get(PENDING)
    if pending and now.timestamp() - pending["at"] > settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT:
        del request.session[PENDING]
        return None
    return pending


def _may_try_again(request: HttpRequest, pending: dict[str, Any]) -> bool:
    """Count a wrong code; after the last attempt that is allowed, no code is pending any more."""
    pending["failed_attempts"] += 1
    if pending["failed_attempts"] >= settings.ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS:
        del request.session[PENDING]
        return False
    request.session[PENDING] = pending
    return True


def _change_address(request: HttpRequest, user: User, email: str) -> HttpResponse:
    del request.session[PENDING]  # a code works once
    try:
        accounts.change_address(user, email, now=site_clock.now())
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect("account-email")
    message = _("Your address is now %(email)s. We have also emailed your old address about this.")
    messages.success(request, message % {"email": email})
    return redirect("account")


def _member(request: HttpRequest) -> User:
    """The user; refuses guests, who have no address, and users who have not proved theirs."""
    assert isinstance(request.user, User)  # login_required has checked
    check_address_proved(request)
    if request.user.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest, so there is no address to"
                                    " change. Sign in with your email address instead."))
    return request.user
