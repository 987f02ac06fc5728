"""Describes events in sentences for players.

Auctions, trades and the end are described in ``sentences``.  What a view hides has no name here
either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.campaign import events, terms
from engine.campaign import sentences as auction
from engine.campaign import sentences as trade
from engine.campaign import things as th
from engine.campaign.sentences import ended
from engine.campaign.state import SEVEN, State
from engine.translation import gettext as _
from engine.translation import list_with_and, ngettext

_JOINED = {  # events whose sentence continues that of the event before
    events.Yielded: (events.Rolled,),
    events.RobberMoved: (events.SoldierPlayed,),
    events.ChitTurned: (events.AlexanderMoved,),
    events.AuctionBegan: (events.AlexanderMoved, events.ChitTurned),
    events.Founded: (events.AuctionWon,), events.ChitWon: (events.AuctionWon,),
    events.RoadBuilt: (events.RoadsPlayed, events.RoadBuilt),
    events.DiscardsDue: (events.Rolled, events.PaymentFailed),
    events.Prepared: (events.Started,),
}

_Pair = tuple[events.Event, State | None]


def describe_events(events_with_states: Sequence[_Pair], names: Sequence[str]) -> list[str]:
    """Describes the events of one move, each with the state (or view) before it.

    What belongs together is in one text: the dice and what they yield, a chit and its auction.
    """
    texts: list[str] = []
    last: type[Any] | None = None
    for i, (event, before) in enumerate(events_with_states):
        following = events_with_states[i + 1][0] if i + 1 < len(events_with_states) else None
        if isinstance(event, events.Ended) and before is not None:
            texts += ended(event, before, names)
            continue
        sentence = describe_event(event, before, names, following=following)
        if not sentence:
            continue
        if last in _JOINED.get(type(event), ()):
            texts[-1] = f"{texts[-1]} {sentence}"
        else:
            texts.append(sentence)
        last = type(event)
    return texts


def describe_event(event: events.Event, before: State | None, names: Sequence[str], *,
                   following: events.Event | None = None) -> str:
    """Describes one event; "" if the sentence of another event covers it.

    ``before`` is the state (or view) before the event, None for the first event of a game;
    ``following`` is the event after it.  ``names`` are the players, seat by seat.
    """
    if before is None:
        assert isinstance(event, events.Started)
        return _started(event, names)
    if isinstance(event, events.RobberMoved):
        return _robber_moved(event, before, names, following)
    if isinstance(event, events.Rolled):
        return _rolled(event, names, following)
    return _SENTENCES[type(event)](event, before, names)


def _gold_text(event: events.Started, names: Sequence[str]) -> str:
    if len({*event.gold}) == 1:
        return _("Everybody has %(gold)s.") % {"gold": terms.amount(th.GOLD, event.gold[0])}
    order = [(event.first + place) % event.players for place in range(event.players)]
    return _("To make up for the turn order, %(list)s.") % {"list": list_with_and(
        _("%(name)s has %(gold)s") % {
            "name": names[seat], "gold": terms.amount(th.GOLD, event.gold[seat])}
        for seat in order)}


def _started(event: events.Started, names: Sequence[str]) -> str:
    sentences = [_("The game begins. %(name)s takes the first turn.") % {
        "name": names[event.first]}, _gold_text(event, names)]
    if event.open_bidding:
        sentences.append(_("The bidding is open."))
    if event.bluff:
        sentences.append(_("Bids may be higher than what the bidder can pay."))
    return " ".join(sentences)


def _prepared(event: events.Prepared, before: State, names: Sequence[str]) -> str:
    return _("The robber stands in %(place)s.") % {
        "place": terms.hex_name(before, before.world.hex_by_label[event.robber])}


def _dealt(event: events.Dealt, before: State, names: Sequence[str]) -> str:
    return " ".join(
        _("%(name)s is dealt %(cards)s.") % {"name": names[seat], "cards": terms.amounts(hand)}
        for seat, hand in enumerate(event.hands) if not hand[th.UNKNOWN])


def _rolled(event: events.Rolled, names: Sequence[str], following: events.Event | None) -> str:
    first, second = event.dice
    if not first:
        return _("%(name)s rolls the dice.") % {"name": names[event.seat]}
    text = _("%(name)s rolls %(total)s (%(first)s and %(second)s).") % {
        "name": names[event.seat], "total": first + second, "first": first, "second": second}
    if first + second != SEVEN and not isinstance(following, events.Yielded):
        return " ".join([text, _("Nobody gets anything.")])
    return text


def _yielded(event: events.Yielded, before: State, names: Sequence[str]) -> str:
    sentences = [_gets(names[seat], gain) for seat, gain in enumerate(event.gains) if any(gain)]
    if event.short:
        sentences.append(_("The bank has too little %(kinds)s, so nobody gets any of that.") % {
            "kinds": list_with_and(map(terms.kind_name, event.short))})
    return " ".join(sentences)


def _gets(name: str, some: th.Counts) -> str:
    return _("%(name)s gets %(things)s.") % {"name": name, "things": terms.amounts(some)}


def _discards_due(event: events.DiscardsDue, before: State, names: Sequence[str]) -> str:
    return " ".join(
        ngettext("%(name)s has to discard %(count)s card.",
                 "%(name)s has to discard %(count)s cards.", number)
        % {"name": names[seat], "count": number}
        for seat, number in enumerate(event.due) if number)


def _chose_discard(event: events.ChoseDiscard, before: State, names: Sequence[str]) -> str:
    if event.cards[th.UNKNOWN]:
        return _("%(name)s has decided.") % {"name": names[event.seat]}
    return _("%(name)s will discard %(cards)s.") % {
        "name": names[event.seat], "cards": terms.amounts(event.cards)}


def _discarded(event: events.Discarded, before: State, names: Sequence[str]) -> str:
    return " ".join(
        _("%(name)s discards %(cards)s.") % {"name": names[seat], "cards": terms.amounts(some)}
        for seat, some in enumerate(event.discards) if any(some))


def _robber_moved(event: events.RobberMoved, before: State, names: Sequence[str],
                  following: events.Event | None) -> str:
    values = {"name": names[event.seat],
              "place": terms.hex_name(before, before.world.hex_by_label[event.hex])}
    if not isinstance(following, events.Stole):
        return _("%(name)s moves the robber to %(place)s and steals nothing.") % values
    values["victim"] = names[following.victim]
    if following.card == th.UNKNOWN:
        return _("%(name)s moves the robber to %(place)s and steals a card from"
                 " %(victim)s.") % values
    return _("%(name)s moves the robber to %(place)s and steals %(card)s from %(victim)s.") % {
        **values, "card": terms.amount(following.card, 1)}


def _silent(event: events.Event, before: State, names: Sequence[str]) -> str:
    """Says nothing: the sentence of another event tells it."""
    return ""


def _supplied(event: events.Supplied, before: State, names: Sequence[str]) -> str:
    return " ".join([
        _("Everybody draws a card from the supply."),
        *[_gets(names[seat], th.single(card))
          for seat, card in enumerate(event.cards) if card != th.UNKNOWN]])


def _supply_ended(event: events.SupplyEnded, before: State, names: Sequence[str]) -> str:
    return _("The supply has too few cards left for everybody. They go to the bank:"
             " %(cards)s.") % {"cards": terms.amounts(event.left)}


def _alexander_moved(event: events.AlexanderMoved, before: State, names: Sequence[str]) -> str:
    route = before.world.route
    if event.arrow > len(route):
        return _("Alexander reaches %(place)s.") % {
            "place": terms.junction_name(before, before.world.goal)}
    return _("Alexander passes %(place)s.") % {
        "place": terms.junction_name(before, route[event.arrow - 1].junction)}


def _chit_turned(event: events.ChitTurned, before: State, names: Sequence[str]) -> str:
    if event.chit == th.FACE_DOWN:
        return _("The chit there is turned face up.")
    return _("The chit there is turned face up: %(chit)s.") % {
        "chit": terms.auction_name(event.chit)}


def _longest_road(event: events.LongestRoad, before: State, names: Sequence[str]) -> str:
    if event.owner is None:
        return _("Nobody has the longest road any more.")
    return _("%(name)s has the longest road now, with %(length)s roads (2 points).") % {
        "name": names[event.owner], "length": event.length}


def _largest_army(event: events.LargestArmy, before: State, names: Sequence[str]) -> str:
    if event.owner is None:
        return _("Nobody has the largest army any more.")
    return _("%(name)s has the largest army now, with %(soldiers)s (2 points).") % {
        "name": names[event.owner],
        "soldiers": terms.amount(th.SOLDIERS, before.soldiers[event.owner])}


def _road_built(event: events.RoadBuilt, before: State, names: Sequence[str]) -> str:
    return (
        _("%(name)s builds a free road on %(path)s.") if event.free
        else _("%(name)s builds a road on %(path)s.")
    ) % {"name": names[event.seat], "path": event.path}


def _settlement_built(event: events.SettlementBuilt, before: State, names: Sequence[str]) -> str:
    return _("%(name)s builds a settlement on %(place)s.") % {
        "name": names[event.seat],
        "place": terms.junction_name(before, before.world.junction_by_label[event.junction])}


def _city_built(event: events.CityBuilt, before: State, names: Sequence[str]) -> str:
    return _("%(name)s builds a city on %(place)s.") % {
        "name": names[event.seat],
        "place": terms.junction_name(before, before.world.junction_by_label[event.junction])}


def _development_bought(
    event: events.DevelopmentBought, before: State, names: Sequence[str]
) -> str:
    return (
        _("%(name)s buys a development card.") if event.development == th.HIDDEN
        else _("%(name)s buys a development card (%(card)s).")
    ) % {"name": names[event.seat], "card": terms.development_name(event.development)}


def _soldier_played(event: events.SoldierPlayed, before: State, names: Sequence[str]) -> str:
    return _("%(name)s plays a soldier.") % {"name": names[event.seat]}


def _roads_played(event: events.RoadsPlayed, before: State, names: Sequence[str]) -> str:
    return _("%(name)s plays road building.") % {"name": names[event.seat]}


def _plenty_played(event: events.PlentyPlayed, before: State, names: Sequence[str]) -> str:
    return _("%(name)s plays year of plenty and takes %(cards)s from the bank.") % {
        "name": names[event.seat], "cards": terms.amounts(event.taken)}


def _monopoly_played(event: events.MonopolyPlayed, before: State, names: Sequence[str]) -> str:
    plays = _("%(name)s plays monopoly on %(kind)s.") % {
        "name": names[event.seat], "kind": terms.kind_name(event.kind)}
    if min(event.taken) < 0:
        return plays
    gives = [_("%(name)s hands over %(cards)s.") % {
        "name": names[seat], "cards": terms.amount(event.kind, number)}
        for seat, number in enumerate(event.taken) if number]
    return " ".join([plays, *(gives or [_("Nobody has any.")])])


def _ended(event: events.Ended, before: State, names: Sequence[str]) -> str:
    return " ".join(ended(event, before, names))


def _turn_ended(event: events.TurnEnded, before: State, names: Sequence[str]) -> str:
    return _("%(name)s's turn ends; %(next)s is next.") % {
        "name": names[event.seat], "next": names[event.next]}


_SENTENCES: dict[type[Any], Callable[[Any, State, Sequence[str]], str]] = {
    events.Prepared: _prepared, events.Dealt: _dealt, events.Yielded: _yielded,
    events.DiscardsDue: _discards_due, events.ChoseDiscard: _chose_discard,
    events.Discarded: _discarded, events.Stole: _silent, events.Supplied: _supplied,
    events.SupplyEnded: _supply_ended, events.AlexanderMoved: _alexander_moved,
    events.ChitTurned: _chit_turned, events.AuctionBegan: auction.auction_began,
    events.LimitNamed: auction.limit_named, events.BidMade: auction.bid_made,
    events.Passed: auction.passed, events.AuctionWon: auction.auction_won,
    events.NobodyBid: auction.nobody_bid,
    events.PaymentFailed: auction.payment_failed,
    events.Founded: auction.founded, events.ChitWon: auction.chit_won,
    events.CounselorsChanged: auction.counselors_changed,
    events.LongestRoad: _longest_road, events.LargestArmy: _largest_army,
    events.RoadBuilt: _road_built, events.SettlementBuilt: _settlement_built,
    events.CityBuilt: _city_built, events.DevelopmentBought: _development_bought,
    events.SoldierPlayed: _soldier_played, events.RoadsPlayed: _roads_played,
    events.PlentyPlayed: _plenty_played, events.MonopolyPlayed: _monopoly_played,
    events.BankTraded: trade.bank_traded, events.Offered: trade.offered,
    events.OfferReduced: trade.offer_reduced, events.Withdrawn: trade.withdrawn,
    events.Traded: trade.traded, events.NotNeeded: trade.not_needed,
    events.DiscardsPreferred: trade.discards_preferred,
    events.RollingPreferred: trade.rolling_preferred, events.TurnEnded: _turn_ended,
    events.Ended: _ended,
}
