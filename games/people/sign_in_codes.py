"""Limits for sign-in codes: an address is not flooded, and its owner is not locked out (R14).

Strangers who ask for codes use up a quota of their network first.  A browser in which somebody
has signed in to an account before has a quota of its own for that account, which strangers
cannot use up; a signed cookie says which accounts these are.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.base import rate_limits
from games.base.rate_limits import client_network
from games.models import User
from games.people import accounts

COOKIE = "known_browser"
SALT = "games.known-browser"
REMEMBERED = timedelta(days=400)  # browsers keep no cookie for longer
MAX_ACCOUNTS = 5  # of one browser
INCORRECT = _("This is not the code we sent. Please check the newest email and try again.")


def count(request: HttpRequest, email: str, *, user: User | None, now: datetime) -> None:
    """Counts one more code for this address; refuses (TooOften) beyond the limits."""
    if user is not None and str(user.pk) in _known_accounts(request):
        rate_limits.count("own code", user.pk, now=now)
        return
    source = f"{client_network(request)} {email}"
    rate_limits.count("code", source, now=now)
    rate_limits.count("codes from network", source, now=now)
    rate_limits.count("codes to address", email, now=now)


def remember_browser(request: HttpRequest, response: HttpResponse) -> None:
    """Makes the browser known for the account it has just signed in to with a code."""
    user = request.user
    if not isinstance(user, User) or user.is_guest or accounts.INVITED in request.session:
        return
    own = str(user.pk)
    known = [own, *(pk for pk in _known_accounts(request) if pk != own)][:MAX_ACCOUNTS]
    response.set_signed_cookie(
        COOKIE, ".".join(known), salt=SALT, max_age=REMEMBERED, path=reverse("account_login"),
        httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE,
    )


def _known_accounts(request: HttpRequest) -> list[str]:
    """The ids of the accounts that were used in this browser, the last one first."""
    known = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=REMEMBERED)
    return known.split(".") if known else []
