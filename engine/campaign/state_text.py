"""Writes states as canonical text, for digests and snapshots, and reads them back.

The text names the map by its fingerprint only; the map's own text is in the setup.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.campaign import map_file
from engine.campaign import things as th
from engine.campaign.moves import Bid
from engine.campaign.state import Auction, Offer, Options, State
from engine.ruleset import Setup

_encode = json.JSONEncoder(separators=(",", ":")).encode


def dump_state(state: State) -> str:
    """Returns the canonical text: a JSON list, with masks in hexadecimal and cards as letters."""
    return _encode([
        state.world.id, state.players, state.options.open_bidding, state.options.bluff,
        state.rules, state.phase, state.seat, state.turn, state.dice, state.arrow, state.robber,
        _masks(state.roads), _masks(state.settlements), _masks(state.cities),
        list(map(th.code, state.hands)), th.code(state.bank), _row(state.supply, th.LETTERS),
        _row(state.deck, th.DEVELOPMENT_LETTERS), _row(state.chits, th.CHIT_LETTERS),
        _row(state.aside, th.CHIT_LETTERS), state.won, state.cards, state.bought, state.played,
        state.soldiers, state.counselors, state.longest, state.army, state.due,
        [None if some is None else th.code(some) for some in state.discards],
        _auction_parts(state.auction), state.preferred, state.at_once,
        [_offer_parts(offer) for offer in state.offers], state.offered, state.last_offer,
        state.thefts, state.winners, state.reason,
    ])


def _masks(masks: Sequence[int]) -> list[str]:
    return [f"{mask:x}" for mask in masks]


def _row(row: Sequence[int], letters: str) -> str:
    return "".join(map(letters.__getitem__, row))


def _auction_parts(auction: Auction | None) -> list[Any] | None:
    if auction is None:
        return None
    bids = [None if bid is None else [bid.limit, bid.payment] for bid in auction.bids]
    return [auction.kind, auction.junction, auction.opener, auction.excluded, bids]


def _offer_parts(offer: Offer) -> list[Any]:
    return [offer.number, offer.seat, th.code(offer.give), th.code(offer.get), offer.to,
            offer.times, offer.standing]


def load_state(text: str, setup: Setup) -> State:
    """Reads a canonical text.  Raises ValueError if it belongs to another map."""
    (
        world_id, players, open_bidding, bluff, rules, phase, seat, turn, dice, arrow, robber,
        roads, settlements, cities, hands, bank, supply, deck, chits, aside, won, cards, bought,
        played, soldiers, counselors, longest, army, due, discards, auction, preferred, at_once,
        offers, offered, last_offer, thefts, winners, reason,
    ) = json.loads(text)
    world = map_file.load(setup.board)
    if world_id != world.id:
        raise ValueError("this state belongs to another map")
    return State(
        world=world, players=players, options=Options(open_bidding, bluff), rules=rules,
        phase=phase, seat=seat, turn=turn, dice=_pair(dice), arrow=arrow, robber=robber,
        roads=_read_masks(roads), settlements=_read_masks(settlements),
        cities=_read_masks(cities), hands=tuple(map(th.read_code, hands)),
        bank=th.read_code(bank), supply=_read_row(supply, th.LETTERS),
        deck=_read_row(deck, th.DEVELOPMENT_LETTERS), chits=_read_row(chits, th.CHIT_LETTERS),
        aside=_read_row(aside, th.CHIT_LETTERS), won=tuple(map(tuple, won)),
        cards=tuple(map(tuple, cards)), bought=tuple(bought), played=played,
        soldiers=tuple(soldiers), counselors=tuple(counselors), longest=longest, army=army,
        due=tuple(due),
        discards=tuple([None if some is None else th.read_code(some) for some in discards]),
        auction=_read_auction(auction), preferred=tuple(map(tuple, preferred)),
        at_once=tuple(at_once), offers=tuple(map(_read_offer, offers)), offered=tuple(offered),
        last_offer=last_offer, thefts=thefts, winners=tuple(winners), reason=reason,
    )


def _pair(dice: Sequence[int]) -> tuple[int, int]:
    first, second = dice
    return first, second


def _read_masks(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple([int(text, 16) for text in texts])


def _read_row(text: str, letters: str) -> tuple[int, ...]:
    return tuple(map(letters.index, text))


def _read_auction(parts: Sequence[Any] | None) -> Auction | None:
    if parts is None:
        return None
    kind, junction, opener, excluded, bids = parts
    return Auction(kind, junction, opener, excluded, tuple([
        None if bid is None else Bid(bid[0], tuple([(thing, n) for thing, n in bid[1]]))
        for bid in bids]))


def _read_offer(parts: Sequence[Any]) -> Offer:
    number, seat, give, get, to, times, standing = parts
    return Offer(number, seat, th.read_code(give), th.read_code(get), to, times, standing)
