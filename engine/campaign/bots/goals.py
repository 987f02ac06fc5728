"""Things that a player could build next, and how much they should want each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.campaign import moves
from engine.campaign import things as th
from engine.campaign.bots.habits import Habits
from engine.campaign.bots.prospects import income, plain_worth, sites, turns_left
from engine.campaign.building import longest_line, road_sites
from engine.campaign.state import ENOUGH_ROADS, ENOUGH_SOLDIERS, State
from engine.campaign.world import bits

SAFE_HAND = 9  # more cards than this are better spent
MOST_ROADS_AHEAD = 4  # for the longest road


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to build: the move, its price, and how much it is wanted."""

    move: moves.Move
    price: th.Counts
    worth: float


def goals(view: State, seat: int, habits: Habits) -> list[Goal]:
    """Return possible goals of the seat, the best first; goals within reach count for more."""
    left, gets = turns_left(view, habits), income(view, seat)
    wishes = [*_cities(view, seat, left, habits), *_settlements(view, seat, left, habits),
              *_line(view, seat, habits), *_development(view, seat, habits)]
    reach = {price: 1 / (habits.patience + _lack(view, seat, price, gets, habits))
             for price in {wish.price for wish in wishes}}
    found = [Goal(wish.move, wish.price, wish.worth * reach[wish.price]) for wish in wishes]
    return sorted(found, key=lambda goal: -goal.worth)


def best_price(view: State, seat: int, habits: Habits) -> th.Counts:
    """Return the price of the seat's best goal; nothing if the seat has no goal."""
    return next((goal.price for goal in goals(view, seat, habits)), th.NOTHING)


def _lack(view: State, seat: int, price: th.Counts, gets: list[float], habits: Habits) -> float:
    """Return how many cards the seat lacks for a price; kinds that it never gets count for more."""
    lacking = th.missing(view.hands[seat], price)
    return sum(lacking[kind] * (1 + habits.scarcity * (not gets[kind]))
               for kind in th.COMMODITIES)


def _cities(view: State, seat: int, left: float, habits: Habits) -> Iterator[Goal]:
    if view.cities_left(seat):
        worths = plain_worth(view.world)
        for junction in bits(view.settlements[seat]):
            worth = 1 + habits.yields * left * worths[junction]
            yield Goal(moves.BuildCity(junction), th.CITY_PRICE, habits.city * worth)


def _settlements(view: State, seat: int, left: float, habits: Habits) -> Iterator[Goal]:
    """Yield settlements, and roads that lead to sites for them."""
    if not view.settlements_left(seat):
        return
    for site in sites(view, seat, habits):
        worth = 1 + habits.yields * left * site.worth
        if not site.paths:
            yield Goal(moves.BuildSettlement(site.junction), th.SETTLEMENT_PRICE,
                       habits.settlement * worth)
        else:
            yield Goal(moves.BuildRoad(site.paths[0]), th.ROAD_PRICE,
                       habits.road * worth / (1 + habits.distance * len(site.paths)))


def _development(view: State, seat: int, habits: Habits) -> Iterator[Goal]:
    # Players without a building have to save for their first settlement.
    saves = not view.buildings(seat) and th.cards(view.hands[seat]) <= SAFE_HAND
    if view.deck and not saves:
        most = max(view.soldiers[other] for other in range(view.players) if other != seat)
        soldiers = view.soldiers[seat] + view.cards[seat][th.SOLDIER]
        helps = view.army != seat and soldiers < max(ENOUGH_SOLDIERS, most + 1)
        worth = habits.card + habits.soldiers * helps
        yield Goal(moves.BuyDevelopment(), th.DEVELOPMENT_PRICE, worth)


def _line(view: State, seat: int, habits: Habits) -> Iterator[Goal]:
    """Yield a road that makes the longest line longer, if that can win the longest road."""
    if view.longest == seat or not view.roads_left(seat):
        return
    own = _length(view, seat, view.roads[seat])
    most = max(_length(view, other, view.roads[other])
               for other in range(view.players) if other != seat)
    needed = max(ENOUGH_ROADS, most + 1) - own
    if needed <= min(MOST_ROADS_AHEAD, view.roads_left(seat)):
        for path in bits(road_sites(view, seat)):
            if _length(view, seat, view.roads[seat] | 1 << path) > own:
                yield Goal(moves.BuildRoad(path), th.ROAD_PRICE, habits.line / needed)
                return


def _length(view: State, seat: int, roads: int) -> int:
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
