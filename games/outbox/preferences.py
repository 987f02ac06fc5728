"""What somebody wants of the mail, and when a mail for him may leave.

Owns the choices per person and per game, quiet hours and time zones.  It sends nothing:
``post`` asks it when a mail is queued and again before it leaves.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.models import EmailPreferences, EmailTiming, Game, GameEmailPreference, User

# What news of games can wait; answers to somebody's own mail and invitations cannot.
NEWS = frozenset({"turn", "started", "over", "left", "reminder"})
# News of tables that have not started.  They wait for the end of quiet hours, but for no digest.
NOTICES = frozenset({"expiring", "expired"})
URGENT = frozenset({"reminder", "expiring"})
DAY = timedelta(days=1)


def preferences_of(user: User) -> EmailPreferences:
    """The person's choices, the defaults when he has made none."""
    return EmailPreferences.objects.filter(user=user).first() or EmailPreferences(user=user)


def timing_for(user: User, game: Game | None, *, profile: EmailPreferences) -> str:
    """When this person wants to hear of this game."""
    own = game and GameEmailPreference.objects.filter(user=user, game=game).first()
    return own.when if own else profile.when


def send_time(kind: str, *, user: User | None, game: Game | None, now: datetime) -> datetime | None:
    """The moment a mail of this kind may leave; None when it is not wanted."""
    if user is None or kind not in NEWS | NOTICES:
        return now
    profile = preferences_of(user)
    when = timing_for(user, game, profile=profile)
    if not _wanted(kind, when, profile):
        return None
    if kind in NOTICES:
        return after_quiet_hours(profile, now)
    if when == EmailTiming.QUIET:
        return after_quiet_hours(profile, now + timedelta(minutes=profile.minutes))
    if when == EmailTiming.DAILY:
        return after_quiet_hours(profile, _next(profile, profile.hour, now))
    return after_quiet_hours(profile, now)


def wants(kind: str, *, user: User | None, game: Game | None) -> bool:
    """Whether the person wants such a mail at all; its hour is not asked."""
    if user is None or kind not in NEWS | NOTICES:
        return True
    profile = preferences_of(user)
    return _wanted(kind, timing_for(user, game, profile=profile), profile)


def _wanted(kind: str, when: str, profile: EmailPreferences) -> bool:
    if when == EmailTiming.NEVER or (kind == "reminder" and not profile.remind):
        return False
    return when != EmailTiming.URGENT or kind in URGENT


def after_quiet_hours(profile: EmailPreferences, moment: datetime) -> datetime:
    """The moment, or the end of the person's quiet hours when it lies in them."""
    begin, end = profile.quiet_from, profile.quiet_until
    if begin is None or end is None or begin == end:
        return moment
    hour = moment.astimezone(time_zone_of(profile)).hour
    asleep = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next(profile, end, moment) if asleep else moment


def time_zone_of(profile: EmailPreferences) -> ZoneInfo:
    """The person's time zone; UTC for one this machine does not know."""
    try:
        return ZoneInfo(profile.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _next(profile: EmailPreferences, hour: int, moment: datetime) -> datetime:
    """The next time it is this hour where the person is."""
    local = moment.astimezone(time_zone_of(profile))
    found = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if found <= local:
        found += DAY
    return found.astimezone(moment.tzinfo)


def set_for_game(user: User, game: Game, when: str) -> None:
    """The choice for one game; "" takes it back, so that the one for all games counts."""
    if when:
        GameEmailPreference.objects.update_or_create(user=user, game=game, defaults={"when": when})
    else:
        GameEmailPreference.objects.filter(user=user, game=game).delete()


def set_for_all(user: User, when: str) -> None:
    """The choice for all games that have none of their own."""
    change(user, when=when)


def change(user: User, **choices: Any) -> None:
    """Stores these choices of a person, by their column; the others stay as they are."""
    EmailPreferences.objects.update_or_create(user=user, defaults=choices)
