"""A game longer than any real one: marches follow existing walls where they can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alexandros_rules import codec, replay
from alexandros_rules.alexandros.marches import new_walls
from alexandros_rules.alexandros.moves import March
from alexandros_rules.chance import SeededChance
from tests.engine.random_games import RULESET, seed, setup

TABLE = setup("persia", players=4)
SEED = seed(0)
CHANCE, KEY = SeededChance(SEED), codec.digest_key(SEED)


def rows(count: int) -> tuple[list[replay.LogRow], Any]:
    """Returns at least ``count`` rows, up to the start of a turn, and the state there."""
    row, state = replay.start(RULESET, TABLE, CHANCE, KEY)
    found = [row]
    while len(found) < count or not RULESET.status(state).fresh:
        if RULESET.status(state).over:
            raise RuntimeError(f"the long game was over after {len(found)} rows")
        row, state = replay.play(RULESET, state, _move(state), CHANCE, KEY,
                                 previous=row, seat=state.seat)
        found.append(row)
    return found, state


def turn(view: Any) -> list[str]:
    """Returns a whole turn in notation, as its player may write it in advance."""
    number, lines = view.turn, []
    for move, after in _play(view):
        lines.append(RULESET.format(move, view))
        view = after
        if view.turn != number or RULESET.status(view).over:
            break
    return lines


def _play(view: Any) -> Iterator[tuple[Any, Any]]:
    while True:
        move = _move(view)
        events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=view.seat)
        view = replay.fold(RULESET, view, events)
        yield move, view


def _move(state: Any) -> Any:
    """Returns the first legal move, or the march with the fewest new walls."""
    moves = RULESET.legal_moves(state, seat=state.seat)
    if isinstance(moves[0], March):
        return min(moves, key=lambda move: len(
            new_walls(state.board, state.alexander, move.steps, state.walls)))
    return moves[0]
