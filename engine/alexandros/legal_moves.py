"""All legal moves of the seat on turn: one generator for forms, hints, bots and tests.

The order is fixed.  To begin a turn: face-up cards, then cards from hand, each
in the order of the symbols; or to stay.  To march: as ``marches`` has it.  To
act: draw; face-up cards by symbol; occupations by province, number of guards,
spaces and gift; levies by symbol; recalls by space; end.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.alexandros.cards import KINDS, total
from engine.alexandros.lattice import bits
from engine.alexandros.marches import can_play, can_take, empty_spaces, marches, targets
from engine.alexandros.moves import Draw, End, Levy, Move, Play, Recall, Stay, Take
from engine.alexandros.occupying import occupations
from engine.alexandros.state import ACT, MARCH, TAKE, State


def legal(state: State) -> list[Move]:
    """The legal moves; empty when the game is over.  For a view: of its own seat's turn."""
    if state.phase == TAKE:
        return _cards(state)
    if state.phase == MARCH:
        return [*marches(state, targets(state))]
    if state.phase == ACT:
        return list(_actions(state))
    return []


def _cards(state: State) -> list[Move]:
    empty = empty_spaces(state)
    row = [card for card in KINDS if card in state.face_up]
    found: list[Move] = [Take(card) for card in row if can_take(state, card, empty)]
    found += [
        Play(card) for card in KINDS if state.hand[card] and can_play(state, card, empty)
    ]
    # A16: nothing allows a march, so a card is taken all the same, or nothing is.
    return found or [Take(card) for card in row] or [Stay()]


def _actions(state: State) -> Iterator[Move]:
    if state.supply or total(state.discard):
        yield Draw()
    yield from (Take(card) for card in KINDS if card in state.face_up)
    yield from occupations(state)
    own = state.guards[state.seat]
    if not state.levied:
        yield from (
            Levy(card) for card in KINDS if state.hand[card] and state.board.symbols[card] & own
        )
    yield from (Recall(space) for space in bits(own))
    yield End()
