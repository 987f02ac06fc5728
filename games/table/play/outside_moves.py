"""Rows of the log from outside the rules: their kinds, how they are added, their sentences.

Such a row has one event, whose type is also the row's move and begins with "@".  It names seats,
never people, and leaves the position as it is.  Callers decide who may cause one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from alexandros_rules import replay
from alexandros_rules.addressing import subjects, told
from games.models import Game, LoggedMove, Seat
from games.models.game import NAME_LENGTH
from games.table.clocks import time_wording
from games.table.play import event_log, row_limits

BOT_TAKES_SEAT = "@seat"  # {"seat": 1, "bot": "greedy"}, by "table" or by "clock"
EXTENSION = "@extension"  # {"seat": 1, "seconds": 50400, "automatic": false}
STAND_IN = "@stand-in"  # a bot plays the rest of one turn: {"seat": 1, "bot": "greedy"}
PAUSE = "@pause"  # {"seat": 1}, who agreed last
RESUME = "@resume"  # {"seat": 1}, who wants to play on; anybody's, if by "clock"
ENDED = event_log.ENDED
RETURN = "@return"  # somebody takes their seat back: {"seat": 1}
SUCCESSION = "@successor"  # somebody else takes over a seat that was left: {"seat": 1}


# Rows that undo an earlier one: the kinds that can be undone, and whether only the same seat's can.
_UNDOES: Mapping[str, tuple[tuple[str, ...], bool]] = {
    BOT_TAKES_SEAT: ((RETURN,), True), RETURN: ((BOT_TAKES_SEAT, STAND_IN), True),
    PAUSE: ((RESUME,), False), RESUME: ((PAUSE,), False),
}
# The rows that people can add again and again while nobody else acts, and the refusals of too many.
# Whatever they undo needs no limit of its own.
_REPEATED: Mapping[str, str] = {
    RETURN: gettext_noop(
        "You have left this game and come back several times while nobody else has acted. Please"
        " wait until somebody else has moved, or until tomorrow. Then you can take your seat"
        " back."),
    PAUSE: gettext_noop(
        "This game was paused several times while nobody has moved. Please wait until somebody has"
        " moved, or until tomorrow, before you pause it again."),
}

# Besides "type" and "seat", what events of each kind have.
_FIELDS: Mapping[str, Mapping[str, type]] = {
    BOT_TAKES_SEAT: {"bot": str}, STAND_IN: {"bot": str}, PAUSE: {}, RESUME: {}, RETURN: {},
    SUCCESSION: {}, EXTENSION: {"seconds": int, "automatic": bool},
    ENDED: {"reason": str, "winners": list},
}
_MOST_SECONDS = 10**8  # three years


def is_known(event: Mapping[str, Any], *, players: int) -> bool:
    """Return whether an event from a file is one that a table with so many seats can have."""
    fields = _FIELDS.get(event["type"])
    if fields is None or not event.keys() <= {"type", "seat", *fields} or any(
            type(event[name]) is not kind for name, kind in fields.items() if name in event):
        return False
    if event["type"] == ENDED:
        winners = event.get("winners", ())
        return event.get("reason") in (event_log.RESIGNED, event_log.CANCELLED) and all(
            type(seat) is int for seat in winners) and (
            winners == [seat for seat in range(players) if seat in winners])
    return 0 <= event.get("seconds", 0) <= _MOST_SECONDS and (
        len(event.get("bot", "")) <= NAME_LENGTH)


def append(game: Game, kind: str, *, seat: int, actor: str, now: datetime, **data: Any) -> None:
    """Add a row of this kind about a seat; the caller holds the game's lock.

    Refuses (TooOften) what a person has repeated too often (see ``row_limits``).
    """
    if kind in _REPEATED:
        row_limits.check_notes(game, seat=seat, sentence=_(_REPEATED[kind]), now=now)
    row = _row(game, event_log.last_row(game), kind, seat=seat, data=data)
    event_log.append_note(game, row, actor=actor, now=now)


def end(game: Game, *, seat: int, seats: Sequence[Seat], actor: str, now: datetime,
        **data: Any) -> None:
    """Add a row that ends the game, because of a seat; the caller holds the game's lock.

    ``seats`` are all seats of the game, whose columns change.
    """
    state, last = event_log.latest_state(game)
    row = _row(game, last, ENDED, seat=seat, data=data)
    event_log.append(game, [row], state, seats=seats, actor=actor, key="", now=now)


def _row(game: Game, last: LoggedMove, kind: str, *, seat: int,
         data: dict[str, Any]) -> replay.LogRow:
    return replay.note_row({"type": kind, "seat": seat, **data}, event_log.key_of(game),
                           previous=event_log.to_log_row(last), seat=seat)


def undone_by_last(game: Game) -> int:
    """Return the number of the row that the game's last row undoes, such as a pause; 0 for none."""
    moves = {*_UNDOES, *(kind for kinds, _own in _UNDOES.values() for kind in kinds)}
    rows = LoggedMove.objects.filter(game=game, move__in=moves).order_by("-number")
    (number, last, seat), *earlier = rows.values_list("number", "move", "seat") or [(0, "", None)]
    kinds, own = _UNDOES.get(last, ((), False))
    if number != game.number or not kinds:
        return 0
    opposed = (each for each in earlier if each[1] in (last, *kinds) and (
        not own or each[2] == seat))
    found, move, _seat = next(opposed, (0, "", None))
    return found if move in kinds else 0


