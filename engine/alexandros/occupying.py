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
    the symbol spaces left without a guard (O2); ``given`` how many cards the loser gets (K3).
    """

    province: int
    loser: int | None
    removed: int
    removal: Counts
    paid: Counts
    given: int

    @property
    def total(self) -> Counts:
        return cards.add(self.removal, self.paid)

    def pool(self, *, half_of_occupying: bool) -> Counts:
        """The cards of which the loser gets half (K3, K5)."""
        return self.paid if half_of_occupying else self.total


def symbol_spaces(state: State, province: int) -> int:
    return province & ~state.board.open


def bill(state: State, province: int, guards: int) -> Bill:
    """The bill for a province and a mask of own guards on its symbol spaces."""
    loser = owner(state, province)
    removed = 0 if loser is None else state.guards[loser] & province
    removal = price(state.board, removed)
    removal = cards.add(removal, removal)
    paid = price(state.board, symbol_spaces(state, province) & ~guards)
    free = Bill(province, loser, removed, removal, paid, 0)
    given = _given(state, free)
    return Bill(province, loser, removed, removal, paid, given) if given else free


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


def _given(state: State, made: Bill) -> int:
    if made.loser is None or state.players == 2:  # K4
        return 0
    return -(-cards.total(made.pool(half_of_occupying=state.options.half_of_occupying)) // 2)


def gifts(state: State, made: Bill) -> list[Counts | None]:
    """The choices of what the loser gets; [None] when he gets nothing (K3)."""
    if not made.given:
        return [None]
    pool = made.pool(half_of_occupying=state.options.half_of_occupying)
    return list(cards.choices(pool, made.given))


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
            for gift in gifts(state, made):
                yield Occupy(guards, gift)


def placements(state: State, province: int, supply: int) -> Iterator[tuple[int, ...]]:
    """The sets of 1 to ``supply`` symbol spaces whose guards the hand can pay the rest for."""
    board, hand = state.board, state.hand
    base = bill(state, province, 0)
    lacking = cards.missing(hand, base.total)
    if sum(lacking) > supply:
        return
    groups = [(bits(province & board.symbols[kind]), lacking[kind]) for kind in KINDS]
    if any(need > len(spaces) for spaces, need in groups):
        return  # removing the loser's guards cannot be paid
    found = [tuple(sorted(some)) for some in _chosen(groups, supply - sum(lacking)) if some]
    found.sort(key=lambda spaces: (len(spaces), spaces))
    yield from found


def _chosen(groups: list[tuple[list[int], int]], spare: int) -> Iterator[tuple[int, ...]]:
    """All ways to choose what each group needs of its spaces, and up to ``spare`` more in all.

    Group by group and no further than ``spare``: the sets of a big province are too many to
    make them all and then throw most away.
    """
    if not groups:
        yield ()
        return
    (spaces, need), *rest = groups
    for extra in range(min(spare, len(spaces) - need) + 1):
        for others in _chosen(rest, spare - extra):
            for some in combinations(spaces, need + extra):
                yield (*some, *others)
