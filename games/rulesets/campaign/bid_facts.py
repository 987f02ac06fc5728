"""Facts to bid by: what a chit changes, the usual price, and what the others could pay at most."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.campaign import auctions, awards, things
from alexandros_rules.campaign.state import COUNSELORS, State, change
from alexandros_rules.immutable import with_item
from alexandros_rules.translation import list_with_and

PRICES = Path(__file__).with_name("usual_prices.json")


def bid_facts(view: State, seat: int, names: Sequence[str]) -> list[str]:
    """Return what everybody can know of the auction that is going on, in sentences for a seat."""
    if view.auction is None:
        return []
    stakes = " ".join(filter(None, (_counselors_text(view), stakes_text(view, seat))))
    texts = [stakes, *_stakes_of_others(view, seat, names), _most_of_others(view, seat, names),
             _chits_text(view)]
    return [text for text in texts if text]


def _counselors_text(view: State) -> str:
    """Return what three chits bring, and more of them (CO1, CO2, TH6); "" at a temple."""
    if view.auction is None or view.auction.kind == things.TEMPLE:
        return ""
    points = COUNSELORS[view.players]
    if len(points) == 1:
        return _("The first player with three chits gets the counselor card, worth %(points)s"
                 " points. Whoever then has more chits than its owner takes it.") % {
            "points": points[0]}
    return _("Three chits bring a counselor card: the first player to have them gets %(points)s"
             " points, the next %(fewer)s. Whoever has more chits than the owner of a better card"
             " takes it.") % {
        "points": points[0], "fewer": list_with_and(map(str, points[1:]))}


def stakes_text(view: State, seat: int) -> str:
    """Return the worth of the chit up for auction for a seat, in sentences; "" at a temple."""
    auction = view.auction
    if auction is None or auction.kind == things.TEMPLE:
        return ""
    chits = view.chits_of(seat)
    have = ngettext("You have %(count)s chit.", "You have %(count)s chits.", chits) % {
        "count": chits}
    if view.counselors[0] == seat:
        lead = chits - max(view.chits_of(other) for other in range(view.players) if other != seat)
        return f"{have} " + ngettext(
            "You have the best counselor card and are %(count)s chit ahead: this one brings no"
            " points, but makes it harder to take the card from you.",
            "You have the best counselor card and are %(count)s chits ahead: this one brings no"
            " points, but makes it harder to take the card from you.", lead) % {"count": lead}
    gain = chit_gain(view, seat, auction.kind)
    if gain:
        return f"{have} " + ngettext(
            "With this one, you gain %(count)s point for a counselor card.",
            "With this one, you gain %(count)s points for a counselor card.", gain) % {
            "count": gain}
    left = chits_left(view) + 1  # with this one
    enough = next((number for number in range(2, left + 1)
                   if chit_gain(view, seat, auction.kind, number)), None)
    if enough is None:
        return f"{have} " + _("Too few chits are still to come for you to gain points by them.")
    if view.counselor_points(seat):
        return f"{have} " + ngettext(
            "You need %(count)s more for a better counselor card.",
            "You need %(count)s more for a better counselor card.", enough) % {"count": enough}
    return f"{have} " + ngettext(
        "You need %(count)s more for a counselor card.",
        "You need %(count)s more for a counselor card.", enough) % {"count": enough}


def chit_gain(view: State, seat: int, kind: int, number: int = 1) -> int:
    """Return the points that chits of this kind bring a seat for a counselor card (CO1, CO2)."""
    return _changes(view, seat, kind, number)[seat]


def _changes(view: State, winner: int, kind: int, number: int = 1) -> list[int]:
    """Return how the points of each seat for counselor cards change with chits of the winner."""
    won = with_item(view.won, winner, with_item(
        view.won[winner], kind, view.won[winner][kind] + number))
    after = change(view, won=won)
    after = change(after, counselors=awards.counselors(after))
    return [after.counselor_points(seat) - view.counselor_points(seat)
            for seat in range(view.players)]


def _stakes_of_others(view: State, seat: int, names: Sequence[str]) -> list[str]:
    """Return what others would gain with the chit up for auction, and the seat would lose."""
    auction, texts = view.auction, list[str]()
    if auction is None or auction.kind == things.TEMPLE:
        return texts
    for other in _rivals(view, seat):
        changes = _changes(view, other, auction.kind)
        words = {"name": names[other], "gain": changes[other], "loss": -changes[seat]}
        if changes[other] and changes[seat] < 0:
            texts.append(ngettext(
                "%(name)s would gain %(gain)s point with it, and you would lose %(loss)s.",
                "%(name)s would gain %(gain)s points with it, and you would lose %(loss)s.",
                changes[other]) % words)
        elif changes[other]:
            texts.append(ngettext("%(name)s would gain %(gain)s point with it.",
                                  "%(name)s would gain %(gain)s points with it.",
                                  changes[other]) % words)
    return texts


def _rivals(view: State, seat: int) -> list[int]:
    """Return the other seats that may still bid."""
    auction = view.auction
    assert auction is not None
    is_out = [bid is not None and bid.limit == 0 for bid in auction.bids]
    return [other for other in auctions.bidders(auction, view.players)
            if other != seat and not is_out[other]]


def tie_text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return whose bid wins among equal ones (AU10); "" if nobody else can make an equal one."""
    if view.options.open_bidding or view.auction is None or not _rivals(view, seat):
        return ""
    order = auctions.bidders(view.auction, view.players)
    if order[0] == seat:
        return _("Of equal bids, yours wins.")
    if len(order) == 2:
        return _("Of equal bids, %(name)s’s wins.") % {"name": names[order[0]]}
    if order[-1] == seat:
        return _("Of equal bids, yours never wins.")
    return _("Of equal bids, the first one of these wins: %(names)s.") % {
        "names": ", ".join(_("you") if one == seat else names[one] for one in order)}


