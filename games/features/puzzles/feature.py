"""Puzzles, as one of the features of this service."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import HttpRequest

from games.base.features import Feature
from games.features.puzzles import collecting, daily_emails, days, emails, pages, solving
from games.features.puzzles.templatetags.puzzles import daily_puzzles
from games.models import PuzzleSolver, User
from games.people.accounts import GuestMerged, SignedIn
from games.post.outbox.preferences import EmailHoursChanged
from games.rulesets.registry import Room


def _reschedule(event: EmailHoursChanged) -> None:
    daily_emails.reschedule(event.user, now=event.now)


def _signed_in(event: SignedIn) -> None:
    solving.bring_along(event.session, event.user, now=event.now)


def _guest_merged(event: GuestMerged) -> None:
    solving.merge(event.guest, event.user)


def _collect(game_id: int, *, now: datetime) -> None:
    collecting.collect(game_id, now=now)


def _on_the_home_page(request: HttpRequest, room: Room) -> dict[str, Any]:
    return {"puzzles": pages.cards_of_today(request, room)}


def _in_the_email_settings(user: User) -> dict[str, Any]:
    """Return the context of the daily emails, which come at the hour for digests."""
    daily = daily_puzzles(user)
    return {"daily_puzzles": daily, "needs_hour": any(each.next_at for each in daily)}


def _next_email(now: datetime) -> datetime | None:
    due = PuzzleSolver.objects.exclude(next_email_at=None).order_by("next_email_at")
    return due.values_list("next_email_at", flat=True).first()


FEATURE = Feature(
    name="puzzles",
    listeners={EmailHoursChanged: _reschedule, SignedIn: _signed_in, GuestMerged: _guest_merged},
    after_review=_collect,
    email_kinds=emails.KINDS,
    panels={"home": _on_the_home_page, "email-settings": _in_the_email_settings},
    slots={"footer": "puzzles/_footer.html", "home-head": "puzzles/_home_head.html",
           "home": "puzzles/_home.html", "email-settings": "puzzles/_settings.html"},
    sweeps={"puzzles chosen": days.sweep, "puzzle emails queued": daily_emails.sweep},
    due={"puzzle emails queued": _next_email},
    exported={"puzzles": solving.exported},
)
