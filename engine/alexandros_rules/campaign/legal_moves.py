"""The legal moves of a seat, in a fixed order, in parts that share a verb.

They are listed for states and for views.  An alternative (``moves.Otherwise``) is not listed: it is
a way to give orders for two cases, and each of its moves is listed where it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alexandros_rules.campaign import auctions, moves, trading, yields
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.building import road_sites, second_road_sites, settlement_sites
from alexandros_rules.campaign.move_sequences import PREFERENCES, Bids, Discards, Offers
from alexandros_rules.campaign.state import (
    AUCTION,
    BUILD,
    CHANCE,
    DISCARD,
    MOST_OFFERS,
    MOST_TIMES,
    OVER,
    ROBBER,
    ROLL,
    State,
)
from alexandros_rules.campaign.world import bits
from alexandros_rules.move_list import MoveList

Part = Sequence[moves.Move]


def legal_moves(state: State, seat: int) -> MoveList:
    """Return the legal moves of a seat; none after the end, and where chance has to decide."""
    if state.phase in (OVER, CHANCE):
        return MoveList(())
    return MoveList((*_moves_of_phase(state, seat), *_moves_at_any_time(state, seat)))


def awaited_moves(state: State, seat: int) -> MoveList:
    """Return the legal moves that the game waits for: no offers or preferences."""
    return MoveList(_moves_of_phase(state, seat))


def _moves_of_phase(state: State, seat: int) -> list[Part]:
    if state.phase == DISCARD:
        waiting = state.due[seat] and state.discards[seat] is None
        return [Discards(state.hands[seat], state.due[seat])] if waiting else []
    if state.phase == AUCTION:
        return _bids(state, seat) if seat in auctions.awaited(state) else []
    if seat != state.seat:
        return []
    if state.phase == ROBBER:
        return [_robber_moves(state, seat, moves.MoveRobber)]
    if state.phase == ROLL:
        return [[moves.Roll()], *_developments(state, seat)]
    return [*_buildings(state, seat), *_developments(state, seat), _bank_trades(state, seat),
            [moves.End()]]


def _bids(state: State, seat: int) -> list[Part]:
    auction = state.auction
    assert auction is not None
    lowest = auctions.lowest_bid(state)
    held = auctions.counting(state, auction.kind, seat=seat)
    most = auctions.value(tuple(held.items()))
    bluffs = range(max(lowest, most + 1), auctions.HIGHEST_BLUFF + 1) if (
        state.options.bluff) else ()
    return [[moves.Bid(0, ())], Bids(held, lowest=lowest),
            [moves.Bid(limit, ()) for limit in bluffs]]


def _robber_moves(state: State, seat: int,
                  move: Callable[[int, int | None], moves.Move]) -> Part:
    return [
        move(tile, victim) for tile in yields.robber_sites(state)
        for victim in yields.victims(state, tile, seat=seat) or (None,)
    ]


def _developments(state: State, seat: int) -> list[Part]:
    """Return the ways to play each development card that may be played (DE1)."""
    if state.played:
        return []
    playable = {kind for kind in (th.SOLDIER, th.ROADS, th.PLENTY, th.MONOPOLY)
                if state.cards[seat][kind] > state.bought[kind]}
    parts: list[Part] = []
    if th.SOLDIER in playable:
        parts.append(_robber_moves(state, seat, moves.PlaySoldier))
    if th.ROADS in playable:
        parts.append(_free_roads(state, seat))
    if th.PLENTY in playable:
        parts.append([*map(moves.PlayPlenty, trading.pairs_in_bank(state))])
    if th.MONOPOLY in playable:
        parts.append([moves.PlayMonopoly(kind) for kind in th.COMMODITIES])
    return parts


def _free_roads(state: State, seat: int) -> Part:
    left = state.roads_left(seat)
    ways: list[moves.Move] = []
    for first in bits(road_sites(state, seat)) if left else ():
        ways.append(moves.PlayRoads((first,)))
        if left > 1:
            ways += [moves.PlayRoads((first, second))
                     for second in bits(second_road_sites(state, seat, first))]
    return ways


def _buildings(state: State, seat: int) -> list[Part]:
    """Return everything that the seat can build and pay for (BU1 to BU4)."""
    hand = state.hands[seat]
    parts: list[Part] = []
    if th.covers(hand, th.ROAD_PRICE) and state.roads_left(seat):
        parts.append([moves.BuildRoad(path) for path in bits(road_sites(state, seat))])
    if th.covers(hand, th.SETTLEMENT_PRICE) and state.settlements_left(seat):
        sites = settlement_sites(state, seat)
        parts.append([moves.BuildSettlement(junction) for junction in bits(sites)])
    if th.covers(hand, th.CITY_PRICE) and state.cities_left(seat):
        parts.append([moves.BuildCity(junction) for junction in bits(state.settlements[seat])])
    if th.covers(hand, th.DEVELOPMENT_PRICE) and state.deck:
        parts.append([moves.BuyDevelopment()])
    return parts


def _bank_trades(state: State, seat: int) -> Part:
    hand = state.hands[seat]
    return [
        moves.BankTrade(give, get, number)
        for give in th.KINDS
        for most in (hand[give] // trading.bank_rate(state, give, seat=seat),) if most
        for get in th.KINDS if get != give
        for number in range(1, min(most, state.bank[get]) + 1)
    ]


def _moves_at_any_time(state: State, seat: int) -> list[Part]:
    """Return offers and preferences, which nobody has to wait for (TR3)."""
    own = [offer.number for offer in state.offers if offer.seat == seat]
    parts: list[Part] = []
    if state.phase == BUILD:
        parts.append([moves.Accept(offer.number) for offer in trading.acceptable(state, seat)])
    parts.append([moves.Withdraw(offer.number) for offer in state.offers
                  if offer.seat == seat and trading.stands(state, offer)])
    others = trading.others_of(state, seat)
    recipients = [mask for mask in range(others, 0, -1) if not mask & ~others]
    if len(own) < MOST_OFFERS:
        if state.phase == BUILD and seat == state.seat:
            parts.append(Offers(state.hands[seat], recipients, standing=False, most=1))
        parts.append(Offers(state.hands[seat], recipients, standing=True, most=MOST_TIMES))
    return [*parts, [moves.PreferRolling(at_once=True), moves.PreferRolling(at_once=False)],
            PREFERENCES]
