"""Games from which bots learn the evaluation: the positions and the winners of each."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from alexandros_rules.alexandros.bots.search.deals import guess, position_of
from alexandros_rules.alexandros.bots.search.evaluation import WIDTH, Evaluation, find_features
from alexandros_rules.alexandros.bots.search.ground import ground_of
from alexandros_rules.alexandros.bots.search.thinker import Effort, Thinker, for_all
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.bot_games import play_out
from alexandros_rules.ruleset import Bot, Setup

# Some players are weaker or different, so that many kinds of positions occur: a bot that learns
# only from games against itself is not prepared for other players.
WHIMS = (0.0, 0.0, 0.03, 0.1)
OTHERS = 6  # each of the other bots plays one seat of this many
KINDS = len(WHIMS) + OTHERS - 1


@dataclass(frozen=True, slots=True)
class Lesson:
    """A finished game.

    ``features``  at the beginning of each turn but the first, the features of all seats, one seat
                  after the other; ``left`` is the share of the walls that were left.
    ``shares``    each seat's share of the win; ``reason`` is that of the end.
    ``kinds``     the kinds of players, seat by seat: 0 for a player without whims, and up to
                  ``KINDS`` for the others.
    """

    features: list[list[float]]
    left: list[float]
    shares: list[float]
    reason: str
    kinds: list[int]


def play_lesson(setup: Setup, name: str, *, number: int, weights: Sequence[float],
                others: Sequence[Bot]) -> Lesson:
    """Play a game of bots with these weights, and sometimes others.

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
    """Return the kind of a player: the index of a whim or, above these, of another bot."""
    choice, whim = luck % OTHERS, WHIMS[luck // OTHERS % len(WHIMS)]
    return len(WHIMS) + choice if choice < others else WHIMS.index(whim)


def _player(kind: int, players: int, weights: Sequence[float], others: Sequence[Bot]) -> Bot:
    """Return one of the other bots, or a bot with these weights and some whim."""
    if kind >= len(WHIMS):
        return others[kind - len(WHIMS)]
    effort = Effort(beam=8, width=4, whim=WHIMS[kind])
    return Thinker("", "", (), {players: weights}, for_all(effort))


def _features(state: State, weights: Sequence[float], *, salt: bytes) -> list[float]:
    """Return the features on the view of the player who has just moved, with guessed hands."""
    seat = (state.seat - 1) % state.players
    view = RULESET.view(state, seat)
    position = position_of(view, guess(view, seat, salt=salt))
    evaluation = Evaluation(position.ground, weights)
    find_features(evaluation, position, state.seat)
    return list(evaluation.features[:state.players * WIDTH])
