"""Decisions on moves: the events of a move, or a refusal that says what would be allowed.

They work on states and on views; on a view, unknown cards cannot be used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alexandros_rules.campaign import auctions, events, moves, refusals, trading, yields
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.building import (
    free_junctions,
    road_sites,
    second_road_sites,
    settlement_sites,
)
from alexandros_rules.campaign.progress import Progress
from alexandros_rules.campaign.state import (
    BUILD,
    DISCARD,
    MOST_OFFERS,
    MOST_TIMES,
    OVER,
    ROBBER,
    ROLL,
    Offer,
    State,
)
from alexandros_rules.chance import Chance


def decide(
    state: State, move: moves.Move, chance: Chance, *, seat: int
) -> tuple[events.Event, ...]:
    """Return the events of a move by a seat.  Raise Illegal."""
    progress = Progress(state, chance)
    _add_events(progress, move, seat=seat)
    if progress.state.phase != OVER:
        progress.reduce_offers()
    return tuple(progress.events)


def _add_events(progress: Progress, move: moves.Move, *, seat: int) -> None:
    state = progress.state
    if state.phase == OVER:
        raise refusals.game_over()
    if isinstance(move, moves.Otherwise):
        _otherwise(progress, move, seat=seat)
        return
    kind = type(move)
    phases = _PHASES.get(kind)
    if phases is not None and (seat != state.seat or state.phase not in phases):
        raise refusals.not_now(state, move, seat=seat)
    _DECISIONS[kind](progress, move, seat)


def _roll(progress: Progress, move: moves.Roll, seat: int) -> None:
    progress.roll()


def _discard(progress: Progress, move: moves.Discard, seat: int) -> None:
    state = progress.state
    if state.phase != DISCARD or not state.due[seat] or state.discards[seat] is not None:
        raise refusals.not_now(state, move, seat=seat)
    if move.cards[th.GOLD] or sum(move.cards) != state.due[seat]:
        raise refusals.wrong_discard(state, seat=seat)
    refusals.check_holding(state, move.cards, seat=seat)
    progress.add(events.ChoseDiscard(seat, move.cards, by_preference=False))
    progress.settle_discards()


def _move_robber(progress: Progress, move: moves.MoveRobber, seat: int) -> None:
    _check_robber(progress.state, move.tile, move.victim, seat=seat)
    progress.rob(move.tile, move.victim, seat=seat)
    progress.travel(seven=True)


def _check_robber(state: State, tile: int, victim: int | None, *, seat: int) -> None:
    if tile not in yields.robber_sites(state):
        raise refusals.no_robber_site(state, tile)
    possible = yields.victims(state, tile, seat=seat)
    if (victim not in possible) if possible else (victim is not None):
        raise refusals.wrong_victim(state, tile, possible)


def _build_road(progress: Progress, move: moves.BuildRoad, seat: int) -> None:
    state = progress.state
    if not state.roads_left(seat):
        raise refusals.none_left(state, move)
    refusals.check_price(state, th.ROAD_PRICE, seat=seat)
    if not road_sites(state, seat) >> move.path & 1:
        raise refusals.no_road_site(state, move.path, seat=seat)
    _add_road(progress, move.path, seat=seat, free=False)
    progress.check_end()


def _add_road(progress: Progress, path: int, *, seat: int, free: bool) -> None:
    progress.add(events.RoadBuilt(seat, progress.state.world.paths[path].label, free))
    progress.award_road()


def _build_settlement(progress: Progress, move: moves.BuildSettlement, seat: int) -> None:
    state = progress.state
    if not state.settlements_left(seat):
        raise refusals.none_left(state, move)
    refusals.check_price(state, th.SETTLEMENT_PRICE, seat=seat)
    if not settlement_sites(state, seat) >> move.junction & 1:
        raise refusals.no_settlement_site(state, move.junction, free_junctions(state), seat=seat)
    label = state.world.junctions[move.junction].label
    progress.add(events.SettlementBuilt(seat, label))
    progress.award_road()
    progress.check_end()


def _build_city(progress: Progress, move: moves.BuildCity, seat: int) -> None:
    state = progress.state
    if not state.cities_left(seat):
        raise refusals.none_left(state, move)
    refusals.check_price(state, th.CITY_PRICE, seat=seat)
    if not state.settlements[seat] >> move.junction & 1:
        raise refusals.no_city_site(state, move.junction, seat=seat)
    progress.add(events.CityBuilt(seat, state.world.junctions[move.junction].label))
    progress.check_end()


def _buy_development(progress: Progress, move: moves.BuyDevelopment, seat: int) -> None:
    state = progress.state
    if not state.deck:
        raise refusals.none_left(state, move)
    refusals.check_price(state, th.DEVELOPMENT_PRICE, seat=seat)
    progress.add(events.DevelopmentBought(seat, state.deck[0]))
    progress.check_end()


def _check_development(state: State, kind: int, *, seat: int) -> None:
    """Refuse a development card that the seat may not play now (DE1)."""
    if state.played:
        raise refusals.second_development()
    if state.cards[seat][kind] <= state.bought[kind]:
        raise refusals.no_development(state, kind, seat=seat)


def _play_soldier(progress: Progress, move: moves.PlaySoldier, seat: int) -> None:
    _check_development(progress.state, th.SOLDIER, seat=seat)
    _check_robber(progress.state, move.tile, move.victim, seat=seat)
    progress.add(events.SoldierPlayed(seat))
    progress.rob(move.tile, move.victim, seat=seat)
    progress.award_army()
    progress.check_end()


def _play_roads(progress: Progress, move: moves.PlayRoads, seat: int) -> None:
    state = progress.state
    _check_development(state, th.ROADS, seat=seat)
    if not 1 <= len(move.paths) <= min(2, state.roads_left(seat)):
        raise refusals.wrong_number_of_roads(state, seat=seat)
    sites = road_sites(state, seat)
    for path in move.paths:
        if not sites >> path & 1:
            raise refusals.no_road_site(state, path, seat=seat)
        sites = second_road_sites(state, seat, path)
    progress.add(events.RoadsPlayed(seat))
    for path in move.paths:
        if progress.state.phase != OVER:
            _add_road(progress, path, seat=seat, free=True)
            progress.check_end()


def _play_plenty(progress: Progress, move: moves.PlayPlenty, seat: int) -> None:
    state = progress.state
    _check_development(state, th.PLENTY, seat=seat)
    if sum(move.cards) != 2 or move.cards[th.GOLD]:
        raise refusals.wrong_plenty()
    refusals.check_bank(state, move.cards)
    progress.add(events.PlentyPlayed(seat, move.cards))


def _play_monopoly(progress: Progress, move: moves.PlayMonopoly, seat: int) -> None:
    state = progress.state
    _check_development(state, th.MONOPOLY, seat=seat)
    if move.kind not in th.COMMODITIES:
        raise refusals.no_monopoly_of_gold()
    taken = [0 if other == seat else -1 if hand[th.UNKNOWN] else hand[move.kind]
             for other, hand in enumerate(state.hands)]
    others = [offer for offer in state.offers if offer.seat != seat and offer.give[move.kind]]
    progress.add(events.MonopolyPlayed(seat, move.kind, tuple(taken)))
    for offer in others:
        progress.add(events.OfferReduced(offer.number, 0))


def _trade_with_bank(progress: Progress, move: moves.BankTrade, seat: int) -> None:
    state = progress.state
    if move.give == move.get:
        raise refusals.same_kind(move.give)
    if move.number < 1:
        raise refusals.nothing_for_nothing()
    rate = trading.bank_rate(state, move.give, seat=seat)
    given = th.single(move.give, rate * move.number)
    got = th.single(move.get, move.number)
    refusals.check_rate(state, move, rate, seat=seat)
    refusals.check_bank(state, got)
    progress.add(events.BankTraded(seat, given, got))


def _bid(progress: Progress, move: moves.Bid, seat: int) -> None:
    """Add the events of a bid or a pass (AU3, AU7, AU10)."""
    state = progress.state
    if seat not in auctions.awaited(state):
        raise refusals.not_now(state, move, seat=seat)
    _check_payment(state, move, seat=seat)
    if not state.options.open_bidding:
        progress.add(events.LimitNamed(seat, move.limit, move.payment))
    elif move.limit:
        progress.add(events.BidMade(seat, move.limit, move.payment))
    else:
        progress.add(events.Passed(seat))
    progress.settle_auction()


def _check_payment(state: State, move: moves.Bid, *, seat: int) -> None:
    auction = state.auction
    assert auction is not None
    lowest = auctions.lowest_bid(state)
    if not move.limit:
        if move.payment:
            raise refusals.wrong_payment(state, move)
        return
    if move.limit < lowest:
        raise refusals.low_bid(lowest)
    most = auctions.most_payable(state, auction.kind, seat=seat)
    if move.limit > most:  # a bluff, which names no payment (AU7)
        if not state.options.bluff:
            raise refusals.high_bid(state, auction.kind, most)
        if move.payment or move.limit > auctions.HIGHEST_BLUFF:
            raise refusals.wrong_bluff()
        return
    held = auctions.counting(state, auction.kind, seat=seat)
    for kind, number in move.payment:
        if not 1 <= number <= held.get(kind, 0):
            raise refusals.cannot_pay_with(state, auction.kind, kind, seat=seat)
    kinds = [kind for kind, _ in move.payment]
    if len({*kinds}) != len(kinds) or not auctions.is_exact(move.payment, move.limit):
        raise refusals.wrong_payment(state, move)


def _make_offer(progress: Progress, move: moves.MakeOffer, seat: int) -> None:
    """Add an offer, or the trade itself if somebody's offer fits at once (TR2, TR3)."""
    state = progress.state
    if not move.standing and (seat != state.seat or state.phase != BUILD):
        raise refusals.not_now(state, move, seat=seat)
    _check_sides(state, move, seat=seat)
    if sum(offer.seat == seat for offer in state.offers) >= MOST_OFFERS:
        raise refusals.too_many_offers(MOST_OFFERS)
    match = None if move.standing else trading.best_match(state, move.give, move.get, move.to)
    if match is not None:
        _trade(progress, match, seat=seat, at_once=True)
        return
    # The numbers of each seat's offers do not depend on what the others offer meanwhile.
    number = state.offered[seat] * state.players + seat + 1
    progress.add(events.Offered(number, seat, move.give, move.get,
                                trading.seats_of(move.to), move.times, move.standing))


