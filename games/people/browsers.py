"""Browsers of people: which time zone one reports, and which device it is."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.base import sealing
from games.models import PushDevice, User
from games.table.clocks import playing_hours

FIELD = "browser_zone"


def note(request: HttpRequest, user: User, *, now: datetime) -> None:
    """Keep the time zone that the form names, unless we know the person's already."""
    zone = request.POST.get(FIELD, "")
    if zone:
        playing_hours.note_browser_zone(user, zone, now=now)


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
