"""Long lists of legal moves, which are counted at once but made only as far as they are read.

A hoard of cards allows hundreds of millions of ways to occupy one province.  So pages and emails
show the first moves of each kind and say how many more there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from alexandros_rules.ruleset import Ruleset


class MoveList(Sequence[Any]):
    """Legal moves in their fixed order, in parts of moves whose orders share a verb.

    A part may be any sequence, such as one that makes its moves when they are asked for.  The
    length and a single move cost no more than they do in the parts.  A list equals any sequence
    with the same moves.

    Lists for people show no more than ``most_listed`` moves of a part with that attribute: readers
    can easily make up the other moves from a few examples.
    """

    def __init__(self, parts: Sequence[Sequence[Any]]):
        self.parts = tuple([part for part in parts if part])

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(self.parts)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        left = index + len(self) if index < 0 else index
        for part in self.parts:
            if 0 <= left < len(part):
                return part[left]
            left -= len(part)
        raise IndexError(index)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or len(self) != len(other):
            return NotImplemented if not isinstance(other, Sequence) else False
        return all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"MoveList({list(islice(self, 10))!r}, {len(self)} moves)"


@dataclass(frozen=True, slots=True)
class ListedOrders:
    """Legal orders with the same verb; ``more`` is the number of those left out."""

    verb: str
    orders: tuple[str, ...]
    more: int


def parts_of(moves: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield the parts of a list; each move of any other sequence is a part of its own."""
    if isinstance(moves, MoveList):
        yield from moves.parts
    else:
        yield from ([move] for move in moves)


def listed_orders(
    ruleset: Ruleset, view: Any, legal: Sequence[Any], *, most: int
) -> list[ListedOrders]:
    """Return the orders for these legal moves by verb, at most ``most`` of each verb."""
    listed: dict[str, list[str]] = {}
    more: dict[str, int] = {}
    for part in parts_of(legal):
        verb = ruleset.format(part[0], view).split()[0]
        orders = listed.setdefault(verb, [])
        room = min(most - len(orders), getattr(part, "most_listed", most))
        shown = [ruleset.format(move, view) for move in islice(part, room)]
        orders += shown
        more[verb] = more.get(verb, 0) + len(part) - len(shown)
    return [ListedOrders(verb, tuple(orders), more[verb]) for verb, orders in listed.items()]
