"""Words for things, places and players, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable

from alexandros_rules.campaign.gazetteer import place_name
from alexandros_rules.campaign.moves import Payment
from alexandros_rules.campaign.state import COLOURS, State
from alexandros_rules.campaign.things import (
    AUCTION_NAMES,
    BATTLE,
    COUNTING,
    DEVELOPMENT_NAMES,
    GOLD,
    KIND_NAMES,
    Counts,
)
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import gettext_noop, list_with_and, ngettext

NAMES = (gettext_noop("brick"), gettext_noop("lumber"), gettext_noop("wheat"),
         gettext_noop("wool"), gettext_noop("ore"), gettext_noop("gold"))
DEVELOPMENTS = (gettext_noop("soldier"), gettext_noop("victory point"),
                gettext_noop("road building"), gettext_noop("year of plenty"),
                gettext_noop("monopoly"), gettext_noop("hidden card"))
AUCTIONS = (gettext_noop("famine"), gettext_noop("bridge"), gettext_noop("battle"),
            gettext_noop("statue"), gettext_noop("settlement"))
# English has no plurals of these, but other languages do.
_AMOUNTS: tuple[Callable[[int], str], ...] = (
    lambda number: ngettext("%(count)s brick", "%(count)s brick", number),
    lambda number: ngettext("%(count)s lumber", "%(count)s lumber", number),
    lambda number: ngettext("%(count)s wheat", "%(count)s wheat", number),
    lambda number: ngettext("%(count)s wool", "%(count)s wool", number),
    lambda number: ngettext("%(count)s ore", "%(count)s ore", number),
    lambda number: ngettext("%(count)s gold", "%(count)s gold", number),
    lambda number: ngettext("%(count)s card", "%(count)s cards", number),
    lambda number: ngettext("%(count)s soldier", "%(count)s soldiers", number),
)
assert len(NAMES) == len(KIND_NAMES)
assert len(AUCTIONS) == len(AUCTION_NAMES)
assert len(DEVELOPMENTS) == len(DEVELOPMENT_NAMES) + 1


def kind_name(kind: int) -> str:
    """Return the name of a commodity or of gold."""
    return _(NAMES[kind])


def development_name(kind: int) -> str:
    """Return the name of a kind of development card."""
    return _(DEVELOPMENTS[kind])


def auction_name(kind: int) -> str:
    """Return the name of a kind of auction, which is that of its chit unless it is a temple."""
    return _(AUCTIONS[kind])


def colour(seat: int) -> str:
    """Return the name of a seat's colour."""
    return _(COLOURS[seat])


def amount(kind: int, number: int) -> str:
    """Return "2 wheat", "3 soldiers" or "1 hidden card"."""
    return amount_text(kind, number) % {"count": number}


def amount_text(kind: int, number: int) -> str:
    """Return the text of ``amount`` with a placeholder for the number: "%(count)s wheat"."""
    return _AMOUNTS[kind](number)


def amounts(some: Counts) -> str:
    """Return "2 wheat, 1 ore and 3 gold", or "nothing" if all counts are 0."""
    return list_with_and(amount(kind, number) for kind, number in enumerate(some) if number) or _(
        "nothing")


def payment_text(payment: Payment) -> str:
    """Return "2 wheat and 1 soldier"."""
    return list_with_and(amount(kind, number) for kind, number in payment)


def hex_name(state: State, tile: int) -> str:
    """Return the name of a hex, followed by its label in parentheses."""
    place = state.world.hexes[tile]
    return f"{place_name(state.world, place.name)} ({place.label})"


def junction_name(state: State, junction: int) -> str:
    """Return the label of a junction, with its name if it is on the route."""
    label = state.world.junctions[junction].label
    name = state.world.stop_names.get(junction)
    return f"{place_name(state.world, name)} ({label})" if name else label


def counting_text(kind: int) -> str:
    """Return the things that count in a kind of auction: "wool, ore, soldiers and gold" (AU1)."""
    names = [kind_name(one) for one in COUNTING[kind]]
    if kind == BATTLE:
        names.append(_("soldiers"))
    return list_with_and([*names, kind_name(GOLD)])
