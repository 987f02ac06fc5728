"""Logging in by a mailed code: one form for members and newcomers alike.

Whoever types an address gets a code there; nobody can see whether it was known (R14).
"""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import RequestLoginCodeForm
from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone

from games.services import accounts

log = logging.getLogger(__name__)


class LoginForm(RequestLoginCodeForm):  # type: ignore[misc]  # allauth has no types
    """Asks for the address; somebody new becomes a member by proving it."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if email and self._user is None:
            self._user = accounts.member(email, now=timezone.now())
        return email


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Our answers where allauth asks."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """No: the login form makes newcomers members."""
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends the code at once; a mail server that is down is told on the page."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            log.warning("a login code could not be mailed: %s", type(error).__name__)
            messages.error(
                self.request,
                "The mail with your code could not be sent just now. Please try again in a few "
                "minutes.",
            )
