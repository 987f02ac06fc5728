"""The choices in each phase of a turn: dice, discards, robber, bids, trade and building.

Everything that can be built or played says what is in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.addressing import for_reader, objects
from alexandros_rules.campaign import auctions, building, display_names, moves, things, yields
from alexandros_rules.campaign.order_text import things_text
from alexandros_rules.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, ROLL, State
from games.drawing.canvas import Target
from games.rulesets.campaign.bid_facts import bid_facts, tie_text, usual_price, usual_price_text
from games.rulesets.campaign.choices import Choice, Choices, Marks, number_fields
from games.rulesets.campaign.wares import (
    first_home_text,
    road_aim,
    thrifty_bids,
    thrifty_discard,
    wares,
)

PLENTY_TAKES = 2  # commodities from the bank (DE3)


def unplayable_texts(view: State, seat: int) -> Sequence[str]:
    """Return why a seat cannot play development cards that it holds (DE1, DE3)."""
    usable = [kind for kind in (things.SOLDIER, things.ROADS, things.PLENTY, things.MONOPOLY)
              if view.cards[seat][kind] > view.bought[kind]]
    if usable and view.played:
        return [_("You have played a development card in this turn. You may play another one in"
                  " your next turn.")]
    texts = []
    if things.PLENTY in usable and things.cards(view.bank) < PLENTY_TAKES:
        texts.append(_("You cannot play year of plenty while the bank has fewer than two commodity"
                       " cards."))
    if things.ROADS in usable and not (
            view.roads_left(seat) and building.road_sites(view, seat)):
        texts.append(_("You cannot play road building while there is no place for a road of"
                       " yours."))
    return texts


@dataclass(frozen=True, slots=True)
class Content:
    """The choices of a phase: ``kind`` names the part of the template that shows ``panel``."""

    kind: str
    panel: Mapping[str, Any]
    marks: Marks = field(default_factory=Marks)
    end: str = ""


NOTHING = Content("", {})


def content_of(choices: Choices, query: Mapping[str, Any]) -> Content:
    """Return the choices of the view's phase for a seat that the game waits for.

    ``tile`` in the query is the hex for which the reader is choosing whom to rob.
    """
    return _CONTENTS[choices.view.phase](choices, query)


def _rolling(choices: Choices, query: Mapping[str, Any]) -> Content:
    return Content("roll", {
        "roll": choices.choice(moves.Roll(), _("Roll the dice")),
        "playable": any(choices.moves(kind) for kind in (
            moves.PlaySoldier, moves.PlayRoads, moves.PlayPlenty, moves.PlayMonopoly)),
        "developments": _developments(choices, query)})


def _discarding(choices: Choices, query: Mapping[str, Any]) -> Content:
    view, seat = choices.view, choices.seat
    hand, due = view.hands[seat], view.due[seat]
    suggestion = thrifty_discard(view, seat)
    return Content("discard", {
        "due": due, "unpaid": view.auction is not None,
        "fields": number_fields(query, "discard", (
            (things.KIND_NAMES[kind], display_names.kind_name(kind), hand[kind])
            for kind in things.COMMODITIES if hand[kind])),
        "suggestion": choices.choice(suggestion, display_names.amounts(suggestion.cards))
        if things.covers(hand, suggestion.cards) else None})  # too few cards are known


def _robbing(choices: Choices, query: Mapping[str, Any]) -> Content:
    found = _robberies(choices, moves.MoveRobber)
    tile = choices.view.world.hex_by_label.get(str(query.get("tile", "")))
    shown = {tile: found[tile]} if tile in found else found
    # The map shows where somebody can be robbed, the list also the other hexes.  A hex with
    # several victims leads to the choice among them.
    robbed = _robbed(choices, found)
    targets = {
        tile: options[0].target if len(options) == 1 else Target(
            choices.link(choices.draft.text, tile=choices.view.world.hexes[tile].label),
            choices.tile_text(tile))
        for tile, options in found.items() if tile in robbed or not robbed
    }
    return Content("robber", {
        **_split(choices, shown), "all": choices.link(choices.draft.text) if tile in found else ""},
        Marks(hexes=targets))


def _robberies(choices: Choices,
               kind: type[moves.MoveRobber | moves.PlaySoldier]) -> dict[int, list[Choice]]:
    """Return the choices of a robber's move by their hexes."""
    found: dict[int, list[Choice]] = {}
    for move in choices.moves(kind):
        choice = choices.choice(move, choices.robbing_text(move.tile, move.victim))
        found.setdefault(move.tile, []).append(choice)
    return found


def _robbed(choices: Choices, tiles: Iterable[int]) -> set[int]:
    """Return the hexes among these where somebody can be robbed (SE2)."""
    return {tile for tile in tiles if yields.victims(choices.view, tile, seat=choices.seat)}


def _split(choices: Choices, found: Mapping[int, list[Choice]]) -> dict[str, list[Choice]]:
    """Return the choices that rob somebody, and those that only block a hex, one's own last."""
    robs, view = _robbed(choices, found), choices.view
    others = sorted(found.keys() - robs, key=lambda tile: (
        bool(view.world.corners[tile] & view.buildings(choices.seat)), tile))
    return {"robs": [choice for tile in found if tile in robs for choice in found[tile]],
            "empty": [choice for tile in others for choice in found[tile]]}


