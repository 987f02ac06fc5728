"""Provinces the player might occupy, their prices, and what a levy scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.cards import KINDS, Counts
from engine.alexandros.lattice import bits
from engine.alexandros.occupying import OccupationCost, occupation_cost, symbol_spaces
from engine.alexandros.provinces import (
    closed_provinces,
    levy_gains,
    levy_pays,
    owner,
    province_of,
    value,
)
from engine.alexandros.state import State


@dataclass(frozen=True, slots=True)
class Offer:
    """Another player's or a free province, and what it takes to occupy it.

    ``guards``   the cheapest placement the hand allows; () when the player cannot pay.
    ``lacking``  the cards that are missing when no guard replaces any.
    ``cover``    how many guards are available to replace cards.
    """

    province: int
    value: int
    loser: int | None
    removed: int
    price: Counts
    guards: tuple[int, ...]
    lacking: Counts
    cover: int

    @property
    def income(self) -> int:
        """What the province would pay in each levy with these guards; 0 without any (L2)."""
        return levy_pays(self.value, len(self.guards))


@dataclass(frozen=True, slots=True)
class LevyPayout:
    """What a levy would score for everyone, and the cards that can pay it (L1, L2)."""

    cards: tuple[int, ...]
    gains: tuple[int, ...]
    seat: int

    @property
    def own(self) -> int:
        return self.gains[self.seat]

    @property
    def helped(self) -> tuple[int, ...]:
        """Seats that would score more than the one that levies."""
        return tuple(i for i, gain in enumerate(self.gains) if gain > self.own)


def offers(state: State) -> list[Offer]:
    """The closed provinces the current seat might occupy or take over: payable first, by value.

    The open land is left out because nobody could pay for it.
    """
    possible = [
        offer(state, province)
        for province in closed_provinces(state)
        if symbol_spaces(state, province) and owner(state, province) != state.seat
    ]
    possible.sort(key=lambda o: (not o.guards, -o.value, sum(o.lacking), o.province))
    return possible


def offer(state: State, province: int) -> Offer:
    """What it takes to occupy this province, with the cheapest payment (O1 to O3, K1)."""
    made = occupation_cost(state, province, 0)
    lacking = cards.missing(state.hand, made.total)
    supply = state.guards_left(state.seat)
    return Offer(
        province, value(state.board, province), made.loser, made.removed, made.total,
        _cheapest(state, made, lacking, supply), lacking, supply,
    )


def _cheapest(state: State, made: OccupationCost, lacking: Counts, supply: int) -> tuple[int, ...]:
    """The fewest guards; a single guard goes to the symbol of which the player has most cards."""
    need = sum(lacking)
    if max(need, 1) > supply:
        return ()
    if not need:
        rest = cards.subtract(state.hand, made.total)
        kinds = [kind for kind in KINDS if made.province & state.board.symbols[kind]]
        best = max(kinds, key=lambda kind: (rest[kind], -kind))
        return (bits(made.province & state.board.symbols[best])[0],)
    chosen: list[int] = []
    for kind in KINDS:
        spaces = bits(made.province & state.board.symbols[kind])
        if lacking[kind] > len(spaces):
            return ()
        chosen += spaces[: lacking[kind]]
    return tuple(sorted(chosen))


def bill_for(state: State, province: int, guards: Iterable[int]) -> OccupationCost:
    """The bill for guards on these spaces of the province."""
    return occupation_cost(state, province, sum(1 << space for space in guards))


def gift_choices(state: State, made: OccupationCost) -> Iterator[Counts]:
    """What the loser may be given, best for the giver first; nothing if they get nothing (K3).

    Best are cards for which the loser has no guard to levy with.  There can be thousands.
    """
    if made.loser is None or not made.given:
        return
    left = state.guards[made.loser] & ~made.removed
    useful = [bool(state.board.symbols[kind] & left) for kind in KINDS]
    used = (*(n if use else 0 for n, use in zip(made.pool, useful, strict=False)), 0)
    unused = cards.subtract(made.pool, used)
    for count in range(made.given + 1):
        for some in cards.choices(unused, made.given - count):
            yield from (cards.add(some, others) for others in cards.choices(used, count))


def levy(state: State) -> LevyPayout:
    """What a levy would give everyone now, and which cards can pay for it."""
    own = state.guards[state.seat]
    payable = tuple(
        card for card in KINDS if state.hand[card] and state.board.symbols[card] & own
    )
    return LevyPayout(() if state.levied else payable, levy_gains(state), state.seat)


def province_at(state: State, space: int) -> int:
    """The province this space lies in."""
    return province_of(state.board, state.walls, space)
