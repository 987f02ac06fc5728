"""A second, simple implementation of auctions (AU1 to AU7, AU10)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.campaign.reference_map import Junction
from tests.campaign.reference_rules import (
    COUNTING,
    KINDS,
    cards,
    need,
    pays_exactly,
    sealed_winner,
    used_for,
    worth,
)

if TYPE_CHECKING:
    from tests.campaign.reference_game import Table


class Auction:
    """An auction that is going on; ``order`` are those who may bid, the opener first.

    In open bidding, ``queue`` begins with the seat that is to bid.  Who bids goes to its end, and
    who passes leaves it.
    """

    def __init__(self, table: Table, kind: str, place: Junction, out: set[int]):
        self.kind, self.place, self.sealed = kind, place, table.sealed
        self.out = out | {seat for seat in range(table.players)
                          if not table.bluff and not self._has_anything(table, seat)}
        order = [(table.seat + i) % table.players for i in range(table.players)]
        self.order = [seat for seat in order if seat not in self.out]
        self.bids: dict[int, tuple[int, list[str]]] = {}  # limit or bid, and how it is paid
        self.queue = list(self.order)
        self.leader: int | None = None

    def _has_anything(self, table: Table, seat: int) -> bool:
        """Whether the others cannot rule out that the seat has something to bid."""
        soldiers = table.soldiers[seat] if self.kind == "battle" else 0
        return bool(cards(table.hands[seat]) or table.hands[seat]["gold"] or soldiers)

    def waits_for(self) -> list[int]:
        if self.sealed:
            return sorted(set(self.order) - set(self.bids))
        over = not self.queue or self.queue[0] == self.leader
        return [] if over else [self.queue[0]]

    def things(self, table: Table, seat: int) -> Counter[str]:
        """Returns what counts of a seat's things (AU1, AU2)."""
        held = table.hands[seat] + Counter(soldier=table.soldiers[seat])
        return Counter({thing: n for thing, n in held.items() if thing in COUNTING[self.kind]})

    def bid(self, table: Table, seat: int, *, limit: int, payment: list[str]) -> None:
        """Names a limit, or bids; a limit of 0 is a pass."""
        need(seat in self.waits_for())
        if limit:
            self._check(table, seat, limit=limit, payment=payment)
        if self.sealed or limit:
            self.bids[seat] = limit, payment
        if not self.sealed:
            self.queue.pop(0)
            if limit:
                self.queue.append(seat)
                self.leader = seat

    def _check(self, table: Table, seat: int, *, limit: int, payment: list[str]) -> None:
        held = self.things(table, seat)
        if not self.sealed and self.leader is not None:
            need(limit > self.bids[self.leader][0])
        if limit > worth(held.elements()):
            need(table.bluff and limit <= 99 and not payment)
        else:
            need(Counter(payment) <= held and pays_exactly(payment, limit))
            kinds = [thing for i, thing in enumerate(payment) if thing not in payment[i - 1:i]]
            need(len(kinds) == len(set(kinds)))  # each kind is named once

    def result(self) -> tuple[int, int] | None:
        """Returns the winner and the price, None if nobody has bid (AU4, AU10)."""
        if self.sealed:
            return sealed_winner([(seat, self.bids[seat][0]) for seat in self.order])
        return None if self.leader is None else (self.leader, self.bids[self.leader][0])

    def payment(self, table: Table, seat: int, price: int) -> list[str] | None:
        """Returns what the winner hands over, None if they cannot pay (AU5 to AU7)."""
        things = self.bids[seat][1] or usual_order(self.things(table, seat))
        return used_for(things, price) if worth(things) >= price else None


def usual_order(held: Counter[str]) -> list[str]:
    """Returns all things in the order in which they pay a bid if the bidder has not said how."""
    cards_first = sorted(KINDS, key=lambda kind: (kind == "gold", -held[kind]))
    return [thing for thing in [*cards_first, "soldier"] for _ in range(held[thing])]
