"""The named paces: how much time they give, and what happens when it runs out.

Periods are playing time: they pass only during a player's playing hours, except in live games.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from games.clocks.playing_time import NOTHING, Hours
from games.models import Game, Pace

EXTENSIONS = 3  # which each player has at the start, and has at most
IN_TIME_FOR_EXTENSION = 4  # turns played in time, after which one extension comes back
STAND_IN_TURNS = 3  # in a row, before the bot keeps the seat
LIVE_EXTENSION = timedelta(minutes=10)

_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each player of a game has.

    ``at_start`` is the bank at the start, ``per_turn`` what each turn adds, up to ``limit``, and
    ``grace`` what passes after the end of the bank before anything happens.  ``per_turn`` is 0
    without a clock.
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
    """How much time each player of this game has."""
    return TimeControl(game.bank_at_start, game.bank_per_turn, game.bank_limit, game.grace)


def columns(control: TimeControl) -> dict[str, timedelta]:
    """The columns of ``Game`` that store how much time each player has."""
    return {"bank_at_start": control.at_start, "bank_per_turn": control.per_turn,
            "bank_limit": control.limit, "grace": control.grace}


def clear_if_alone(game: Game) -> None:
    """Takes the clock off a game that only one person plays: nobody waits for them.

    To be called when the game starts, before anything of its clock is stored or shown.
    """
    if game.pace == Pace.NONE or game.seats.filter(user__isnull=False).count() > 1:
        return
    game.pace, changed = Pace.NONE, columns(TimeControl())
    for name, value in changed.items():
        setattr(game, name, value)
    game.save(update_fields=["pace", *changed])


def reminder_before(game: Game) -> timedelta:
    """How much playing time is left when a player is reminded; nothing if they never are."""
    return NOTHING if game.pace == Pace.LIVE else min(6 * _HOUR, game.bank_per_turn / 2)


def extension(game: Game, hours: Hours | None) -> timedelta:
    """The playing time that one extension adds: one day of the player's own playing hours."""
    if game.pace == Pace.LIVE or hours is None:
        return LIVE_EXTENSION
    return hours.length
