"""Orders that a refusal can suggest, in notation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.campaign.legal_moves import legal_moves
from engine.campaign.moves import Move
from engine.campaign.order_text import format_move
from engine.campaign.state import State
from engine.move_list import parts_of

MOST = 12  # orders of one kind
MOST_EXAMPLES = 2


def orders(state: State, *kinds: type[Move], seat: int) -> list[str]:
    """Returns the first legal orders of these kinds of moves."""
    return list(islice(_orders(state, kinds, seat=seat), MOST))


def _orders(state: State, kinds: tuple[type[Move], ...], *, seat: int) -> Iterator[str]:
    for part in parts_of(legal_moves(state, seat)):
        if isinstance(part[0], kinds):
            yield from (format_move(move, state) for move in part)


def examples(state: State, *, seat: int) -> list[str]:
    """Returns a few legal orders of each kind."""
    return [format_move(move, state) for part in parts_of(legal_moves(state, seat))
            for move in islice(part, MOST_EXAMPLES)]
