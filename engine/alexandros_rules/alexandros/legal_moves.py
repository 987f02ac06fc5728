"""All legal moves of the seat whose turn it is, for pages, suggestions, bots and tests.

The order is fixed.  In phase "take": face-up cards, then cards from hand, both by symbol; or else
to stay.  In phase "march": see ``marches``.  In phase "act": draw; face-up cards by symbol;
occupations by province, number of guards, spaces and gift; levies by symbol; recalls by space;
end.  There can be millions of occupations, so each is made only when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from alexandros_rules.alexandros.cards import KINDS, total
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.marches import (
    can_play,
    can_take,
    empty_spaces,
    is_stuck,
    marches,
    targets,
)
from alexandros_rules.alexandros.moves import Draw, End, Levy, Move, Play, Recall, Stay, Take
from alexandros_rules.alexandros.occupying import occupations
from alexandros_rules.alexandros.state import ACT, MARCH, TAKE, State
from alexandros_rules.move_list import MoveList


def legal_moves(state: State) -> MoveList:
    """Return the legal moves, none if the game is over.

    On a view in another seat's turn, moves that need unknown cards are missing.
    """
    if state.phase == TAKE:
        cards = card_moves(state)
        return MoveList([[move for move in cards if isinstance(move, kind)]
                         for kind in (Take, Play, Stay)])
    if state.phase == MARCH:
        return MoveList([marches(state, targets(state))])
    if state.phase == ACT:
        return MoveList(_actions(state))
    return MoveList([])


def card_moves(state: State) -> list[Move]:
    """Return the legal moves of phase "take"."""
    empty = empty_spaces(state)
    row = [card for card in KINDS if card in state.face_up]
    moves: list[Move] = [Take(card) for card in row if can_take(state, card, empty)]
    moves += [
        Play(card) for card in KINDS if state.hand[card] and can_play(state, card, empty)
    ]
    if moves or not is_stuck(state, empty):
        return moves  # none if only cards that are unknown in this view might allow a march
    # A16: if no card allows a march, a face-up card is taken anyway, if there is one.
    return [Take(card) for card in row] or [Stay()]


def _actions(state: State) -> list[Sequence[Move]]:
    own = state.guards[state.seat]
    payable = [] if state.levied else [
        card for card in KINDS if state.hand[card] and state.board.symbols[card] & own
    ]
    return [
        [Draw()] if state.supply or total(state.discard) else [],
        [Take(card) for card in KINDS if card in state.face_up],
        *occupations(state),
        [Levy(card) for card in payable],
        [Recall(space) for space in bits(own)],
        [End()],
    ]
