"""What the engine and the reference say about a position, in the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

from alexandros_rules.campaign import moves
from alexandros_rules.campaign.legal_moves import legal_moves
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import State
from alexandros_rules.campaign.things import (
    AUCTION_NAMES,
    CHIT_NAMES,
    DEVELOPMENT_NAMES,
    KIND_NAMES,
    Counts,
)
from alexandros_rules.campaign.world import World, bits
from tests.campaign import reference_rules as rules
from tests.campaign.random_games import Game
from tests.campaign.reference_game import Game as Table
from tests.campaign.reference_map import Junction, Land, Path

NAMES = {moves.PlaySoldier: "soldier", moves.PlayRoads: "roads", moves.PlayPlenty: "plenty",
         moves.PlayMonopoly: "monopoly"}


class Places:
    """The names that the reference gives to the hexes, junctions and paths of the engine."""

    def __init__(self, world: World):
        land = Land(world.text)
        self.hexes = [place.label for place in world.hexes]
        self.junctions = [land.junction(place.label) for place in world.junctions]
        self.paths = [land.path(place.label) for place in world.paths]


@cache
def places(world: World) -> Places:
    return Places(world)


def table_of(game: Game) -> Table:
    """Returns the table of the reference at the start of a game."""
    setup = game.setup
    return Table(
        setup.board, setup.players, game.chance, first=setup.options.get("first"),
        sealed=not setup.options["open_bidding"], bluff=setup.options["bluff"]).start()


def facts(state: State) -> dict[str, Any]:
    """Returns everything that is to be compared of a position of the engine."""
    auction = state.auction
    return {
        "phase": state.phase, "seat": state.seat, "turn": state.turn, "dice": state.dice,
        "waits for": list(RULESET.status(state).to_move),
        "arrow": state.arrow, "robber": places(state.world).hexes[state.robber],
        "roads": _roads(state), "buildings": _buildings(state),
        "hands": [named(hand) for hand in state.hands], "bank": named(state.bank),
        "supply": [KIND_NAMES[kind] for kind in state.supply],
        "deck": [DEVELOPMENT_NAMES[kind] for kind in state.deck],
        "chits": [CHIT_NAMES[kind] for kind in state.chits],
        "aside": [CHIT_NAMES[kind] for kind in state.aside],
        "won": [named(chits, CHIT_NAMES) for chits in state.won],
        "cards": [named(some, DEVELOPMENT_NAMES) for some in state.cards],
        "bought": named(state.bought, DEVELOPMENT_NAMES), "played": state.played,
        "soldiers": list(state.soldiers), "counselors": list(state.counselors),
        "longest": state.longest, "army": state.army, "due": list(state.due),
        "discards": [some and named(some) for some in state.discards],
        "auction": auction and (AUCTION_NAMES[auction.kind],
                                places(state.world).junctions[auction.junction]),
        "out": auction and set(bits(auction.excluded)),
        "preferred": [tuple([KIND_NAMES[kind] for kind in some]) for some in state.preferred],
        "at once": list(state.at_once),
        "offers": [(offer.number, offer.seat, named(offer.give), named(offer.get),
                    set(bits(offer.to)), offer.times, offer.standing) for offer in state.offers],
        "last offer": {0: None, -1: "taken"}.get(state.last_offer, state.last_offer),
        "points": [state.points(seat) for seat in range(state.players)],
        "winners": list(state.winners), "reason": state.reason,
    }


def named(some: Counts, names: Sequence[str] = KIND_NAMES) -> Counter[str]:
    """Returns counts of the engine by the names of what they count."""
    return Counter({name: some[i] for i, name in enumerate(names) if some[i]})


def _roads(state: State) -> dict[Path, int]:
    return {places(state.world).paths[path]: seat
            for seat, mask in enumerate(state.roads) for path in bits(mask)}


def _buildings(state: State) -> dict[Junction, tuple[int, str]]:
    return {places(state.world).junctions[junction]: (seat, kind)
            for kind, masks in (("settlement", state.settlements), ("city", state.cities))
            for seat, mask in enumerate(masks) for junction in bits(mask)}


def table_facts(table: Table) -> dict[str, Any]:
    """Returns the same facts about the table of the reference."""
    auction = table.auction
    return {
        "phase": table.phase, "seat": table.seat, "turn": table.turn, "dice": table.dice,
        "waits for": table.waits_for(), "arrow": table.arrow, "robber": table.robber,
        "roads": table.roads, "buildings": table.buildings, "hands": table.hands,
        "bank": table.bank, "supply": table.supply, "deck": table.deck, "chits": table.chits,
        "aside": table.aside, "won": table.won, "cards": table.cards, "bought": table.bought,
        "played": table.played, "soldiers": table.soldiers, "counselors": table.counselors,
        "longest": table.longest, "army": table.army, "due": table.due,
        "discards": table.discards, "auction": auction and (auction.kind, auction.place),
        "out": auction and auction.out, "preferred": table.preferred, "at once": table.at_once,
        "offers": [(offer.number, offer.seat, offer.give, offer.get, offer.to, offer.times,
                    offer.standing) for offer in table.offers],
        "last offer": table.last_offer,
        "points": [table.points(seat) for seat in range(table.players)],
        "winners": table.winners, "reason": table.reason,
    }


def choices(state: State) -> dict[str, Any]:
    """Returns what the seat to play may do, as the engine lists it."""
    known = places(state.world)
    found: dict[str, Any] = {name: set() for name in (
        "roads", "settlements", "cities", "robber", "cards", "bank", "free roads")}
    for part in legal_moves(state, seat=state.seat).parts:
        for move in part if part and not isinstance(part[0], _MANY) else ():
            match move:
                case moves.BuildRoad(path):
                    found["roads"].add(known.paths[path])
                case moves.BuildSettlement(junction):
                    found["settlements"].add(known.junctions[junction])
                case moves.BuildCity(junction):
                    found["cities"].add(known.junctions[junction])
                case moves.MoveRobber(tile, victim) | moves.PlaySoldier(tile, victim):
                    found["robber"].add((known.hexes[tile], victim))
                case moves.BankTrade(give, get, number):
                    found["bank"].add((KIND_NAMES[give], KIND_NAMES[get], number))
                case moves.PlayRoads(paths):
                    found["free roads"].add(tuple(known.paths[path] for path in paths))
            if type(move) in NAMES:
                found["cards"].add(NAMES[type(move)])
    return found


_MANY = (moves.Bid, moves.Discard, moves.MakeOffer, moves.PreferDiscards)


def table_choices(table: Table) -> dict[str, Any]:
    """Returns the same as the reference sees it."""
    seat, hand = table.seat, table.hands[table.seat]
    build = table.phase == "build"
    playable = table.playable(seat)
    free_roads = table.free_roads(seat) if "roads" in playable else set()
    if not free_roads:
        playable -= {"roads"}
    found: dict[str, Any] = {name: set() for name in ("roads", "settlements", "cities")}
    if build and rules.PRICES["road"] <= hand and table.roads_left(seat):
        found["roads"] = rules.road_sites(table, seat)
    for kind, name, sites in (("settlement", "settlements", rules.settlement_sites(table, seat)),
                              ("city", "cities", rules.own(table, seat, "settlement"))):
        if build and rules.PRICES[kind] <= hand and table.has_left(seat, kind):
            found[name] = sites
    robber = table.phase == "robber" or "soldier" in playable
    return found | {
        "robber": rules.robber_moves(table, seat) if robber else set(),
        "cards": playable, "free roads": free_roads,
        "bank": rules.bank_trades(table, seat) if build else set(),
    }
