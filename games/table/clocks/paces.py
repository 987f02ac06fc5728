"""The named paces: how much time they give, what happens when it runs out, and their words.

Periods are playing time: they pass only during a player's playing hours, except in live games.
People enter periods as "36h", "90m" or "2d"; a day is 24 hours of playing time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Pace
from games.table.clocks.playing_time import NOTHING, Hours

EXTENSIONS = 3  # which each player has at the start, and has at most
IN_TIME_FOR_EXTENSION = 4  # turns played in time, after which one extension comes back
STAND_IN_TURNS = 3  # in a row, before the bot keeps the seat
LIVE_EXTENSION = timedelta(minutes=10)

_SECOND, _MINUTE = timedelta(seconds=1), timedelta(minutes=1)
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time that each player of a game has.

    ``at_start`` is the bank at the start, ``per_turn`` what each turn adds, up to ``limit``, and
    ``grace`` the time after the end of the bank before anything happens.  ``per_turn`` is 0 without
    a clock.
    """

    at_start: timedelta = NOTHING
    per_turn: timedelta = NOTHING
    limit: timedelta = NOTHING
    grace: timedelta = NOTHING


CONTROLS = {
    Pace.LIVE: TimeControl(15 * _MINUTE, 2 * _MINUTE, 30 * _MINUTE, _MINUTE),
    Pace.DAY: TimeControl(24 * _HOUR, 12 * _HOUR, 48 * _HOUR, 2 * _HOUR),
    Pace.RELAXED: TimeControl(48 * _HOUR, 36 * _HOUR, 96 * _HOUR, 4 * _HOUR),
    Pace.WEEKDAYS: TimeControl(24 * _HOUR, 12 * _HOUR, 48 * _HOUR, 2 * _HOUR),
    Pace.NONE: TimeControl(),
}
# What may be chosen instead: the least and the most of each period.
BOUNDS = {
    "at_start": (_MINUTE, timedelta(days=30)),
    "per_turn": (10 * timedelta(seconds=1), timedelta(days=14)),
    "limit": (_MINUTE, timedelta(days=60)),
    "grace": (NOTHING, timedelta(days=2)),
}


def control_of(game: Game) -> TimeControl:
    """Return how much time each player of this game has."""
    return TimeControl(game.bank_at_start, game.bank_per_turn, game.bank_limit, game.grace)


def columns(control: TimeControl) -> dict[str, timedelta]:
    """Return the columns of ``Game`` that store how much time each player has."""
    return {"bank_at_start": control.at_start, "bank_per_turn": control.per_turn,
            "bank_limit": control.limit, "grace": control.grace}


def clear_if_alone(game: Game) -> None:
    """Take the clock off a game that only one person plays, for whom nobody waits.

    Must be called when the game starts, before its clock is stored or shown.
    """
    if game.pace == Pace.NONE or game.seats.filter(user__isnull=False).count() > 1:
        return
    game.pace, changed = Pace.NONE, columns(TimeControl())
    for name, value in changed.items():
        setattr(game, name, value)
    game.save(update_fields=["pace", *changed])


def reminder_before(game: Game) -> timedelta:
    """Return how much playing time is left when a player is reminded; 0 for never."""
    return NOTHING if game.pace == Pace.LIVE else min(6 * _HOUR, game.bank_per_turn / 2)


def extension(game: Game, hours: Hours | None) -> timedelta:
    """Return the playing time of one extension: one day of the player's own playing hours."""
    if game.pace == Pace.LIVE or hours is None:
        return LIVE_EXTENSION
    return hours.length


MOST_CHARACTERS = 40
_UNITS = {
    _SECOND: ("s", "sec", "secs", "second", "seconds"),
    _MINUTE: ("m", "min", "mins", "minute", "minutes"),
    _HOUR: ("h", "hr", "hrs", "hour", "hours"),
    _DAY: ("d", "day", "days"),
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words}
_PART = re.compile(r"(\d{1,6}(?:[.,]\d{1,3})?)\s*([a-z]+)")
_BETWEEN = re.compile(r"(\s|,|and)*")


