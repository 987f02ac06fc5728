"""What the choices of a turn of Alexandros cost and do, as facts.

Everything here takes a view and returns values; the engine alone decides what is legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.cards import KINDS, Counts
from engine.alexandros.lattice import bits
from engine.alexandros.marches import (
    closest,
    empty_spaces,
    marches,
    new_walls,
    symbols_for,
    targets,
)
from engine.alexandros.moves import March
from engine.alexandros.occupying import Bill, bill, gifts, symbol_spaces
from engine.alexandros.provinces import gains, owner, price, province_of, provinces, value
from engine.alexandros.state import State


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a card would lead: the closest empty spaces and how far they are (A4, A5)."""

    card: int
    spaces: tuple[int, ...]
    distance: int
    joker: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A province that arises: its spaces, value, price without guards, and whose it is."""

    province: int
    value: int
    price: Counts
    owner: int | None
    guards: int


@dataclass(frozen=True, slots=True)
class Division:
    """A province that a march divides, and its parts, the largest first (A15, P5)."""

    province: int
    owner: int | None
    value: int
    parts: tuple[Part, ...]

    @property
    def closed(self) -> tuple[Part, ...]:
        """The parts one would call closed off: of free land, all but the largest."""
        return self.parts[1:] if self.owner is None else self.parts

    @property
    def loss(self) -> int:
        """What the owner loses in value for a levy; 0 for free land."""
        if self.owner is None:
            return 0
        return self.value - sum(p.value for p in self.parts if p.guards)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a march does: its new walls (sides, in the way's order) and the provinces it divides."""

    march: March
    walls: tuple[int, ...]
    black: int
    red: int
    divisions: tuple[Division, ...]

    def interest(self, seat: int) -> int:
        """How much there is to see for this seat: a guide for sorting, no advice."""
        gain = 0
        for division in self.divisions:
            if division.owner is None:
                gain += sum(part.value for part in division.closed)
            else:
                gain += -division.loss if division.owner == seat else division.loss
        return gain


@dataclass(frozen=True, slots=True)
class Offer:
    """A province that is not one's own, and what it takes to have it.

    ``guards`` is the cheapest placement the hand allows, () when it cannot be paid;
    ``lacking`` what the cards lack when no guard stands in for any, ``cover`` how many
    guards there are to stand in.
    """

    province: int
    value: int
    loser: int | None
    removed: int
    price: Counts
    guards: tuple[int, ...]
    lacking: Counts
    cover: int


@dataclass(frozen=True, slots=True)
class Levy:
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


def goal(state: State, card: int, *, joker: bool = True) -> Goal | None:
    """Where this card leads; None when no empty space bears what it may march by."""
    empty = empty_spaces(state)
    symbols = symbols_for(state, card, empty, joker=joker)
    mask = 0
    for symbol in symbols:
        mask |= closest(state, symbol, empty)
    if not mask:
        return None
    spaces = tuple(bits(mask))
    far = state.board.distance[state.alexander]
    near = min(far[p] for s in spaces for p in state.board.corners[s])
    return Goal(card, spaces, near, symbols != (card,))


def marches_by_space(state: State) -> dict[int, dict[int, list[March]]]:
    """The legal marches: space -> point -> one for each set of new walls.

    A point that two of the spaces share stands under both, so that a person finds it.
    """
    found: dict[int, dict[int, list[March]]] = {}
    for space in bits(targets(state)):
        points: dict[int, list[March]] = {}
        for march in marches(state, 1 << space):
            points.setdefault(march.point, []).append(march)
        found[space] = points
    return found


def outcome(state: State, march: March) -> Outcome:
    """What comes of one legal march."""
    new = new_walls(state.board, state.alexander, march.steps, state.walls)
    black = min(len(new), state.black_left)
    after = state.walls
    for side in new:
        after |= 1 << side
    return Outcome(march, tuple(new), black, len(new) - black, _divisions(state, after))


def outcomes(state: State, some: Iterable[March]) -> list[Outcome]:
    """The outcomes of these marches: those that change most first, then the fewest walls."""
    found = [outcome(state, march) for march in some]
    found.sort(key=lambda o: (-o.interest(state.seat), len(o.walls)))
    return found


def _divisions(state: State, after: int) -> tuple[Division, ...]:
    if after == state.walls:
        return ()
    now = provinces(state.board, after)
    kept = set(now)
    found = []
    for province in provinces(state.board, state.walls):
        if province in kept:
            continue
        parts = sorted((p for p in now if p & province), key=lambda p: (-p.bit_count(), p))
        whose = owner(state, province)
        made = tuple(_part(state, part) for part in parts)
        found.append(Division(province, whose, value(state.board, province), made))
    return tuple(found)


def _part(state: State, part: int) -> Part:
    whose = owner(state, part)
    guards = 0 if whose is None else (state.guards[whose] & part).bit_count()
    cost = price(state.board, symbol_spaces(state, part))
    return Part(part, value(state.board, part), cost, whose, guards)


def offers(state: State) -> list[Offer]:
    """All provinces the seat on turn might occupy or take over: payable first, then by value."""
    found = [
        offer(state, province)
        for province in provinces(state.board, state.walls)
        if symbol_spaces(state, province) and owner(state, province) != state.seat
    ]
    found.sort(key=lambda o: (not o.guards, -o.value, sum(o.lacking), o.province))
    return found


def offer(state: State, province: int) -> Offer:
    """What it takes to have this province, with the cheapest payment proposed (O1 to O3, K1)."""
    made = bill(state, province, 0)
    lacking = cards.missing(state.hand, made.total)
    supply = state.guards_left(state.seat)
    return Offer(
        province, value(state.board, province), made.loser, made.removed, made.total,
        _cheapest(state, made, lacking, supply), lacking, supply,
    )


def _cheapest(state: State, made: Bill, lacking: Counts, supply: int) -> tuple[int, ...]:
    """The fewest guards; where one is free to stand anywhere, on the symbol held most often."""
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


def bill_for(state: State, province: int, guards: Iterable[int]) -> Bill:
    """The bill for guards on these spaces of the province."""
    return bill(state, province, sum(1 << space for space in guards))


def gift_choices(state: State, made: Bill) -> list[Counts]:
    """What the loser may be given, the proposal first; empty where he gets nothing (K3).

    Proposed is what helps him least: cards he has no guard to levy with.
    """
    if made.loser is None or not made.given:
        return []
    left = state.guards[made.loser] & ~made.removed
    useful = [bool(state.board.symbols[kind] & left) for kind in KINDS]
    choices = [choice for choice in gifts(state, made) if choice is not None]
    choices.sort(key=lambda choice: sum(n for n, use in zip(choice, useful, strict=False) if use))
    return choices


def levy(state: State) -> Levy:
    """What a levy now would give everyone, and with which cards it can be paid."""
    own = state.guards[state.seat]
    payable = tuple(
        card for card in KINDS if state.hand[card] and state.board.symbols[card] & own
    )
    return Levy(() if state.levied else payable, gains(state), state.seat)


def home(state: State, space: int) -> int:
    """The province this space lies in."""
    return province_of(state.board, state.walls, space)
