"""Changing one's email address, which is confirmed with a code sent to the new one.

The response does not reveal whether the new address has an account (R14): only somebody who has
read the code there learns that it is taken.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.errors import Refusal
from games import rate_limits, site_clock
from games.forms.account import NewAddressForm
from games.models import User
from games.people import accounts
from games.refusals import TableRefusal
from games.views.access import check_address_proved, handle_refusals

SESSION_KEY = "new_address"


class Verification(AbstractCodeVerificationProcess):  # type: ignore[misc]  # allauth has no types
    """A pending change of address, kept in the session until its code is entered."""

    def __init__(self, request: HttpRequest, state: dict[str, Any]):
        super().__init__(
            max_attempts=settings.ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS,
            timeout=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT, state=state, user=request.user,
        )
        self.request = request

    @classmethod
    def start(cls, request: HttpRequest, email: str) -> None:
        """Sends a code to this address; the code of an earlier attempt stops working."""
        verification = cls(request, cls.initial_state(request.user, email))
        verification.state["code"] = get_adapter().generate_email_verification_code()
        verification.send()
        verification.persist()

    @classmethod
    def pending(cls, request: HttpRequest) -> Verification | None:
        """The pending verification; None if there is none or it has expired."""
        state = request.session.get(SESSION_KEY)
        pending: Verification | None = cls(request, state).abort_if_invalid() if state else None
        return pending

    @property
    def email(self) -> str:
        """The new address."""
        return str(self.state["email"])

    def persist(self) -> None:
        self.request.session[SESSION_KEY] = self.state

    def abort(self) -> None:
        self.request.session.pop(SESSION_KEY, None)

    def send(self) -> None:
        context = {"request": self.request, "code": self.code}
        get_adapter().send_mail("account/email/new_address", self.email, context)


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
        Verification.start(request, email)
        return redirect("account-email-code")
    return render(request, "account/email.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_refusals
def confirm(request: HttpRequest) -> HttpResponse:
    """Asks for the code; the correct one changes the address."""
    user, pending = _member(request), Verification.pending(request)
    if pending is None:
        return redirect("account-email")
    data = request.POST if request.method == "POST" else None
    form = BaseConfirmCodeForm(data, code=pending.code)
    if request.method == "POST":
        if form.is_valid():
            return _change_address(request, user, pending)
        if not pending.record_invalid_attempt():
            messages.error(request, _("That was one attempt too many. Please ask for a new"
                                      " code."))
            return redirect("account-email")
    return render(request, "account/email_code.html", {"form": form, "email": pending.email})


def _change_address(request: HttpRequest, user: User, pending: Verification) -> HttpResponse:
    pending.abort()  # a code works once
    try:
        accounts.change_address(user, pending.email, now=site_clock.now())
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect("account-email")
    message = _("Your address is now %(email)s. We have also emailed your old address about this.")
    messages.success(request, message % {"email": pending.email})
    return redirect("account")


def _member(request: HttpRequest) -> User:
    """The user; refuses guests, who have no address, and users who have not proved theirs."""
    assert isinstance(request.user, User)  # login_required has checked
    check_address_proved(request)
    if request.user.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest, so there is no address to"
                                    " change. Sign in with your email address instead."))
    return request.user
