"""Trades by taps: one on a card to give and one on a card to get, warnings, and suggestions.

Each tap leads to the page with one card more or fewer in the query, so nothing depends on scripts.
Suggestions use only what the player's view shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import for_reader
from alexandros_rules.campaign import display_names, moves, things, trading
from alexandros_rules.campaign.bots.prospects import income
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.state import BUILD, MOST_OFFERS, MOST_TIMES, Offer, State
from alexandros_rules.campaign.things import Counts
from alexandros_rules.translation import list_with_and
from games.rulesets.campaign.choices import Choice, Choices, number_in
from games.rulesets.campaign.table_panel import held_text, offer_text
from games.rulesets.campaign.wares import Ware, goals, spare

MOST_LACKING = 2  # cards of a goal for which trades are suggested
MOST_SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class Trade:
    """A trade as far as it has been composed; ``to`` are the seats that are asked, () for all."""

    give: Counts
    get: Counts
    to: tuple[int, ...] = ()
    times: int = 1
    standing: bool = False

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> Trade:
        """Return the trade in the query of a page."""
        give, get = ((*(number_in(query, f"{side}-{word}") for word in things.KIND_NAMES), 0)
                     for side in ("give", "get"))
        return cls(give, get, tuple(map(int, filter(str.isdecimal, str(query.get("to", ""))))),
                   min(MOST_TIMES, max(1, number_in(query, "times"))), bool(query.get("standing")))

    def href(self, choices: Choices) -> str:
        """Return the link to the page with this trade."""
        fields = {f"{side}-{word}": str(number)
                  for side, counts in (("give", self.give), ("get", self.get))
                  for word, number in zip(things.KIND_NAMES, counts, strict=False) if number}
        more = {"to": "".join(map(str, self.to)), "standing": "1" if self.standing else "",
                "times": str(self.times) if self.times > 1 else ""}
        return choices.link(choices.draft.text, form="trade", **fields,
                            **{name: value for name, value in more.items() if value})

    @property
    def sentence(self) -> str:
        """What is given and what is got so far, "" if nothing is."""
        words = {"give": display_names.amounts(self.give), "get": display_names.amounts(self.get)}
        if any(self.give) and any(self.get):
            return _("You give %(give)s; you get %(get)s.") % words
        if any(self.give):
            return _("You give %(give)s. Now tap what you get.") % words
        return _("You get %(get)s. Now tap what you give.") % words if any(self.get) else ""


@dataclass(frozen=True, slots=True)
class Tap:
    """One side of a trade for a kind of card: how many are chosen.

    ``more`` and ``fewer`` are the links to take one more, or one back; "" where that cannot be.
    """

    chosen: int
    more: str
    fewer: str


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of card that can be traded: how many the reader has, and both sides of the trade."""

    word: str
    name: str
    text: SafeString
    give: Tap
    get: Tap


@dataclass(frozen=True, slots=True)
class Option:
    """A choice among a few: its words, its link, and whether it is chosen."""

    label: str
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class OpenOffer:
    """An offer of the reader that somebody could still take, in words.

    ``asked`` are the seats that are to say whether they take it: none where it stands (TR3).
    """

    text: str
    asked: tuple[int, ...]


def give_link(choices: Choices, query: Mapping[str, Any], kind: int) -> str:
    """Return the link to give one more of a kind, "" where that cannot be."""
    return _tap(choices, Trade.of(query), "give", kind).more


