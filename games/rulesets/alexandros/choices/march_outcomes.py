"""What a march does to walls and provinces, and which march a player probably wants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.cards import Counts
from engine.alexandros.marches import new_walls
from engine.alexandros.moves import March
from engine.alexandros.occupying import symbol_spaces
from engine.alexandros.provinces import closed_off, levy_pays, owner, price, provinces, value
from engine.alexandros.state import State

CONSIDERED = 48  # routes to one point that are evaluated


@dataclass(frozen=True, slots=True)
class Part:
    """A province after a march: its spaces, value, price without guards, and owner."""

    province: int
    value: int
    price: Counts
    owner: int | None
    guards: int


@dataclass(frozen=True, slots=True)
class Division:
    """A province that a march divides, and its parts, the largest first (A15, P5).

    ``closed`` are the free provinces that the board shows only after it: of a free province
    the parts closed off, of a held one the parts without a guard.
    """

    province: int
    owner: int | None
    value: int
    parts: tuple[Part, ...]
    closed: tuple[Part, ...]

    @property
    def freed(self) -> tuple[Part, ...]:
        """The closed parts that are gained: of a free province, not the largest, the rest of it."""
        if self.owner is not None:
            return self.closed
        return tuple(part for part in self.closed if part is not self.parts[0])

    @property
    def loss(self) -> int:
        """What its owner loses in each levy (L2), negative for a gain; 0 if it was free."""
        guards = sum(part.guards for part in self.parts)
        left = sum(levy_pays(part.value, part.guards) for part in self.parts)
        return levy_pays(self.value, guards) - left


@dataclass(frozen=True, slots=True)
class MarchOutcome:
    """What a march does: new walls (sides in the route's order) and divided provinces."""

    march: March
    walls: tuple[int, ...]
    black: int
    red: int
    divisions: tuple[Division, ...]

    @property
    def freed(self) -> tuple[Part, ...]:
        """The provinces that become free: closed off, or cut from another player's province."""
        return tuple(part for division in self.divisions for part in division.freed)

    @property
    def closed(self) -> tuple[Part, ...]:
        """The free provinces that the board shows only after this march."""
        return tuple(part for division in self.divisions for part in division.closed)

    def damage(self, seat: int) -> int:
        """What others lose by it, minus what this seat loses."""
        return sum(-d.loss if d.owner == seat else d.loss for d in self.divisions)


def march_outcome(state: State, march: March) -> MarchOutcome:
    """The outcome of one legal march."""
    new = new_walls(state.board, state.alexander, march.steps, state.walls)
    black = min(len(new), state.black_left)
    after = state.walls
    for side in new:
        after |= 1 << side
    return MarchOutcome(march, tuple(new), black, len(new) - black, _divisions(state, after))


def march_outcomes(state: State, some: Iterable[March]) -> list[MarchOutcome]:
    """The outcomes of these marches, the most likely choice first.

    At most ``CONSIDERED`` marches are evaluated: half of them are those with the fewest walls,
    the others are spread evenly over the rest.
    """
    outcomes = [march_outcome(state, march) for march in _considered(state, list(some))]
    outcomes.sort(key=lambda one: _rank(state, one))
    return outcomes


def suggested_march(state: State, some: Iterable[March]) -> MarchOutcome | None:
    """The march that the current player most likely wants; None if there are no marches.

    The first criterion is the gain: the most valuable province it frees that the player can pay
    for, plus what others lose, minus what the player loses.  Ties are broken by the value of all
    provinces it closes, then by the fewest walls.
    """
    return next(iter(march_outcomes(state, some)), None)


def _rank(state: State, one: MarchOutcome) -> tuple[int, int, int]:
    within = max((part.value for part in one.freed if _payable(state, part)), default=0)
    closed = sum(part.value for part in one.freed)
    return -within - one.damage(state.seat), -closed, len(one.walls)


def _payable(state: State, part: Part) -> bool:
    """Whether the player can occupy it, with guards in place of missing cards (O2, O3)."""
    lacking = cards.total(cards.missing(state.hand, part.price))
    guards = state.guards_left(state.seat)
    return bool(cards.total(part.price)) and max(1, lacking) <= guards


def _considered(state: State, some: Sequence[March]) -> Sequence[March]:
    if len(some) <= CONSIDERED:
        return some
    board, here, walls = state.board, state.alexander, state.walls
    fewest = sorted(some, key=lambda march: len(new_walls(board, here, march.steps, walls)))
    few, rest = fewest[: CONSIDERED // 2], fewest[CONSIDERED // 2 :]
    return few + rest[:: -(-len(rest) // (CONSIDERED // 2))]


def _divisions(state: State, after: int) -> tuple[Division, ...]:
    if after == state.walls:
        return ()
    now = provinces(state.board, after)
    kept = set(now)
    divisions = []
    for province in provinces(state.board, state.walls):
        if province in kept:
            continue
        parts = sorted((p for p in now if p & province), key=lambda p: (-p.bit_count(), p))
        whose = owner(state, province)
        made = tuple(_part(state, part) for part in parts)
        closed = closed_off(state, province, parts)
        divisions.append(Division(
            province, whose, value(state.board, province), made,
            tuple(part for part in made if part.province in closed),
        ))
    return tuple(divisions)


def _part(state: State, part: int) -> Part:
    whose = owner(state, part)
    guards = 0 if whose is None else (state.guards[whose] & part).bit_count()
    cost = price(state.board, symbol_spaces(state, part))
    return Part(part, value(state.board, part), cost, whose, guards)
