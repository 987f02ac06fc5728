"""The orders that the forms of the page stand for.  The field ``form`` says which form it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from engine.campaign import refusals, things
from engine.campaign.state import COLOURS
from engine.errors import Unreadable

_WORDS = (*things.KIND_NAMES, "soldier")


def order_of(fields: Any) -> str:
    """Returns the order of a submitted form in notation.  Refuses fields that are no numbers."""
    writer = _FORMS.get(str(fields.get("form", "")))
    return writer(fields) if writer else str(fields.get("order", ""))


def _number(fields: Any, name: str) -> int:
    """Returns the number in a field, 0 if it is empty."""
    text = str(fields.get(name, "")).strip()
    if not text:
        return 0
    if not (text.isdecimal() and len(text) < 4):
        raise Unreadable("no-number", _("'%(text)s' is not a number that fits here. Please enter"
                                        " a whole number from 0 to 999.") % {"text": text[:20]})
    return int(text)


def _things(fields: Any, prefix: str) -> str:
    """Returns the things of the fields with this prefix in notation: "2 wool 1 ore"."""
    numbers = [(word, _number(fields, f"{prefix}-{word}")) for word in _WORDS]
    return " ".join(f"{number} {word}" for word, number in numbers if number)


def _bid(fields: Any) -> str:
    limit = _number(fields, "limit")
    if not limit:
        raise Unreadable("no-limit", _("Enter what you bid, at least 1. To bid nothing, choose"
                                       " 'Pass'."))
    payment = _things(fields, "pay")
    return f"bid {limit} pay {payment}" if payment else f"bid {limit}"


def _discard(fields: Any) -> str:
    cards = _things(fields, "discard")
    if not cards:
        raise Unreadable("no-cards", _("Enter how many cards of each kind you discard."))
    return f"discard {cards}"


def _offer(fields: Any) -> str:
    give, get = _things(fields, "give"), _things(fields, "get")
    if not give or not get:
        raise refusals.nothing_for_nothing()
    standing, times = bool(fields.get("standing")), _number(fields, "times")
    order = f"{'standing offer' if standing else 'offer'} {give} for {get}"
    if standing and times > 1:
        order += f" {times} times"
    colours = [COLOURS[int(seat)] for seat in _several(fields, "to")
               if seat.isdecimal() and int(seat) < len(COLOURS)]
    return f"{order} to {' '.join(colours)}" if colours else order


def _preference(fields: Any) -> str:
    kinds = [kind for kind in _several(fields, "kind") if kind in things.KIND_NAMES]
    return f"prefer to discard {' '.join(kinds)}" if kinds else "prefer to choose discards"


def _several(fields: Any, name: str) -> Sequence[str]:
    """Returns the values of a field that can have several, each once."""
    return list(dict.fromkeys(value for value in fields.getlist(name) if value))


_FORMS: dict[str, Callable[[Any], str]] = {
    "bid": _bid, "discard": _discard, "offer": _offer, "preference": _preference,
}