def _most_of_others(view: State, seat: int, names: Sequence[str]) -> str:
    """Return what each of the others could pay at most if all of their cards counted."""
    auction = view.auction
    assert auction is not None
    rivals = _rivals(view, seat)
    if not rivals:
        return _("Nobody else can bid.")
    if len(rivals) == 1:
        return _("With all of their cards and gold, %(name)s could pay %(number)s.") % {
            "name": names[rivals[0]], "number": _most_payable(view, rivals[0], auction.kind)}
    most = list_with_and(_("%(name)s %(number)s") % {
        "name": names[other], "number": _most_payable(view, other, auction.kind)}
        for other in rivals)
    return _("With all of their cards and gold, the others could pay: %(most)s.") % {"most": most}


def _most_payable(view: State, seat: int, kind: int) -> int:
    """Return the highest bid that a seat could pay as far as everybody can see (AU1)."""
    hand, soldiers = view.hands[seat], view.soldiers[seat] if kind == things.BATTLE else 0
    return (things.cards(hand) + hand[things.GOLD]
            + soldiers * things.worth(things.SOLDIERS))


def chits_left(view: State) -> int:
    """Return how many chits Alexander has not reached yet."""
    return sum(stop.kind == "chit" for stop in view.world.route[view.arrow:])


def _chits_text(view: State) -> str:
    assert view.auction is not None
    if view.auction.kind == things.TEMPLE:
        return ""
    every = sum(stop.kind == "chit" for stop in view.world.route)
    left = chits_left(view)
    return ngettext("After this one, %(count)s of %(every)s chits is still to come.",
                    "After this one, %(count)s of %(every)s chits are still to come.", left) % {
        "count": left, "every": every}


def usual_price(view: State) -> Sequence[int] | None:
    """Return the lowest and the highest usual price at this stop; None if nobody measured it."""
    assert view.auction is not None
    name = view.world.stop_names.get(view.auction.junction, "")
    return _usual_prices().get(str(view.players), {}).get(name)


def usual_price_text(view: State) -> str:
    """Return the prices at this stop in half of strong bots' games; "" if nobody measured them."""
    prices = usual_price(view)
    if prices is None:
        return ""
    low, high = prices
    if not high:
        return _("In games between strong bots, usually nobody bids here.")
    if not low:
        return _("In games between strong bots, the price here is usually at most %(high)s.") % {
            "high": high}
    if low == high:
        return _("In games between strong bots, the price here is often %(price)s.") % {
            "price": low}
    if low + 1 == high:
        return _("In games between strong bots, the price here is often %(low)s or %(high)s.") % {
            "low": low, "high": high}
    return _("In games between strong bots, the price here is often %(low)s to %(high)s.") % {
        "low": low, "high": high}


@cache
def _usual_prices() -> Mapping[str, Mapping[str, Sequence[int]]]:
    prices: Mapping[str, Mapping[str, Sequence[int]]] = json.loads(PRICES.read_text("utf-8"))[
        "prices"]
    return prices
