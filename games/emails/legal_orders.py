"""The legal orders of a turn as emails list them, by verb and without any advice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine import drafts
from engine.move_list import listed_orders
from engine.ruleset import Ruleset

MAX_ORDERS = 40  # listed for each verb
UNCOUNTED = 1000  # from this many on, a number says no more than "many"
MAX_FIRST_ORDERS = 8  # with more than this many, we do not list what may follow each of them


@dataclass(frozen=True, slots=True)
class Possible:
    """Legal orders with the same verb; ``more`` is how many are left out.

    ``after`` is the order that has to come before them, "" if they can be given now.
    """

    verb: str
    orders: tuple[str, ...]
    more: int
    after: str = ""

    @property
    def many(self) -> bool:
        """Whether so many are left out that their number tells a person nothing."""
        return self.more >= UNCOUNTED


def possible(ruleset: Ruleset, view: Any, *, seat: int,
             most: int = MAX_ORDERS) -> tuple[Possible, ...]:
    """The seat's legal orders, at most so many for each verb; () if it may give none."""
    if not ruleset.status(view).may_order(seat):
        return ()
    listed = listed_orders(ruleset, view, seat=seat, most=most)
    return tuple(Possible(one.verb, one.orders, one.more) for one in listed)


def following(ruleset: Ruleset, view: Any, *, seat: int,
              most: int = MAX_ORDERS) -> tuple[Possible, ...]:
    """For each legal order that only one kind of order can follow: the orders that can."""
    first = [order for group in possible(ruleset, view, seat=seat) for order in group.orders]
    if len(first) > MAX_FIRST_ORDERS:
        return ()
    drafted = [(order, drafts.evaluate(ruleset, view, order, seat=seat)) for order in first]
    after = [(order, possible(ruleset, draft.view, seat=seat, most=most))
             for order, draft in drafted]
    return tuple(replace(groups[0], after=order) for order, groups in after if len(groups) == 1)
