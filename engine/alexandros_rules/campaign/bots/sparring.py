"""Bots for measurements.

``first-counselor`` never changes, so that measurements against it can be compared over the years.
The others are copies of the strongest bot that each follow one idea stubbornly, to see whether a
trick beats it.
"""

from __future__ import annotations

from dataclasses import replace

from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.campaign import auctions, moves, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.characters import REGENT
from alexandros_rules.campaign.bots.counselor import Counselor
from alexandros_rules.campaign.bots.first_counselor import FirstCounselor
from alexandros_rules.campaign.building import road_sites
from alexandros_rules.campaign.state import AUCTION, BUILD, State
from alexandros_rules.campaign.world import bits
from alexandros_rules.ruleset import Bot


class Exploiter(MoveByMove):
    """A copy of the strongest bot with one idea."""

    about = ""
    seat_names: tuple[str, ...] = REGENT.seat_names

    def __init__(self, name: str, title: str, copy: Counselor = REGENT) -> None:
        self.name, self.title, self.copy = name, title, copy

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        return self.copy.choose(view, seat=seat, salt=salt)


class GoldBuyer(Exploiter):
    """A bot that gives all the cards it can for gold, and trades with the bank for nothing else."""

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        move = super().choose(view, seat=seat, salt=salt)
        if not isinstance(move, moves.BankTrade | moves.End):
            return move
        hand = view.hands[seat]
        spare = [kind for kind in th.COMMODITIES
                 if hand[kind] >= trading.bank_rate(view, kind, seat=seat)]
        if spare and view.bank[th.GOLD]:
            return moves.BankTrade(max(spare, key=hand.__getitem__), th.GOLD, 1)
        return moves.End()


class Bidder(Exploiter):
    """A bot that bids all it has for chits, but at most ``most``; for temples, too, if told so."""

    def __init__(self, name: str, title: str, *, most: int, temples: bool) -> None:
        super().__init__(name, title)
        self.most, self.temples = most, temples

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        auction = view.auction
        if view.phase != AUCTION or auction is None or (
                auction.kind == th.TEMPLE and not self.temples):
            return super().choose(view, seat=seat, salt=salt)
        limit = min(self.most, auctions.most_payable(view, auction.kind, seat=seat))
        if limit < auctions.lowest_bid(view):
            return moves.Bid(0, ())
        return moves.Bid(limit, auctions.usual_payment(view, auction.kind, limit, seat=seat))


class SoldierHoarder(Exploiter):
    """A bot that buys a development card whenever it can, before anything else."""

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        if view.phase == BUILD and view.deck and th.covers(view.hands[seat], th.DEVELOPMENT_PRICE):
            return moves.BuyDevelopment()
        return super().choose(view, seat=seat, salt=salt)


class RoadRacer(Exploiter):
    """A bot that builds a road whenever it can, before anything else."""

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        if view.phase == BUILD and view.roads_left(seat) and view.longest != seat and (
                road_sites(view, seat) and th.covers(view.hands[seat], th.ROAD_PRICE)):
            return moves.BuildRoad(bits(road_sites(view, seat))[-1])
        return super().choose(view, seat=seat, salt=salt)


def _variant(name: str, title: str, **other: float) -> Exploiter:
    """Return a copy of the strongest bot with some other habits."""
    return Exploiter(name, title, replace(REGENT, habits=replace(REGENT.habits, **other)))


_BOTS: tuple[Bot, ...] = (
    FirstCounselor(),
    GoldBuyer("gold-buyer", "buys gold with spare cards"),
    Bidder("bargain-hunter", "never bids more than two", most=2, temples=True),
    Bidder("chit-collector", "bids all it has for a chit", most=auctions.HIGHEST_BLUFF,
           temples=False),
    SoldierHoarder("soldier-hoarder", "buys development cards first"),
    RoadRacer("road-racer", "builds roads first"),
    _variant("settler", "builds only settlements", city=0.0, card=0.0, soldiers=0.0, line=0.0),
    _variant("hermit", "refuses all trades", margin=99.0),
    _variant("abstainer", "bids for no chit", chit=0.0, counselor=0.0, seize=0.0),
    _variant("land-grabber", "pays half as much again for land", point=15.0),
)
SPARRING = {bot.name: bot for bot in _BOTS}