def read(text: str) -> timedelta | None:
    """Return the period that somebody entered, such as "1d 12h"; None for text without units."""
    clean, total, reached = text.strip().lower(), timedelta(0), 0
    if not clean or len(clean) > MOST_CHARACTERS:
        return None
    for part in _PART.finditer(clean):
        unit = _UNIT_OF.get(part[2])
        if unit is None or not _BETWEEN.fullmatch(clean, reached, part.start()):
            return None
        total += float(part[1].replace(",", ".")) * unit
        reached = part.end()
    return total if reached == len(clean) else None


def amount(period: timedelta) -> str:
    """Return a period exactly, in hours, minutes and seconds: "48 hours", "1 hour 30 minutes"."""
    seconds = max(0, int(period / _SECOND))
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    parts = [_hours(hours)] if hours else []
    if minutes or not (hours or seconds):
        parts.append(_minutes(minutes))
    if seconds:
        parts.append(_seconds(seconds))
    return " ".join(parts)


def bound(period: timedelta) -> str:
    """Return a limit of what may be entered, in whole days if it has several: "30 days"."""
    if period >= 2 * _DAY and not period % _DAY:
        return ngettext("%(count)s day", "%(count)s days", period // _DAY) % {
            "count": period // _DAY}
    return amount(period)


def examples() -> str:
    """Return examples of periods to enter, for help texts and refusals."""
    return _("Enter hours, minutes or days, such as 36h, 90m or 2d.")


def _hours(count: int) -> str:
    return ngettext("%(count)s hour", "%(count)s hours", count) % {"count": count}


def _minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}


def _seconds(count: int) -> str:
    return ngettext("%(count)s second", "%(count)s seconds", count) % {"count": count}


def short(game: Game) -> str:
    """Return the pace in a few words, for lists: "relaxed (36 hours a turn)"."""
    pace = Pace(game.pace)
    if pace == Pace.NONE:
        return str(pace.label)
    if not game.has_clock:
        return _("%(pace)s, without a clock") % {"pace": pace.label}
    return _("%(pace)s (%(per_turn)s a turn)") % {"pace": pace.label,
                                                  "per_turn": amount(game.bank_per_turn)}


def meaning(game: Game) -> str:
    """Return sentences that say what demands the pace of this game makes on its players."""
    return meaning_of(Pace(game.pace), control_of(game))


def meaning_of(pace: Pace, control: TimeControl) -> str:
    """Return sentences that say what a pace with this much time asks of the players."""
    if not control.per_turn:
        return _without_clock(pace)
    return f"{summary_of(pace, control)} {_when_over(control)}"


def summary_of(pace: Pace, control: TimeControl) -> str:
    """Return the meaning of a pace without the end of the time, to compare paces."""
    if not control.per_turn:
        return _without_clock(pace)
    times = {"at_start": amount(control.at_start), "per_turn": amount(control.per_turn),
             "limit": amount(control.limit)}
    return f"{_bank(pace) % times} {_passing(pace)}"


def _without_clock(pace: Pace) -> str:
    """Return the sentences for a table without a clock; older tables may have any pace."""
    return {
        Pace.LIVE: _("Everyone stays at the table until the game is over. There is no clock."),
        Pace.DAY: _("Everyone moves within a day. There is no clock."),
        Pace.RELAXED: _("Everyone moves within three days. There is no clock."),
        Pace.WEEKDAYS: _("Everyone moves within a day, from Monday to Friday. There is no clock."),
        Pace.NONE: _("Everyone takes the time they need."),
    }[pace]


def _bank(pace: Pace) -> str:
    if pace == Pace.LIVE:
        return _("You start with %(at_start)s, and each turn adds %(per_turn)s, up to %(limit)s.")
    return _("You start with %(at_start)s of your playing time, and each turn adds %(per_turn)s,"
             " up to %(limit)s.")


def _passing(pace: Pace) -> str:
    if pace == Pace.LIVE:
        return _("Time passes at any hour, so everyone stays at the table until the game is over.")
    if pace == Pace.WEEKDAYS:
        return _("Time passes only in your playing hours, and never at the weekend.")
    return _("Time passes only in your playing hours.")


def _when_over(control: TimeControl) -> str:
    if not control.grace:
        return _("When it has run out, a bot plays your turn.")
    return _("When it has run out, a bot plays your turn %(grace)s later.") % {
        "grace": amount(control.grace)}
