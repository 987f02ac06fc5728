"""Puzzles, as one of the features of this service."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.base.features import Feature
from games.features.puzzles import collecting, daily_emails, days, emails, pages, solving
from games.features.puzzles.templatetags.puzzles import daily_puzzles
from games.models import PuzzleSolver, User
from games.people.accounts import GuestMerged, SignedIn
from games.post.outbox.preferences import EmailHoursChanged


def _in_the_email_settings(user: User) -> dict[str, Any]:
    """Return the context of the daily emails, which come at the hour for digests."""
    daily = daily_puzzles(user)
    return {"daily_puzzles": daily, "needs_hour": any(each.next_at for each in daily)}


def _next_email(now: datetime) -> datetime | None:
    due = PuzzleSolver.objects.exclude(next_email_at=None).order_by("next_email_at")
    return due.values_list("next_email_at", flat=True).first()


FEATURE = Feature(
    name="puzzles",
    listeners={
        EmailHoursChanged: lambda event: daily_emails.reschedule(event.user, now=event.now),
        SignedIn: lambda event: solving.bring_along(event.session, event.user, now=event.now),
        GuestMerged: lambda event: solving.merge(event.guest, event.user),
    },
    after_review=collecting.collect,
    email_kinds=emails.KINDS,
    panels={"home": lambda request, room: {"puzzles": pages.cards_of_today(request, room)},
            "email-settings": _in_the_email_settings},
    slots={"learn": "puzzles/_learn.html", "home-head": "puzzles/_home_head.html",
           "home": "puzzles/_home.html", "email-settings": "puzzles/_settings.html"},
    sweeps={"puzzles chosen": days.sweep, "puzzle emails queued": daily_emails.sweep},
    due={"puzzle emails queued": _next_email},
    exported={"puzzles": solving.exported},
)
