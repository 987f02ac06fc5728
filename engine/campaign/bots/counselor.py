"""A bot that plays to win: it settles where much is to be had, bids what things are worth to it
and builds whatever brings it nearer to the points it needs.

It looks at its own view only and chooses each move anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.bot_plans import MoveByMove
from engine.campaign import auctions, moves, robbing, trading
from engine.campaign import things as th
from engine.campaign.bots.bidding import Habits, limit, turns_left
from engine.campaign.bots.sites import extensions, income, plain_worth, sites
from engine.campaign.building import longest_line
from engine.campaign.state import (
    AUCTION,
    BUILD,
    DISCARD,
    ENOUGH_ROADS,
    ENOUGH_SOLDIERS,
    ROBBER,
    ROLL,
    WINNING_SCORE,
    State,
)
from engine.campaign.world import bits
from engine.ruleset import HasTime
from engine.translation import gettext_noop

SAFE_HAND = 9  # more cards than this are better spent
MOST_STANDING = 2  # offers that it leaves to the others
FEW_TURNS = 4.0


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to build: the move, its price, and what it is worth in points of its own scale."""

    move: moves.Move
    price: th.Counts
    worth: float


class CounselorBot(MoveByMove):
    """See the module."""

    name = "counselor"
    title = gettext_noop("settles, bids and builds with a plan")
    about = gettext_noop("Bids what things are worth to it, settles where the land yields most and"
                         " heads for 14 points.")
    seat_names: tuple[str, ...] = ("Hephaestion", "Ptolemy", "Seleucus", "Perdiccas")

    def __init__(self, habits: Habits | None = None) -> None:
        self.habits = habits or Habits()

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        if view.phase == AUCTION:
            return self._bid(view, seat, salt)
        if view.phase == DISCARD:
            return self._discard(view, seat)
        if view.phase == ROBBER:
            tile, victim = self._robbery(view, seat)
            return moves.MoveRobber(tile, victim)
        if view.phase == ROLL:
            return self._before_rolling(view, seat)
        return self._build(view, seat)

    def answer(self, view: State, *, seat: int, salt: bytes,
               has_time: HasTime) -> Sequence[moves.Move]:
        """Accepts the best offer of the player to move, if it helps."""
        if view.phase != BUILD:
            return ()
        offer = _best_offer(view, seat, _needs(view, seat, self.habits))
        return () if offer is None else (moves.Accept(offer),)

    def _bid(self, view: State, seat: int, salt: bytes) -> moves.Move:
        auction = view.auction
        assert auction is not None
        shade = hashlib.sha256(salt).digest()[0] / 255 * 0.2 + 0.9
        most = limit(view, auction, seat, habits=self.habits, eagerness=shade)
        if view.options.open_bidding:
            _, high = auctions.high_bid(auction)
            most = high + 1 if most > high else 0
        payment = _payment(view, auction.kind, most, seat, self.habits) if most else ()
        if not auctions.is_exact(payment, most) or not most:
            return moves.Bid(0, ())
        return moves.Bid(most, payment)

    def _discard(self, view: State, seat: int) -> moves.Move:
        """Keeps what its goal needs."""
        hand, due = list(view.hands[seat]), view.due[seat]
        needs = _needs(view, seat, self.habits)
        given = [0] * 7
        for _ in range(due):
            kind = max(th.COMMODITIES, key=lambda k: (hand[k] > 0, hand[k] - needs[k], hand[k]))
            hand[kind] -= 1
            given[kind] += 1
        return moves.Discard(tuple(given))

    def _robbery(self, view: State, seat: int) -> tuple[int, int | None]:
        """Returns the hex where the robber harms the leaders most, and whom he robs."""
        def harm(tile: int) -> float:
            place = view.world.hexes[tile]
            chance = (6 - abs(7 - place.number)) if place.number else 0
            corners = view.world.corners[tile]
            total = 0.0
            for other in range(view.players):
                buildings = ((view.settlements[other] & corners).bit_count()
                             + 2 * (view.cities[other] & corners).bit_count())
                factor = -1.5 if other == seat else 0.5 + view.public_points(other) / 10
                total += buildings * chance * factor
            robbed = robbing.victims(view, tile, seat=seat)
            return total + (2.5 if robbed else 0.0)
        tile = max(robbing.robber_sites(view), key=harm)
        robbed = robbing.victims(view, tile, seat=seat)
        victim = max(robbed, default=None, key=lambda other: (
            view.public_points(other), th.cards(view.hands[other])))
        return tile, victim

    def _before_rolling(self, view: State, seat: int) -> moves.Move:
        """Plays a soldier if the robber stands on its land or the army is within reach."""
        own = view.cards[seat][th.SOLDIER] and not view.played
        if own and (_is_robbed(view, seat) or _wins_army(view, seat)):
            tile, victim = self._robbery(view, seat)
            return moves.PlaySoldier(tile, victim)
        return moves.Roll()

    def _build(self, view: State, seat: int) -> moves.Move:
        return next(self._ideas(view, seat))

    def _ideas(self, view: State, seat: int) -> Iterator[moves.Move]:
        """Yields what to do next, the best first; the last is to end the turn."""
        goals = sorted(_goals(view, seat, self.habits), key=lambda goal: -goal.worth)
        hand = view.hands[seat]
        if not view.played:
            yield from self._cards_to_play(view, seat, goals)
        for goal in goals:
            if th.covers(hand, goal.price):
                yield goal.move
        for goal in goals[:3]:
            yield from _ways_to(view, seat, goal)
        if th.cards(hand) > SAFE_HAND and th.covers(hand, th.DEVELOPMENT_PRICE) and view.deck:
            yield moves.BuyDevelopment()
        yield from _standing_offers(view, seat, goals)
        yield moves.End()

    def _cards_to_play(self, view: State, seat: int,
                       goals: Sequence[Goal]) -> Iterator[moves.Move]:
        held = th.subtract(view.cards[seat], view.bought)
        if held[th.SOLDIER] and (_is_robbed(view, seat) or _wins_army(view, seat)
                                 or held[th.SOLDIER] > 1):
            tile, victim = self._robbery(view, seat)
            yield moves.PlaySoldier(tile, victim)
        if held[th.ROADS] and view.roads_left(seat):
            paths = _two_roads(view, seat)
            if paths:
                yield moves.PlayRoads(paths)
        lacking = th.missing(view.hands[seat], goals[0].price) if goals else th.NOTHING
        short = th.expand(lacking)
        if held[th.PLENTY] and short:
            pair = th.counts((*short, *short)[:2])
            if th.covers(view.bank, pair):
                yield moves.PlayPlenty(pair)
        if held[th.MONOPOLY] and short:
            others = sum(th.cards(view.hands[other]) for other in range(view.players)
                         if other != seat)
            if others >= 10:
                yield moves.PlayMonopoly(max(th.COMMODITIES, key=lacking.__getitem__))


