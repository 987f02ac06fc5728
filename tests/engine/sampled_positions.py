"""A fixed sample of the positions of the golden games, as the seat to move sees them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine import record, replay
from engine.alexandros.rules import RULESET
from engine.alexandros.state import OVER, State

FOLDER = Path(__file__).parents[1] / "golden" / "records"


@cache
def _states(path: Path) -> list[State]:
    one = record.load(path.read_text("utf-8"), {RULESET.name: RULESET})
    return list(replay.states(RULESET, one.rows, version=one.version))


def sampled_views(step: int = 17) -> Iterator[State]:
    """Yields every ``step``th view of all golden games."""
    states = [state for path in sorted(FOLDER.glob("*.record")) for state in _states(path)]
    yield from (RULESET.view(state, state.seat) for state in states[::step] if state.phase != OVER)
