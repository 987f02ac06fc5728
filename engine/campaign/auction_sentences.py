"""Describes auctions and what they bring, in sentences for players.

Before the end, a limit is told to the player who named it and to nobody else (AU10).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.campaign import auctions, events, terms
from engine.campaign import things as th
from engine.campaign.moves import Payment
from engine.campaign.state import COUNSELORS, SECRET_PAYMENT, State
from engine.translation import gettext as _
from engine.translation import gettext_noop, list_with_and, ngettext

_BECOMES = {  # by the points of the card (TH6)
    4: gettext_noop("%(name)s becomes the first counselor (4 points)."),
    3: gettext_noop("%(name)s becomes the second counselor (3 points)."),
    2: gettext_noop("%(name)s becomes the third counselor (2 points)."),
}


def auction_began(event: events.AuctionBegan, before: State, names: Sequence[str]) -> str:
    kind = th.AUCTION_NAMES.index(event.kind)
    again = before.auction is not None
    if again:
        text = _("The auction begins again; %(things)s count.")
    elif kind == th.TEMPLE:
        text = _("A settlement on %(place)s is up for auction; %(things)s count.")
    else:
        text = _("This chit is up for auction; %(things)s count.")
    sentences = [text % {
        "things": terms.counting_text(kind),
        "place": terms.junction_name(before, before.world.junction_by_label[event.junction])}]
    if before.options.open_bidding and len(event.excluded) < before.players:
        sentences.append(_("%(name)s opens the bidding.") % {"name": names[event.opener]})
    if event.excluded:
        sentences.append(ngettext(
            "%(names)s does not bid.", "%(names)s do not bid.", len(event.excluded),
        ) % {"names": list_with_and(names[seat] for seat in event.excluded)})
    return " ".join(sentences)


def limit_named(event: events.LimitNamed, before: State, names: Sequence[str]) -> str:
    if event.limit < 0:
        return _("%(name)s has decided.") % {"name": names[event.seat]}
    if not event.limit:
        return _("%(name)s bids nothing.") % {"name": names[event.seat]}
    return (
        _("%(name)s bids up to %(limit)s and would pay with %(things)s.") if event.payment
        else _("%(name)s bids up to %(limit)s.")
    ) % {"name": names[event.seat], "limit": event.limit, "things": payment_text(event.payment)}


def bid_made(event: events.BidMade, before: State, names: Sequence[str]) -> str:
    known = event.payment and event.payment != SECRET_PAYMENT
    return (
        _("%(name)s bids %(amount)s and would pay with %(things)s.") if known
        else _("%(name)s bids %(amount)s.")
    ) % {"name": names[event.seat], "amount": event.amount,
         "things": payment_text(event.payment) if known else ""}


def passed(event: events.Passed, before: State, names: Sequence[str]) -> str:
    return _("%(name)s passes.") % {"name": names[event.seat]}


def auction_won(event: events.AuctionWon, before: State, names: Sequence[str]) -> str:
    worth = auctions.value(event.payment)
    return (
        _("%(name)s wins the auction for %(price)s and pays with %(things)s, worth %(worth)s.")
        if worth > event.price
        else _("%(name)s wins the auction for %(price)s and pays with %(things)s.")
    ) % {"name": names[event.seat], "price": event.price, "worth": worth,
         "things": payment_text(event.payment)}


def nobody_bid(event: events.NobodyBid, before: State, names: Sequence[str]) -> str:
    if before.auction is not None and before.auction.kind == th.TEMPLE:
        return _("Nobody bids, so no settlement is founded here.")
    return _("Nobody bids, so the chit is out of the game.")


def payment_failed(event: events.PaymentFailed, before: State, names: Sequence[str]) -> str:
    return _("%(name)s wins with a bid of %(price)s but cannot pay it.") % {
        "name": names[event.seat], "price": event.price}


def founded(event: events.Founded, before: State, names: Sequence[str]) -> str:
    return (
        _("%(name)s founds a settlement on %(place)s.") if event.built
        else _("%(name)s has no settlement left, so %(place)s stays empty.")
    ) % {"name": names[event.seat],
         "place": terms.junction_name(before, before.world.junction_by_label[event.junction])}


def chit_won(event: events.ChitWon, before: State, names: Sequence[str]) -> str:
    count = before.chits_of(event.seat) + 1
    return ngettext(
        "%(name)s takes the chit (%(chit)s) and has %(count)s chit now.",
        "%(name)s takes the chit (%(chit)s) and has %(count)s chits now.", count,
    ) % {"name": names[event.seat], "chit": terms.auction_name(event.chit), "count": count}


def counselors_changed(
    event: events.CounselorsChanged, before: State, names: Sequence[str]
) -> str:
    values = COUNSELORS[before.players]
    sentences = [
        _(_BECOMES[value]) % {"name": names[owner]}
        for value, owner, old in zip(values, event.owners, before.counselors, strict=True)
        if owner is not None and owner != old
    ]
    lost = [old for old in before.counselors if old is not None and old not in event.owners]
    sentences += [_("%(name)s is no longer a counselor.") % {"name": names[seat]}
                  for seat in lost]
    return " ".join(sentences)


def payment_text(payment: Payment) -> str:
    """Returns "2 wheat and 1 soldier"."""
    return list_with_and(terms.amount(kind, number) for kind, number in payment)
