"""Names of cards, players and points in the reader's language, for use inside sentences.

Orders in notation never use them: notation is the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.alexandros.cards import Counts
from engine.translation import gettext as _
from engine.translation import list_with_and, list_with_or, ngettext


def card_name(card: int) -> str:
    """Returns "horse", or "unknown card"."""
    return (_("temple"), _("amphora"), _("horse"), _("lyre"), _("soldier"), _("unknown card"))[card]


def a_card(card: int) -> str:
    """Returns "a horse", or "an unknown card"."""
    return card_count(card, 1)


def card_count(card: int, count: int) -> str:
    """Returns "a horse", "2 horses" and so on."""
    return (
        ngettext("a temple", "%(count)s temples", count),
        ngettext("an amphora", "%(count)s amphoras", count),
        ngettext("a horse", "%(count)s horses", count),
        ngettext("a lyre", "%(count)s lyres", count),
        ngettext("a soldier", "%(count)s soldiers", count),
        ngettext("an unknown card", "%(count)s unknown cards", count),
    )[card] % {"count": count}


def card_list(some: Counts) -> str:
    """Returns "2 horses, a lyre and a temple" for a collection, or "no cards"."""
    counts = [card_count(card, n) for card, n in enumerate(some) if n]
    return list_with_and(counts) if counts else _("no cards")


def any_of(kinds: Iterable[int]) -> str:
    """Returns "a horse or a lyre"."""
    return list_with_or(a_card(card) for card in kinds)


def colour(seat: int) -> str:
    """Returns the name of a player of whom nothing else is known: "Red"."""
    return (_("Red"), _("Yellow"), _("Blue"), _("Green"))[seat]


def point_of(corner: str, space: str) -> str:
    """Returns "the north point of K7" for a corner in notation."""
    return {
        "N": _("the north point of %(space)s"),
        "S": _("the south point of %(space)s"),
        "NE": _("the north-east point of %(space)s"),
        "NW": _("the north-west point of %(space)s"),
        "SE": _("the south-east point of %(space)s"),
        "SW": _("the south-west point of %(space)s"),
    }[corner] % {"space": space}
