"""State changes: folds each event into a state, with no checks and no chance."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

from alexandros_rules.campaign import events, map_file
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.state import (
    AUCTION,
    BUILD,
    CHANCE,
    COUNSELORS,
    DISCARD,
    OVER,
    ROBBER,
    ROLL,
    SEVEN,
    Auction,
    Offer,
    Options,
    State,
    change,
    read_parts,
)
from alexandros_rules.campaign.trading import mask_of
from alexandros_rules.immutable import with_item


def evolve(state: State | None, event: Event) -> State:
    """Return the state after an event.  ``state`` is None before the first, Started."""
    if state is None:
        if not isinstance(event, events.Started):
            raise ValueError(f"a log begins with Started, not {event!r}")
        return _started(event)
    after = _FOLDS[type(event)](state, event)
    if after.last_offer and type(event) not in _KEEP_LAST_OFFER:
        return change(after, last_offer=0)
    return after


def _started(event: events.Started) -> State:
    seats = event.players
    world = map_file.load(event.board)
    return State(
        world=world, players=seats, options=Options(event.open_bidding, event.bluff),
        rules=event.rules, phase=BUILD, seat=event.first, turn=1, dice=(0, 0), arrow=0,
        robber=world.deserts[0], roads=(0,) * seats, settlements=(0,) * seats,
        cities=(0,) * seats, hands=tuple(th.single(th.GOLD, gold) for gold in event.gold),
        bank=(*(th.CARDS_OF_EACH for _ in th.COMMODITIES),
              th.PIECES_OF_GOLD - sum(event.gold), 0),
        supply=(), deck=(), chits=(), aside=(), won=((0,) * 4,) * seats,
        cards=(th.NO_DEVELOPMENTS,) * seats, bought=th.NO_DEVELOPMENTS, played=False,
        soldiers=(0,) * seats, counselors=(None,) * len(COUNSELORS[seats]), longest=None,
        army=None, due=(0,) * seats, discards=(None,) * seats, auction=None,
        preferred=((),) * seats, at_once=(False,) * seats, offers=(), offered=(0,) * seats,
        last_offer=0, thefts=0, winners=(), reason="",
    )


def _prepared(state: State, event: events.Prepared) -> State:
    on_map = sum(stop.kind == "chit" for stop in state.world.route)
    each = len(event.supply) // len(th.COMMODITIES)
    stack = (*(each for _ in th.COMMODITIES), 0, 0)
    return change(
        state, chits=event.chits[:on_map], aside=event.chits[on_map:], deck=event.deck,
        supply=event.supply, bank=th.subtract(state.bank, stack),
        robber=state.world.hex_by_label[event.robber],
    )


def _continued(state: State, event: events.Continued) -> State:
    parts, *__ = json.loads(event.position)
    seen = read_parts(parts, state.world)
    held = event.developments[seen.seat]
    return change(
        seen, rules=state.rules, hands=event.hands, supply=event.supply, deck=event.deck,
        cards=tuple(map(th.developments, event.developments)),
        bought=th.developments(held[:sum(seen.bought)]),
        chits=event.chits[:len(seen.chits)], aside=event.chits[len(seen.chits):],
    )


def _dealt(state: State, event: events.Dealt) -> State:
    dealt = sum(map(sum, event.hands))
    return change(state, hands=tuple(map(th.add, state.hands, event.hands)),
                  supply=state.supply[dealt:])


def _rolled(state: State, event: events.Rolled) -> State:
    total = sum(event.dice)
    return change(state, dice=event.dice,
                  phase=CHANCE if not total else ROBBER if total == SEVEN else BUILD)


def _yielded(state: State, event: events.Yielded) -> State:
    return change(state, hands=tuple(map(th.add, state.hands, event.gains)),
                  bank=th.subtract(state.bank, reduce(th.add, event.gains)))


def _discards_due(state: State, event: events.DiscardsDue) -> State:
    return change(state, phase=DISCARD, due=event.due, discards=(None,) * state.players)


def _chose_discard(state: State, event: events.ChoseDiscard) -> State:
    return change(state, discards=with_item(state.discards, event.seat, event.cards))


def _discarded(state: State, event: events.Discarded) -> State:
    hands = tuple(spent(hand, some)
                  for hand, some in zip(state.hands, event.discards, strict=True))
    return change(
        state, hands=hands, bank=reduce(th.add, event.discards, state.bank),
        phase=AUCTION if state.auction else ROBBER,
        due=(0,) * state.players, discards=(None,) * state.players,
    )


def _robber_moved(state: State, event: events.RobberMoved) -> State:
    return change(state, robber=state.world.hex_by_label[event.hex],
                  phase=BUILD if state.phase == ROBBER else state.phase)


def _stole(state: State, event: events.Stole) -> State:
    card = th.single(event.card)
    hands = with_item(state.hands, event.victim, spent(state.hands[event.victim], card))
    return change(state, thefts=state.thefts + 1,
                  hands=with_item(hands, event.seat, th.add(hands[event.seat], card)))


def _supplied(state: State, event: events.Supplied) -> State:
    hands = tuple(th.add(hand, th.single(card))
                  for hand, card in zip(state.hands, event.cards, strict=True))
    return change(state, hands=hands, supply=state.supply[len(event.cards):])


def _supply_ended(state: State, event: events.SupplyEnded) -> State:
    return change(state, supply=(), bank=th.add(state.bank, event.left))


def _alexander_moved(state: State, event: events.AlexanderMoved) -> State:
    return change(state, arrow=event.arrow)


def _chit_turned(state: State, event: events.ChitTurned) -> State:
    return change(state, chits=state.chits[1:],
                  phase=CHANCE if event.chit == th.FACE_DOWN else state.phase)


def _auction_began(state: State, event: events.AuctionBegan) -> State:
    auction = Auction(
        th.AUCTION_NAMES.index(event.kind), state.world.junction_by_label[event.junction],
        event.opener, mask_of(event.excluded), (None,) * state.players,
    )
    return change(state, phase=AUCTION, auction=auction)


def _limit_named(state: State, event: events.LimitNamed) -> State:
    return _with_bid(state, event.seat, Bid(event.limit, event.payment))


def _bid_made(state: State, event: events.BidMade) -> State:
    return _with_bid(state, event.seat, Bid(event.amount, event.payment))


def _passed(state: State, event: events.Passed) -> State:
    return _with_bid(state, event.seat, Bid(0, ()))


def _with_bid(state: State, seat: int, bid: Bid) -> State:
    assert state.auction is not None
    return change(state, auction=replace(
        state.auction, bids=with_item(state.auction.bids, seat, bid)))


def _auction_won(state: State, event: events.AuctionWon) -> State:
    paid = dict(event.payment)
    soldiers = paid.pop(th.SOLDIERS, 0)
    price = tuple([paid.get(kind, 0) for kind in range(7)])
    return change(
        state, phase=BUILD, auction=None, bank=th.add(state.bank, price),
        hands=with_item(state.hands, event.seat, spent(state.hands[event.seat], price)),
        soldiers=with_item(state.soldiers, event.seat, state.soldiers[event.seat] - soldiers),
        deck=state.deck + (th.SOLDIER,) * soldiers,
    )


def _nobody_bid(state: State, event: events.NobodyBid) -> State:
    return change(state, phase=BUILD, auction=None)


def _payment_failed(state: State, event: events.PaymentFailed) -> State:
    assert state.auction is not None
    return change(state, auction=replace(
        state.auction, excluded=state.auction.excluded | 1 << event.seat))


def _founded(state: State, event: events.Founded) -> State:
    return _with_settlement(state, event.seat, event.junction) if event.built else state


def _chit_won(state: State, event: events.ChitWon) -> State:
    own = state.won[event.seat]
    return change(state, won=with_item(
        state.won, event.seat, with_item(own, event.chit, own[event.chit] + 1)))


def _counselors_changed(state: State, event: events.CounselorsChanged) -> State:
    return change(state, counselors=event.owners)


def _longest_road(state: State, event: events.LongestRoad) -> State:
    return change(state, longest=event.owner)


def _largest_army(state: State, event: events.LargestArmy) -> State:
    return change(state, army=event.owner)


def _road_built(state: State, event: events.RoadBuilt) -> State:
    path = 1 << state.world.path_by_label[event.path]
    after = change(state, roads=with_item(state.roads, event.seat,
                                          state.roads[event.seat] | path))
    return after if event.free else _paid(after, event.seat, th.ROAD_PRICE)


def _settlement_built(state: State, event: events.SettlementBuilt) -> State:
    return _paid(_with_settlement(state, event.seat, event.junction), event.seat,
                 th.SETTLEMENT_PRICE)


def _city_built(state: State, event: events.CityBuilt) -> State:
    junction = 1 << state.world.junction_by_label[event.junction]
    seat = event.seat
    after = change(
        state, cities=with_item(state.cities, seat, state.cities[seat] | junction),
        settlements=with_item(state.settlements, seat, state.settlements[seat] & ~junction),
    )
    return _paid(after, seat, th.CITY_PRICE)


def _development_bought(state: State, event: events.DevelopmentBought) -> State:
    card = th.single_development(event.development)
    after = change(
        state, deck=state.deck[1:], bought=th.add(state.bought, card),
        cards=with_item(state.cards, event.seat, th.add(state.cards[event.seat], card)),
    )
    return _paid(after, event.seat, th.DEVELOPMENT_PRICE)


def _soldier_played(state: State, event: events.SoldierPlayed) -> State:
    return change(
        _without_development(state, event.seat, th.SOLDIER),
        soldiers=with_item(state.soldiers, event.seat, state.soldiers[event.seat] + 1),
    )


def _roads_played(state: State, event: events.RoadsPlayed) -> State:
    return _without_development(state, event.seat, th.ROADS)


def _plenty_played(state: State, event: events.PlentyPlayed) -> State:
    after = _without_development(state, event.seat, th.PLENTY)
    return change(
        after, bank=th.subtract(state.bank, event.taken),
        hands=with_item(state.hands, event.seat, th.add(state.hands[event.seat], event.taken)),
    )


def _monopoly_played(state: State, event: events.MonopolyPlayed) -> State:
    after = _without_development(state, event.seat, th.MONOPOLY)
    taken = [max(0, number) for number in event.taken]
    hands = [spent(hand, th.single(event.kind, number))
             for hand, number in zip(state.hands, taken, strict=True)]
    hands[event.seat] = th.add(hands[event.seat], th.single(event.kind, sum(taken)))
    return change(after, hands=tuple(hands))


def _bank_traded(state: State, event: events.BankTraded) -> State:
    hand = th.add(th.subtract(state.hands[event.seat], event.given), event.got)
    return change(state, hands=with_item(state.hands, event.seat, hand),
                  bank=th.subtract(th.add(state.bank, event.given), event.got))


def _offered(state: State, event: events.Offered) -> State:
    offer = Offer(event.number, event.seat, event.give, event.get,
                  mask_of(event.to), event.times, event.standing)
    own = event.seat == state.seat
    offered = with_item(state.offered, event.seat, state.offered[event.seat] + 1)
    return change(state, offers=(*state.offers, offer), offered=offered,
                  last_offer=event.number if own else state.last_offer)


def _offer_reduced(state: State, event: events.OfferReduced) -> State:
    if not event.times:
        return _without_offer(state, event.number)
    return change(state, offers=tuple(
        [replace(offer, times=event.times) if offer.number == event.number else offer
         for offer in state.offers]))


def _withdrawn(state: State, event: events.Withdrawn) -> State:
    last = 0 if state.last_offer == event.number else state.last_offer
    return change(_without_offer(state, event.number), last_offer=last)


def _traded(state: State, event: events.Traded) -> State:
    own = th.add(spent(state.hands[event.seat], event.given), event.got)
    other = th.add(spent(state.hands[event.other], event.got), event.given)
    offer = state.offer(event.number)
    assert offer is not None
    after = change(
        state, hands=with_item(with_item(state.hands, event.seat, own), event.other, other),
        last_offer=-1 if event.at_once or state.last_offer == event.number
        else state.last_offer,
    )
    return _offer_reduced(after, events.OfferReduced(event.number, offer.times - 1))


def _not_needed(state: State, event: events.NotNeeded) -> State:
    return state


def _discards_preferred(state: State, event: events.DiscardsPreferred) -> State:
    return change(state, preferred=with_item(state.preferred, event.seat, event.kinds))


def _rolling_preferred(state: State, event: events.RollingPreferred) -> State:
    return change(state, at_once=with_item(state.at_once, event.seat, event.at_once))


def _turn_ended(state: State, event: events.TurnEnded) -> State:
    return change(
        state, phase=ROLL, seat=event.next, turn=state.turn + 1, dice=(0, 0), played=False,
        bought=th.NO_DEVELOPMENTS, offers=tuple([o for o in state.offers if o.standing]),
    )


def _ended(state: State, event: events.Ended) -> State:
    return change(state, phase=OVER, winners=event.winners, reason=event.reason, auction=None,
                  offers=())


def spent(hand: th.Counts, price: th.Counts) -> th.Counts:
    """Return a hand after it has paid; things not known to be in it come from unknown cards.

    If somebody has lost an unknown card of which all were known, each of them may be the one.
    """
    lacking = sum(th.missing(hand, price)[:th.GOLD]) + price[th.UNKNOWN]
    if not lacking:
        return th.subtract(hand, price)
    left = hand[th.UNKNOWN] - lacking
    known = [max(0, have - need) for have, need in zip(hand[:6], price[:6], strict=True)]
    if left >= 0:
        return (*known, left)
    sure = [max(0, count + left) for count in known[:th.GOLD]]
    return (*sure, known[th.GOLD], sum(known[:th.GOLD]) - sum(sure) + left)


def _paid(state: State, seat: int, price: th.Counts) -> State:
    return change(state, bank=th.add(state.bank, price),
                  hands=with_item(state.hands, seat, spent(state.hands[seat], price)))


def _with_settlement(state: State, seat: int, label: str) -> State:
    junction = 1 << state.world.junction_by_label[label]
    return change(state, settlements=with_item(
        state.settlements, seat, state.settlements[seat] | junction))


def _without_development(state: State, seat: int, kind: int) -> State:
    own = state.cards[seat]
    gone = kind if own[kind] else th.HIDDEN  # somebody else's cards are unknown
    return change(state, played=True, cards=with_item(
        state.cards, seat, th.subtract(own, th.single_development(gone))))


def _without_offer(state: State, number: int) -> State:
    return change(state, offers=tuple([o for o in state.offers if o.number != number]))


# Events after which an alternative (``moves.Otherwise``) can still replace the last offer.
_KEEP_LAST_OFFER = frozenset((
    events.Offered, events.OfferReduced, events.Withdrawn, events.Traded, events.NotNeeded,
    events.DiscardsPreferred, events.RollingPreferred,
))
_FOLDS: dict[type[Any], Callable[[State, Any], State]] = {
    events.Prepared: _prepared, events.Dealt: _dealt, events.Continued: _continued,
    events.Rolled: _rolled,
    events.Yielded: _yielded, events.DiscardsDue: _discards_due,
    events.ChoseDiscard: _chose_discard, events.Discarded: _discarded,
    events.RobberMoved: _robber_moved, events.Stole: _stole, events.Supplied: _supplied,
    events.SupplyEnded: _supply_ended, events.AlexanderMoved: _alexander_moved,
    events.ChitTurned: _chit_turned, events.AuctionBegan: _auction_began,
    events.LimitNamed: _limit_named, events.BidMade: _bid_made, events.Passed: _passed,
    events.AuctionWon: _auction_won, events.NobodyBid: _nobody_bid,
    events.PaymentFailed: _payment_failed, events.Founded: _founded, events.ChitWon: _chit_won,
    events.CounselorsChanged: _counselors_changed, events.LongestRoad: _longest_road,
    events.LargestArmy: _largest_army, events.RoadBuilt: _road_built,
    events.SettlementBuilt: _settlement_built, events.CityBuilt: _city_built,
    events.DevelopmentBought: _development_bought, events.SoldierPlayed: _soldier_played,
    events.RoadsPlayed: _roads_played, events.PlentyPlayed: _plenty_played,
    events.MonopolyPlayed: _monopoly_played, events.BankTraded: _bank_traded,
    events.Offered: _offered, events.OfferReduced: _offer_reduced,
    events.Withdrawn: _withdrawn, events.Traded: _traded, events.NotNeeded: _not_needed,
    events.DiscardsPreferred: _discards_preferred, events.RollingPreferred: _rolling_preferred,
    events.TurnEnded: _turn_ended, events.Ended: _ended,
}
