"""The choices of somebody who has to decide something, and of the player whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from engine.campaign import auctions, moves, robbing, terms, things, trading
from engine.campaign.events import DevelopmentBought, Rolled, Stole
from engine.campaign.order_text import things_text
from engine.campaign.rules import RULESET, to_move
from engine.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, ROLL, State
from engine.drafts import Draft
from games.rulesets.campaign.board_pictures import CampaignBoards, Marks, Target
from games.rulesets.campaign.choices import Choice, Choices
from games.rulesets.campaign.table_panel import Hand, offer_text
from games.rulesets.turn import Link, Turn

MOST_QUICK_BIDS = 12


@dataclass(frozen=True, slots=True)
class Content:
    """What a phase shows: ``kind`` names the part of the template that shows ``panel``."""

    kind: str
    panel: Mapping[str, Any]
    marks: Marks = field(default_factory=Marks)
    end: str = ""


class CampaignTurnForm:
    """See ``games.rulesets.protocols.TurnForm``."""

    choices_template = "campaign/turn.html"
    aim_template = "campaign/aim.html"
    keys_template = "campaign/keys.html"
    example_orders = "bid up to 5 pay 2 wheat 3 gold"

    def __init__(self, boards: CampaignBoards):
        self.boards = boards

    def turn(self, draft: Draft, *, seat: int, names: Sequence[str], query: Mapping[str, Any],
             link: Link, moves: Sequence[str]) -> Turn:
        view: State = draft.view
        choices = Choices(draft, seat, names, link)
        if not _may_go_on(draft, seat):
            board = self.boards.marked_board(view, names=names, moves=moves)
            return Turn(board, {"kind": "", "any_time": _any_time(choices)}, whole=True)
        content = _CONTENTS[view.phase](choices) if seat in to_move(view) else Content("", {})
        board = self.boards.marked_board(view, names=names, moves=moves, marks=content.marks)
        panel = {"kind": content.kind, "hand": Hand.of(view, seat), **content.panel,
                 "any_time": _any_time(choices)}
        return Turn(board, panel, _reveal(draft), whole=seat not in to_move(view),
                    end=content.end)

    def order(self, fields: Any) -> str:
        """Returns the order of a form: a bid, a discard, a trade or an offer."""
        writer = _FORMS.get(str(fields.get("do", "")))
        return writer(fields) if writer else str(fields.get("order", ""))


def _may_go_on(draft: Draft, seat: int) -> bool:
    """Whether the seat can add orders to the draft."""
    before, after = RULESET.status(draft.start), RULESET.status(draft.view)
    return not after.over and after.turn == before.turn and (
        not draft.steps or seat in to_move(draft.view))


def _reveal(draft: Draft) -> str:
    """Returns what confirming the draft would show that cannot be seen yet."""
    events = [event for step in draft.steps for event in step.events]
    if any(isinstance(event, Rolled) for event in events):
        return _("Confirm to see the dice before you go on.")
    if any(isinstance(event, Stole) for event in events):
        return _("Confirm so far to see which card you steal before you go on.")
    if any(isinstance(event, DevelopmentBought) for event in events):
        return _("Confirm so far to see which development card you get before you go on.")
    return ""


def _rolling(choices: Choices) -> Content:
    return Content("roll", {
        "roll": choices.choice(moves.Roll(), _("Roll the dice")),
        "developments": _developments(choices)})


def _discarding(choices: Choices) -> Content:
    view, seat = choices.view, choices.seat
    hand, due = view.hands[seat], view.due[seat]
    suggestion = moves.Discard(robbing.preferred_discard(hand, due, ()))
    return Content("discard", {
        "due": due,
        "fields": [(f"discard-{things.KIND_NAMES[kind]}", terms.kind_name(kind), hand[kind])
                   for kind in things.COMMODITIES if hand[kind]],
        "suggestion": choices.choice(suggestion, terms.amounts(suggestion.cards))})


def _robbing(choices: Choices) -> Content:
    robs, empty, targets = _robber_choices(choices, moves.MoveRobber)
    return Content("robber", {"robs": robs, "empty": empty}, Marks(hexes=targets))


def _robber_choices(
    choices: Choices, kind: type[moves.MoveRobber | moves.PlaySoldier]
) -> tuple[list[Choice], list[Choice], dict[int, Target]]:
    """Returns where the robber robs somebody, where he does not, and what to mark on the map."""
    robs, empty = [], []
    by_hex: dict[int, list[Choice]] = {}
    for move in choices.moves(kind):
        assert isinstance(move, moves.MoveRobber | moves.PlaySoldier)
        choice = choices.choice(move, choices.robbing_text(move.tile, move.victim))
        (empty if move.victim is None else robs).append(choice)
        by_hex.setdefault(move.tile, []).append(choice)
    targets = {tile: Target(found[0].href, found[0].label)
               for tile, found in by_hex.items() if len(found) == 1}
    return robs, empty, targets


def _bidding(choices: Choices) -> Content:
    view, seat, auction = choices.view, choices.seat, choices.view.auction
    assert auction is not None
    held = auctions.counting(view, auction.kind, seat=seat)
    lowest = auctions.high_bid(auction)[1] + 1 if view.options.open_bidding else 1
    most = auctions.value(tuple(held.items()))
    quick = [choices.choice(bid, str(bid.limit), things_text(bid.payment))
             for bid in _usual_bids(view, seat, range(lowest, most + 1))]
    return Content("bid", {
        "auction": terms.auction_name(auction.kind),
        "temple": auction.kind == things.TEMPLE,
        "place": choices.junction_text(auction.junction),
        "counts": terms.things_counted(auction.kind, things.COUNTING[auction.kind]),
        "open": view.options.open_bidding, "lowest": lowest, "most": most,
        "pass": choices.choice(moves.Bid(0, ()), _("Pass")),
        "quick": quick[:MOST_QUICK_BIDS],
        "fields": [(f"pay-{_thing_word(kind)}", _thing_name(kind), number)
                   for kind, number in held.items()],
        "bluff": view.options.bluff,
        "settlements": view.settlements_left(seat),
    }, Marks(chosen=1 << auction.junction))


def _usual_bids(view: State, seat: int, limits: range) -> list[moves.Bid]:
    auction = view.auction
    assert auction is not None
    found = []
    for limit in limits:
        payment = auctions.usual_payment(view, auction.kind, limit, seat=seat)
        if auctions.is_exact(payment, limit):
            found.append(moves.Bid(limit, payment))
    return found


def _thing_word(kind: int) -> str:
    return "soldier" if kind == things.SOLDIERS else things.KIND_NAMES[kind]


def _thing_name(kind: int) -> str:
    return _("soldiers (worth 3)") if kind == things.SOLDIERS else terms.kind_name(kind)


def _building(choices: Choices) -> Content:
    view = choices.view
    roads = choices.of_kind(moves.BuildRoad, lambda move: choices.path_text(move.path))  # type: ignore[union-attr]
    settlements = choices.of_kind(
        moves.BuildSettlement, lambda move: choices.junction_text(move.junction))  # type: ignore[union-attr]
    cities = choices.of_kind(
        moves.BuildCity, lambda move: choices.junction_text(move.junction))  # type: ignore[union-attr]
    marks = Marks(
        paths={move.path: Target(one.href, one.label) for move, one in zip(
            choices.moves(moves.BuildRoad), roads, strict=True)},  # type: ignore[union-attr]
        junctions={move.junction: Target(one.href, one.label) for kind, group in (
            (moves.BuildSettlement, settlements), (moves.BuildCity, cities))
            for move, one in zip(choices.moves(kind), group, strict=True)},  # type: ignore[union-attr]
    )
    end = choices.choice(moves.End(), _("End the turn"))
    return Content("build", {
        "roads": roads, "settlements": settlements, "cities": cities,
        "buy": choices.choice(moves.BuyDevelopment(), _("Buy a development card"))
        if choices.has(moves.BuyDevelopment) else None,
        "prices": _prices(view, choices.seat),
        "developments": _developments(choices),
        "trades": _trades(choices),
        "others": [(seat, name) for seat, name in enumerate(choices.names)
                   if seat != choices.seat],
    }, marks, end=end.href)


def _prices(view: State, seat: int) -> list[tuple[str, str, str]]:
    """Returns what can be built, its price, and what the seat still needs for it."""
    hand = view.hands[seat]
    return [
        (name, terms.amounts(price), terms.amounts(lacking) if any(lacking) else "")
        for name, price in (
            (_("road"), things.ROAD_PRICE), (_("settlement"), things.SETTLEMENT_PRICE),
            (_("city"), things.CITY_PRICE), (_("development card"), things.DEVELOPMENT_PRICE))
        for lacking in (things.missing(hand, price),)
    ]


def _developments(choices: Choices) -> Mapping[str, Any]:
    """The development cards that can be played now."""
    robs, empty, _targets = _robber_choices(choices, moves.PlaySoldier)
    return {
        "soldier": robs, "soldier_empty": empty,
        "roads": [choices.choice(move, " + ".join(map(choices.path_text, move.paths)))
                  for move in choices.moves(moves.PlayRoads)],  # type: ignore[union-attr]
        "plenty": choices.of_kind(
            moves.PlayPlenty, lambda move: terms.amounts(move.cards)),  # type: ignore[union-attr]
        "monopoly": choices.of_kind(
            moves.PlayMonopoly, lambda move: terms.kind_name(move.kind)),  # type: ignore[union-attr]
    }


def _trades(choices: Choices) -> list[Choice]:
    """Trades with the bank for one of a kind, and offers of others that can be accepted."""
    view, seat = choices.view, choices.seat
    trades = []
    for move in choices.moves(moves.BankTrade):
        assert isinstance(move, moves.BankTrade)
        if move.number == 1:
            rate = trading.bank_rate(view, move.give, seat=seat)
            trades.append(choices.choice(move, _("%(give)s for %(get)s") % {
                "give": terms.amount(move.give, rate), "get": terms.amount(move.get, 1)}))
    return trades


def _any_time(choices: Choices) -> Mapping[str, Any]:
    """Offers and preferences, which need not wait for the seat's turn."""
    view, seat = choices.view, choices.seat
    offers = []
    for offer in view.offers:
        text = offer_text(view, offer, choices.names)
        if offer.seat == seat:
            offers.append(choices.choice(moves.Withdraw(offer.number), _("Withdraw"), text))
        elif view.phase == BUILD and offer in trading.acceptable(view, seat):
            offers.append(choices.choice(moves.Accept(offer.number), _("Accept"), text))
    return {
        "offers": offers, "own_turn": seat == view.seat and view.phase == BUILD,
        "kinds": [(things.KIND_NAMES[kind], terms.kind_name(kind), view.hands[seat][kind])
                  for kind in things.KINDS],
        "others": [(index, name) for index, name in enumerate(choices.names) if index != seat],
        "preferred": [terms.kind_name(kind) for kind in view.preferred[seat]],
        "at_once": view.at_once[seat],
        "roll": choices.choice(moves.PreferRolling(at_once=not view.at_once[seat]), (
            _("Ask me before rolling, if I have a development card") if view.at_once[seat]
            else _("Always roll the dice at once"))),
    }


