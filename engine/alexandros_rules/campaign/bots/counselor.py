"""The bots that play to win.

They bid up to what a thing is worth to them, and trade and build whatever gains most in worth.
They look only at their own view and choose each move anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from alexandros_rules.bot_plans import MoveByMove
from alexandros_rules.campaign import moves, trading
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.goals import free_roads
from alexandros_rules.campaign.bots.habits import Habits
from alexandros_rules.campaign.bots.prices import Prices
from alexandros_rules.campaign.bots.tactics import (
    bank_trade,
    best_offer,
    best_robbery,
    choose_bid,
    choose_discards,
    is_robbed,
    offer_changes,
    wins_army,
)
from alexandros_rules.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, ROLL, State
from alexandros_rules.ruleset import HasTime

MANY_CARDS = 10  # in the hands of the others, for a monopoly


@dataclass(slots=True, eq=False)
class Counselor(MoveByMove):
    """A bot whose choices follow from its price list."""

    name: str
    title: str
    seat_names: tuple[str, ...]
    habits: Habits
    about: str = ""

    def prices(self, view: State, seat: int) -> Prices:
        """Return the worths of everything to a seat."""
        return Prices.of(view, seat, self.habits)

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        if view.phase == ROBBER:
            return moves.MoveRobber(*best_robbery(view, seat))
        if view.phase == ROLL:
            return next(soldiers_to_play(view, seat, spare=False), moves.Roll())
        prices = self.prices(view, seat)
        if view.phase == AUCTION:
            return choose_bid(view, seat, prices, mood=mood_of(prices.habits, salt))
        if view.phase == DISCARD:
            return moves.Discard(choose_discards(view.hands[seat], view.due[seat], prices))
        return next(self._ideas(view, seat, prices))

    def answer(self, view: State, *, seat: int, salt: bytes,
               has_time: HasTime) -> Sequence[moves.Move]:
        """Accept the best offer of the player to move, if it helps."""
        if view.phase != BUILD:
            return ()
        offer = best_offer(view, seat, self.prices(view, seat))
        return () if offer is None else (moves.Accept(offer),)

    def _ideas(self, view: State, seat: int, prices: Prices) -> Iterator[moves.Move]:
        """Yield possible next moves, the best first; the last one ends the turn."""
        yield from self._cards_to_play(view, seat, prices)
        hand = view.hands[seat]
        worths = [(prices.purchase(hand, goal), goal.move) for goal in prices.goals
                  if th.covers(hand, goal.price)]
        if worths:
            worth, move = max(worths, key=lambda pair: pair[0])
            if worth > prices.hand(hand):
                yield move
        offer = best_offer(view, seat, prices)
        if offer is not None:
            yield moves.Accept(offer)
        trade = bank_trade(view, seat, prices)
        if trade is not None:
            yield trade
        yield from offer_changes(view, seat, prices)
        yield moves.End()

    def _cards_to_play(self, view: State, seat: int, prices: Prices) -> Iterator[moves.Move]:
        if view.played:
            return
        held = th.subtract(view.cards[seat], view.bought)
        yield from soldiers_to_play(view, seat, spare=True)
        if held[th.ROADS] and view.roads_left(seat):
            paths = free_roads(view, seat, prices.habits)
            if paths:
                yield moves.PlayRoads(paths)
        hand = view.hands[seat]
        if held[th.PLENTY]:
            pairs = trading.pairs_in_bank(view)
            if pairs:
                yield moves.PlayPlenty(max(pairs, key=lambda pair: prices.trade(
                    hand, pair, th.NOTHING)))
        if held[th.MONOPOLY] and many_cards(view, seat):
            yield moves.PlayMonopoly(max(th.COMMODITIES, key=lambda kind: prices.trade(
                hand, th.single(kind, MANY_CARDS // 4), th.NOTHING)))


def mood_of(habits: Habits, salt: bytes) -> float:
    """Return the factor by which a bot values the thing that is for sale, at its whim."""
    return 1 + habits.mood * (hashlib.sha256(salt).digest()[0] / 127.5 - 1)


def many_cards(view: State, seat: int) -> bool:
    """Check whether the others hold enough cards for a monopoly."""
    return sum(th.cards(view.hands[other]) for other in range(view.players)
               if other != seat) >= MANY_CARDS


def soldiers_to_play(view: State, seat: int, *, spare: bool) -> Iterator[moves.Move]:
    """Yield a soldier to drive off the robber, to win the army, or if there is one to spare."""
    held = view.cards[seat][th.SOLDIER] - view.bought[th.SOLDIER]
    if held and not view.played and (
            is_robbed(view, seat) or wins_army(view, seat) or (spare and held > 1)):
        yield moves.PlaySoldier(*best_robbery(view, seat))
