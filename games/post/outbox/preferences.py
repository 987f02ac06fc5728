"""The meaning of email settings: which emails a user wants, and when each may be sent.

Owns the settings for all games and for single games, quiet hours and time zones.
Callers ask when an email is queued and again just before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.models import (
    ChatMute,
    ChatTiming,
    EmailPreferences,
    EmailTiming,
    Game,
    GameEmailPreference,
    User,
)
from games.post import email_kinds
from games.post.email_kinds import EmailKind, Waits
from games.post.outbox import bounces

DAY = timedelta(days=1)
SPREAD = timedelta(minutes=30)  # how long before the chosen hour the first digests leave
GOLDEN = 2654435769  # 2 ** 32 divided by the golden ratio, for ``digest_lead``

_LOADED = "_loaded_settings"  # an attribute of users


@dataclass(frozen=True, slots=True)
class EmailHoursChanged:
    """An event, as in ``games.table.events``: somebody has saved their email settings."""

    user: User
    now: datetime


@dataclass(frozen=True, slots=True)
class Known:
    """The stored settings of some users, by their ids, and those for some games."""

    profiles: Mapping[int, EmailPreferences]
    own: Mapping[tuple[int, int], str]  # when somebody wants emails about one game

    def profile(self, user: User) -> EmailPreferences:
        """Return the user's settings; the defaults (not saved) if they have never chosen any."""
        return self.profiles.get(user.pk) or EmailPreferences(user=user)

    def timing(self, user: User, game: Game | None) -> str:
        """Return when the user wants emails about this game."""
        own = self.own.get((user.pk, game.pk)) if game else None
        return own or self.profile(user).when


def known_of(users: Iterable[User], games: Iterable[Game]) -> Known:
    """Return what these users have chosen for all games and for these, in two queries."""
    ids, game_ids = {user.pk for user in users}, {game.pk for game in games}
    profiles = EmailPreferences.objects.filter(user__in=ids)
    own = GameEmailPreference.objects.filter(user__in=ids, game__in=game_ids)
    return Known({profile.user_id: profile for profile in profiles},
                 {(each.user_id, each.game_id): each.when for each in own})


def preferences_of(user: User) -> EmailPreferences:
    """Return the user's email settings; the defaults (not saved) if they chose none."""
    loaded: Known | None = user.__dict__.get(_LOADED)
    return (loaded or known_of([user], [])).profile(user)


def load(user: User, game: Game | None) -> Known:
    """Return what this user, who was loaded with ``preferences``, has chosen for this game.

    Keeps the settings for all games in ``user``, for later calls of ``preferences_of``.
    """
    profile = getattr(user, "preferences", None)
    own = GameEmailPreference.objects.filter(user=user, game=game) if game else ()
    loaded = user.__dict__[_LOADED] = Known(
        {user.pk: profile} if profile else {}, {(user.pk, each.game_id): each.when for each in own})
    return loaded


def send_time(kind: str, *, user: User | None, game: Game | None, now: datetime,
              known: Known | None = None) -> datetime | None:
    """Return the earliest time to send an email of this kind; None if it is not wanted."""
    chosen = email_kinds.kind_of(kind)
    if user is None or not chosen.is_chosen:
        return now
    known = known or known_of([user], [game] if game else [])
    profile, when = known.profile(user), known.timing(user, game)
    if not _is_wanted(chosen, when, profile) or not _may_tell(chosen, user, game, profile):
        return None
    if chosen.waits is Waits.FOR_QUIET_HOURS:
        return after_quiet_hours(profile, now)
    if when == EmailTiming.QUIET:
        return after_quiet_hours(profile, now + timedelta(minutes=profile.minutes))
    if when == EmailTiming.DAILY:
        return after_quiet_hours(profile, next_digest(profile, now))
    return after_quiet_hours(profile, now)


