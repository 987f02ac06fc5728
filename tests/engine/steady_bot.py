"""A simple bot that never changes, against which other bots are measured.

It wins two games of five against the greedy bot, so that the results of games against it say much.
Do not improve it: stored results (``strength_of_*.json``) are from games against it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Draw, Levy, March, Move, Occupy, Recall, Take
from alexandros_rules.alexandros.provinces import closed_provinces, levy_gains, owner, price, value
from alexandros_rules.alexandros.state import State
from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.chance import UnknownChance

MOST_COMPARED = 60  # moves, of each part of the list and of all
CARD = 1.0  # what a card in hand is worth, in points


class SteadyBot(MoveByMove):
    """Closes off what it can pay for, occupies the most valuable province, and levies taxes."""

    name = "steady"
    title = "plain but sensible"
    about = "Never changes, so that others can be measured against it."
    seat_names: tuple[str, ...] = ("Steady",)

    def choose(self, view: State, *, seat: int, salt: bytes) -> Move:
        digest = int.from_bytes(hashlib.sha256(salt).digest()[:8])
        moves = _sample(
            [move for part in legal_moves(view).parts for move in _sample(part, digest)], digest)
        worth = [_worth(view, move) for move in moves]
        best = [move for move, points in zip(moves, worth, strict=True) if points == max(worth)]
        return best[digest % len(best)]


def _sample(moves: Sequence[Move], digest: int) -> Sequence[Move]:
    """Returns at most so many of the moves, evenly spread."""
    step = -(-len(moves) // MOST_COMPARED) or 1
    return moves[digest % step::step]


def _worth(view: State, move: Move) -> float:
    """Returns what a move is worth, in points."""
    match move:
        case March():
            return _prospects(_after(view, move))
        case Take() | Draw():
            return CARD
        case Levy():
            return _lead(levy_gains(view), view.seat)
        case Occupy():
            after = _after(view, move)
            spent = cards.total(view.hand) - cards.total(after.hands[view.seat])
            gain = levy_gains(after)[view.seat] - levy_gains(view)[view.seat]
            return 2 * gain - CARD * spent
        case Recall():
            return -1.0
        case _:
            return 0.0


def _after(view: State, move: Move) -> State:
    for event in decide(view, move, UnknownChance(cards.UNKNOWN)):
        view = evolve(view, event)
    return view


def _prospects(view: State) -> float:
    """Returns what the walls are worth: the lead in levies, and a province to be occupied."""
    free = [p for p in closed_provinces(view) if owner(view, p) is None]
    worth = [value(view.board, p) - CARD * _cost(view, p) for p in free]
    return max([0.0, *worth]) + 2 * _lead(levy_gains(view), view.seat)


def _cost(view: State, province: int) -> int:
    """Returns the cards for a province; ten for each that is missing if guards cannot help out."""
    needed = price(view.board, province)
    lacking = cards.total(cards.missing(view.hand, needed))
    return cards.total(needed) if lacking <= view.guards_left(view.seat) else 10 * lacking


def _lead(gains: Sequence[int], seat: int) -> int:
    """Returns how far a seat is ahead of the best other one."""
    return gains[seat] - max(gain for other, gain in enumerate(gains) if other != seat)
