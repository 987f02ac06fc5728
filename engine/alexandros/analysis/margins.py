"""Games between bots that tell what a chance of winning is worth in points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alexandros.analysis.luck import chances
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.bot_games import play_out
from engine.ruleset import Bot, Setup


def play_for_margins(setup: Setup, *, seed: bytes,
                     bots: Sequence[Bot]) -> list[tuple[float, int]]:
    """Play a game and return pairs of a chance and the final margin, of all seats in each turn.

    The margin is the final score minus that of the best rival.  The chances are estimated on the
    view of the player to move.
    """
    found, turn = list[list[float]](), 0
    for state, move, _ in play_out(RULESET, setup, seed=seed, bots=bots):
        if move is None:
            margins = _margins(state)
        elif state.turn != turn:
            turn = state.turn
            view = RULESET.view(state, state.seat)
            found.append(chances(view, seat=state.seat, salt=seed + turn.to_bytes(2)))
    return [pair for some in found for pair in zip(some, margins, strict=True)]


def _margins(state: State) -> list[int]:
    return [
        score - max(state.scores[:seat] + state.scores[seat + 1:])
        for seat, score in enumerate(state.scores)
    ]
