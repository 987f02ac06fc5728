"""The words of the picture for those who hear it: a label, a text version and titles.

Reads the view only and draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from alexandros_rules.campaign import display_names, gazetteer
from alexandros_rules.campaign.state import OVER, State
from alexandros_rules.campaign.things import KIND_NAMES
from alexandros_rules.campaign.world import World, bits
from alexandros_rules.translation import gettext_noop, labelled

STOPS = {
    "temple": gettext_noop("temple"), "chit": gettext_noop("face-down chit"),
    "blank": gettext_noop("stop without an event"),
}
NEXT = 5  # stops that the text names


def player(seat: int) -> str:
    """Return the name of a player of whom nothing else is known: "Red"."""
    return capfirst(display_names.colour(seat))


def label(view: State, names: Sequence[str] = ()) -> str:
    """Return a few sentences that describe the picture, with colours for want of names."""
    points = view.points if view.phase == OVER else view.public_points
    called = [*names, *(player(seat) for seat in range(len(names), view.players))]
    scores = ", ".join(f"{called[seat]} {points(seat)}" for seat in range(view.players))
    return " ".join([
        _("%(map)s, turn %(turn)s.") % {"map": gazetteer.title(view.world), "turn": view.turn},
        _alexander(view),
        _("The game is over.") if view.phase == OVER
        else _("It is %(name)s's turn.") % {"name": called[view.seat]},
        _("Points: %(points)s.") % {"points": scores},
    ])


def description(view: State) -> str:
    """Return the position on the map as lines of text."""
    return "\n".join(_lines(view))


def _lines(view: State) -> Iterator[str]:
    world = view.world
    yield _alexander(view)
    coming = [labelled(display_names.junction_name(view, stop.junction), _(STOPS[stop.kind]))
              for stop in world.route[view.arrow:view.arrow + NEXT]]
    if coming:
        yield _("Next on the route: %(stops)s.") % {"stops": "; ".join(coming)}
    if view.auction is not None:
        yield _auction(view)
    yield _("The robber stands in %(hex)s.") % {"hex": display_names.hex_name(view, view.robber)}
    for seat in range(view.players):
        name = player(seat)
        for sentence, places in (
            (_("%(name)s's settlements: %(places)s."), _junctions(view, view.settlements[seat])),
            (_("%(name)s's cities: %(places)s."), _junctions(view, view.cities[seat])),
            (_("%(name)s's roads: %(places)s."),
             [world.paths[path].label for path in bits(view.roads[seat])]),
        ):
            if places:
                yield sentence % {"name": name, "places": ", ".join(places)}


def _junctions(view: State, mask: int) -> list[str]:
    return [display_names.junction_name(view, junction) for junction in bits(mask)]


def _alexander(view: State) -> str:
    world = view.world
    if view.arrow >= len(world.arrow_ends):
        return _("Alexander stands in %(place)s.") % {
            "place": display_names.junction_name(view, world.goal)}
    sentence = (
        _("Alexander is on his way to %(place)s; only a seven moves him.")
        if view.arrow >= world.first_violet else _("Alexander is on his way to %(place)s."))
    return sentence % {"place": display_names.junction_name(view, world.arrow_ends[view.arrow][1])}


def _auction(view: State) -> str:
    assert view.auction is not None
    return _("Up for auction at %(place)s: %(kind)s.") % {
        "place": display_names.junction_name(view, view.auction.junction),
        "kind": display_names.auction_name(view.auction.kind)}


@lru_cache(maxsize=64)
def titles(world: World, part: str, language: str) -> list[str]:
    """Return the titles of all hexes, junctions or paths, apart from the position."""
    if part == "hex":
        return [_hex_title(world, tile) for tile in range(len(world.hexes))]
    if part == "path":
        return [path.label for path in world.paths]
    harbours = {
        junction: f", {_harbour(rate=harbour.rate, kind=harbour.kind)}"
        for harbour in world.harbours for junction in harbour.junctions}
    return [f"{_place(world, j)}{harbours.get(j, '')}" for j in range(len(world.junctions))]


def _hex_title(world: World, tile: int) -> str:
    """Return "Babylonia (D5), wheat 9"."""
    place = world.hexes[tile]
    kind = {"sea": _("sea"), "desert": _("desert")}.get(place.kind)
    if kind is None:
        kind = f"{display_names.kind_name(KIND_NAMES.index(place.kind))} {place.number}"
    return f"{gazetteer.place_name(world, place.name)} ({place.label}), {kind}"


def _place(world: World, junction: int) -> str:
    named, name = world.junctions[junction].label, world.stop_names.get(junction)
    return f"{gazetteer.place_name(world, name)} ({named})" if name else named


def _harbour(*, rate: int, kind: str) -> str:
    if not kind:
        return _("harbour %(rate)s:1") % {"rate": rate}
    return _("harbour %(rate)s:1 for %(kind)s") % {
        "rate": rate, "kind": display_names.kind_name(KIND_NAMES.index(kind))}


def changed_titles(view: State, part: str) -> dict[int, str]:
    """Return the titles of those places about which the position says something more."""
    plain = titles(view.world, part, get_language())
    if part == "hex":
        robbed = _("The robber stands here.")
        return {view.robber: f"{plain[view.robber]}. {robbed}"}
    if part == "path":
        return {
            path: f"{plain[path]}. {sentence}"
            for seat in range(view.players)
            for sentence in [_("%(name)s's road.") % {"name": player(seat)}]
            for path in bits(view.roads[seat])}
    return {junction: f"{plain[junction]}. {' '.join(sentences)}"
            for junction, sentences in _at_junctions(view).items()}


def _at_junctions(view: State) -> dict[int, list[str]]:
    """Return the sentences about junctions in this position."""
    said: dict[int, list[str]] = {}

    def say(junctions: Iterable[int], sentence: str) -> None:
        for junction in junctions:
            said.setdefault(junction, []).append(sentence)

    for seat in range(view.players):
        name = player(seat)
        say(bits(view.settlements[seat]), _("%(name)s's settlement.") % {"name": name})
        say(bits(view.cities[seat]), _("%(name)s's city.") % {"name": name})
    for kind, sentence in _coming():
        say((stop.junction for stop in view.world.route[view.arrow:] if stop.kind == kind),
            sentence)
    if view.auction is not None:
        say([view.auction.junction], _auction(view))
    return said


def _coming() -> list[tuple[str, str]]:
    return [
        ("temple", _("A temple that Alexander has not passed.")),
        ("chit", _("A face-down chit.")),
        ("blank", _("A stop without an event that Alexander has not passed.")),
    ]
