"""The choices in each phase of a turn: dice, discards, robber, bids, trade and building.

A bid for a chit says what the winner gains, and everything that can be built or played says what is
in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.addressing import for_reader, objects
from engine.campaign import (
    auctions,
    awards,
    building,
    display_names,
    moves,
    things,
    trading,
    yields,
)
from engine.campaign.order_text import things_text
from engine.campaign.state import AUCTION, BUILD, DISCARD, ENOUGH_CHITS, ROBBER, ROLL, State, change
from engine.campaign.things import Counts
from engine.immutable import with_item
from games.drawing.canvas import Target
from games.rulesets.campaign.choices import Choice, Choices, Marks, number_fields


def stakes_text(view: State, seat: int) -> str:
    """Return the worth of the chit up for auction for a seat, in sentences; "" at a temple."""
    auction = view.auction
    if auction is None or auction.kind == things.TEMPLE:
        return ""
    chits = view.chits_of(seat)
    have = ngettext("You have %(count)s chit.", "You have %(count)s chits.", chits) % {
        "count": chits}
    gain = chit_gain(view, seat, auction.kind)
    if gain:
        return f"{have} " + ngettext(
            "With this one, you gain %(count)s point for a counselor card.",
            "With this one, you gain %(count)s points for a counselor card.", gain) % {
            "count": gain}
    if chits < ENOUGH_CHITS and None in view.counselors:
        lacking = ENOUGH_CHITS - chits
        return f"{have} " + ngettext(
            "You need %(count)s more for a counselor card.",
            "You need %(count)s more for a counselor card.", lacking) % {"count": lacking}
    return have


def chit_gain(view: State, seat: int, kind: int) -> int:
    """Return the points that a chit of this kind brings for a counselor card (CO1, CO2)."""
    won = with_item(view.won, seat, with_item(
        view.won[seat], kind, view.won[seat][kind] + 1))
    after = change(view, won=won)
    after = change(after, counselors=awards.counselors(after))
    return after.counselor_points(seat) - view.counselor_points(seat)


PLENTY_TAKES = 2  # commodities from the bank (DE3)


@dataclass(frozen=True, slots=True)
class Price:
    """Something that can be built, and its price.

    ``lacking`` says which things the player still needs to pay for it.  If they can pay,
    ``obstacle`` is a sentence that says why there is no place for it.  Both are "" if it can be
    built.
    """

    name: str
    price: str
    lacking: str = ""
    obstacle: str = ""

    @property
    def is_possible(self) -> bool:
        """Whether the thing can be built now."""
        return not (self.lacking or self.obstacle)

    @property
    def sentence(self) -> str:
        """The player's needs as a sentence or two."""
        words = {"name": self.name, "price": self.price, "lacking": self.lacking}
        if self.lacking:
            return _("%(name)s (%(price)s): you still need %(lacking)s.") % words
        if self.obstacle:
            return _("%(name)s (%(price)s): you can pay for it.") % words + f" {self.obstacle}"
        return _("%(name)s (%(price)s): you have everything.") % words


def prices(view: State, seat: int) -> Sequence[Price]:
    """Return the prices of everything of which pieces are left, on the seat's own view (BU1)."""
    wares: Sequence[tuple[str, Counts, int, Callable[[State, int], str]]] = (
        (_("Road"), things.ROAD_PRICE, view.roads_left(seat), _road_obstacle),
        (_("Settlement"), things.SETTLEMENT_PRICE, view.settlements_left(seat),
         _settlement_obstacle),
        (_("City"), things.CITY_PRICE, view.cities_left(seat), _city_obstacle),
        (_("Development card"), things.DEVELOPMENT_PRICE, len(view.deck), _no_obstacle),
    )
    return [_price(view, seat, name=name, price=price, obstacle=obstacle)
            for name, price, left, obstacle in wares if left]


def _price(view: State, seat: int, *, name: str, price: Counts,
           obstacle: Callable[[State, int], str]) -> Price:
    lacking = things.missing(view.hands[seat], price)
    if any(lacking):
        return Price(name, display_names.amounts(price), display_names.amounts(lacking))
    return Price(name, display_names.amounts(price), obstacle=obstacle(view, seat))