def describe(row: LoggedMove, names: Sequence[str], *, before: Sequence[str]) -> tuple[str, ...]:
    """Return what a row from outside the rules says; nothing for an unknown kind.

    ``names`` are those of the seats from this row on, ``before`` those until then.
    """
    return tuple(sentence for data in json.loads(row.events)
                 if (sentence := _sentence(data, actor=row.actor, names=names, before=before)))


def _sentence(data: dict[str, Any], *, actor: str, names: Sequence[str],
              before: Sequence[str]) -> str:
    kind, seat = data["type"], data.get("seat")
    if not isinstance(seat, int) or not 0 <= seat < len(names):
        return ""
    template = told(names, seat, *_templates(data, actor=actor).get(kind, ("", "")))
    seconds = data.get("seconds")
    period = time_wording.exactly(timedelta(seconds=seconds if isinstance(seconds, int) else 0))
    return template % {"name": names[seat], "former": before[seat], "period": period,
                       "winners": subjects(
        names, [winner for winner in data.get("winners", ()) if winner in range(len(names))])}


def _templates(data: dict[str, Any], *, actor: str) -> dict[str, tuple[str, str]]:
    """Return the sentence of each kind for the player it is about, and that for others."""
    by_clock = actor == LoggedMove.Actor.CLOCK
    paused = _("Everybody agreed to pause the game. All clocks stand still.")
    called_off = _("The game was called off, because its competition goes on without it. It does"
                   " not count for the ratings.")
    resumed = _("The game was paused for a long time, so it goes on by itself. The clocks run"
                " again.")
    return {
        BOT_TAKES_SEAT: (
            _("Your time has run out in three turns in a row. A bot plays for you until you come"
              " back."),
            _("%(name)s’s time has run out in three turns in a row. A bot plays for them until"
              " they come back."),
        ) if by_clock else (
            _("You have left the game. A bot has taken over your seat."),
            _("%(name)s has left the game. A bot has taken over their seat."),
        ),
        EXTENSION: (
            _("Your time has run out. You have been given one more day automatically: %(period)s"
              " of your playing time."),
            _("%(name)s’s time has run out. They have been given one more day automatically:"
              " %(period)s of their playing time."),
        ) if data.get("automatic") else (
            _("You have asked for one more day: %(period)s of your playing time."),
            _("%(name)s has asked for one more day: %(period)s of their playing time."),
        ),
        STAND_IN: (
            _("Your time has run out. A bot plays this turn for you."),
            _("%(name)s’s time has run out. A bot plays this turn for them."),
        ),
        PAUSE: (paused, paused),
        RESUME: (resumed, resumed) if by_clock else (
            _("You have resumed the game. The clocks run again."),
            _("%(name)s has resumed the game. The clocks run again."),
        ),
        ENDED: (called_off, called_off) if by_clock else (
            _("You have cancelled the game before anybody’s second turn. It does not count."),
            _("%(name)s has cancelled the game before anybody’s second turn. It does not count."),
        ) if data.get("reason") == event_log.CANCELLED else (
            _("You have resigned, which ends the game; %(winners)s won."),
            _("%(name)s has resigned, which ends the game; %(winners)s won."),
        ),
        RETURN: (
            _("You are back and play for yourself again."),
            _("%(name)s is back and plays for themselves again."),
        ),
        SUCCESSION: (
            _("You have taken over %(former)s’s seat."),
            _("%(name)s has taken over %(former)s’s seat."),
        ),
    }
