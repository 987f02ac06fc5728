"""Positions and their history in somebody's eyes.

Owns what a seat may see of a game: everything pages, mails, pictures and bots show comes
from ``view``, ``timeline`` or ``since_last_turn``.  It changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine import replay
from engine.narration import narrate, narrate_for
from games.models import Game, LoggedMove, Seat, User
from games.play import event_log, position_cache
from games.refusals import Missing


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One row of the log as somebody reads it.

    ``turn``  in which it was played, 0 for the start; ``seat`` None for the table itself.
    ``move``  in notation; ``sentences`` what it did, in full sentences, maybe none.
    """

    number: int
    turn: int
    seat: int | None
    actor: str
    move: str
    sentences: tuple[str, ...]


def state(game: Game, number: int | None = None) -> Any:
    """The true state after row ``number`` (None: now).  Never shown to anybody as it is.

    Refuses (``no-game``, ``no-position``) before the start and beyond the last row.
    """
    if game.number == 0:
        raise Missing("no-game", "This game has not started yet; wait until every seat is taken.")
    if number is None or number == game.number:
        return event_log.latest_state(game)[0]
    if not 1 <= number < game.number:
        raise Missing(
            "no-position",
            f"There is no position {number}; this game has positions 1 to {game.number}.",
        )
    return event_log.state_at(game, number=number)


def view(game: Game, seat: int | None, number: int | None = None) -> Any:
    """The state as this seat sees it (None: a spectator); all is open once the game is over."""
    return as_seen_by(game, seat, state(game, number))


def as_seen_by(game: Game, seat: int | None, true: Any) -> Any:
    """A true state of the game as this seat sees it; all is open once the game is over."""
    return true if _over(game) else event_log.ruleset_of(game).view(true, seat)


def views(games: Iterable[tuple[Game, int | None]]) -> dict[int, Any]:
    """The present views of several games, each for one seat, by the games' ids; for lists.

    Games that have not started are left out.  It takes two queries, however many there are.
    """
    wanted = list(games)
    states = event_log.latest_states(game for game, _ in wanted)
    return {
        game.pk: as_seen_by(game, seat, states[game.pk])
        for game, seat in wanted
        if game.pk in states
    }


def seat_of(game: Game, user: Any) -> int | None:
    """The seat this person has at the table; None for everybody else, visitors included."""
    if not isinstance(user, User):
        return None
    held = Seat.objects.filter(game=game, user=user).values_list("index", flat=True)
    return held.first()


def seat_names(game: Game) -> list[str]:
    """What the seats are called, in their order."""
    return [seat.called for seat in game.seats.all()]


def timeline(game: Game, seat: int | None, *, after: int = 0,
             number: int | None = None) -> list[HistoryEntry]:
    """The rows after ``after`` up to ``number`` (None: the last) as this seat reads them."""
    called = seat_names(game)
    return [describe_row(game, seat, step, called) for step in _steps(game, number)
            if step.row.number > after]


def since_last_turn(game: Game, seat: int | None, number: int | None = None) -> list[HistoryEntry]:
    """What happened since this seat's last turn, up to ``number`` (None: now).

    The turn a seat is in the middle of is not its last one.  A spectator gets one round.
    """
    return told_since(game, seat, _steps(game, number), seat_names(game))


def told_since(game: Game, seat: int | None, steps: Sequence[event_log.Transition],
               called: Sequence[str]) -> list[HistoryEntry]:
    """``since_last_turn`` for rows that have been read; ``called`` is what the seats are called."""
    if not steps:
        return []
    turn = event_log.ruleset_of(game).status(steps[-1].after).turn
    if seat is None:
        return [describe_row(game, seat, step, called) for step in steps
                if step.turn > turn - len(called)]
    own = (step.row.number for step in steps
           if step.row.seat == seat and step.turn < turn and not _outside(step.row))
    last = max(own, default=0)
    return [describe_row(game, seat, step, called) for step in steps if step.row.number > last]


def _steps(game: Game, number: int | None) -> list[event_log.Transition]:
    return list(position_cache.steps(game, number))


def describe_row(
    game: Game, seat: int | None, step: event_log.Transition, called: Sequence[str]
) -> HistoryEntry:
    """One row as this seat reads it; ``called`` is what the seats are called."""
    row = step.row
    sentences = _told_outside(row, called) if _outside(row) else _told(game, seat, step, called)
    return HistoryEntry(row.number, step.turn, row.seat, row.actor, row.move, sentences)


def _told(game: Game, seat: int | None, step: event_log.Transition,
          called: Sequence[str]) -> tuple[str, ...]:
    ruleset = event_log.ruleset_of(game)
    if _over(game):
        return tuple(narrate(ruleset, step.before, step.events, names=called))
    return tuple(narrate_for(ruleset, seat, step.before, step.events, names=called))


def _outside(row: LoggedMove) -> bool:
    return row.move.startswith(replay.NOTE_PREFIX)


def _told_outside(row: LoggedMove, called: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        f"{called[data['seat']]} has left the game; a bot plays on in this seat."
        for data in json.loads(row.events) if data["type"] == event_log.BOT_TAKES_SEAT
    )


def _over(game: Game) -> bool:
    return game.status == Game.Status.OVER