def _check_sides(state: State, move: moves.MakeOffer, *, seat: int) -> None:
    """Refuse an offer that is not a trade, or that its owner cannot fulfil (TR2, TR3)."""
    give, get = move.give, move.get
    if not any(give) or not any(get) or give[th.UNKNOWN] or get[th.UNKNOWN]:
        raise refusals.nothing_for_nothing()
    for kind in th.KINDS:
        if give[kind] and get[kind]:
            raise refusals.same_kind(kind)
        if get[kind] > th.IN_GAME[kind]:
            raise refusals.too_much_of(kind)
    if not move.to or move.to & ~trading.others_of(state, seat):
        raise refusals.wrong_recipients()
    if not 1 <= move.times <= (MOST_TIMES if move.standing else 1):
        raise refusals.wrong_times(MOST_TIMES)
    refusals.check_holding(state, th.times(move.times, give), seat=seat)


def _accept(progress: Progress, move: moves.Accept, seat: int) -> None:
    """Add a trade by or with the seat to play (TR2, TR3)."""
    state = progress.state
    offer = state.offer(move.number)
    if offer is None:
        raise refusals.no_offer(state, move, seat=seat)
    if offer.seat == seat or not offer.to >> seat & 1:
        raise refusals.offer_of_others(move.number)
    if state.seat not in (seat, offer.seat) or state.phase != BUILD:
        raise refusals.no_trade_now(state)
    refusals.check_holding(state, offer.get, seat=seat)
    _trade(progress, offer, seat=seat, at_once=False)


