"""Decides offers to other players (TR2, TR3)."""

from __future__ import annotations

from typing import Protocol

from engine.campaign import events, moves, refusals, trading
from engine.campaign import things as th
from engine.campaign.progress import Progress
from engine.campaign.state import BUILD, MOST_OFFERS, MOST_TIMES, Offer, State


class Decide(Protocol):
    """Adds the events of another move: ``decide.decide_further``."""

    def __call__(self, progress: Progress, move: moves.Move, *, seat: int) -> None: ...


def make_offer(progress: Progress, move: moves.MakeOffer, seat: int) -> None:
    """Adds the events of an offer: the trade itself, if somebody's offer fits it at once."""
    state = progress.state
    if not move.standing and (seat != state.seat or state.phase != BUILD):
        raise refusals.not_now(state, move, seat=seat)
    check_sides(state, move, seat=seat)
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


def check_sides(state: State, move: moves.MakeOffer, *, seat: int) -> None:
    """Refuses an offer that is no trade, or that its owner cannot fulfil (TR2, TR3)."""
    give, get = move.give, move.get
    others = ((1 << state.players) - 1) & ~(1 << seat)
    if not any(give) or not any(get) or give[th.UNKNOWN] or get[th.UNKNOWN]:
        raise refusals.nothing_for_nothing()
    for kind in th.KINDS:
        if give[kind] and get[kind]:
            raise refusals.same_kind(kind)
        if get[kind] > (th.PIECES_OF_GOLD if kind == th.GOLD else th.CARDS_OF_EACH):
            raise refusals.too_much_of(kind)
    if not move.to or move.to & ~others:
        raise refusals.wrong_recipients()
    if not 1 <= move.times <= (MOST_TIMES if move.standing else 1):
        raise refusals.wrong_times(MOST_TIMES)
    refusals.check_holding(state, th.times(move.times, give), seat=seat)


def accept(progress: Progress, move: moves.Accept, seat: int) -> None:
    """Adds the events of a trade: an offer is accepted, by or from the seat to play."""
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
    """Adds the trade, and what becomes of the offers of its owner as seen by ``seat``."""
    state = progress.state
    held = th.subtract(trading.holding(state, offer.seat), offer.give)
    if offer.seat == state.seat:
        progress.add(events.Traded(state.seat, seat, offer.give, offer.get, offer.number, at_once))
    else:
        progress.add(events.Traded(state.seat, offer.seat, offer.get, offer.give, offer.number,
                                   at_once))
    progress.reduce_offers_of(offer.seat, th.add(held, offer.get))


def withdraw(progress: Progress, move: moves.Withdraw, seat: int) -> None:
    """Adds that an offer is withdrawn, which its owner may do at any time (TR3)."""
    offer = progress.state.offer(move.number)
    if offer is None:
        raise refusals.no_offer(progress.state, move, seat=seat)
    if offer.seat != seat:
        raise refusals.not_own_offer(move.number)
    progress.add(events.Withdrawn(move.number))


def otherwise(progress: Progress, move: moves.Otherwise, *, seat: int, decide: Decide) -> None:
    """Adds the events of an alternative, if the offer before it has not been taken (TR3)."""
    state = progress.state
    if seat != state.seat or state.phase != BUILD or not state.last_offer:
        raise refusals.nothing_to_replace()
    if isinstance(move.move, moves.Otherwise):
        raise refusals.nothing_to_replace()
    if state.last_offer < 0:
        progress.add(events.NotNeeded(seat))
        return
    progress.add(events.Withdrawn(state.last_offer))
    decide(progress, move.move, seat=seat)
