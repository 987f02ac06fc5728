"""The price list of a player: the worth of everything to this player at this moment, in cards.

Bids, trades, offers, answers, discards and buildings all compare worths from this list, so nothing
is sold for less than it is worth elsewhere.  The unit is a commodity card at its best.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.goals import Goal, Wish, goals
from alexandros_rules.campaign.bots.habits import Habits
from alexandros_rules.campaign.bots.prospects import auction_value, income, turns_left
from alexandros_rules.campaign.state import ENOUGH_SOLDIERS, State

EASY_HAND = 7  # cards that a seven will not soon endanger


@dataclass(frozen=True, slots=True)
class Prices:
    """The worths for one seat.

    ``plain`` are those of a commodity without a use, of each kind, and of gold.  ``haste`` is the
    part of a wish's worth that is lost with each card that it lacks; ``weights`` say for each
    kind how many cards a missing one stands for.
    """

    habits: Habits
    goals: Sequence[Goal]
    plain: float
    gold: float
    soldier: float
    haste: float
    weights: tuple[float, ...]
    wishes: tuple[tuple[float, Wish], ...]  # with their gains, the best first

    @classmethod
    def of(cls, view: State, seat: int, habits: Habits) -> Prices:
        """Return the price list of a seat."""
        left = turns_left(view, habits)
        lasts = left / (left + habits.late)
        route = view.world.route
        ahead = max(0, len(route) - view.arrow) / len(route)
        gets = income(view, seat)
        found = goals(view, seat, habits)
        army = view.army == seat or view.soldiers[seat] >= ENOUGH_SOLDIERS - 1
        plain = habits.spare * lasts
        return cls(
            habits, found, plain,
            habits.gold * min(1.0, habits.fade * ahead),
            (habits.army if army else habits.soldier) * lasts,
            habits.impatience * (1 + habits.ending / left),
            tuple([1 + habits.scarcity / (1 + habits.plenty * often) for often in gets[:5]]),
            cls._sorted([goal.wish for goal in found], plain))

    def hand(self, hand: Sequence[int], *, bought: Goal | None = None) -> float:
        """Return the worth of a hand: its cards, its gold and what it can become.

        If a goal has been ``bought``, its wish no longer counts, but the rest of it does.
        """
        habits = self.habits
        cards = sum(hand[:5])
        crowd = max(0, cards - EASY_HAND)
        worth = self.plain * (cards - habits.hoard * crowd * crowd) + self.gold * hand[th.GOLD]
        wishes = self.wishes
        if bought is not None:
            wishes = self._sorted([
                *(wish for _, wish in wishes if wish is not bought.wish),
                *([] if bought.rest is None else [bought.rest])], self.plain)
        best, first = self._best(hand, wishes)
        if first is not None:
            rest = [max(0, have - need) for have, need in zip(hand, first.price, strict=True)]
            second, _ = self._best(rest, wishes, without=first)
            worth += habits.ready * (best + habits.second * second)
        return worth

    @staticmethod
    def _sorted(wishes: Iterable[Wish], plain: float) -> tuple[tuple[float, Wish], ...]:
        """Return wishes with how much more each is worth than its price, the best first."""
        return tuple(sorted([(wish.worth - plain * sum(wish.price), wish) for wish in wishes],
                            key=lambda pair: -pair[0]))

    def _best(self, hand: Sequence[int], wishes: Sequence[tuple[float, Wish]], *,
              without: Wish | None = None) -> tuple[float, Wish | None]:
        """Return how much the most promising wish promises to a hand, and the wish."""
        most, found = 0.0, None
        one, two, three, four, five = hand[:5]
        w1, w2, w3, w4, w5 = self.weights
        for gain, wish in wishes:
            if gain <= most:
                break
            if wish is without:
                continue
            p1, p2, p3, p4, p5, _, _ = wish.price
            lack = 0.0
            if p1 > one:
                lack += w1 * (p1 - one)
            if p2 > two:
                lack += w2 * (p2 - two)
            if p3 > three:
                lack += w3 * (p3 - three)
            if p4 > four:
                lack += w4 * (p4 - four)
            if p5 > five:
                lack += w5 * (p5 - five)
            promise = gain * math.exp(-self.haste * lack)
            if promise > most:
                most, found = promise, wish
        return most, found

    def trade(self, hand: Sequence[int], get: th.Counts, give: th.Counts) -> float:
        """Return the worth of a hand after a trade."""
        return self.hand([have + more - less for have, more, less in zip(
            hand, get, give, strict=True)])

    def lot(self, view: State, seat: int) -> float:
        """Return the worth of winning the auction that is going on."""
        assert view.auction is not None
        return auction_value(view, view.auction, seat, self.habits)

    def purchase(self, hand: th.Counts, goal: Goal) -> float:
        """Return the worth of a hand after the move of a goal, and of the move itself."""
        return goal.worth + self.hand(th.subtract(hand, goal.price), bought=goal)
