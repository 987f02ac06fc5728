"""A bot that plays to win.

It settles on rich land, bids up to what a thing is worth to it, and builds whatever brings it
nearer to the points it needs.  It looks only at its own view and chooses each move anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from engine.bot_plans import MoveByMove
from engine.campaign import moves
from engine.campaign import things as th
from engine.campaign.bots.goals import SAFE_HAND, Goal, best_price, free_roads, goals
from engine.campaign.bots.habits import Habits
from engine.campaign.bots.tactics import (
    bank_trades,
    best_offer,
    best_robbery,
    choose_bid,
    choose_discards,
    is_robbed,
    offer_changes,
    wins_army,
)
from engine.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, ROLL, State
from engine.ruleset import HasTime
from engine.translation import gettext_noop

MANY_CARDS = 10  # in the hands of the others, for a monopoly


class CounselorBot(MoveByMove):
    """A bot whose choices follow from its goals and ``Habits``."""

    name = "counselor"
    title = gettext_noop("settles, bids and builds with a plan")
    about = gettext_noop("Bids what things are worth to it, settles where the land yields most and"
                         " heads for 14 points.")
    seat_names: tuple[str, ...] = ("Hephaestion", "Ptolemy", "Seleucus", "Perdiccas")

    def __init__(self, habits: Habits | None = None) -> None:
        self.habits = habits or Habits()

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        if view.phase == AUCTION:
            mood = 1 + self.habits.mood * (hashlib.sha256(salt).digest()[0] / 127.5 - 1)
            return choose_bid(view, seat, self.habits, mood=mood)
        if view.phase == DISCARD:
            return moves.Discard(choose_discards(
                view.hands[seat], view.due[seat], best_price(view, seat, self.habits)))
        if view.phase == ROBBER:
            return moves.MoveRobber(*best_robbery(view, seat))
        if view.phase == ROLL:
            return next(_soldiers(view, seat, spare=False), moves.Roll())
        return next(self._ideas(view, seat))

    def answer(self, view: State, *, seat: int, salt: bytes,
               has_time: HasTime) -> Sequence[moves.Move]:
        """Accept the best offer of the player to move, if it helps."""
        if view.phase != BUILD:
            return ()
        offer = best_offer(view, seat, best_price(view, seat, self.habits))
        return () if offer is None else (moves.Accept(offer),)

    def _ideas(self, view: State, seat: int) -> Iterator[moves.Move]:
        """Yield possible next moves, the best first; the last one ends the turn."""
        wanted, hand = goals(view, seat, self.habits), view.hands[seat]
        price = wanted[0].price if wanted else th.NOTHING
        yield from self._cards_to_play(view, seat, price)
        yield from self._buildings(hand, wanted)
        for goal in wanted[:3]:
            offer = best_offer(view, seat, goal.price)
            if offer is not None:
                yield moves.Accept(offer)
            yield from bank_trades(view, seat, goal.price, self.habits)
        yield from offer_changes(view, seat, price)
        yield moves.End()

    def _buildings(self, hand: th.Counts, wanted: Sequence[Goal]) -> Iterator[moves.Move]:
        """Yield buildings to build now, unless the cards are better kept for the best goal."""
        for goal in wanted:
            if th.covers(hand, goal.price):
                best = wanted[0]
                keeps = th.missing(th.subtract(hand, goal.price), best.price) == th.missing(
                    hand, best.price)
                crowded = th.cards(hand) > SAFE_HAND
                if keeps or crowded or goal.worth >= self.habits.haste * best.worth:
                    yield goal.move

    def _cards_to_play(self, view: State, seat: int, price: th.Counts) -> Iterator[moves.Move]:
        if view.played:
            return
        held = th.subtract(view.cards[seat], view.bought)
        yield from _soldiers(view, seat, spare=True)
        if held[th.ROADS] and view.roads_left(seat):
            paths = free_roads(view, seat, self.habits)
            if paths:
                yield moves.PlayRoads(paths)
        lacking = th.missing(view.hands[seat], price)
        short = th.expand(lacking)
        if held[th.PLENTY] and short:
            pair = th.counts((*short, *short)[:2])
            if th.covers(view.bank, pair):
                yield moves.PlayPlenty(pair)
        others = sum(th.cards(view.hands[other]) for other in range(view.players) if other != seat)
        if held[th.MONOPOLY] and short and others >= MANY_CARDS:
            yield moves.PlayMonopoly(max(th.COMMODITIES, key=lacking.__getitem__))


def _soldiers(view: State, seat: int, *, spare: bool) -> Iterator[moves.Move]:
    """Yield a soldier to drive off the robber, to win the army, or if there is one to spare."""
    held = view.cards[seat][th.SOLDIER] - view.bought[th.SOLDIER]
    if held and not view.played and (
            is_robbed(view, seat) or wins_army(view, seat) or (spare and held > 1)):
        yield moves.PlaySoldier(*best_robbery(view, seat))
