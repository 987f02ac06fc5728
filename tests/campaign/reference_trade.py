"""A second, simple implementation of trades between players (TR2, TR3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.campaign.reference_rules import COMMODITIES, KINDS, need

if TYPE_CHECKING:
    from tests.campaign.reference_game import Table


@dataclass
class Offer:
    number: int
    seat: int
    give: Counter[str]
    get: Counter[str]
    to: set[int]
    times: int
    standing: bool


def make(table: Table, offer: Offer) -> None:
    """Makes an offer, or the trade itself if an offer of another player fits it at once."""
    give, get = offer.give, offer.get
    need(offer.standing or (offer.seat == table.seat and table.phase == "build"))
    need(give and get and not set(give) & set(get))
    need(all(get[kind] <= (40 if kind == "gold" else 19) for kind in KINDS))
    need(offer.to and offer.to <= set(range(table.players)) - {offer.seat})
    need(1 <= offer.times <= (9 if offer.standing else 1))
    need(sum([give] * offer.times, Counter()) <= table.hands[offer.seat])
    need(sum(other.seat == offer.seat for other in table.offers) < 6)
    found = fitting(table, offer)
    if found and not offer.standing:
        _trade(table, found[0], other=offer.seat)
        table.last_offer = "taken"
    else:
        table.offered[offer.seat] += 1
        table.offers.append(offer)
        if offer.seat == table.seat:
            table.last_offer = offer.number


def fitting(table: Table, offer: Offer) -> list[Offer]:
    """Returns the offers of others that are at least as good for the offerer, the best first."""
    return sorted((
        other for other in table.offers if other.seat in offer.to and offer.seat in other.to
        and other.get <= offer.give and offer.get <= other.give
    ), key=lambda other: (
        other.get.total(), -other.give.total(), (other.seat - offer.seat) % table.players,
        other.number))


def accept(table: Table, number: int, *, seat: int) -> None:
    (offer,) = [one for one in table.offers if one.number == number] or [None]
    need(offer is not None)
    assert offer is not None
    need(seat in offer.to)
    need(table.seat in (seat, offer.seat) and table.phase == "build")
    need(offer.get <= table.hands[seat])
    _trade(table, offer, other=seat)
    if table.last_offer == number:
        table.last_offer = "taken"


def withdraw(table: Table, number: int, *, seat: int) -> None:
    need(any(offer.number == number and offer.seat == seat for offer in table.offers))
    end_offers(table, lambda offer: offer.number == number)
    if table.last_offer == number:
        table.last_offer = None


def _trade(table: Table, offer: Offer, *, other: int) -> None:
    table.hands[offer.seat] += offer.get
    table.hands[offer.seat] -= offer.give
    table.hands[other] += offer.give
    table.hands[other] -= offer.get
    offer.times -= 1


def reduce_offers(table: Table) -> None:
    """Reduces offers to what their owners can still fulfil (TR3)."""
    for offer in table.offers:
        while sum([offer.give] * offer.times, Counter()) - table.hands[offer.seat]:
            offer.times -= 1
    end_offers(table, lambda offer: not offer.times)


def end_after_theft(table: Table, victim: int) -> None:
    """Ends the offers that would show which card was stolen."""
    end_offers(table, lambda offer: offer.seat == victim
               and any(offer.give[kind] for kind in COMMODITIES))


def end_offers(table: Table, ends: Callable[[Offer], object]) -> None:
    table.offers = [offer for offer in table.offers if not ends(offer)]