def _trade(progress: Progress, offer: Offer, *, seat: int, at_once: bool) -> None:
    """Add the trade of an offer, and the changes of its owner's other offers."""
    state = progress.state
    held = th.subtract(trading.holding(state, offer.seat), offer.give)
    if offer.seat == state.seat:
        progress.add(events.Traded(state.seat, seat, offer.give, offer.get, offer.number, at_once))
    else:
        progress.add(events.Traded(state.seat, offer.seat, offer.get, offer.give, offer.number,
                                   at_once))
    progress.reduce_offers_of(offer.seat, th.add(held, offer.get))


def _withdraw(progress: Progress, move: moves.Withdraw, seat: int) -> None:
    """Add the withdrawal of an offer, which is possible at any time (TR3)."""
    offer = progress.state.offer(move.number)
    if offer is None:
        raise refusals.no_offer(progress.state, move, seat=seat)
    if offer.seat != seat:
        raise refusals.not_own_offer(move.number)
    if not trading.stands(progress.state, offer):
        raise refusals.perhaps_lapsed(move.number)
    progress.add(events.Withdrawn(move.number))


def _otherwise(progress: Progress, move: moves.Otherwise, *, seat: int) -> None:
    """Add the events of an alternative, unless the offer before it has been taken (TR3)."""
    state = progress.state
    if seat != state.seat or state.phase != BUILD or not state.last_offer:
        raise refusals.nothing_to_replace()
    if isinstance(move.move, moves.Otherwise):
        raise refusals.nothing_to_replace()
    if state.last_offer < 0:
        progress.add(events.NotNeeded(seat))
        return
    progress.add(events.Withdrawn(state.last_offer))
    _add_events(progress, move.move, seat=seat)


