"""When and why a game ends, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alexandros.state import WINNING_SCORE, State


def reason_after_action(state: State) -> str:
    """Returns "points" if an action has won the game (E3), or else ""."""
    return "points" if max(state.scores) >= WINNING_SCORE else ""


def reason_after_turn(state: State) -> str:
    """Returns "walls" if a red wall was built (E1), "stuck" if nobody can march (A16), or ""."""
    if state.red:
        return "walls"
    return "stuck" if state.stayed >= state.players else ""


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """Returns the seats that win with these scores: all that have the highest one (E4)."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)