_CONTENTS: dict[str, Callable[[Choices], Content]] = {
    ROLL: _rolling, DISCARD: _discarding, ROBBER: _robbing, AUCTION: _bidding, BUILD: _building,
}


def _numbers(fields: Any, prefix: str) -> str:
    """Returns the things of the fields with this prefix in notation: "2 wool ore"."""
    found = []
    for word in (*things.KIND_NAMES, "soldier"):
        number = str(fields.get(f"{prefix}-{word}", "")).strip()
        if number.isdigit() and int(number):
            found.append(f"{int(number)} {word}")
    return " ".join(found)


def _bid_order(fields: Any) -> str:
    limit = str(fields.get("limit", "")).strip()
    if not limit:
        return ""
    payment = _numbers(fields, "pay")
    verb = "bid" if fields.get("open") else "bid up to"
    return f"{verb} {limit} pay {payment}" if payment else f"{verb} {limit}"


def _discard_order(fields: Any) -> str:
    return f"discard {_numbers(fields, 'discard')}"


def _bank_order(fields: Any) -> str:
    number = str(fields.get("number", "1")).strip() or "1"
    return f"bank {fields.get('give', '')} for {number} {fields.get('get', '')}"


def _offer_order(fields: Any) -> str:
    verb = "standing offer" if fields.get("standing") else "offer"
    order = f"{verb} {_numbers(fields, 'give')} for {_numbers(fields, 'get')}"
    times = str(fields.get("times", "")).strip()
    if fields.get("standing") and times.isdigit() and int(times) > 1:
        order += f" {times} times"
    colours = [RULESET.colours[int(seat)] for seat in _many(fields, "to") if seat.isdigit()
               and int(seat) < len(RULESET.colours)]
    return f"{order} to {' '.join(colours)}" if colours else order


def _preference_order(fields: Any) -> str:
    kinds = [kind for kind in _many(fields, "kind") if kind in things.KIND_NAMES]
    return f"prefer to discard {' '.join(kinds)}" if kinds else "prefer to choose discards"


def _many(fields: Any, name: str) -> Sequence[str]:
    values: Sequence[str] = fields.getlist(name)
    return list(dict.fromkeys(value for value in values if value))


_FORMS: dict[str, Callable[[Any], str]] = {
    "bid": _bid_order, "discard": _discard_order, "bank": _bank_order, "offer": _offer_order,
    "preference": _preference_order,
}