def _payment(view: State, kind: int, price: int, seat: int,
             habits: Habits) -> moves.Payment:
    """Returns how to pay: first what no goal needs, then gold, then the rest, soldiers last."""
    held = auctions.counting(view, kind, seat=seat)
    needs = _needs(view, seat, habits)
    army = view.army == seat or view.soldiers[seat] >= ENOUGH_SOLDIERS - 1
    order: list[tuple[float, int]] = []
    for thing in held:
        if thing == th.SOLDIERS:
            order.append((9.0 if army else 0.5, thing))
        elif thing == th.GOLD:
            order.append((1.0, thing))
        else:
            order.append((2.0 if needs[thing] else 0.2, thing))
    everything = tuple([(thing, held[thing]) for _, thing in sorted(order)])
    return auctions.part_of(everything, price)


def _needs(view: State, seat: int, habits: Habits) -> th.Counts:
    """Returns what the best goal costs."""
    best = max(_goals(view, seat, habits), key=lambda goal: goal.worth, default=None)
    return th.NOTHING if best is None else best.price


def _goals(view: State, seat: int, habits: Habits) -> Iterator[Goal]:
    """Yields what the seat could build next, with how much it wants each."""
    left = turns_left(view)
    gets = income(view, seat)
    lacking = WINNING_SCORE - view.points(seat)
    hand = view.hands[seat]
    ease = {price: 1.0 / (2.0 + sum(th.missing(hand, price)))
            for price in (th.ROAD_PRICE, th.SETTLEMENT_PRICE, th.CITY_PRICE,
                          th.DEVELOPMENT_PRICE)}
    if view.cities_left(seat):
        worths = plain_worth(view.world)
        for junction in bits(view.settlements[seat]):
            worth = 1 + habits.yields * left * worths[junction]
            yield Goal(moves.BuildCity(junction), th.CITY_PRICE,
                       habits.city * worth * ease[th.CITY_PRICE])
    if view.settlements_left(seat):
        yield from _settlement_goals(view, seat, gets, left, ease, habits)
    if view.roads_left(seat):
        yield from _road_goals(view, seat, ease[th.ROAD_PRICE], habits)
    if view.deck:
        soldiers = view.soldiers[seat] + view.cards[seat][th.SOLDIER]
        behind = view.army != seat and soldiers + 1 >= max(
            ENOUGH_SOLDIERS, 1 + max(view.soldiers))
        worth = 0.75 + 0.6 * behind + 0.5 * (lacking <= 1)
        if left > FEW_TURNS or lacking <= 1:
            yield Goal(moves.BuyDevelopment(), th.DEVELOPMENT_PRICE,
                       habits.card * worth * ease[th.DEVELOPMENT_PRICE])


def _settlement_goals(view: State, seat: int, gets: list[float], left: float,
                      ease: dict[th.Counts, float], habits: Habits) -> Iterator[Goal]:
    for site in sites(view, seat, gets):
        worth = 1 + habits.yields * left * site.worth
        if not site.paths:
            yield Goal(moves.BuildSettlement(site.junction), th.SETTLEMENT_PRICE,
                       habits.settlement * worth * ease[th.SETTLEMENT_PRICE])
        elif left > FEW_TURNS + 2 * len(site.paths):
            yield Goal(moves.BuildRoad(site.paths[0]), th.ROAD_PRICE,
                       habits.road * worth * ease[th.ROAD_PRICE] / (1 + len(site.paths)))


