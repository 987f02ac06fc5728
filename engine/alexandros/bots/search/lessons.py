"""Games to learn the evaluation from: the positions of each, and who won in the end."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from engine.alexandros.bots.search.deals import guess, position_of
from engine.alexandros.bots.search.evaluation import WIDTH, Evaluation, find_features
from engine.alexandros.bots.search.ground import ground_of
from engine.alexandros.bots.search.thinker import Effort, Thinker
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.bot_games import play_out
from engine.ruleset import Bot, Setup

# Some play less well or differently, so that many kinds of positions are seen: who learns only from
# games against itself is surprised by what others do.
WHIMS = (0.0, 0.0, 0.03, 0.1)
OTHERS = 6  # one seat of so many is played by each of the other bots
KINDS = len(WHIMS) + OTHERS - 1


@dataclass(frozen=True, slots=True)
class Lesson:
    """A finished game.

    ``features``  at the beginning of each turn but the first, those of each seat, one after the
                  other; ``left`` is the share of the walls that were left.
    ``shares``    each seat's share of the win; ``reason`` of the end.
    ``kinds``     of the players, seat by seat: 0 for one that plays as well as it can, and up to
                  ``KINDS`` for the others.
    """

    features: list[list[float]]
    left: list[float]
    shares: list[float]
    reason: str
    kinds: list[int]


def play_lesson(setup: Setup, name: str, *, number: int, weights: Sequence[float],
                others: Sequence[Bot]) -> Lesson:
    """Plays a game of bots with these weights, and sometimes others.

    The deal and everything else follow from the name and the number.
    """
    seed = hashlib.sha256(f"{name} {number}".encode()).digest()
    kinds = [_kind(luck, len(others)) for luck in seed[:setup.players]]
    bots = [_player(kind, setup.players, weights, others) for kind in kinds]
    found, left, turn = list[list[float]](), list[float](), 1
    status = None
    for state, move, _ in play_out(RULESET, setup, seed=seed, bots=bots):
        if move is None:
            status = RULESET.status(state)
        elif state.turn != turn:
            turn = state.turn
            found.append(_features(state, weights, salt=seed + turn.to_bytes(2)))
            left.append(state.walls_left / ground_of(state.board).walls)
    assert status is not None
    shares = [1 / len(status.winners) * (seat in status.winners) for seat in range(setup.players)]
    return Lesson(found, left, shares, status.reason, kinds)


def _kind(luck: int, others: int) -> int:
    """Returns the kind of a player: the index of a whim, or beyond them that of another bot."""
    choice, whim = luck % OTHERS, WHIMS[luck // OTHERS % len(WHIMS)]
    return len(WHIMS) + choice if choice < others else WHIMS.index(whim)


def _player(kind: int, players: int, weights: Sequence[float], others: Sequence[Bot]) -> Bot:
    """Returns one of the other bots, or one with these weights and some whim."""
    if kind >= len(WHIMS):
        return others[kind - len(WHIMS)]
    effort = Effort(beam=8, width=4, whim=WHIMS[kind])
    return Thinker("", "", (), {players: weights}, effort)


def _features(state: State, weights: Sequence[float], *, salt: bytes) -> list[float]:
    """Returns the features as the player sees them who has just moved, with guessed hands."""
    seat = (state.seat - 1) % state.players
    view = RULESET.view(state, seat)
    hands, _ = guess(view, seat, salt=salt)
    position = position_of(view, hands)
    evaluation = Evaluation(position.ground, weights)
    find_features(evaluation, position, state.seat)
    return list(evaluation.features[:state.players * WIDTH])
