"""A fixed sample of the positions of the golden games, as the seat to move sees them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from alexandros_rules import replay
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import OVER, State
from tests.golden.game_files import RECORDS, read_record


@cache
def _states(name: str) -> list[State]:
    one = read_record(name)
    return list(replay.states(RULESET, one.rows, version=one.version))


def sampled_views(step: int = 17) -> Iterator[State]:
    """Yields every ``step``th view of all golden games."""
    states = [state for path in sorted(RECORDS.glob("*.record")) for state in _states(path.stem)]
    yield from (RULESET.view(state, state.seat) for state in states[::step] if state.phase != OVER)
