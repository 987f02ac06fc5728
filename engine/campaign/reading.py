"""An order that is being read, and how it is refused if it cannot be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.campaign import possible_orders
from engine.campaign.moves import Move
from engine.campaign.order_text import format_move
from engine.campaign.state import State
from engine.campaign.vocabulary import AND, NOISE
from engine.compass import plain
from engine.errors import Ambiguous, Unreadable
from engine.translation import gettext as _
from engine.translation import ngettext

_TOKEN = re.compile(r"[a-z]+\d+|[a-z]+|\d+|[,+&:]")
# "l'oro", "d'or" and "blue's"
_ELISION = re.compile(r"\b[dlj]['\u2019]|['\u2019]s\b")


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
        examples = possible_orders.orders(self.state, kind, seat=self.seat)
        if examples:
            example = _("You could write: %(example)s.") % {"example": examples[0]}
            sentence = f"{sentence} {example}"
        return self.unreadable(sentence)

    def ambiguous(self, choices: Sequence[Move]) -> Ambiguous:
        """Returns the refusal of an order that fits several moves."""
        texts = [format_move(move, self.state) for move in choices[: possible_orders.MOST]]
        return Ambiguous("ambiguous", ngettext(
            "%(order)s fits %(count)s move. Write this: %(moves)s.",
            "%(order)s fits %(count)s moves. Write one of these: %(moves)s.", len(choices),
        ) % {"order": quoted(self.text), "count": len(choices), "moves": "; ".join(texts)},
            allowed=texts)


def tokens(text: str) -> tuple[str, ...]:
    """Returns the words and numbers of an order, and the commas and the like between them."""
    return tuple(_TOKEN.findall(_ELISION.sub(" ", plain(text))))


def quoted(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 60 else text[:57] + "...")