def _road_goals(view: State, seat: int, ease: float, habits: Habits) -> Iterator[Goal]:
    """Yields a road that makes the longest line longer, if that can win the longest road."""
    if view.longest == seat:
        return
    others = view.occupied & ~view.buildings(seat)
    own = longest_line(view.world, view.roads[seat], others)
    best = max([ENOUGH_ROADS - 1, *(
        longest_line(view.world, view.roads[other],
                     view.occupied & ~view.buildings(other))
        for other in range(view.players) if other != seat)])
    needed = best + 1 - own
    if needed > min(4, view.roads_left(seat)):
        return
    for path in extensions(view, seat):
        longer = longest_line(view.world, view.roads[seat] | 1 << path, others)
        if longer > own:
            yield Goal(moves.BuildRoad(path), th.ROAD_PRICE, habits.line * ease / needed)
            return


def _is_robbed(view: State, seat: int) -> bool:
    return bool(view.world.corners[view.robber] & view.buildings(seat))


def _wins_army(view: State, seat: int) -> bool:
    """Whether one more soldier takes the largest army."""
    most = max(view.soldiers[other] for other in range(view.players) if other != seat)
    return view.army != seat and view.soldiers[seat] + 1 >= max(ENOUGH_SOLDIERS, most + 1)


def _two_roads(view: State, seat: int) -> tuple[int, ...]:
    """Returns the paths for two free roads: towards the best site, or for the longest line."""
    reachable = [site for site in sites(view, seat, income(view, seat)) if site.paths]
    best = max(reachable, default=None, key=lambda site: site.worth / len(site.paths))
    if best is not None:
        return best.paths[:min(2, view.roads_left(seat))]
    return tuple(extensions(view, seat)[:1])


def _ways_to(view: State, seat: int, goal: Goal) -> Iterator[moves.Move]:
    """Yields trades that bring a goal nearer: offers of others first, then the bank."""
    hand = view.hands[seat]
    lacking = th.missing(hand, goal.price)
    offer = _best_offer(view, seat, goal.price)
    if offer is not None:
        yield moves.Accept(offer)
    trades = _bank_trades(view, seat, goal.price)
    if sum(lacking) <= len(trades):
        yield from trades[:1]


def _bank_trades(view: State, seat: int, price: th.Counts) -> list[moves.Move]:
    """Returns the trades with the bank that together make up for what a price lacks."""
    hand = list(view.hands[seat])
    bank = list(view.bank)
    found: list[moves.Move] = []
    for get in th.expand(th.missing(view.hands[seat], price)):
        for give in sorted(th.KINDS, key=lambda kind: price[kind] - hand[kind]):
            rate = trading.bank_rate(view, give, seat=seat)
            if give != get and hand[give] - price[give] >= rate and bank[get] > 0:
                hand[give] -= rate
                bank[get] -= 1
                found.append(moves.BankTrade(give, get, 1))
                break
        else:
            return []
    return found


def _best_offer(view: State, seat: int, price: th.Counts) -> int | None:
    """Returns the number of the offer that helps most towards a price, None if none does."""
    hand = view.hands[seat]
    lacking = th.missing(hand, price)
    best, best_gain = None, 0.0
    for offer in trading.acceptable(view, seat):
        useful = sum(min(lacking[k], offer.give[k]) for k in th.KINDS)
        spare = all(hand[k] - price[k] >= n for k, n in enumerate(offer.get) if n)
        gain = useful + 0.3 * (sum(offer.give) - useful) - 0.6 * sum(offer.get)
        if useful and spare and gain > best_gain:
            best, best_gain = offer.number, gain
    return best


def _standing_offers(view: State, seat: int, goals: Sequence[Goal]) -> Iterator[moves.Move]:
    """Yields what to change in the seat's standing offers: withdraw useless ones, make new ones."""
    own = [offer for offer in view.offers if offer.seat == seat]
    hand = view.hands[seat]
    price = goals[0].price if goals else th.NOTHING
    lacking = th.missing(hand, price)
    for offer in own:
        if any(0 < offer.give[k] > hand[k] - price[k] for k in th.KINDS) or not any(
                offer.get[k] and lacking[k] for k in th.KINDS):
            yield moves.Withdraw(offer.number)
            return
    offered = {(offer.give, offer.get) for offer in own}
    everybody = ((1 << view.players) - 1) & ~(1 << seat)
    for get in th.COMMODITIES:
        for give in th.COMMODITIES:
            pair = (th.single(give), th.single(get))
            if (lacking[get] and hand[give] - price[give] >= 2 and pair not in offered
                    and len(own) < MOST_STANDING):
                yield moves.MakeOffer(*pair, everybody, 1, standing=True)
                return
