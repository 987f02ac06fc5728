"""What the winner of an auction for a chit gains, in words."""

from __future__ import annotations

from django.utils.translation import ngettext

from engine.campaign import awards, things
from engine.campaign.state import ENOUGH_CHITS, State, change
from engine.immutable import with_item


def stakes_text(view: State, seat: int) -> str:
    """Returns what the chit up for auction would mean for a seat; "" at a temple."""
    auction = view.auction
    if auction is None or auction.kind == things.TEMPLE:
        return ""
    chits = view.chits_of(seat)
    have = ngettext("You have %(count)s chit.", "You have %(count)s chits.", chits) % {
        "count": chits}
    gain = _gain(view, seat, auction.kind)
    if gain:
        return f"{have} " + ngettext(
            "With this one, you gain %(count)s point for a counselor card.",
            "With this one, you gain %(count)s points for a counselor card.", gain) % {
            "count": gain}
    if chits < ENOUGH_CHITS and None in view.counselors:
        lacking = ENOUGH_CHITS - chits
        return f"{have} " + ngettext(
            "You need %(count)s more for a counselor card.",
            "You need %(count)s more for a counselor card.", lacking) % {"count": lacking}
    return have


def _gain(view: State, seat: int, kind: int) -> int:
    """The points for a counselor card that a chit of this kind brings a seat at once (CO1, CO2)."""
    won = with_item(view.won, seat, with_item(
        view.won[seat], kind, view.won[seat][kind] + 1))
    after = change(view, won=won)
    after = change(after, counselors=awards.counselors(after))
    return after.counselor_points(seat) - view.counselor_points(seat)