def _road_obstacle(view: State, seat: int) -> str:
    """Return why there is no place for a road (BU2), or ""."""
    if not view.buildings(seat):
        return _("But your first road must begin at a settlement of yours, and you have none.")
    if not building.road_sites(view, seat):
        return _("But no free path joins your roads and settlements.")
    return ""


def _settlement_obstacle(view: State, seat: int) -> str:
    """Return why there is no place for a settlement (BU3, BU4), or ""."""
    if not view.roads[seat]:
        return _("But a road of yours must lead to it, and you have none.")
    if not building.settlement_sites(view, seat):
        return _("But your roads reach no free place. It must be two paths away from any other"
                 " settlement, and neither on nor next to a place that Alexander has not passed.")
    return ""


def _city_obstacle(view: State, seat: int) -> str:
    """Return why there is no settlement that could become a city, or ""."""
    return "" if view.settlements[seat] else _("But it replaces a settlement of yours, and you"
                                               " have none.")


def _no_obstacle(view: State, seat: int) -> str:
    return ""


def first_home_text(view: State, seat: int) -> str:
    """Return where a seat with nothing on the map can get its first settlement; else ""."""
    temples = [(number, stop) for number, stop in enumerate(view.world.route, 1)
               if stop.kind == "temple" and number > view.arrow]
    if view.buildings(seat) or not temples:
        return ""
    number, stop = temples[0]
    away = number - view.arrow
    return ngettext(
        "You have nothing on the map, so you cannot build roads yet. The next temple is"
        " %(place)s, %(count)s move ahead of Alexander: whoever wins its auction founds a"
        " settlement there.",
        "You have nothing on the map, so you cannot build roads yet. The next temple is"
        " %(place)s, %(count)s moves ahead of Alexander: whoever wins its auction founds a"
        " settlement there.", away) % {"place": _(stop.name), "count": away}


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
        "developments": _developments(choices, query)})


def _discarding(choices: Choices, query: Mapping[str, Any]) -> Content:
    view, seat = choices.view, choices.seat
    hand, due = view.hands[seat], view.due[seat]
    suggestion = moves.Discard(yields.preferred_discard(hand, due, ()))
    return Content("discard", {
        "due": due, "unpaid": view.auction is not None,
        "fields": number_fields(query, "discard", (
            (things.KIND_NAMES[kind], display_names.kind_name(kind), hand[kind])
            for kind in things.COMMODITIES if hand[kind])),
        "suggestion": choices.choice(suggestion, display_names.amounts(suggestion.cards))})


