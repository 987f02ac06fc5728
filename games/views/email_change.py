"""Changing one's email address: a code goes to the new one, and proves it.

Known and unknown addresses are answered alike (R14): that an address belongs to another account
is said only to somebody who has read the code there.
"""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from engine.errors import Refusal
from games import rate_limits
from games.models import User
from games.people import accounts
from games.refusals import TableRefusal
from games.views.access import check_address_proved, handle_refusals

SESSION_KEY = "new_address"


class AddressForm(forms.Form):
    """The new address."""

    email = forms.EmailField(label="New email address", max_length=254)

    def __init__(self, *args: Any, user: User, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_email(self) -> str:
        email = User.objects.normalize_email(self.cleaned_data["email"])
        if email == self.user.email:
            raise forms.ValidationError("This is your address already; enter the new one.")
        return email


class Proof(AbstractCodeVerificationProcess):  # type: ignore[misc]  # allauth has no types
    """A new address that waits for the code sent to it, kept in the session of who asked."""

    def __init__(self, request: HttpRequest, state: dict[str, Any]):
        super().__init__(
            max_attempts=settings.ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS,
            timeout=settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT, state=state, user=request.user,
        )
        self.request = request

    @classmethod
    def begin(cls, request: HttpRequest, email: str) -> None:
        """Sends a code to this address; a code that was awaited before is void."""
        proof = cls(request, cls.initial_state(request.user, email))
        proof.state["code"] = get_adapter().generate_email_verification_code()
        proof.send()
        proof.persist()

    @classmethod
    def awaited(cls, request: HttpRequest) -> Proof | None:
        """The proof that is awaited; None when there is none, or its time is over."""
        state = request.session.get(SESSION_KEY)
        found: Proof | None = cls(request, state).abort_if_invalid() if state else None
        return found

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
    form = AddressForm(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST" and form.is_valid():
        email, now = form.cleaned_data["email"], timezone.now()
        rate_limits.count("new address", user.pk, now=now)
        rate_limits.count("proof", email, now=now)
        Proof.begin(request, email)
        return redirect("account-email-code")
    return render(request, "account/email.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@handle_refusals
def confirm(request: HttpRequest) -> HttpResponse:
    """Asks for the code; the right one changes the address."""
    user, proof = _member(request), Proof.awaited(request)
    if proof is None:
        return redirect("account-email")
    form = BaseConfirmCodeForm(request.POST if request.method == "POST" else None, code=proof.code)
    if request.method == "POST":
        if form.is_valid():
            return _changed(request, user, proof)
        if not proof.record_invalid_attempt():
            messages.error(request, "That was one attempt too many. Please ask for a new code.")
            return redirect("account-email")
    return render(request, "account/email_code.html", {"form": form, "email": proof.email})


def _changed(request: HttpRequest, user: User, proof: Proof) -> HttpResponse:
    proof.abort()  # a code works once
    try:
        accounts.change_address(user, proof.email, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect("account-email")
    messages.success(request, f"Your address is {proof.email} from now on. We have told the old"
                     " one.")
    return redirect("account")


def _member(request: HttpRequest) -> User:
    """Who asks; a guest has no address to change, and some have not proved the one they have."""
    assert isinstance(request.user, User)  # login_required has looked
    check_address_proved(request)
    if request.user.is_guest:
        raise TableRefusal("guest", "You are playing as a guest, so there is no address to change."
                           " Sign in with your email address instead.")
    return request.user
