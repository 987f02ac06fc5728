"""Signing in with an emailed code: allauth's adapter (``ACCOUNT_ADAPTER``) and limits for codes.

An address is not flooded, and its owner is not locked out (R14).  Strangers who ask for codes use
up a quota of their network first.  A browser in which somebody has signed in to an account before
has a quota of its own for that account, which strangers cannot use up; a signed cookie says which
accounts these are.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy as _

from games.base import rate_limits, sealing, site_clock, task_queue
from games.base.rate_limits import client_network
from games.models import User
from games.people import accounts
from games.post.emails.rendering import CODE_TEMPLATES, compose
from games.post.outbox import codes, delivery
from games.post.outbox.codes import CodeSenders

COOKIE = "known_browser"
SALT = "games.known-browser"
REMEMBERED = timedelta(days=400)  # browsers keep no cookie for longer
MAX_ACCOUNTS = 5  # of one browser
INCORRECT = _("This is not the code we sent. Please check the newest email and try again.")


def count_codes(request: HttpRequest, email: str, *, user: User | None, now: datetime) -> None:
    """Count one more code for this address; refuse (TooOften) beyond the limits."""
    if user is not None and str(user.pk) in _known_accounts(request):
        rate_limits.count("own code", user.pk, now=now)
        return
    source = f"{client_network(request)} {email}"
    rate_limits.count("code", source, now=now)
    rate_limits.count("codes from network", source, now=now)
    rate_limits.count("codes to address", email, now=now)


def remember_browser(request: HttpRequest, response: HttpResponse) -> None:
    """Make the browser known for the account it has just signed in to with a code."""
    user = request.user
    if not isinstance(user, User) or user.is_guest or accounts.INVITED in request.session:
        return
    own = str(user.pk)
    known = [own, *(pk for pk in _known_accounts(request) if pk != own)][:MAX_ACCOUNTS]
    tokens = [sealing.id_token(int(pk), User) for pk in known]
    response.set_signed_cookie(
        COOKIE, ".".join(tokens), salt=SALT, max_age=REMEMBERED, path=reverse("account_login"),
        httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE,
    )


def _known_accounts(request: HttpRequest) -> list[str]:
    """Return the ids of the accounts that were used in this browser, the last one first."""
    known = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=REMEMBERED) or ""
    # Earlier cookies contain the ids themselves.
    return [each if each.isdecimal() else str(sealing.row_id(each, User))
            for each in known.split(".") if each]


def is_path_here(url: str) -> bool:
    """Return whether a URL that a visitor sent is a path of this site, to which we may redirect.

    Whatever does not begin with "/" Django would take for the name of one of our pages.
    """
    return url.startswith("/") and url_has_allowed_host_and_scheme(url, allowed_hosts=None)


KINDS = {template: kind for kind, template in CODE_TEMPLATES.items()}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """The adapter for signing in by emailed code, without passwords and a separate sign-up."""

    error_messages = {  # noqa: RUF012 - allauth's own way to override them
        **DefaultAccountAdapter.error_messages,
        "incorrect_code": INCORRECT,
        "too_many_login_attempts": _(
            "That was one attempt too many. Please wait a few minutes, then ask for a new code."
        ),
        "rate_limited": _("You have tried too often. Please wait a few minutes and try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False: new members sign up with the login form."""
        return False

    def is_safe_url(self, url: str) -> bool:
        """Return whether a visitor may be sent on to this URL after signing in or out."""
        return is_path_here(url or "")

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the visitor's address, by which allauth counts how many codes they ask for."""
        return rate_limits.unmapped(super().get_client_ip(request))

    def post_login(self, request: HttpRequest, user: User, **options: Any) -> HttpResponse:
        """Redirect to the page the user wanted, but first ask those without a name for one."""
        response: HttpResponse = super().post_login(request, user, **options)
        user.refresh_from_db(fields=["name"])  # it may have been taken over from a guest
        if user.has_chosen_name:
            return response
        return redirect(f"{reverse('account')}?{urlencode({'next': response['Location']})}")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the email with the code, so that no page waits for the mail server."""
        row = codes.queue_code(KINDS[template_prefix], context["code"], to=email,
                               now=site_clock.now())
        transaction.on_commit(partial(_announce, row.pk))


def _announce(email_id: int) -> None:
    """Tell the worker about the email, or send it from here if the broker is down (R3)."""
    if not task_queue.send_task("deliver_code", email_id):
        _senders.send(email_id)


def _deliver(email_id: int) -> None:
    delivery.deliver(email_id, compose=compose, now=site_clock.now())


_senders = CodeSenders(_deliver)
