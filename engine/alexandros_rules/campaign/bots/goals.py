"""Things that a player could build next, and what each of them is worth, in cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from alexandros_rules.campaign import moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.habits import Habits
from alexandros_rules.campaign.bots.prospects import EVERYTHING, plain_worth, sites, turns_left
from alexandros_rules.campaign.building import longest_line, road_sites
from alexandros_rules.campaign.state import ENOUGH_ROADS, ENOUGH_SOLDIERS, WINNING_SCORE, State
from alexandros_rules.campaign.world import bits

MOST_ROADS_AHEAD = 4  # for the longest road
ALIKE = 2  # wishes of the same price


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """Something to pay for, perhaps in several steps: all that is still to pay, and its worth."""

    price: th.Counts
    worth: float


@dataclass(frozen=True, slots=True)
class Goal:
    """The next step towards a wish: the move, its price, and what the step alone is worth.

    ``rest`` is the wish after the step, None if the step fulfils it.
    """

    move: moves.Move
    price: th.Counts
    worth: float
    wish: Wish
    rest: Wish | None = None


def goals(view: State, seat: int, habits: Habits) -> list[Goal]:
    """Return possible goals of the seat; of those with the same price, only the best ones."""
    left = turns_left(view, habits)
    found = [*_cities(view, seat, left, habits), *_settlements(view, seat, left, habits),
             *_line(view, seat, habits), *_development(view, seat, habits)]
    by_price: dict[th.Counts, list[Goal]] = {}
    for goal in sorted(found, key=lambda goal: -goal.wish.worth):
        by_price.setdefault(goal.wish.price, []).append(goal)
    return [goal for alike in by_price.values() for goal in alike[:ALIKE]]


def _at_once(move: moves.Move, price: th.Counts, worth: float) -> Goal:
    """Return a goal that takes a single step."""
    return Goal(move, price, worth, Wish(price, worth))


def _by_roads(path: int, roads: int, price: th.Counts, worth: float, habits: Habits) -> Goal:
    """Return a road that leads to something behind so many roads, which then costs ``price``."""
    whole = th.add(th.times(roads, th.ROAD_PRICE), price)
    rest = Wish(th.subtract(whole, th.ROAD_PRICE), worth)
    if not any(rest.price):
        return _at_once(moves.BuildRoad(path), th.ROAD_PRICE, worth)
    return Goal(moves.BuildRoad(path), th.ROAD_PRICE, habits.road, Wish(whole, worth), rest)


def _cities(view: State, seat: int, left: float, habits: Habits) -> Iterator[Goal]:
    if view.cities_left(seat):
        wins = view.points(seat) + 1 >= WINNING_SCORE
        worths = plain_worth(view.world)
        for junction in bits(view.settlements[seat]):
            worth = habits.city * (habits.point + habits.share * left * worths[junction])
            yield _at_once(moves.BuildCity(junction), th.CITY_PRICE,
                           EVERYTHING if wins else worth)


def _settlements(view: State, seat: int, left: float, habits: Habits) -> Iterator[Goal]:
    """Yield settlements, and roads that lead to sites for them."""
    if not view.settlements_left(seat):
        return
    wins = view.points(seat) + 1 >= WINNING_SCORE
    for site in sites(view, seat, habits):
        worth = EVERYTHING if wins else habits.settlement * (
            habits.point + habits.share * left * site.worth)
        if not site.paths:
            yield _at_once(moves.BuildSettlement(site.junction), th.SETTLEMENT_PRICE, worth)
        else:
            away = len(site.paths)
            yield _by_roads(site.paths[0], away, th.SETTLEMENT_PRICE,
                            worth * habits.distance ** away, habits)


def _development(view: State, seat: int, habits: Habits) -> Iterator[Goal]:
    if view.deck:
        most = max(view.soldiers[other] for other in range(view.players) if other != seat)
        soldiers = view.soldiers[seat] + view.cards[seat][th.SOLDIER]
        helps = view.army != seat and soldiers < max(ENOUGH_SOLDIERS, most + 1)
        worth = habits.card + habits.soldiers * helps
        yield _at_once(moves.BuyDevelopment(), th.DEVELOPMENT_PRICE, worth)


def _line(view: State, seat: int, habits: Habits) -> Iterable[Goal]:
    """Yield a road that makes the longest line longer, if that can win the longest road."""
    if view.longest == seat or not view.roads_left(seat):
        return
    own = line_length(view, seat, view.roads[seat])
    most = max(line_length(view, other, view.roads[other])
               for other in range(view.players) if other != seat)
    needed = max(ENOUGH_ROADS, most + 1) - own
    if needed <= min(MOST_ROADS_AHEAD, view.roads_left(seat)):
        for path in bits(road_sites(view, seat)):
            if line_length(view, seat, view.roads[seat] | 1 << path) > own:
                wins = view.points(seat) + 2 >= WINNING_SCORE
                worth = EVERYTHING if wins else habits.line * 2 * habits.point
                yield _by_roads(path, needed, th.NOTHING, worth, habits)
                return


def line_length(view: State, seat: int, roads: int) -> int:
    """Return the length of the seat's longest line; if it has few roads, their number."""
    if roads.bit_count() < ENOUGH_ROADS:
        return roads.bit_count()
    return longest_line(view.world, roads, view.occupied & ~view.buildings(seat))


def free_roads(view: State, seat: int, habits: Habits) -> tuple[int, ...]:
    """Return the paths for free roads: to the best site, or else wherever a road can be built."""
    within_reach = [site for site in sites(view, seat, habits) if site.paths]
    if within_reach:
        best = max(within_reach, key=lambda site: site.worth / len(site.paths))
        return best.paths[:min(2, view.roads_left(seat))]
    return tuple(bits(road_sites(view, seat))[:1])
