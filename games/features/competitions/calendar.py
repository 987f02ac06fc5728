"""When seasons begin and end, and when people can sign up for them."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from games.models.competition import FIRST_SEASON, SEASON_LENGTH

FIRST, LENGTH = FIRST_SEASON, SEASON_LENGTH
SIGN_UP = timedelta(days=10)  # before a season
STARTS_WITHIN = timedelta(weeks=3)  # in which the rounds of a season begin


def current(now: datetime) -> datetime:
    """Return when the season that is played now has begun."""
    return FIRST + (now - FIRST) // LENGTH * LENGTH


def following(now: datetime) -> datetime:
    """Return when the next season begins."""
    return current(now) + LENGTH


def on(day: date) -> datetime | None:
    """Return when the season of this day begins, None if no season begins then."""
    begins = datetime.combine(day, FIRST.timetz())
    return begins if (begins - FIRST) % LENGTH == timedelta(0) else None


def may_sign_up(begins: datetime, *, now: datetime) -> bool:
    """Return whether people can sign up for the season that begins then."""
    return begins - SIGN_UP <= now < begins
