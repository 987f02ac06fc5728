"""Browsers of people: time zone and language of one, which device it is, and where members act."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.base import events, rate_limits, sealing
from games.models import PushDevice, User
from games.people import languages
from games.table.clocks import playing_hours

FIELD = "browser_zone"


@dataclass(frozen=True, slots=True)
class Seen:
    """The event that a member acts, from a public network and in a browser ("": not known)."""

    user: User
    network: str
    browser: str
    now: datetime


def note(request: HttpRequest, user: User, *, now: datetime) -> None:
    """Keep time zone and language of the browser, unless we know the person's already.

    And say from where a member acts.
    """
    zone = request.POST.get(FIELD, "")
    if zone:
        playing_hours.note_browser_zone(user, zone, now=now)
    languages.note(user, translation.get_language_from_request(request))
    tell(request, user, now=now)


def tell(request: HttpRequest, user: User, *, now: datetime) -> None:
    """Publish from where a member acts, before what they do."""
    if not user.is_guest:
        events.publish(seen(request, user, now=now))


def seen(request: HttpRequest, user: User, *, now: datetime) -> Seen:
    """Return from where a member has sent this request."""
    return Seen(user, rate_limits.public_network(request), _mark_of(request), now)


MARK = "browser"
MARK_SALT = "games.browser-mark"
_NEW = "new_browser_mark"  # of the request in which somebody signs in


def begin_mark(request: HttpRequest) -> None:
    """Draw a random mark for a browser in which a member signs in, if it has none."""
    if not _mark_of(request):
        setattr(request, _NEW, secrets.token_urlsafe(12))


def keep_mark(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser keep its mark, whoever signs in there later."""
    if mark := _mark_of(request):
        response.set_signed_cookie(
            MARK, mark, salt=MARK_SALT, max_age=REMEMBERED, httponly=True, samesite="Lax",
            secure=settings.SESSION_COOKIE_SECURE,
        )


def _mark_of(request: HttpRequest) -> str:
    known = request.get_signed_cookie(MARK, "", salt=MARK_SALT, max_age=REMEMBERED)
    return known or str(getattr(request, _NEW, ""))


COOKIE = "push_device"
SALT = "games.post.push-device"
REMEMBERED = timedelta(days=400)  # browsers keep no cookie for longer


def remember(response: HttpResponse, device: PushDevice) -> None:
    """Let the browser that gets this response tell us which device it is."""
    response.set_signed_cookie(
        COOKIE, sealing.row_token(device), salt=SALT, max_age=REMEMBERED, httponly=True,
        samesite="Lax", secure=settings.SESSION_COOKIE_SECURE,
    )


def id_of(request: HttpRequest) -> int:
    """Return the id of the device that sent this request; 0 if it has none.

    The device may have been removed, or belong to somebody who has used this browser before.
    """
    known = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=REMEMBERED) or ""
    # Earlier cookies contain the id itself.
    return int(known) if known.isdecimal() else sealing.row_id(known, PushDevice)
