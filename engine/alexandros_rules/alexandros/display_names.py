"""Names of cards, players and points in the reader's language, for use inside sentences.

Orders in notation never use these names: notation is the same in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.translation import (
    ENGLISH,
    gettext_noop,
    list_with_and,
    list_with_or,
    ngettext,
    pgettext,
)
from alexandros_rules.translation import gettext as _

_CARDS = (
    gettext_noop("temple"), gettext_noop("amphora"), gettext_noop("horse"), gettext_noop("lyre"),
    gettext_noop("soldier"), gettext_noop("unknown card"),
)
_CARD_COUNTS: tuple[Callable[[int], str], ...] = (
    lambda count: ngettext("a temple", "%(count)s temples", count),
    lambda count: ngettext("an amphora", "%(count)s amphoras", count),
    lambda count: ngettext("a horse", "%(count)s horses", count),
    lambda count: ngettext("a lyre", "%(count)s lyres", count),
    lambda count: ngettext("a soldier", "%(count)s soldiers", count),
    lambda count: ngettext("an unknown card", "%(count)s unknown cards", count),
)
_COLOURS = (
    gettext_noop("Red"), gettext_noop("Yellow"), gettext_noop("Blue"), gettext_noop("Green"),
)
_POINTS = {
    "N": gettext_noop("the north point of %(space)s"),
    "S": gettext_noop("the south point of %(space)s"),
    "NE": gettext_noop("the north-east point of %(space)s"),
    "NW": gettext_noop("the north-west point of %(space)s"),
    "SE": gettext_noop("the south-east point of %(space)s"),
    "SW": gettext_noop("the south-west point of %(space)s"),
}
# Our own boards are known by their titles, because the texts of their files may change.
_TITLES = (
    ENGLISH.pgettext("title of a board", "The Persian Empire"),
    ENGLISH.pgettext("title of a board", "The Nile delta"),
    ENGLISH.pgettext("title of a board", "To Egypt or India"),
    ENGLISH.pgettext("title of a board", "Alexander's empire"),
)
REGIONS = (
    ENGLISH.pgettext("name of a place", "Alexandria"),
    ENGLISH.pgettext("name of a place", "Arachosia"),
    ENGLISH.pgettext("name of a place", "Armenia"),
    ENGLISH.pgettext("name of a place", "Asia Minor"),
    ENGLISH.pgettext("name of a place", "Babylonia"),
    ENGLISH.pgettext("name of a place", "Bactria"),
    ENGLISH.pgettext("name of a place", "Egypt"),
    ENGLISH.pgettext("name of a place", "Gedrosia"),
    ENGLISH.pgettext("name of a place", "India"),
    ENGLISH.pgettext("name of a place", "Macedonia"),
    ENGLISH.pgettext("name of a place", "Media"),
    ENGLISH.pgettext("name of a place", "Memphis"),
    ENGLISH.pgettext("name of a place", "Nubia"),
    ENGLISH.pgettext("name of a place", "Parthia"),
    ENGLISH.pgettext("name of a place", "Pelusium"),
    ENGLISH.pgettext("name of a place", "Persis"),
    ENGLISH.pgettext("name of a place", "Sais"),
    ENGLISH.pgettext("name of a place", "Sogdiana"),
    ENGLISH.pgettext("name of a place", "Syria"),
)


def title(board: Board) -> str:
    """Return the title of a board in the reader's language, unless it is a designer's own."""
    return pgettext("title of a board", board.title) if board.title in _TITLES else board.title


def region_name(board: Board, region: str) -> str:
    """Return the name of a region in the reader's language, unless it is a designer's own."""
    return pgettext("name of a place", region) if board.title in _TITLES else region


def card_name(card: int) -> str:
    """Return "horse", or "unknown card"."""
    return _(_CARDS[card])


def a_card(card: int) -> str:
    """Return "a horse", or "an unknown card"."""
    return card_count(card, 1)


def card_count(card: int, count: int) -> str:
    """Return "a horse", "2 horses" and so on."""
    return _CARD_COUNTS[card](count) % {"count": count}


def card_list(some: Counts) -> str:
    """Return "2 horses, a lyre and a temple" for a collection, or "no cards"."""
    return price(some, 0)


def price(some: Counts, guards: int) -> str:
    """Return "2 horses and a guard" for cards and a number of guards, or "no cards"."""
    counts = [card_count(card, n) for card, n in enumerate(some) if n]
    if guards:
        counts.append(ngettext("a guard", "%(count)s guards", guards) % {"count": guards})
    return list_with_and(counts) if counts else _("no cards")


def short_list(some: Counts) -> str:
    """Return "horse, 2 lyres" for a collection, or ""."""
    return ", ".join(
        card_name(card) if n == 1 else card_count(card, n) for card, n in enumerate(some) if n
    )


def known_cards(some: Counts) -> str:
    """Return "known cards: horse, 2 lyres" for the known cards of a hand, or ""."""
    return _("known cards: %(cards)s") % {"cards": short_list(some)} if any(some) else ""


def any_of(kinds: Iterable[int]) -> str:
    """Return "a horse or a lyre"."""
    return list_with_or(a_card(card) for card in kinds)


def colour(seat: int) -> str:
    """Return the name of a player of whom nothing else is known: "Red"."""
    return _(_COLOURS[seat])


def point_of(corner: str, space: str) -> str:
    """Return "the north point of K7" for a corner in notation."""
    return _(_POINTS[corner]) % {"space": space}