def wants(kind: str, *, user: User | None, game: Game | None, known: Known | None = None) -> bool:
    """Return whether the user wants emails of this kind at all."""
    chosen = email_kinds.kind_of(kind)
    if user is None or not chosen.is_chosen:
        return True
    known = known or known_of([user], [game] if game else [])
    profile, when = known.profile(user), known.timing(user, game)
    return _is_wanted(chosen, when, profile) and _may_tell(chosen, user, game, profile)


def _is_wanted(kind: EmailKind, when: str, profile: EmailPreferences) -> bool:
    if when == EmailTiming.NEVER or (kind.setting and not getattr(profile, kind.setting)):
        return False
    return when != EmailTiming.URGENT or kind.urgent


def wants_talk(user: User, game: Game) -> bool:
    """Return whether emails to the user should contain the messages at this table."""
    if preferences_of(user).chat == ChatTiming.NEVER:
        return False
    return not ChatMute.objects.filter(reader=user, game=game).exists()


def _may_tell(kind: EmailKind, user: User, game: Game | None, profile: EmailPreferences) -> bool:
    """Return whether the user wants news of talk at once; True for emails of any other kind."""
    if kind.name != email_kinds.CHAT:
        return True
    return (profile.chat == ChatTiming.NOW and game is not None
            and not ChatMute.objects.filter(reader=user, game=game).exists())


def after_quiet_hours(profile: EmailPreferences, moment: datetime) -> datetime:
    """Return the moment itself, or the end of the user's quiet hours if it lies within them."""
    begin, end = profile.quiet_from, profile.quiet_until
    if begin is None or end is None or begin == end:
        return moment
    hour = moment.astimezone(time_zone_of(profile)).hour
    is_quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return _next_time(profile, end, moment) if is_quiet else moment


def next_digest(profile: EmailPreferences, now: datetime) -> datetime:
    """Return when the user's next digest leaves: shortly before the chosen hour.

    Each day has exactly one such moment.
    """
    lead = digest_lead(profile.user_id)
    return _next_time(profile, profile.hour, now + lead) - lead


def digest_lead(user_id: int) -> timedelta:
    """Return how long before the chosen hour a user's digests leave: seconds below SPREAD."""
    # Otherwise everybody's would leave at once.  Multiples of the golden ratio are spread evenly
    # (Fibonacci hashing), also for any range of ids.
    whole = int(SPREAD.total_seconds())
    return timedelta(seconds=(user_id * GOLDEN % 2**32) * whole >> 32)


def awake_from(user: User, now: datetime) -> datetime:
    """Return the first moment from now on that is not within the user's quiet hours."""
    return after_quiet_hours(preferences_of(user), now)


def time_zone_of(profile: EmailPreferences) -> ZoneInfo:
    """Return the user's time zone; UTC if this machine does not know the stored name."""
    try:
        return ZoneInfo(profile.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def _next_time(profile: EmailPreferences, hour: int, moment: datetime) -> datetime:
    """Return the next time at which it is exactly this hour in the user's time zone."""
    local = moment.astimezone(time_zone_of(profile))
    next_time = local.replace(hour=hour, minute=0, second=0, microsecond=0, fold=0)
    if next_time <= local:
        next_time += DAY
    return next_time.astimezone(moment.tzinfo)


def set_for_game(user: User, game: Game, when: str) -> None:
    """Set when to email the user about one game; "" restores the setting for all games."""
    if when:
        GameEmailPreference.objects.update_or_create(user=user, game=game, defaults={"when": when})
    else:
        GameEmailPreference.objects.filter(user=user, game=game).delete()
    if when != EmailTiming.NEVER:
        bounces.look_at_reminders([user.pk])


def set_for_all(user: User, when: str) -> None:
    """Set when to email the user about all games that have no setting of their own."""
    change(user, when=when)


def change(user: User, **values: Any) -> None:
    """Store these columns of the user's email settings; the others stay as they are."""
    EmailPreferences.objects.update_or_create(user=user, defaults=values)
    bounces.look_at_reminders([user.pk])
