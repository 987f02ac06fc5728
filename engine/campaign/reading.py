"""An order that is being read, and how it is refused if it cannot be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.campaign import moves, possible_orders
from engine.campaign.moves import Move
from engine.campaign.order_text import format_move
from engine.campaign.state import State
from engine.campaign.vocabulary import AND, NOISE
from engine.errors import Ambiguous, Unreadable
from engine.translation import gettext as _
from engine.translation import ngettext
from engine.wording import plain

_TOKEN = re.compile(r"[a-z]+\d+|[a-z]+|\d+|[,+&:]")
_ARROW = re.compile(r"[-=]+>|\u2192")
# "l'oro", "d'or" and "blue's"
_ELISION = re.compile(r"\b[dlj]['\u2019]|['\u2019]s\b")


_LOOKS_LIKE: dict[type[Move], str] = {  # for orders that cannot be given now
    moves.BuildRoad: "road C4.E", moves.BuildSettlement: "settlement C4.N",
    moves.BuildCity: "city C4.N", moves.MoveRobber: "robber C4 from red",
    moves.PlaySoldier: "play soldier C4 from red", moves.PlayRoads: "play roads C4.E C4.NE",
    moves.PlayPlenty: "play plenty wheat ore", moves.PlayMonopoly: "play monopoly wool",
    moves.BankTrade: "bank 4 wool for ore", moves.MakeOffer: "standing offer wool for ore",
    moves.Discard: "discard 2 wool ore",
}


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a seat: its text, and those of its words that are still to be read."""

    text: str
    words: tuple[str, ...]
    state: State
    seat: int

    def but(self, words: Sequence[str]) -> Order:
        """Returns the order with these words left to be read."""
        return replace(self, words=tuple(words))

    def check_read(self, words: Sequence[str]) -> None:
        """Refuses words that mean something, when nothing can be meant any more."""
        for word in words:
            if word not in NOISE and word not in AND:
                raise self.unreadable(
                    _("%(word)s does not belong here.") % {"word": quoted(word)})

    def unreadable(self, why: str) -> Unreadable:
        """Returns the refusal.  ``why`` is a whole sentence."""
        sentence = _("We cannot read %(order)s.") % {"order": quoted(self.text)}
        return Unreadable("unreadable", f"{sentence} {why}")

    def incomplete(self, sentence: str, kind: type[Move]) -> Unreadable:
        """Returns the refusal of an order that lacks something, with an order that can be given."""
        possible = possible_orders.orders(self.state, kind, seat=self.seat)
        example = (_("You could write: %(example)s.") % {"example": possible[0]} if possible else
                   _("It looks like this: %(example)s.") % {"example": _LOOKS_LIKE[kind]})
        return self.unreadable(f"{sentence} {example}")

    def ambiguous(self, choices: Sequence[Move]) -> Ambiguous:
        """Returns the refusal of an order that fits several moves."""
        texts = [format_move(move, self.state) for move in choices[: possible_orders.MOST]]
        return Ambiguous("ambiguous", ngettext(
            "%(order)s fits %(count)s move. Write this: %(moves)s.",
            "%(order)s fits %(count)s moves. Write one of these: %(moves)s.", len(choices),
        ) % {"order": quoted(self.text), "count": len(choices), "moves": "; ".join(texts)},
            allowed=texts)


def tokens(text: str) -> tuple[str, ...]:
    """Returns the words and numbers of an order, and the commas and the like between them.

    An arrow, as in "4 wool -> ore", is the word "for".
    """
    return tuple(_TOKEN.findall(_ELISION.sub(" ", plain(_ARROW.sub(" for ", text)))))


def quoted(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 60 else text[:57] + "...")
