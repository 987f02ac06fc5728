"""The costs and effects of the choices of a turn: routes, marches, provinces and levies.

Owns where Alexander may go, routes that are built side by side when there are too many to list,
what a march does to walls and provinces, and which march a player probably wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.cards import KINDS, Counts
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.marches import (
    closest,
    empty_spaces,
    generate_marches,
    marches,
    new_walls,
    symbols_for,
    targets,
    walk,
)
from alexandros_rules.alexandros.moves import March, Move
from alexandros_rules.alexandros.occupying import (
    OccupationCost,
    Payment,
    occupation_cost,
    payment,
    payment_of,
    symbol_spaces,
)
from alexandros_rules.alexandros.provinces import (
    closed_off,
    closed_provinces,
    levy_gains,
    levy_pays,
    owner,
    province_of,
    provinces,
    value,
)
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.replay import fold

CONSIDERED = 48  # routes to one point that are evaluated
LEAST = 0.03  # share of the board's open spaces that is worth a guard, or a card to levy with
NEAR = 3  # a province that lacks more cards than this is not worth collecting for yet


@dataclass(frozen=True, slots=True)
class Part:
    """A province after a march: its spaces, value and owner."""

    province: int
    value: int
    owner: int | None
    guards: int


@dataclass(frozen=True, slots=True)
class Division:
    """A province that a march divides, and its parts, the largest first (A15, P5).

    ``closed`` are the free provinces that the board shows only after the march: of a free province
    the parts closed off, of a held one the parts without a guard.
    """

    province: int
    owner: int | None
    value: int
    parts: tuple[Part, ...]
    closed: tuple[Part, ...]

    @property
    def freed(self) -> tuple[Part, ...]:
        """The free provinces that are gained: of a free province, all but its largest part."""
        if self.owner is not None:
            return self.closed
        return tuple(part for part in self.closed if part is not self.parts[0])

    @property
    def loss(self) -> int:
        """The owner's loss in each levy (L2), negative for a gain; 0 if the province was free."""
        guards = sum(part.guards for part in self.parts)
        left = sum(levy_pays(part.value, part.guards) for part in self.parts)
        return levy_pays(self.value, guards) - left


@dataclass(frozen=True, slots=True)
class MarchOutcome:
    """The outcome of a march: new walls (sides in the route's order) and divided provinces."""

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
        """Return what the others lose by the march, minus what this seat loses, in each levy."""
        return sum(-d.loss if d.owner == seat else d.loss for d in self.divisions)


def march_outcome(state: State, march: March) -> MarchOutcome:
    """Return the outcome of one legal march."""
    new = new_walls(state.board, state.alexander, march.steps, state.walls)
    black = min(len(new), state.black_left)
    after = state.walls
    for side in new:
        after |= 1 << side
    return MarchOutcome(march, tuple(new), black, len(new) - black, _divisions(state, after))


def after(view: State, move: Move) -> State:
    """Return the view after a legal move, as far as its player can foresee it."""
    events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=view.seat)
    reached: State = fold(RULESET, view, events)
    return reached


def land_within_reach(view: State, move: Move) -> int:
    """Return the worth of the best land that a march after this card closes off for the player.

    Only land that is worth taking at once counts (``pays_at_once``); 0 if there is none.
    """
    marching = after(view, move)
    outcomes = march_outcomes(marching, generate_marches(marching, targets(marching)))
    parts = {part.province: part for outcome in outcomes for part in outcome.closed}
    return max((part.value for part in parts.values() if pays_at_once(marching, part)), default=0)


def march_outcomes(state: State, some: Iterable[March]) -> list[MarchOutcome]:
    """Return the outcomes of these marches, the most likely choice first.

    At most ``CONSIDERED`` marches are evaluated: half of them are those with the fewest walls, the
    others are spread evenly over the rest.
    """
    outcomes = [march_outcome(state, march) for march in _considered(state, list(some))]
    outcomes.sort(key=lambda one: rank(state, one))
    return outcomes


def suggested_march(state: State, some: Iterable[March]) -> MarchOutcome | None:
    """Return the march that the current player most likely wants; None if there is none.

    The first criterion is the gain: the most valuable province it frees that the player can take
    with one guard, plus what others lose, minus what the player loses.  Ties are broken by the
    value of all provinces it closes, then by the fewest walls.
    """
    return next(iter(march_outcomes(state, some)), None)


def rank(state: State, one: MarchOutcome) -> tuple[int, int, int]:
    """Return the key that sorts outcomes, the most likely choice first (``suggested_march``)."""
    within = max((_income(state, part) for part in one.freed), default=0)
    closed = sum(part.value for part in one.freed)
    return -within - one.damage(state.seat), -closed, len(one.walls)


