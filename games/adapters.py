"""How signing in with django-allauth differs from its defaults (``ACCOUNT_ADAPTER``)."""

from __future__ import annotations

from functools import partial
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from games.base import rate_limits, site_clock, task_queue
from games.emails.rendering import CODE_TEMPLATES, compose
from games.models import User
from games.outbox import codes, delivery
from games.outbox.code_senders import CodeSenders
from games.people import sign_in_codes

KINDS = {template: kind for kind, template in CODE_TEMPLATES.items()}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Signing in by emailed code, without passwords and without a separate sign-up."""

    error_messages = {  # noqa: RUF012 - allauth's own way to override them
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": sign_in_codes.INCORRECT,
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
        return rate_limits.unmapped(super().get_client_ip(request))

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        """Redirects to the page the user wanted, first asking those without a name for one."""
        response: HttpResponse = super().post_login(request, user, **options)
        user.refresh_from_db(fields=["name"])  # it may have been taken over from a guest
        if user.name:
            return response
        return redirect(f"{reverse('account')}?{urlencode({'next': response['Location']})}")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queues the email with the code, so that no page waits for the mail server."""
        row = codes.queue_code(KINDS[template_prefix], context["code"], to=email,
                               now=site_clock.now())
        transaction.on_commit(partial(_announce, row.pk))


def _announce(email_id: int) -> None:
    """Tells the worker about the email; sends it from here if the broker is down (R3)."""
    if not task_queue.send_task("deliver_code", email_id):
        _senders.send(email_id)


def _deliver(email_id: int) -> None:
    delivery.deliver(email_id, compose=compose, now=site_clock.now())


_senders = CodeSenders(_deliver)
