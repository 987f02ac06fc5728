"""The scores, incomes and provinces after each row of a game, for charts and replays.

Uses only public facts, so views and true states give the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.alexandros.provinces import levy_gains, provinces, value
from engine.alexandros.state import State
from games.rulesets.alexandros.drawing.score_chart import Moment


def history(states: Iterable[State], moves: Sequence[str] = ()) -> tuple[Moment, ...]:
    """A moment for each row of a game, from the state after it.

    ``moves`` are in notation, one for each state; they show who levied.  A row that ends a turn
    belongs to that turn, although the state after it is the next player's.
    """
    moments: list[Moment] = []
    before: State | None = None
    for i, after in enumerate(states):
        played = before or after  # the start belongs to the first turn
        levied = i < len(moves) and moves[i].startswith("levy ")
        moments.append(Moment(
            number=i + 1, turn=played.turn, seat=played.seat, scores=after.scores,
            incomes=levy_gains(after), provinces=_held(after),
            levied=played.seat if levied else None,
        ))
        before = after
    return tuple(moments)


def last_rows(moments: Sequence[Moment]) -> list[int]:
    """The number of the last row of each turn, in order."""
    return list({moment.turn: moment.number for moment in moments}.values())


def _held(state: State) -> tuple[tuple[int, ...], ...]:
    """For each seat the values of its provinces, the greatest first."""
    worth = [(p, value(state.board, p)) for p in provinces(state.board, state.walls)]
    return tuple(
        tuple(sorted((v for p, v in worth if p & mask), reverse=True)) for mask in state.guards
    )