def pays_at_once(state: State, part: Part) -> bool:
    """Return whether the player can take a part with one guard now, and it is worth that (L2).

    Such land is green, and no other: in words, on the board, and in what the guide says.
    """
    return is_worth_it(state, _income(state, part))


def _income(state: State, part: Part) -> int:
    """Return what a part would pay in each levy if the player took it now (L2)."""
    best = payment_of(state, state.seat, part.province)
    return levy_pays(part.value, len(best.guards)) if best.payable else 0


def is_worth_it(state: State, points: int) -> bool:
    """Return whether points in a levy are worth a guard or a card; at the end, each point is."""
    least = LEAST * state.board.open.bit_count() if state.black_left else 0
    return points > 0 and points >= int(least)


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
    return Part(part, value(state.board, part), whose, guards)


@dataclass(frozen=True, slots=True)
class Offer:
    """Another player's or a free province, and how the current player would pay for it."""

    province: int
    value: int
    loser: int | None
    payment: Payment

    @property
    def guards(self) -> tuple[int, ...]:
        """The spaces for the fewest guards that pay; () when the player cannot pay."""
        return self.payment.guards if self.payment.payable else ()

    @property
    def income(self) -> int:
        """The points that the province would pay in each levy; 0 if the player cannot pay (L2)."""
        return levy_pays(self.value, len(self.guards))


@dataclass(frozen=True, slots=True)
class LevyPayout:
    """The points that a levy would score for each seat, and cards that can pay it (L1, L2)."""

    cards: tuple[int, ...]
    gains: tuple[int, ...]
    seat: int

    @property
    def own(self) -> int:
        return self.gains[self.seat]

    @property
    def helped(self) -> tuple[int, ...]:
        """The seats that would score more than the one that levies."""
        return tuple(i for i, gain in enumerate(self.gains) if gain > self.own)


def offers(state: State) -> list[Offer]:
    """Return the closed provinces that the current seat might take, payable ones first."""
    possible = [
        offer(state, province)
        for province in closed_provinces(state)  # for the open land nobody could pay
        if symbol_spaces(state, province) and owner(state, province) != state.seat
    ]
    possible.sort(key=lambda o: (not o.guards, -o.value, o.payment.missing, o.province))
    return possible


def offer(state: State, province: int) -> Offer:
    """Return this province as the current player may pay for it (O1 to O3, K1)."""
    return Offer(province, value(state.board, province), owner(state, province),
                 payment_of(state, state.seat, province))


@dataclass(frozen=True, slots=True)
class FirstAction:
    """The action that a newcomer would look for first (F1).

    ``kind`` is "levy", "land", "recall" or "cards"; ``offer`` is the land to occupy, and ``guard``
    the space of the guard to take back, for this land if there is some.
    """

    kind: str
    offer: Offer | None = None
    guard: int | None = None


def first_action(view: State) -> FirstAction:
    """Return the action to suggest: a levy, else land that pays, else an idle guard, else cards.

    A levy is suggested only if nobody gains more by it, free land before that of others, and
    neither for a point or two (``is_worth_it``).
    """
    tax = levy(view)
    if tax.cards and is_worth_it(view, tax.own) and not tax.helped:
        return FirstAction("levy")
    possible = offers(view) if view.guards_left(view.seat) else []
    paying = [one for one in possible if is_worth_it(view, one.income)]
    if paying:
        best = max(paying, key=lambda one: (one.loser is None, one.income))
        return FirstAction("land", offer=best)
    pays = {space: pays_after_recall(view, space) for space in bits(view.guards[view.seat])}
    guard = max(pays, key=lambda space: pays[space], default=None)
    if guard is not None and pays[guard]:
        return FirstAction("recall", guard=guard)
    better = exchange(view)
    return better if better and view.actions > 1 else FirstAction("cards")


def exchange(view: State) -> FirstAction | None:
    """Return the guard to take back for better land, where none is left in the supply (B1, O3).

    It is the one that pays least, and the land pays so much more that it is worth a guard; None if
    there is no such land.
    """
    if view.guards_left(view.seat):
        return None
    losses = {space: _pays(view, space) - pays_after_recall(view, space)
              for space in bits(view.guards[view.seat])}
    guard = min(losses, key=lambda space: losses[space])
    one_guard = [replace(one, payment=payment(view, one.province, hand=view.hand, guards=1))
                 for one in offers(view)]
    better = [one for one in one_guard if is_worth_it(view, one.income - losses[guard])]
    best = max(better, key=lambda one: (one.loser is None, one.income), default=None)
    return FirstAction("recall", best, guard) if best else None


