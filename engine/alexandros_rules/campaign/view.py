"""Views: states and events without the secrets of others.  No other module hides anything.

Hidden are the other players' commodity and development cards, their bid limits, discards and
standing preferences until they are public, the orders of the supply and of the development cards,
the chits that lie face down, and stolen cards.  How many cards there are is public, and so is gold.
After the end nothing is hidden unless the game is sealed; then only the victory point cards are
shown, which count in the final scores.
"""

from __future__ import annotations

from dataclasses import replace

from alexandros_rules.campaign import events
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.state import OVER, SECRET_BID, SECRET_PAYMENT, Auction, State, change


def view(state: State, seat: int | None, *, sealed: bool = False) -> State:
    """Return the state as a seat sees it, or a spectator if ``seat`` is None."""
    is_over = state.phase == OVER
    if is_over and not sealed:
        return state
    seats = range(state.players)
    return change(
        state,
        supply=(th.UNKNOWN,) * len(state.supply),
        deck=(th.HIDDEN,) * len(state.deck),
        chits=(th.FACE_DOWN,) * len(state.chits), aside=(th.FACE_DOWN,) * len(state.aside),
        hands=_hands_seen_by(seat, state.hands),
        cards=tuple([state.cards[i] if i == seat
                     else hidden_developments(state.cards[i], shows_points=is_over)
                     for i in seats]),
        bought=state.bought if seat == state.seat else hidden_developments(state.bought),
        auction=None if state.auction is None else _auction_seen_by(seat, state),
        discards=tuple([some if i == seat or some is None else hidden_cards(some)
                        for i, some in enumerate(state.discards)]),
        preferred=tuple([state.preferred[i] if i == seat else () for i in seats]),
        at_once=tuple([state.at_once[i] and i == seat for i in seats]),
    )


def hidden_cards(some: th.Counts) -> th.Counts:
    """Return counts that show only the number of cards and the gold."""
    return (0, 0, 0, 0, 0, some[th.GOLD], th.cards(some))


def hidden_developments(some: th.Counts, *, shows_points: bool = False) -> th.Counts:
    """Return counts that show the number of development cards, and perhaps which are points."""
    points = some[th.POINT] if shows_points else 0
    return (0, points, 0, 0, 0, sum(some) - points)


def _hands_seen_by(seat: int | None, hands: tuple[th.Counts, ...]) -> tuple[th.Counts, ...]:
    return tuple([hand if i == seat else hidden_cards(hand) for i, hand in enumerate(hands)])


def _auction_seen_by(seat: int | None, state: State) -> Auction:
    auction = state.auction
    assert auction is not None
    return replace(auction, bids=tuple([
        bid if i == seat or bid is None else _hidden_bid(bid, is_open=state.options.open_bidding)
        for i, bid in enumerate(auction.bids)]))


def _hidden_bid(bid: Bid, *, is_open: bool) -> Bid:
    if not is_open:
        return SECRET_BID  # even whether it is a pass (AU10)
    return Bid(bid.limit, SECRET_PAYMENT) if bid.limit else bid


def view_event(event: events.Event, seat: int | None, *, over: bool) -> events.Event:
    """Return the event as a seat sees it.  Nothing is hidden if the game is ``over``."""
    if over:
        return event
    match event:
        case events.Prepared():
            return replace(event, chits=(th.FACE_DOWN,) * len(event.chits),
                           deck=(th.HIDDEN,) * len(event.deck),
                           supply=(th.UNKNOWN,) * len(event.supply))
        case events.Continued():
            return replace(
                event, hands=_hands_seen_by(seat, event.hands),
                supply=(th.UNKNOWN,) * len(event.supply), deck=(th.HIDDEN,) * len(event.deck),
                developments=tuple([row if i == seat else (th.HIDDEN,) * len(row)
                                    for i, row in enumerate(event.developments)]),
                chits=(th.FACE_DOWN,) * len(event.chits))
        case events.Dealt():
            return replace(event, hands=_hands_seen_by(seat, event.hands))
        case events.Supplied():
            return replace(event, cards=tuple([card if i == seat else th.UNKNOWN
                                               for i, card in enumerate(event.cards)]))
        case events.Stole() if seat not in (event.seat, event.victim):
            return replace(event, card=th.UNKNOWN)
    return event if getattr(event, "seat", None) == seat else _without_secret(event)


def _without_secret(event: events.Event) -> events.Event:
    """Return an event of another seat without its secret."""
    match event:
        case events.ChoseDiscard():
            return replace(event, cards=hidden_cards(event.cards))
        case events.LimitNamed():
            return replace(event, limit=-1, payment=())
        case events.BidMade():
            return replace(event, payment=SECRET_PAYMENT)
        case events.DevelopmentBought():
            return replace(event, development=th.HIDDEN)
        case events.DiscardsPreferred():
            return replace(event, kinds=())
        case events.RollingPreferred():
            return replace(event, at_once=False)
    return event
