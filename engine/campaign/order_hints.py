"""What to write instead of a line that does not begin with an order."""

from __future__ import annotations

from collections.abc import Callable

from engine.campaign import auctions, moves, possible_orders, trading
from engine.campaign.order_text import format_move
from engine.campaign.reading import quoted
from engine.campaign.state import AUCTION, BUILD, DISCARD, OVER, ROBBER, ROLL, State
from engine.campaign.yields import preferred_discard
from engine.translation import gettext as _
from engine.translation import list_with_or

YES = frozenset(("yes", "ok", "okay", "yeah", "ja", "oui", "si", "sim", "agreed", "deal"))
NO = frozenset(("no", "nope", "nein", "non", "nee", "nao", "decline", "reject", "refuse"))
_OPENING_WORDS = ("road", "settlement", "city", "buy", "bank", "offer", "play", "end")
_EXAMPLE_BID = 3


def hint(state: State, word: str, *, seat: int) -> str:
    """Returns how the seat could begin; ``word`` is what it began with.  "" after the end."""
    offers = trading.acceptable(state, seat) if state.phase == BUILD else ()
    if offers and word in YES:
        return _("To accept an offer, write for example '%(order)s'.") % {
            "order": format_move(moves.Accept(offers[0].number), state)}
    if offers and word in NO:
        return _("You need not answer an offer that you do not want.")
    if state.phase == OVER:
        return ""
    return _HINTS[_asked(state, seat)](state, seat)


def _asked(state: State, seat: int) -> str:
    """Returns the phase if the game waits for the seat, else ""."""
    if state.phase == AUCTION:
        return AUCTION if seat in auctions.awaited(state) else ""
    if state.phase == DISCARD:
        return DISCARD if state.due[seat] and state.discards[seat] is None else ""
    return state.phase if seat == state.seat and state.phase in _HINTS else ""


def _bidding(state: State, seat: int) -> str:
    auction = state.auction
    assert auction is not None
    nothing = format_move(moves.Bid(0, ()), state)
    lowest = auctions.high_bid(auction)[1] + 1 if state.options.open_bidding else 1
    most = auctions.most_payable(state, auction.kind, seat=seat)
    if most < lowest:
        return _("To bid nothing, write '%(order)s'.") % {"order": nothing}
    limit = min(most, max(lowest, _EXAMPLE_BID))
    bid = format_move(moves.Bid(limit, ()), state)
    return _("To bid, write for example '%(bid)s'. To bid nothing, write '%(nothing)s'.") % {
        "bid": bid, "nothing": nothing}


def _discarding(state: State, seat: int) -> str:
    usual = moves.Discard(preferred_discard(state.hands[seat], state.due[seat], ()))
    return _("Write which cards you discard, as in '%(order)s'.") % {
        "order": format_move(usual, state)}


def _moving_robber(state: State, seat: int) -> str:
    examples = possible_orders.orders(state, moves.MoveRobber, seat=seat)
    return _("Write where the robber goes and whom you rob, as in '%(order)s'.") % {
        "order": examples[0]}


def _rolling(state: State, seat: int) -> str:
    return _("Write '%(order)s', or first play a development card.") % {
        "order": format_move(moves.Roll(), state)}


def _building(state: State, seat: int) -> str:
    return _("Each order begins with a word such as %(words)s.") % {
        "words": list_with_or(map(quoted, _OPENING_WORDS))}


def _waiting(state: State, seat: int) -> str:
    return _("The game does not wait for you now, but you can make an offer, as in '%(order)s'."
             ) % {"order": "standing offer wool for ore"}


_HINTS: dict[str, Callable[[State, int], str]] = {
    AUCTION: _bidding, DISCARD: _discarding, ROBBER: _moving_robber, ROLL: _rolling,
    BUILD: _building, "": _waiting,
}