def _bidding(choices: Choices, query: Mapping[str, Any]) -> Content:
    view, seat, auction = choices.view, choices.seat, choices.view.auction
    assert auction is not None
    held = auctions.counting(view, auction.kind, seat=seat)
    leader, high = auctions.high_bid(auction) if view.options.open_bidding else (None, 0)
    most = auctions.value(tuple(held.items()))
    only_pass = most <= high and not view.options.bluff
    bids = [choices.choice(bid, str(bid.limit), _payment_text(bid))
            for bid in thrifty_bids(view, seat, range(high + 1, most + 1))]
    few, more = _few_bids(view, bids)
    return Content("bid", {
        "auction": display_names.auction_name(auction.kind),
        "temple": auction.kind == things.TEMPLE,
        "place": choices.junction_text(auction.junction) if auction.kind == things.TEMPLE else (
            display_names.junction_name(view, auction.junction)),
        "facts": bid_facts(view, seat, choices.names), "usual_price": usual_price_text(view),
        "counts": display_names.counting_text(auction.kind),
        "tie": tie_text(view, seat, choices.names),
        "open": view.options.open_bidding, "lowest": high + 1, "most": most,
        "leader": "" if leader is None else objects(for_reader(choices.names, seat), [leader]),
        "high": high,
        "only_pass": only_pass,
        "pass": choices.choice(moves.Bid(0, ()), _pass_text(most) if only_pass else _("Pass")),
        "bids": few, "more_bids": more,
        "fields": number_fields(query, "pay", (
            (_thing_word(kind), _thing_name(kind), number) for kind, number in held.items())),
        "typed": str(query.get("limit", "")),
        "bluff": view.options.bluff,
        "settlements": view.settlements_left(seat),
    }, Marks(chosen=1 << auction.junction))


def _few_bids(view: State, bids: Sequence[Choice]) -> tuple[list[Choice], list[Choice]]:
    """Return the bids around the usual price, with the highest, and the others.

    All bids are from the lowest to the highest.
    """
    if not bids:
        return [], []
    usual = usual_price(view) or (0,)
    at = min(range(len(bids)), key=lambda one: abs(int(bids[one].label) - usual[0]))
    few = {at - 1, at, at + 1, len(bids) - 1}
    return ([bid for one, bid in enumerate(bids) if one in few],
            [bid for one, bid in enumerate(bids) if one not in few])


def _pass_text(most: int) -> str:
    """Return the words of the button where nothing but a pass is possible."""
    if not most:
        return _("Pass: you can pay nothing")
    return _("You can pay no more than %(most)s: pass") % {"most": most}


def _payment_text(bid: moves.Bid) -> str:
    return _("pays up to %(things)s") % {
        "things": ", ".join(display_names.amount(kind, number) for kind, number in bid.payment)}


def _thing_word(kind: int) -> str:
    return things_text([(kind, 1)])


def _thing_name(kind: int) -> str:
    return _("soldiers (worth 3)") if kind == things.SOLDIERS else display_names.kind_name(kind)


def _building(choices: Choices, query: Mapping[str, Any]) -> Content:
    view, seat = choices.view, choices.seat
    roads = choices.places(moves.BuildRoad, lambda move: move.path, choices.path_text)
    settlements = choices.places(
        moves.BuildSettlement, lambda move: move.junction, choices.junction_text)
    cities = choices.places(moves.BuildCity, lambda move: move.junction, choices.junction_text)
    sites = {**settlements, **cities}
    aims = {path: road_aim(view, seat, path) for path in roads}
    found = {
        things.ROAD_PRICE: [replace(roads[path], note=aims[path][-1])
                            for path in sorted(roads, key=aims.__getitem__)],
        things.SETTLEMENT_PRICE: list(settlements.values()),
        things.CITY_PRICE: list(cities.values()),
    }
    return Content("build", {
        "on_map": bool(roads or sites), "first_home": first_home_text(view, seat),
        "wares": [(ware, found.get(ware.price, ()), ware.price == things.SETTLEMENT_PRICE)
                  for ware in wares(view, seat)],
        "buy": next(iter(choices.of_kind(
            moves.BuyDevelopment, lambda move: _("Buy a development card"))), None),
        "developments": _developments(choices, query),
    }, Marks(paths={path: choice.target for path, choice in roads.items()},
             junctions={place: choice.target for place, choice in sites.items()}),
        end=choices.choice(moves.End(), _("End the turn")).href)


def _developments(choices: Choices, query: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the development cards that can be played now (DE1)."""
    return {
        "notes": unplayable_texts(choices.view, choices.seat),
        "soldier": _split(choices, _robberies(choices, moves.PlaySoldier)),
        "roads": _free_roads(choices, str(query.get("road", ""))),
        "plenty": choices.of_kind(moves.PlayPlenty, lambda move: display_names.amounts(move.cards)),
        "monopoly": choices.of_kind(
            moves.PlayMonopoly, lambda move: display_names.kind_name(move.kind)
        ),
    }


def _free_roads(choices: Choices, first: str) -> Mapping[str, Any]:
    """Return choices of the first free road, or of the second after the first (DE3)."""
    by_first: dict[int, list[tuple[int, ...]]] = {}
    for move in choices.moves(moves.PlayRoads):
        by_first.setdefault(move.paths[0], []).append(move.paths)
    world = choices.view.world
    chosen = world.path_by_label.get(first)
    if chosen not in by_first:
        return {"first": [Choice("", choices.link(choices.draft.text, road=world.paths[path].label),
                                 choices.path_text(path),
                                 road_aim(choices.view, choices.seat, path)[-1])
                          for path in by_first]}
    return {
        "chosen": choices.path_text(chosen), "back": choices.link(choices.draft.text),
        "second": [choices.choice(moves.PlayRoads(ways), choices.path_text(ways[1])
                                  if len(ways) > 1 else _("Only this road"))
                   for ways in by_first[chosen]],
    }


_CONTENTS: dict[str, Callable[[Choices, Mapping[str, Any]], Content]] = {
    ROLL: _rolling, DISCARD: _discarding, ROBBER: _robbing, AUCTION: _bidding, BUILD: _building,
}
