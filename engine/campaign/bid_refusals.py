"""Why a bid is refused, in sentences that say what could be bid."""

from __future__ import annotations

from engine.campaign import auctions, moves, terms
from engine.campaign import things as th
from engine.campaign.state import State
from engine.errors import Illegal
from engine.translation import gettext as _


def low_bid(lowest: int) -> Illegal:
    return Illegal("low-bid", _("Bid at least %(lowest)s, or pass.") % {"lowest": lowest})


def high_bid(state: State, kind: int, most: int) -> Illegal:
    words = {"most": most, "things": terms.counting_text(kind)}
    if not most:
        return Illegal("high-bid", _(
            "You have nothing to bid here: only %(things)s count. Please pass.") % words,
            allowed=[_no_bid(state)])
    return Illegal("high-bid", _("You can pay at most %(most)s: only %(things)s count.") % words,
                   allowed=[_bid(state, most), _no_bid(state)])


def _bid(state: State, limit: int) -> str:
    """Writes a bid without its payment, as the table's kind of bidding names it."""
    return f"bid {limit}" if state.options.open_bidding else f"bid up to {limit}"


def _no_bid(state: State) -> str:
    return "pass" if state.options.open_bidding else "bid nothing"


def wrong_bluff() -> Illegal:
    return Illegal("wrong-bluff", _("You cannot pay so much. To bluff, bid at most %(most)s and do"
                                    " not say how you pay.") % {"most": 99})


def cannot_pay_with(state: State, kind: int, thing: int, *, seat: int) -> Illegal:
    name = _("soldiers") if thing == th.SOLDIERS else terms.kind_name(thing)
    if thing not in (*th.COUNTING[kind], th.GOLD) and not (
            thing == th.SOLDIERS and kind == th.BATTLE):
        return Illegal("does-not-count", _(
            "In this auction %(thing)s cannot be paid; only %(things)s count.") % {
                "thing": name, "things": terms.counting_text(kind)})
    held = state.soldiers[seat] if thing == th.SOLDIERS else state.hands[seat][thing]
    return Illegal("not-in-hand", _("You cannot pay with so much %(thing)s: you have"
                                    " %(count)s.") % {"thing": name, "count": held})


def wrong_payment(state: State, move: moves.Bid) -> Illegal:
    """The payment is worth less than the bid, or part of it is not needed (AU6)."""
    words = {"worth": auctions.value(move.payment), "limit": move.limit}
    if not move.limit:
        return Illegal("wrong-payment", _("If you pass, you pay nothing."),
                       allowed=[_no_bid(state)])
    if any(thing == th.SOLDIERS for thing, _number in move.payment):
        text = _("What you would pay is worth %(worth)s, since a soldier is worth 3 and everything"
                 " else 1. For a bid of %(limit)s, name no less and nothing that is not needed, or"
                 " leave the payment to us.")
    else:
        text = _("What you would pay is worth %(worth)s, but your bid is %(limit)s. Name as much"
                 " as you bid, or leave the payment to us.")
    return Illegal("wrong-payment", text % words, allowed=[_bid(state, move.limit)])
