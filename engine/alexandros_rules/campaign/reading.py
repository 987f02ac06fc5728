"""The reading of one order: its words, its things with their numbers, and its refusals.

"2 wool ore", "wool 2, ore" and "wool wool ore" are the same things.  A number may be written before
or after the thing that it counts.  Between two things it may belong to either, unless a comma or
the other numbers decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Move, Payment
from alexandros_rules.campaign.order_text import MOST_ORDERS, format_move, legal_orders
from alexandros_rules.campaign.order_words import AND, KINDS, NOISE, NUMBERS
from alexandros_rules.campaign.state import State
from alexandros_rules.errors import Ambiguous, Unreadable
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import ngettext, translate_orders
from alexandros_rules.wording import plain, quoted

_TOKEN = re.compile(r"[a-z]+\d+|[a-z]+|\d+|[,+&:]")
_ARROW = re.compile(r"[-=]+>|\u2192")
_EXCHANGE = re.compile(r"\b(?:a cambio de|en echange de|in cambio di)\b")
# What would be a direction, "W", or the word for "from".
_INSIDE = re.compile(
    r"\b(?:w|en)(?= (?:una )?(?:miasto|ciudad)\b)|\bconstruccion de(?= carreteras)")
# French; "or" alone may be English
_GOLD = re.compile(r"\b(?:d['\u2019]|en )or\b|(?<=\d )or(?=\s*(?:[.,;!]|$))")
# "l'oro", "d'argile" and "blue's"
_ELISION = re.compile(r"\b[dlj]['\u2019]|['\u2019]s\b")
_NUMBER = re.compile(r"x?(\d{1,4})$")
_BEFORE, _AFTER = 1, -1  # from a number to the thing that it counts
_Item = tuple[str, int]  # "number", "kind" or "and"

@dataclass(frozen=True, slots=True)
class Order:
    """An order of a seat: its text, and the words of it that are still to be read."""

    text: str
    words: tuple[str, ...]
    state: State
    seat: int

    def but(self, words: Sequence[str]) -> Order:
        """Return the order with these words left to be read."""
        return replace(self, words=tuple(words))

    def check_read(self, words: Sequence[str]) -> None:
        """Refuse meaningful words that are left over when the order has been read."""
        for word in words:
            if word not in NOISE and word not in AND:
                raise self.unreadable(
                    _("%(word)s does not belong here.") % {"word": quoted(word)})

    def unreadable(self, why: str) -> Unreadable:
        """Return the refusal.  ``why`` is a full sentence."""
        sentence = _("We cannot read %(order)s.") % {"order": quoted(self.text)}
        return Unreadable("unreadable", f"{sentence} {why}")

    def incomplete(self, sentence: str, kind: type[Move]) -> Unreadable:
        """Return the refusal of an order that lacks something, with an order that can be given."""
        possible = legal_orders(self.state, kind, seat=self.seat)
        example = (_("You could write: %(example)s.") % {
            "example": translate_orders(possible[0])} if possible else
                   _("You cannot give such an order now."))
        return self.unreadable(f"{sentence} {example}")

    def ambiguous(self, choices: Sequence[Move]) -> Ambiguous:
        """Return the refusal of an order that fits several moves."""
        texts = [format_move(move, self.state) for move in choices[: MOST_ORDERS]]
        return Ambiguous("ambiguous", ngettext(
            "%(order)s fits %(count)s move. Write this: %(moves)s.",
            "%(order)s fits %(count)s moves. Write one of these: %(moves)s.", len(choices),
        ) % {"order": quoted(self.text), "count": len(choices),
             "moves": translate_orders("; ".join(texts))}, allowed=texts)


def tokens(text: str) -> tuple[str, ...]:
    """Return the words and numbers of an order, and commas and other signs between them.

    An arrow, as in "4 wool -> ore", is the word "for".
    """
    words = _EXCHANGE.sub("for", _GOLD.sub("gold", plain(_ARROW.sub(" for ", text))))
    return tuple(_TOKEN.findall(_ELISION.sub(" ", _INSIDE.sub(" ", words))))


def number_of(word: str) -> int | None:
    """Return the number that a word stands for; None if the word is not a number."""
    match = _NUMBER.match(word)
    return int(match[1]) if match else NUMBERS.get(word)


def readings(order: Order, words: Sequence[str]) -> list[Payment]:
    """Return the ways to read these words as things with their numbers, in their order.

    There are two ways if a number can belong to either of its neighbours.  Raise Unreadable.
    """
    items = [_item(order, word) for word in _without_doubles(words)]
    kinds = [value for what, value in items if what == "kind"]
    if not kinds:
        return [()] if not items else []
    sides = {i: _sides(items, i) for i, (what, _value) in enumerate(items) if what == "number"}
    if not all(sides.values()):
        raise _misplaced(order)
    certain = {side[0] for side in sides.values() if len(side) == 1}
    ways = certain if len(certain) == 1 else {_BEFORE, _AFTER}
    found = []
    for way in sorted(ways, reverse=True):
        chosen = {i + (way if way in side else side[0]): items[i][1] for i, side in sides.items()}
        if len(chosen) == len(sides):  # else two numbers would count one thing
            found.append(_merged([(value, chosen.get(i, 1))
                                  for i, (what, value) in enumerate(items) if what == "kind"]))
    if not found:
        raise _misplaced(order)
    return list(dict.fromkeys(found))


def _without_doubles(words: Sequence[str]) -> list[str]:
    meant: list[str] = []
    for word in words:
        last = meant[-1] if meant else ""
        # "gold coins" is one kind in two words, but "wool wool" are two.
        double = word in KINDS and word != last and KINDS.get(last) == KINDS[word]
        if (word in AND or word not in NOISE) and not double:
            meant.append(word)
    return meant


def _misplaced(order: Order) -> Unreadable:
    return order.unreadable(_("Write each number next to what it counts, as in '%(example)s'.") % {
        "example": translate_orders("2 wool ore")})


def as_counts(pairs: Payment) -> th.Counts:
    """Return the counts of commodities and gold in these pairs."""
    numbers = dict(pairs)
    return tuple([numbers.get(kind, 0) for kind in range(7)])


def _item(order: Order, word: str) -> _Item:
    if word in AND:
        return ("and", 0)
    number = number_of(word)
    if number is not None:
        return ("number", number)
    if word not in KINDS:
        raise order.unreadable(_("%(word)s is not one of these: %(things)s.") % {
            "word": quoted(word), "things": translate_orders(", ".join(th.KIND_NAMES))})
    return ("kind", KINDS[word])


def _sides(items: Sequence[_Item], i: int) -> list[int]:
    """Return the sides of a number on which there is a thing that it can count."""
    return [side for side in (_BEFORE, _AFTER)
            if 0 <= i + side < len(items) and items[i + side][0] == "kind"]


def _merged(pairs: Sequence[tuple[int, int]]) -> Payment:
    """Add up the numbers of each kind, in the order in which they are first named."""
    numbers: dict[int, int] = {}
    for kind, number in pairs:
        numbers[kind] = numbers.get(kind, 0) + number
    return tuple([(kind, number) for kind, number in numbers.items() if number])
