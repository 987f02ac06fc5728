"""The time zone of a person's browser, which forms carry along.

Owns the name of the field, which ``browser-zone.js`` adds to every form that is posted.  Without
JavaScript there is none, and nothing happens.
"""

from __future__ import annotations

from datetime import datetime

from django.http import HttpRequest

from games.models import User
from games.table.clocks import playing_hours

FIELD = "browser_zone"


def note(request: HttpRequest, user: User, *, now: datetime) -> None:
    """Keeps the time zone that the form names, unless we know the person's already."""
    zone = request.POST.get(FIELD, "")
    if zone:
        playing_hours.note_browser_zone(user, zone, now=now)