def _robbing(choices: Choices, query: Mapping[str, Any]) -> Content:
    found = _robberies(choices, moves.MoveRobber)
    tile = choices.view.world.hex_by_label.get(str(query.get("tile", "")))
    shown = {tile: found[tile]} if tile in found else found
    # A hex with several victims leads to the choice among them.
    targets = {
        tile: options[0].target if len(options) == 1 else Target(
            choices.link(choices.draft.text, tile=choices.view.world.hexes[tile].label),
            choices.tile_text(tile))
        for tile, options in found.items()
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


def _split(choices: Choices, found: Mapping[int, list[Choice]]) -> dict[str, list[Choice]]:
    """Return the choices that rob somebody, and those that only block a hex, or nothing."""
    view, seat = choices.view, choices.seat
    robs = {tile for tile in found if yields.victims(view, tile, seat=seat)}
    return {"robs": [choice for tile in found if tile in robs for choice in found[tile]],
            "empty": [choice for tile in found if tile not in robs for choice in found[tile]]}


def _bidding(choices: Choices, query: Mapping[str, Any]) -> Content:
    view, seat, auction = choices.view, choices.seat, choices.view.auction
    assert auction is not None
    held = auctions.counting(view, auction.kind, seat=seat)
    leader, high = auctions.high_bid(auction) if view.options.open_bidding else (None, 0)
    most = auctions.value(tuple(held.items()))
    bids = [choices.choice(bid, str(bid.limit), _payment_text(bid))
            for bid in usual_bids(view, seat, range(high + 1, most + 1))]
    return Content("bid", {
        "auction": display_names.auction_name(auction.kind),
        "temple": auction.kind == things.TEMPLE,
        "place": choices.junction_text(auction.junction) if auction.kind == things.TEMPLE else (
            display_names.junction_name(view, auction.junction)),
        "stakes": stakes_text(view, seat),
        "counts": display_names.counting_text(auction.kind),
        "open": view.options.open_bidding, "lowest": high + 1, "most": most,
        "leader": "" if leader is None else objects(for_reader(choices.names, seat), [leader]),
        "high": high,
        "pass": choices.choice(moves.Bid(0, ()), _("Pass")),
        "bids": bids,
        "fields": number_fields(query, "pay", (
            (_thing_word(kind), _thing_name(kind), number) for kind, number in held.items())),
        "typed": str(query.get("limit", "")),
        "bluff": view.options.bluff,
        "settlements": view.settlements_left(seat),
    }, Marks(chosen=1 << auction.junction))


def usual_bids(view: State, seat: int, limits: range) -> list[moves.Bid]:
    """Return bids of these limits, each with a payment that spares cards and is exact (AU6)."""
    auction = view.auction
    assert auction is not None
    bids = [moves.Bid(limit, _thrifty_payment(view, auction.kind, limit, seat))
            for limit in limits]
    return [bid for bid in bids if bid.payment and auctions.is_exact(bid.payment, bid.limit)]


def _thrifty_payment(view: State, kind: int, limit: int, seat: int) -> moves.Payment:
    """Return a payment that keeps the cards with which one builds: gold first, soldiers last.

    What the rules take for a bid without a payment spends cards first, and has to stay as it is for
    games in progress.
    """
    held = auctions.counting(view, kind, seat=seat)
    order = sorted(held, key=lambda thing: (
        thing != things.GOLD, thing == things.SOLDIERS, -held[thing], thing))
    everything = tuple([(thing, held[thing]) for thing in order])
    return auctions.part_of(everything, limit) if auctions.value(everything) >= limit else ()


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
    return Content("build", {
        "roads": list(roads.values()), "settlements": list(settlements.values()),
        "cities": list(cities.values()),
        "buy": next(iter(choices.of_kind(
            moves.BuyDevelopment, lambda move: _("Buy a development card"))), None),
        "prices": prices(view, seat), "first_home": first_home_text(view, seat),
        "developments": _developments(choices, query),
        "trades": _trades(choices, str(query.get("bank", ""))), "bank": query.get("bank", ""),
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
                                 choices.path_text(path)) for path in by_first]}
    return {
        "chosen": choices.path_text(chosen), "back": choices.link(choices.draft.text),
        "second": [choices.choice(moves.PlayRoads(ways), choices.path_text(ways[1])
                                  if len(ways) > 1 else _("Only this road"))
                   for ways in by_first[chosen]],
    }


def _trades(choices: Choices, chosen: str) -> list[tuple[str, list[Choice]]]:
    """Return trades with the bank for one of a kind, by what is given (TR1).

    Those of a ``chosen`` kind come first.
    """
    found: dict[int, list[Choice]] = {
        kind: [] for kind, word in enumerate(things.KIND_NAMES) if word == chosen}
    for move in choices.moves(moves.BankTrade):
        if move.number == 1:
            found.setdefault(move.give, []).append(
                choices.choice(move, display_names.kind_name(move.get)))
    return [
        (
            display_names.amount(give, trading.bank_rate(choices.view, give, seat=choices.seat)),
            options,
        )
        for give, options in found.items()
        if options
    ]


_CONTENTS: dict[str, Callable[[Choices, Mapping[str, Any]], Content]] = {
    ROLL: _rolling, DISCARD: _discarding, ROBBER: _robbing, AUCTION: _bidding, BUILD: _building,
}