def pays_after_recall(state: State, space: int) -> int:
    """Return what the province of a guard pays in a levy once this guard has left it (L2, B1)."""
    return _pays(state, space, without=1)


def _pays(state: State, space: int, *, without: int = 0) -> int:
    """Return what the province of a guard pays in a levy, or would ``without`` so many guards."""
    province = province_at(state, space)
    guards = (state.guards[state.seat] & province).bit_count()
    return levy_pays(value(state.board, province), guards - without)


def bill_for(state: State, province: int, guards: Iterable[int]) -> OccupationCost:
    """Return the bill for guards on these spaces of the province."""
    return occupation_cost(state, province, sum(1 << space for space in guards))


def gift_choices(state: State, made: OccupationCost) -> Iterator[Counts]:
    """Yield the cards that the loser may be given, best for the giver first (K3).

    There can be thousands of choices; there are none if the loser gets nothing.
    """
    if made.loser is None or not made.given:
        return
    left = state.guards[made.loser] & ~made.removed
    useful = [bool(state.board.symbols[kind] & left) for kind in KINDS]
    # Best for the giver are cards for which the loser has no guard to levy with.
    used = (*(n if use else 0 for n, use in zip(made.pool, useful, strict=False)), 0)
    unused = cards.subtract(made.pool, used)
    for count in range(made.given + 1):
        for some in cards.choices(unused, made.given - count):
            yield from (cards.add(some, others) for others in cards.choices(used, count))


def levy(state: State) -> LevyPayout:
    """Return the points that a levy would give everyone now, and the cards that can pay for it."""
    own = state.guards[state.seat]
    payable = tuple(
        card for card in KINDS if state.hand[card] and state.board.symbols[card] & own
    )
    return LevyPayout(() if state.levied else payable, levy_gains(state), state.seat)


def province_at(state: State, space: int) -> int:
    """Return the province in which this space lies."""
    return province_of(state.board, state.walls, space)


@dataclass(frozen=True, slots=True)
class Destination:
    """The closest empty spaces to which a card would lead, and how far they are (A4, A5)."""

    card: int
    spaces: tuple[int, ...]
    distance: int
    joker: bool


@dataclass(frozen=True, slots=True)
class PartialRoute:
    """The beginning of a route: its steps, the point reached, its new walls and next steps.

    ``onward`` are the possible next steps, without those after which too few walls would be left
    (E2); it is empty at the end of the route.  ``left`` is the number of sides to go.
    """

    steps: tuple[int, ...]
    here: int
    walls: tuple[int, ...]
    onward: tuple[int, ...]
    left: int


def destination(state: State, card: int, *, joker: bool = True) -> Destination | None:
    """Return the destinations of this card; None when no empty space has a matching symbol."""
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
    return Destination(card, spaces, near, symbols != (card,))


def marches_by_space(state: State) -> dict[int, dict[int, list[March]]]:
    """Return the legal marches: space -> point -> one for each set of new walls.

    A point that two of the spaces share is listed under both, so that players find it.
    """
    by_space: dict[int, dict[int, list[March]]] = {}
    for space in bits(targets(state)):
        points: dict[int, list[March]] = {}
        for march in marches(state, 1 << space):
            points.setdefault(march.point, []).append(march)
        by_space[space] = points
    return by_space


def partial_route(state: State, goal: int, steps: Sequence[int]) -> PartialRoute | None:
    """Return the beginning of a shortest route to this point; None for other steps."""
    board, far = state.board, state.board.distance
    walked = list(walk(board, state.alexander, tuple(steps)))
    here = walked[-1][0] if walked else state.alexander
    left = far[state.alexander][goal] - len(steps)
    if len(walked) != len(steps) or left < 0 or far[here][goal] != left:
        return None
    new = tuple(side for _, side in walked if not state.walls >> side & 1)
    spare = state.walls_left - len(new)
    needed = _needed(state, here, goal)
    onward = tuple(step for step, walls in needed.items() if walls <= spare)
    return PartialRoute(tuple(steps), here, new, onward, left)


def _needed(state: State, here: int, goal: int) -> dict[int, int]:
    """Return the fewest new walls of a shortest route to the goal, by its first step."""
    board, far, known = state.board, state.board.distance, {goal: 0}

    def ahead(point: int) -> dict[int, int]:
        return {
            step: (not state.walls >> side & 1) + fewest(there)
            for step, (there, side) in board.links[point].items()
            if far[there][goal] == far[point][goal] - 1
        }

    def fewest(point: int) -> int:
        if point not in known:
            known[point] = min(ahead(point).values())
        return known[point]

    return ahead(here)