def _prefer_discards(progress: Progress, move: moves.PreferDiscards, seat: int) -> None:
    kinds = move.kinds
    if len({*kinds}) != len(kinds) or not {*kinds} <= {*th.COMMODITIES}:
        raise refusals.wrong_preference()
    progress.add(events.DiscardsPreferred(seat, kinds))


def _prefer_rolling(progress: Progress, move: moves.PreferRolling, seat: int) -> None:
    progress.add(events.RollingPreferred(seat, move.at_once))


def _end(progress: Progress, move: moves.End, seat: int) -> None:
    progress.end_turn()


# The phases in which the seat whose turn it is may make a move; other moves check this themselves.
_PHASES: dict[type[Any], tuple[str, ...]] = {
    moves.Roll: (ROLL,), moves.MoveRobber: (ROBBER,), moves.BuildRoad: (BUILD,),
    moves.BuildSettlement: (BUILD,), moves.BuildCity: (BUILD,), moves.BuyDevelopment: (BUILD,),
    moves.PlaySoldier: (ROLL, BUILD), moves.PlayRoads: (ROLL, BUILD),
    moves.PlayPlenty: (ROLL, BUILD), moves.PlayMonopoly: (ROLL, BUILD),
    moves.BankTrade: (BUILD,), moves.End: (BUILD,),
}
_DECISIONS: dict[type[Any], Callable[[Progress, Any, int], None]] = {
    moves.Roll: _roll, moves.Discard: _discard, moves.MoveRobber: _move_robber, moves.Bid: _bid,
    moves.BuildRoad: _build_road, moves.BuildSettlement: _build_settlement,
    moves.BuildCity: _build_city, moves.BuyDevelopment: _buy_development,
    moves.PlaySoldier: _play_soldier, moves.PlayRoads: _play_roads,
    moves.PlayPlenty: _play_plenty, moves.PlayMonopoly: _play_monopoly,
    moves.BankTrade: _trade_with_bank, moves.MakeOffer: _make_offer, moves.Accept: _accept,
    moves.Withdraw: _withdraw, moves.PreferDiscards: _prefer_discards,
    moves.PreferRolling: _prefer_rolling, moves.End: _end,
}
