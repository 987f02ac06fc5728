"""Moves as orders in notation: how they are written, and which ones refusals suggest.

Each suggested order can be played exactly as it is written.  Suggestions are worked out on the
position of the refused order, so on a view they reveal nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from alexandros_rules.alexandros import cards, moves
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.lattice import STEPS, bits
from alexandros_rules.alexandros.legal_moves import card_moves, legal_moves
from alexandros_rules.alexandros.marches import marches_to, reachable, targets
from alexandros_rules.alexandros.state import MARCH, TAKE, State
from alexandros_rules.translation import ENGLISH

MOST = 12  # orders that a refusal suggests
# The words of notation, marked for translators (see ``translation.translate_orders``).
WORDS = (
    ENGLISH.pgettext("words of an order", "take"),
    ENGLISH.pgettext("words of an order", "play"),
    ENGLISH.pgettext("words of an order", "march"),
    ENGLISH.pgettext("words of an order", "via"),
    ENGLISH.pgettext("words of an order", "stay"),
    ENGLISH.pgettext("words of an order", "draw"),
    ENGLISH.pgettext("words of an order", "occupy"),
    ENGLISH.pgettext("words of an order", "give"),
    ENGLISH.pgettext("words of an order", "levy"),
    ENGLISH.pgettext("words of an order", "recall"),
    ENGLISH.pgettext("words of an order", "end"),
    ENGLISH.pgettext("words of an order", "temple"),
    ENGLISH.pgettext("words of an order", "amphora"),
    ENGLISH.pgettext("words of an order", "horse"),
    ENGLISH.pgettext("words of an order", "lyre"),
    ENGLISH.pgettext("words of an order", "soldier"),
)


def format_move(move: moves.Move, state: State) -> str:
    """Return a move in notation."""
    return _WRITERS[type(move)](move, state)


def route_text(point: str, steps: tuple[int, ...]) -> str:
    """Return the order to march to a point, such as "K7.SE", by these steps."""
    return f"march {point} via {' '.join(STEPS[step] for step in steps)}"


def _write_march(move: moves.March, state: State) -> str:
    return route_text(state.board.point_name(move.point, move.space), move.steps)


def _write_occupy(move: moves.Occupy, state: State) -> str:
    text = "occupy " + " ".join(state.board.names[s] for s in move.spaces)
    if move.give is not None:
        text += " give " + " ".join(SYMBOLS[card] for card in cards.expand(move.give))
    return text


_WRITERS: dict[type[Any], Callable[[Any, State], str]] = {
    moves.Take: lambda move, state: f"take {SYMBOLS[move.card]}",
    moves.Play: lambda move, state: f"play {SYMBOLS[move.card]}",
    moves.March: _write_march,
    moves.Stay: lambda move, state: "stay",
    moves.Draw: lambda move, state: "draw",
    moves.Occupy: _write_occupy,
    moves.Levy: lambda move, state: f"levy {SYMBOLS[move.card]}",
    moves.Recall: lambda move, state: f"recall {state.board.names[move.space]}",
    moves.End: lambda move, state: "end",
}


def written(some: Iterable[moves.Move], state: State) -> list[str]:
    """Return the first ``MOST`` of these moves as orders."""
    return [format_move(move, state) for move in islice(some, MOST)]


def card_orders(state: State) -> list[str]:
    """Return the orders that choose a card in phase "take" (A2, A16)."""
    return written(card_moves(state), state)


def march_orders(state: State) -> list[str]:
    """Return the shortest order that can be understood for each space to march to."""
    return list(islice(_march_orders(state), MOST))


def _march_orders(state: State) -> Iterator[str]:
    return (_march_order(state, space) for space in reachable_targets(state))


def reachable_targets(state: State) -> Iterator[int]:
    """Yield the spaces to march to for which enough walls are left (A4, E2)."""
    return (space for space in bits(targets(state)) if reachable(state, space))


def _march_order(state: State, space: int) -> str:
    points = [(point, list(islice(marches_to(state, space, point), 2)))
              for point in state.board.corners[space]]
    (point, marches), *others = [(point, found) for point, found in points if found]
    name = state.board.point_name(point, space)
    if len(marches) > 1:
        return route_text(name, marches[0].steps)
    return f"march {name}" if others else f"march {state.board.names[space]}"


def orders(state: State, kind: type[moves.Move]) -> list[str]:
    """Return the orders of one kind, such as ``Take``, that can be given."""
    parts = (part for part in legal_moves(state).parts if isinstance(part[0], kind))
    return written(chain.from_iterable(parts), state)


def example(state: State, kind: type[moves.Move]) -> str:
    """Return an order of this kind that can be given; "" if no order can."""
    if kind is moves.March and state.phase == MARCH:
        return next(_march_orders(state), "")
    return next(iter(orders(state, kind)), "")


def examples(state: State) -> list[str]:
    """Return orders that can be given: all cards or spaces to march to, or one of each action."""
    if state.phase == TAKE:
        return card_orders(state)
    if state.phase == MARCH:
        return march_orders(state)
    firsts = {type(part[0]): part[0] for part in reversed(legal_moves(state).parts)}
    return written(reversed(firsts.values()), state)
