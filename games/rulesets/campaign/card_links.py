"""The cards of the reader's hand as links: one more to discard, to pay a bid with, or to trade."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.campaign import auctions, moves, terms, things
from engine.campaign.state import AUCTION, BUILD, DISCARD, MOST_OFFERS
from games.rulesets.campaign.choices import Choices, number_in

_KINDS = {**{word: kind for kind, word in enumerate(things.KIND_NAMES)}, "soldier": things.SOLDIERS}


@dataclass(frozen=True, slots=True)
class CardLink:
    """A kind of card: how many there are, and how many of them have been chosen.

    ``action`` is what choosing one more does, and ``href`` where that leads, "" if nowhere.
    """

    word: str
    number: int
    name: str
    chosen: int
    href: str
    action: str


def card_links(choices: Choices, query: Mapping[str, Any], *, awaited: bool) -> list[CardLink]:
    """Returns the kinds of cards, each with what choosing one more of it does in this phase.

    ``query`` has what has been chosen so far.  Seats that are not ``awaited`` can only trade.
    """
    view, seat = choices.view, choices.seat
    prefix, hrefs = _HREFS.get(view.phase, _TRADE) if awaited else _TRADE
    chosen = _chosen(query, prefix)
    found = []
    for kind in things.KINDS:
        word, name, held = things.KIND_NAMES[kind], terms.kind_name(kind), view.hands[seat][kind]
        href, action = hrefs(choices, query, kind) if held else ("", "")
        found.append(CardLink(word, held, name, chosen.get(word, 0), href,
                              action % {"kind": name}))
    if unknown := view.hands[seat][things.UNKNOWN]:
        found.append(CardLink("unknown", unknown, _("not known yet"), 0, "", ""))
    return found


def _chosen(query: Mapping[str, Any], prefix: str, *more: str) -> dict[str, int]:
    """Returns how many of each thing the fields with a prefix name, with one more of ``more``."""
    numbers = {word: number_in(query, f"{prefix}-{word}") + more.count(word) for word in _KINDS}
    return {word: number for word, number in numbers.items() if number}


def _fields(prefix: str, chosen: Mapping[str, int]) -> dict[str, str]:
    return {f"{prefix}-{word}": str(number) for word, number in chosen.items()}


def _discarding(choices: Choices, query: Mapping[str, Any], kind: int) -> tuple[str, str]:
    """The card that completes a discard leads to its order (SE1)."""
    view, seat = choices.view, choices.seat
    chosen = _chosen(query, "discard", things.KIND_NAMES[kind])
    cards = tuple([chosen.get(word, 0) for word in things.KIND_NAMES] + [0])
    rest = view.due[seat] - sum(cards)
    if kind == things.GOLD or rest < 0 or not things.covers(view.hands[seat], cards):
        return "", ""
    href = choices.link(choices.draft.text, **_fields("discard", chosen)) if rest else (
        choices.choice(moves.Discard(cards), "").href)
    return href, _("Discard %(kind)s")


def _paying(choices: Choices, query: Mapping[str, Any], kind: int) -> tuple[str, str]:
    """The limit of the bid is what the payment is worth (AU1)."""
    auction = choices.view.auction
    assert auction is not None
    word = things.KIND_NAMES[kind]
    held = auctions.counting(choices.view, auction.kind, seat=choices.seat)
    chosen = _chosen(query, "pay", word)
    if chosen[word] > held.get(kind, 0):
        return "", ""
    limit = sum(number * things.worth(_KINDS[word]) for word, number in chosen.items())
    href = choices.link(choices.draft.text, limit=str(limit), **_fields("pay", chosen))
    return href, _("Pay with %(kind)s")


def _giving(choices: Choices, query: Mapping[str, Any], kind: int) -> tuple[str, str]:
    """Opens the form for an offer, and in the reader's own turn the bank's trades of the kind."""
    view, seat, word = choices.view, choices.seat, things.KIND_NAMES[kind]
    offers = sum(offer.seat == seat for offer in view.offers)
    chosen = _chosen(query, "give", word)
    if offers >= MOST_OFFERS or chosen[word] > view.hands[seat][kind]:
        return "", ""
    bank = {"bank": word} if seat == view.seat and view.phase == BUILD else {}
    href = choices.link(choices.draft.text, form="offer", **bank, **_fields("give", chosen),
                        **_fields("get", _chosen(query, "get")))
    return href, _("Give %(kind)s in a trade")


# By phase: the prefix of the fields, and what choosing a card leads to.
_Hrefs = tuple[str, Callable[[Choices, Mapping[str, Any], int], tuple[str, str]]]
_TRADE: _Hrefs = ("give", _giving)
_HREFS: dict[str, _Hrefs] = {DISCARD: ("discard", _discarding), AUCTION: ("pay", _paying)}
