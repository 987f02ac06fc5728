"""Occupying and taking over: what a province costs and which ways there are to pay (O, K)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.alexandros import cards
from engine.alexandros.cards import KINDS, Counts
from engine.alexandros.lattice import bits
from engine.alexandros.moves import Occupy
from engine.alexandros.provinces import owner, price, province_of, provinces
from engine.alexandros.state import State
from engine.errors import Illegal


@dataclass(frozen=True, slots=True)
class Bill:
    """What it takes to occupy a province with these guards.

    ``loser`` is None for a free province; ``removal`` pays for his guards (K1), ``paid`` for
    the symbol spaces left without a guard (O2); of the cards in ``pool`` he gets half (K3).
    """

    province: int
    loser: int | None
    removed: int
    removal: Counts
    paid: Counts
    pool: Counts

    @property
    def total(self) -> Counts:
        return cards.add(self.removal, self.paid)

    @property
    def given(self) -> int:
        """How many cards the loser gets: half of the pool, rounded up."""
        return (cards.total(self.pool) + 1) // 2


def symbol_spaces(state: State, province: int) -> int:
    return province & ~state.board.open


def bill(state: State, province: int, guards: int) -> Bill:
    """The bill for a province and a mask of own guards on its symbol spaces."""
    loser = owner(state, province)
    removed = 0 if loser is None else state.guards[loser] & province
    once = price(state.board, removed)
    removal = cards.add(once, once)
    paid = price(state.board, symbol_spaces(state, province) & ~guards)
    return Bill(province, loser, removed, removal, paid, _pool(state, loser, removal, paid))


def _pool(state: State, loser: int | None, removal: Counts, paid: Counts) -> Counts:
    if loser is None or state.players == 2:  # K4
        return cards.NONE
    return paid if state.options.half_of_occupying else cards.add(removal, paid)  # K5, K3


def checked_bill(state: State, spaces: tuple[int, ...]) -> Bill:
    """The bill for guards on these spaces; raises Illegal where they may not stand (O1 to O5)."""
    board = state.board
    if not spaces or len(set(spaces)) != len(spaces) or any(s not in board.names for s in spaces):
        raise Illegal("no-guard", "Name the spaces to put guards on, each once, as in occupy K7.")
    if len(spaces) > state.guards_left(state.seat):
        raise Illegal(
            "no-guards-left",
            f"You have {_guards(state.guards_left(state.seat))} in your supply,"
            f" not {len(spaces)}; recall one or use fewer.",
        )
    for space in spaces:
        if space not in board.symbol_of:
            raise Illegal(
                "open-space", f"{board.names[space]} bears no symbol; guards stand on symbols."
            )
    province = province_of(board, state.walls, spaces[0])
    mask = sum(1 << s for s in spaces)
    if mask & ~province:
        raise Illegal(
            "two-provinces",
            f"{', '.join(board.names[s] for s in spaces)} are not all in one province;"
            " occupy one at a time.",
        )
    if owner(state, province) == state.seat:
        raise Illegal(
            "already-yours", f"You already occupy the province of {board.names[spaces[0]]}."
        )
    return bill(state, province, mask)


def _guards(count: int) -> str:
    return f"{count or 'no'} guard{'' if count == 1 else 's'}"


def gifts(made: Bill) -> list[Counts | None]:
    """The choices of what the loser gets; [None] when he gets nothing (K3)."""
    return list(cards.choices(made.pool, made.given)) if made.given else [None]


def occupations(state: State) -> Iterator[Occupy]:
    """All legal ways to occupy or take over (O1 to O5, K1): by province, guards, gift."""
    supply = state.guards_left(state.seat)
    if not supply:
        return
    for province in provinces(state.board, state.walls):
        if province & state.guards[state.seat]:
            continue
        for guards in placements(state, province, supply):
            made = bill(state, province, sum(1 << s for s in guards))
            for gift in gifts(made):
                yield Occupy(guards, gift)


def placements(state: State, province: int, supply: int) -> Iterator[tuple[int, ...]]:
    """The sets of 1 to ``supply`` symbol spaces whose guards the hand can pay the rest for."""
    board, hand = state.board, state.hand
    base = bill(state, province, 0)
    lacking = cards.missing(hand, base.total)
    if sum(lacking) > supply:
        return
    groups = [(bits(province & board.symbols[kind]), lacking[kind]) for kind in KINDS]
    found = [tuple(sorted(some)) for some in _chosen(groups, supply - sum(lacking)) if some]
    found.sort(key=lambda spaces: (len(spaces), spaces))
    yield from found


def _chosen(groups: list[tuple[list[int], int]], spare: int) -> Iterator[tuple[int, ...]]:
    """All ways to choose what each group needs of its spaces, and up to ``spare`` more in all.

    None where a group needs more than it has: the loser's guards cannot be paid (K1).  Group by
    group and no further than ``spare``: the sets of a big province are too many to make them all
    and then throw most away.
    """
    if not groups:
        yield ()
        return
    (spaces, need), *rest = groups
    for extra in range(min(spare, len(spaces) - need) + 1):
        for others in _chosen(rest, spare - extra):
            for some in combinations(spaces, need + extra):
                yield (*some, *others)
