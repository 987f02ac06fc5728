"""How signing in with django-allauth differs from its defaults (``ACCOUNT_ADAPTER``)."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from games import networks
from games.inbox.parsing.markers import OWN_HEADER
from games.models import User

log = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Signing in by emailed code, without passwords and without a separate sign-up."""

    error_messages = {  # noqa: RUF012 - allauth's own way to override them
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": _(
            "This is not the code we sent. Please check the newest email and try again."
        ),
        "too_many_login_attempts": _(
            "That was one attempt too many. Please wait a few minutes, then ask for a new code."
        ),
        "rate_limited": _("You have tried too often. Please wait a few minutes and try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """False: new members sign up with the login form."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The visitor's address, by which allauth counts how many codes they ask for."""
        return networks.unmapped(super().get_client_ip(request))

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        """Redirects to the page the user wanted, first asking those without a name for one."""
        response: HttpResponse = super().post_login(request, user, **options)
        user.refresh_from_db(fields=["name"])  # it may have been taken over from a guest
        if user.name:
            return response
        return redirect(f"{reverse('account')}?{urlencode({'next': response['Location']})}")

    def render_mail(self, template_prefix: str, email: str, context: dict[str, Any],
                    headers: dict[str, str] | None = None) -> Any:
        """The email with headers that tell other programs not to reply (R16)."""
        automatic = {"Auto-Submitted": "auto-generated", OWN_HEADER: "login"}
        return super().render_mail(template_prefix, email, context,
                                   {**(headers or {}), **automatic})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Sends the code at once; if the mail server fails, the page says so."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            log.warning("a login code could not be emailed: %s", type(error).__name__)
            messages.error(
                context["request"],
                _("We could not send the email with your code. Please try again in a few minutes."),
            )
