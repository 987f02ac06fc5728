"""Describes trades, offers and preferences in sentences for players."""

from __future__ import annotations

from collections.abc import Sequence

from engine.campaign import events, terms
from engine.campaign.state import State
from engine.translation import gettext as _
from engine.translation import list_with_and, ngettext


def bank_traded(event: events.BankTraded, before: State, names: Sequence[str]) -> str:
    return _("%(name)s trades %(given)s for %(got)s with the bank.") % {
        "name": names[event.seat], "given": terms.amounts(event.given),
        "got": terms.amounts(event.got)}


def offered(event: events.Offered, before: State, names: Sequence[str]) -> str:
    to_all = len(event.to) == before.players - 1
    if event.standing:
        text = (
            _("%(name)s makes a standing offer to everybody: %(give)s for %(get)s (offer"
              " %(number)s).") if to_all
            else _("%(name)s makes a standing offer to %(names)s: %(give)s for %(get)s (offer"
                   " %(number)s).")
        )
    else:
        text = (
            _("%(name)s offers everybody %(give)s for %(get)s (offer %(number)s).") if to_all
            else _("%(name)s offers %(names)s %(give)s for %(get)s (offer %(number)s).")
        )
    sentence = text % {
        "name": names[event.seat], "names": list_with_and(names[seat] for seat in event.to),
        "give": terms.amounts(event.give), "get": terms.amounts(event.get),
        "number": event.number}
    if event.times < 2:
        return sentence
    return " ".join([sentence, ngettext(
        "It can be accepted %(count)s time.", "It can be accepted %(count)s times.", event.times,
    ) % {"count": event.times}])


def offer_reduced(event: events.OfferReduced, before: State, names: Sequence[str]) -> str:
    values = {"owner": _owner(event.number, before, names), "number": event.number}
    if not event.times:
        return _("%(owner)s's offer %(number)s has lapsed.") % values
    return ngettext(
        "%(owner)s's offer %(number)s can be accepted only %(count)s more time.",
        "%(owner)s's offer %(number)s can be accepted only %(count)s more times.", event.times,
    ) % {**values, "count": event.times}


def withdrawn(event: events.Withdrawn, before: State, names: Sequence[str]) -> str:
    return _("%(owner)s withdraws offer %(number)s.") % {
        "owner": _owner(event.number, before, names), "number": event.number}


def _owner(number: int, before: State, names: Sequence[str]) -> str:
    offer = before.offer(number)
    assert offer is not None
    return names[offer.seat]


def traded(event: events.Traded, before: State, names: Sequence[str]) -> str:
    return _("%(name)s gives %(given)s to %(other)s and gets %(got)s (offer %(number)s).") % {
        "name": names[event.seat], "other": names[event.other],
        "given": terms.amounts(event.given), "got": terms.amounts(event.got),
        "number": event.number}


def not_needed(event: events.NotNeeded, before: State, names: Sequence[str]) -> str:
    return _("%(name)s's offer has been taken, so their other order is left out.") % {
        "name": names[event.seat]}


def discards_preferred(
    event: events.DiscardsPreferred, before: State, names: Sequence[str]
) -> str:
    """Tells the preference only to those who may know it: for others, it looks empty."""
    if not event.kinds:
        return _preference_changed(names[event.seat])
    return _("After a seven, %(name)s first discards %(kinds)s.") % {
        "name": names[event.seat], "kinds": list_with_and(map(terms.kind_name, event.kinds))}


def rolling_preferred(
    event: events.RollingPreferred, before: State, names: Sequence[str]
) -> str:
    if not event.at_once:
        return _preference_changed(names[event.seat])
    return _("The dice roll at once when %(name)s's turn begins.") % {"name": names[event.seat]}


def _preference_changed(name: str) -> str:
    return _("%(name)s has changed their preferences.") % {"name": name}