def trade_panel(choices: Choices, query: Mapping[str, Any], *, awaited: bool) -> dict[str, Any]:
    """Return the context of the template for trades, ``best`` being the choice to be confirmed."""
    view, seat = choices.view, choices.seat
    trade, own_turn = Trade.of(query), awaited and view.phase == BUILD and seat == view.seat
    may_offer = sum(offer.seat == seat for offer in view.offers) < MOST_OFFERS
    goal = _goal(view, seat) if own_turn else None
    whole = any(trade.give) and any(trade.get)
    offer = _offer(choices, trade, own_turn=own_turn) if whole and may_offer else None
    bank = _bank(choices, trade) if own_turn else None
    # Whoever gives what the bank takes for it, or more, means the bank.
    ways = [way for way in (offer, bank) if way]
    if bank and things.covers(trade.give, _bank_trade(view, seat, trade)[1]):
        ways.reverse()
    best = ways[0] if ways else None
    return {
        "own_turn": own_turn, "possible": own_turn or may_offer, "open": query.get("form"),
        "acceptable": _acceptable(choices, goal),
        "lack": [goal.lack_sentence, *_sources(choices, goal)] if goal else [],
        "suggested": _suggested(choices, goal, may_offer=may_offer) if goal else [],
        "rows": [Row(things.KIND_NAMES[kind], display_names.kind_name(kind),
                     held_text(kind, view.hands[seat][kind]), _tap(choices, trade, "give", kind),
                     _tap(choices, trade, "get", kind)) for kind in things.KINDS],
        "sentence": trade.sentence, "none": choices.link(choices.draft.text, form="trade"),
        "best": best, "other": ways[1] if len(ways) > 1 else None,
        "at_once": own_turn and offer is not None and best is offer,
        "warning": _warning(view, seat, trade) if offer and best is offer else "",
        "open_offers": _open_offers(choices) if own_turn else [],
        "to": _recipients(choices, trade) if whole and view.players > 2 else [],
        "times": _times(choices, trade, own_turn=own_turn) if whole else [],
        "stays": Option(_("Keep it standing after this turn"), replace(
            trade, standing=not trade.standing, times=1).href(choices), trade.standing)
        if whole and own_turn else None,
    }


def _open_offers(choices: Choices) -> list[OpenOffer]:
    """Return the reader's own offers, without those that are only drafted."""
    view, seat = choices.view, choices.seat
    names = for_reader(choices.names, seat)
    made = {offer.number for offer in choices.draft.start.offers}
    return [OpenOffer(offer_text(view, offer, names),
                      () if offer.standing else trading.seats_of(offer.to))
            for offer in view.offers if offer.seat == seat and offer.number in made]


def _tap(choices: Choices, trade: Trade, side: str, kind: int) -> Tap:
    """Return what tapping a kind on one side does; no kind can be on both sides (TR2)."""
    held = choices.view.hands[choices.seat][kind]
    counts, others = (trade.give, trade.get) if side == "give" else (trade.get, trade.give)
    most = held if side == "give" else things.IN_GAME[kind]

    def href(number: int) -> str:
        changed = things.add(counts, things.single(kind, number))
        once = replace(trade, times=1)
        return (replace(once, give=changed) if side == "give"
                else replace(once, get=changed)).href(choices)

    free = counts[kind] < most and not others[kind]
    return Tap(counts[kind], href(1) if free else "", href(-1) if counts[kind] else "")


def _offer(choices: Choices, trade: Trade, *, own_turn: bool) -> Choice | None:
    """Return the composed offer; None if it cannot be made: the reader lacks what they give."""
    view, seat = choices.view, choices.seat
    given = things.times(trade.times, trade.give)
    shared = any(map(min, trade.give, trade.get))
    if shared or not things.covers(view.hands[seat], given):
        return None
    everybody = trading.others_of(view, seat)
    to = trading.mask_of(trade.to) & everybody or everybody
    return choices.choice(moves.MakeOffer(
        trade.give, trade.get, to, trade.times, standing=trade.standing or not own_turn),
        _("Confirm and offer this") if own_turn and choices.draft.steps else _("Offer this"))


def _bank(choices: Choices, trade: Trade) -> Choice | None:
    """Return the trade with the bank of the kinds that are composed, if it can be made (TR1)."""
    view, seat = choices.view, choices.seat
    move, given = _bank_trade(view, seat, trade)
    if move is None or not things.covers(view.hands[seat], given) or (
            view.bank[move.get] < move.number):
        return None
    return bank_choice(choices, move)


