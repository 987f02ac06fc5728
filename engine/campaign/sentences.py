"""Sentences for players about auctions, trade and the end of a game.

Before the end, a limit is told to the player who named it and to nobody else (AU10).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


REASONS = {
    "points": gettext_noop("The game is over because a player has reached 14 points."),
    "persepolis": gettext_noop("The game is over because Alexander has reached %(place)s."),
}


def ended(event: events.Ended, before: State, names: Sequence[str]) -> list[str]:
    """Returns the points of each player, the winners first, and then the result (EN1).

    What shows one sentence about the end shows the last one.
    """
    ranking = sorted(range(before.players), key=lambda seat: (
        seat not in event.winners, -before.points(seat), seat))
    reason = _(REASONS[event.reason]) % {"place": _(before.world.goal_name)}
    return [*(_points(before, seat, names) for seat in ranking), " ".join([
        reason, _result(event, before, names), *_decided_by_chits(event, before, names)])]


def _result(event: events.Ended, before: State, names: Sequence[str]) -> str:
    points = before.points(event.winners[0])
    text = ngettext(
        "%(names)s wins with %(points)s point.", "%(names)s wins with %(points)s points.", points,
    ) if len(event.winners) == 1 else ngettext(
        "%(names)s share the win with %(points)s point.",
        "%(names)s share the win with %(points)s points.", points,
    )
    return text % {"names": list_with_and(names[seat] for seat in event.winners),
                   "points": points}


def _decided_by_chits(event: events.Ended, before: State, names: Sequence[str]) -> Iterator[str]:
    """Says why a player with as many points does not win (EN3)."""
    best = before.points(event.winners[0])
    tied = [seat for seat in range(before.players) if before.points(seat) == best]
    if len(tied) > len(event.winners):
        yield _("Of players with equally many points, the one with the most chits wins:"
                " %(chits)s.") % {"chits": ", ".join(
                    f"{names[seat]} {before.chits_of(seat)}" for seat in tied)}


def _points(before: State, seat: int, names: Sequence[str]) -> str:
    """Says how many points a player has, and where they come from."""
    points = before.points(seat)
    values = {"name": names[seat], "points": points, "parts": list_with_and(
        text % {"points": value}
        for text, value in zip(_source_texts(), before.point_sources(seat), strict=True)
        if value)}
    if not points:
        return _("%(name)s has no points.") % values
    return ngettext("%(name)s has %(points)s point: %(parts)s.",
                    "%(name)s has %(points)s points: %(parts)s.", points) % values


def _source_texts() -> Sequence[str]:
    """Returns the texts for everything that is worth points, in the order of the state."""
    return (
        _("%(points)s for settlements"), _("%(points)s for cities"),
        _("%(points)s for a counselor card"), _("%(points)s for the longest road"),
        _("%(points)s for the largest army"), _("%(points)s for victory point cards"),
    )


def bank_traded(event: events.BankTraded, before: State, names: Sequence[str]) -> str:
    return _("%(name)s trades %(given)s for %(got)s with the bank.") % {
        "name": names[event.seat], "given": terms.amounts(event.given),
        "got": terms.amounts(event.got)}


def offered(event: events.Offered, before: State, names: Sequence[str]) -> str:
    to_all = len(event.to) == before.players - 1
    if event.standing:
        text = (
            _("%(name)s makes a standing offer to everybody: %(give)s for %(get)s (offer"
              " %(number)s).") if to_all
            else _("%(name)s makes a standing offer to %(names)s: %(give)s for %(get)s (offer"
                   " %(number)s).")
        )
    else:
        text = (
            _("%(name)s offers everybody %(give)s for %(get)s (offer %(number)s).") if to_all
            else _("%(name)s offers %(names)s %(give)s for %(get)s (offer %(number)s).")
        )
    sentence = text % {
        "name": names[event.seat], "names": list_with_and(names[seat] for seat in event.to),
        "give": terms.amounts(event.give), "get": terms.amounts(event.get),
        "number": event.number}
    if event.times < 2:
        return sentence
    return " ".join([sentence, ngettext(
        "It can be accepted %(count)s time.", "It can be accepted %(count)s times.", event.times,
    ) % {"count": event.times}])


def offer_reduced(event: events.OfferReduced, before: State, names: Sequence[str]) -> str:
    values = {"owner": _owner(event.number, before, names), "number": event.number}
    if not event.times:
        return _("%(owner)s's offer %(number)s has lapsed.") % values
    return ngettext(
        "%(owner)s's offer %(number)s can be accepted only %(count)s more time.",
        "%(owner)s's offer %(number)s can be accepted only %(count)s more times.", event.times,
    ) % {**values, "count": event.times}


def withdrawn(event: events.Withdrawn, before: State, names: Sequence[str]) -> str:
    return _("%(owner)s withdraws offer %(number)s.") % {
        "owner": _owner(event.number, before, names), "number": event.number}


def _owner(number: int, before: State, names: Sequence[str]) -> str:
    offer = before.offer(number)
    assert offer is not None
    return names[offer.seat]


def traded(event: events.Traded, before: State, names: Sequence[str]) -> str:
    return _("%(name)s gives %(given)s to %(other)s and gets %(got)s (offer %(number)s).") % {
        "name": names[event.seat], "other": names[event.other],
        "given": terms.amounts(event.given), "got": terms.amounts(event.got),
        "number": event.number}


def not_needed(event: events.NotNeeded, before: State, names: Sequence[str]) -> str:
    return _("%(name)s's offer has been taken, so their other order is left out.") % {
        "name": names[event.seat]}


def discards_preferred(
    event: events.DiscardsPreferred, before: State, names: Sequence[str]
) -> str:
    """Tells the preference only to those who may know it: for others, it looks empty."""
    if not event.kinds:
        return _preference_changed(names[event.seat])
    return _("After a seven, %(name)s first discards %(kinds)s.") % {
        "name": names[event.seat], "kinds": list_with_and(map(terms.kind_name, event.kinds))}


def rolling_preferred(
    event: events.RollingPreferred, before: State, names: Sequence[str]
) -> str:
    if not event.at_once:
        return _preference_changed(names[event.seat])
    return _("The dice roll at once when %(name)s's turn begins.") % {"name": names[event.seat]}


def _preference_changed(name: str) -> str:
    return _("%(name)s has changed their preferences.") % {"name": name}