def _bank_trade(view: State, seat: int, trade: Trade) -> tuple[moves.BankTrade | None, Counts]:
    """Return the trade with the bank for what is got, and what it costs; None for several kinds."""
    gives, gets = ([kind for kind in things.KINDS if counts[kind]]
                   for counts in (trade.give, trade.get))
    if len(gives) != 1 or len(gets) != 1 or gives == gets:
        return None, things.NOTHING
    number = trade.get[gets[0]]
    rate = trading.bank_rate(view, gives[0], seat=seat)
    return moves.BankTrade(gives[0], gets[0], number), things.single(gives[0], rate * number)


def _warning(view: State, seat: int, trade: Trade) -> str:
    """Return why an offer is poor: the bank gives as much for it, or the sides are uneven."""
    price, lacking = list(things.NOTHING), sum(trade.get)
    rates = sorted((trading.bank_rate(view, kind, seat=seat), kind) for kind in things.KINDS)
    for rate, kind in rates:
        bought = min(lacking, trade.give[kind] // rate)
        price[kind] = rate * bought
        lacking -= bought
    words = {"give": display_names.amounts(tuple(price)), "get": display_names.amounts(trade.get)}
    if not lacking and things.covers(view.bank, trade.get):
        return _("The bank gives you %(get)s for %(give)s.") % words
    if sum(trade.get) > sum(trade.give):
        return _("You ask for more cards than you give. Hardly anybody will take that.")
    return _("You give more than you get.") if sum(trade.give) > sum(trade.get) else ""


def bank_choice(choices: Choices, move: moves.BankTrade) -> Choice:
    """Return a trade with the bank as a choice that names what is given and got (TR1)."""
    rate = trading.bank_rate(choices.view, move.give, seat=choices.seat)
    return choices.choice(move, _("Give the bank %(give)s for %(get)s") % {
        "give": display_names.amount(move.give, rate * move.number),
        "get": display_names.amount(move.get, move.number)})


def _recipients(choices: Choices, trade: Trade) -> list[Option]:
    """Return to whom the offer may go: everybody, or those who are chosen."""
    others = [seat for seat in range(choices.view.players) if seat != choices.seat]
    asked = [seat for seat in trade.to if seat in others]

    def to(seats: Sequence[int]) -> str:
        return replace(trade, to=() if len(seats) == len(others) else tuple(seats)).href(choices)

    return [Option(_("everybody"), to(()), not asked), *(
        Option(choices.names[seat], to(
            [one for one in asked if one != seat] if seat in asked else sorted([*asked, seat])),
            seat in asked)
        for seat in others)]


def _times(choices: Choices, trade: Trade, *, own_turn: bool) -> list[Option]:
    """Return how often a standing offer may be taken, as far as the hand suffices (TR3)."""
    if own_turn and not trade.standing:
        return []
    most = min(trading.fulfillable(choices.view.hands[choices.seat], trade.give), MOST_TIMES)
    return [Option(ngettext("%(count)s time", "%(count)s times", number) % {"count": number},
                   replace(trade, times=number).href(choices), trade.times == number)
            for number in range(1, most + 1)] if most > 1 else []


def _goal(view: State, seat: int) -> Ware | None:
    """Return what the seat could build after a trade or two; None if it lacks nothing or much."""
    return next((ware for ware in goals(view, seat)
                 if 0 < sum(ware.missing) <= MOST_LACKING), None)


def _acceptable(choices: Choices, goal: Ware | None) -> list[Choice]:
    """Return the offers that can be accepted now, those that help towards the goal first."""
    view, seat = choices.view, choices.seat
    if view.phase != BUILD:
        return []
    offers = sorted(trading.acceptable(view, seat), key=lambda offer: not _helps(offer, goal))
    names = for_reader(choices.names, seat)
    return [choices.choice(moves.Accept(offer.number), _("Accept"),
                           offer_text(view, offer, names)) for offer in offers]


def _helps(offer: Offer, goal: Ware | None) -> bool:
    return goal is not None and any(map(min, offer.give, goal.missing)) and not any(
        map(min, offer.get, goal.price))


def _missing(goal: Ware) -> list[tuple[int, int]]:
    """Return the kinds that are missing, with their numbers."""
    return [(kind, goal.missing[kind]) for kind in things.COMMODITIES if goal.missing[kind]]


def _sellers(view: State, seat: int, kind: int) -> list[int]:
    """Return the others whose land yields a kind and who hold cards, who gets most of it first."""
    gets = {other: income(view, other)[kind] for other in range(view.players)
            if other != seat and things.cards(view.hands[other])}
    return sorted([other for other in gets if gets[other]], key=lambda other: -gets[other])


def _sources(choices: Choices, goal: Ware) -> Iterator[str]:
    """Yield who may have what is missing, in a sentence for each kind."""
    view = choices.view
    for kind, _number in _missing(goal):
        sellers = _sellers(view, choices.seat, kind)
        if sellers:
            yield _("%(players)s may have %(kind)s, because their land yields it.") % {
                "kind": display_names.kind_name(kind),
                "players": list_with_and(_seller_text(choices, other) for other in sellers)}


def _seller_text(choices: Choices, seat: int) -> str:
    cards = things.cards(choices.view.hands[seat])
    return ngettext("%(name)s (%(count)s card)", "%(name)s (%(count)s cards)", cards) % {
        "name": choices.names[seat], "count": cards}


def _suggested(choices: Choices, goal: Ware, *, may_offer: bool) -> list[Choice]:
    """Return trades with the bank and offers that would bring what is missing."""
    view, seat = choices.view, choices.seat
    loose = _loose(view, seat, goal)
    found = list[Choice]()
    for kind, number in _missing(goal):
        rates = [(trading.bank_rate(view, give, seat=seat), give) for give in things.KINDS]
        paid = [(-bought, rate, give) for rate, give in rates
                if (bought := min(number, loose[give] // rate, view.bank[kind]))]
        if paid:
            bought, _rate, give = min(paid)
            found.append(bank_choice(choices, moves.BankTrade(give, kind, -bought)))
        wanted = _wanted(view, seat, kind, number, loose)
        if may_offer and wanted is not None:
            found.append(_offer_choice(choices, things.single(wanted, number),
                                       things.single(kind, number)))
    return found[:MOST_SUGGESTED]


def _loose(view: State, seat: int, goal: Ware) -> Counts:
    """Return what the seat can give without losing the goal, nor one that it can pay already."""
    return tuple(map(min, spare(view, seat), things.missing(goal.price, view.hands[seat])))


def _offer_choice(choices: Choices, give: Counts, get: Counts) -> Choice:
    """Return an offer as a choice that leads to the button for it, as it goes out at once."""
    everybody = trading.others_of(choices.view, choices.seat)
    order = format_move(moves.MakeOffer(give, get, everybody, 1, standing=False), choices.view)
    composed = f"{Trade(give, get).href(choices)}#best-trade"
    return Choice(order, composed, _("Offer %(give)s for %(get)s") % {
        "give": display_names.amounts(give), "get": display_names.amounts(get)})


def _wanted(view: State, seat: int, kind: int, number: int, loose: Counts) -> int | None:
    """Return what to give for a kind: what others ask for or do not get from their land.

    None if there is nothing to spare, nobody else has a card, or the seat offers for it already.
    """
    others = [other for other in range(view.players)
              if other != seat and things.cards(view.hands[other])]
    if not others or any(offer.get[kind] for offer in view.offers if offer.seat == seat):
        return None
    asked = {one for offer in view.offers if offer.seat != seat
             for one in things.KINDS if offer.get[one]}
    gives = [give for give in things.KINDS if give != kind and loose[give] >= number]
    return min(gives, default=None, key=lambda give: (
        give == things.GOLD, give not in asked,
        sum(income(view, other)[give] for other in _sellers(view, seat, kind) or others),
        -loose[give]))
