"""Checks that the parts of a map file fit together and make a map that can be played (TH7).

Every check raises Unreadable with a sentence that says what is wrong and what to do.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from alexandros_rules.campaign.map_text import HarbourLine, MapText, refuse
from alexandros_rules.campaign.world import Geometry, Hex, reach
from alexandros_rules.translation import gettext as _

CHITS = 25  # SU1
BETWEEN_TEMPLES = 3  # paths: settlements won in two auctions leave room for others
FREQUENT = {6, 8}


def check_hexes(data: MapText) -> None:
    """Refuse names that occur twice and neighbours that yield too much together."""
    lines: dict[str, int] = {}
    for line, place in zip(data.hex_lines, data.hexes, strict=True):
        if place.kind == "sea":
            continue  # one sea may be several hexes
        first = lines.setdefault(place.name, line)
        if first != line:
            refuse("map-names", line, _(
                "The name %(name)s is also on line %(first)s. Give each hex its own.")
                % {"name": place.name, "first": first})
    if not any(place.kind == "desert" for place in data.hexes):
        refuse("map-desert", 0, _("It has no desert for the robber. Add one."))
    _check_neighbours(data)


def _check_neighbours(data: MapText) -> None:
    at = {(place.q, place.r): place for place in data.hexes}
    for line, place in zip(data.hex_lines, data.hexes, strict=True):
        for q, r in ((-1, 0), (0, -1), (1, -1)):
            other = at.get((place.q + q, place.r + r))
            if other is not None and place.number:
                _check_pair(line, other, place)


def _check_pair(line: int, one: Hex, other: Hex) -> None:
    about = {"one": one.name, "other": other.name, "first": one.number, "second": other.number}
    if one.number == other.number:
        refuse("map-equal", line, _(
            "%(one)s and %(other)s are neighbours with the same number, %(first)s. Change one of"
            " them.") % about)
    if {one.number, other.number} == FREQUENT:
        refuse("map-frequent", line, _(
            "%(one)s and %(other)s are neighbours with the numbers %(first)s and %(second)s, which"
            " are both rolled often. Change one of them.") % about)


def check_reachable(geometry: Geometry, data: MapText) -> None:
    """Refuse islands, which no road could reach."""
    reached = reach(geometry.neighbours, 0)
    for h, mask in enumerate(geometry.corners):
        if mask & ~reached:
            first = geometry.hexes[geometry.junctions[0].hexes[0]]
            refuse("map-island", data.hex_lines[h], _(
                "%(name)s cannot be reached from %(start)s over paths. Connect all land.")
                % {"name": geometry.hexes[h].name, "start": first.name})


def find_junction(geometry: Geometry, line: int, label: str) -> int:
    """Return the junction with this label."""
    junction = geometry.junction_by_label.get(label)
    if junction is None:
        refuse("map-junction", line, _(
            "%(label)s is not a junction. Write a hex and one of its corners that touches land,"
            " as in %(example)s.") % {"label": label, "example": "C4.N"})
    return junction


def check_route(geometry: Geometry, data: MapText) -> None:
    """Refuse a route that is not one simple path, and wrong stops on it."""
    march = _march(data)
    junctions = [find_junction(geometry, line, label) for line, __, label in march]
    _check_distinct(march, junctions)
    for (a, b), ((__, start, ___), (line, end, ____)) in zip(
            pairwise(junctions), pairwise(march), strict=True):
        if (a, b) not in geometry.path_between:
            refuse("map-arrow", line, _(
                "No path leads from %(start)s to %(end)s. Alexander moves along one path at a"
                " time, and it needs land beside it.") % {"start": start, "end": end})
    chits = sum(stop.kind == "chit" for stop in data.stops)
    if chits != CHITS:
        refuse("map-chits", 0, _(
            "The route has %(found)s stops with a chit. It needs %(needed)s.")
            % {"found": chits, "needed": CHITS})
    _check_temples(geometry, data, junctions[1:-1])
    if data.violet == 0:
        refuse("map-violet", data.single["violet"][0], _(
            "The line %(violet)s stands above all stops. Move it below the stop from which only"
            " sevens move Alexander.") % {"violet": "violet"})


def _march(data: MapText) -> list[tuple[int, str, str]]:
    """Return the line, name and label of the start, of each stop and of the goal."""
    start_line, (start,) = data.single["start"]
    goal_line, (goal_name, goal) = data.single["goal"]
    stops = [(stop.line, stop.name, stop.label) for stop in data.stops]
    return [(start_line, start, start), *stops, (goal_line, goal_name, goal)]


def _check_distinct(march: list[tuple[int, str, str]], junctions: list[int]) -> None:
    names = Counter(name for __, name, ___ in march)
    at: dict[int, str] = {}
    for (line, name, label), junction in zip(march, junctions, strict=True):
        if names[name] > 1:
            refuse("map-names", line, _(
                "Two stops have the name %(name)s. Give each its own.") % {"name": name})
        if junction in at:
            refuse("map-crossing", line, _(
                "%(name)s is at %(label)s, where the route has already been with %(first)s. Use"
                " each junction once.") % {"name": name, "label": label, "first": at[junction]})
        at[junction] = name


def _check_temples(geometry: Geometry, data: MapText, junctions: list[int]) -> None:
    temples = [(stop, j) for stop, j in zip(data.stops, junctions, strict=True)
               if stop.kind == "temple"]
    for i, (stop, j) in enumerate(temples):
        near = reach(geometry.neighbours, j, steps=BETWEEN_TEMPLES - 1)
        for other, k in temples[:i]:
            if near >> k & 1:
                refuse("map-temples", stop.line, _(
                    "The temples of %(one)s and %(other)s are less than %(least)s paths apart."
                    " Move one of them.") % {"one": other.name, "other": stop.name,
                                             "least": BETWEEN_TEMPLES})


def check_harbours(geometry: Geometry, data: MapText) -> None:
    """Refuse harbours that are not between land and sea, or that share a junction."""
    at: dict[int, HarbourLine] = {}
    for harbour in data.harbours:
        a, b = (find_junction(geometry, harbour.line, label) for label in harbour.labels)
        path = geometry.path_between.get((a, b))
        if path is None or not _is_coast(geometry, path):
            refuse("map-coast", harbour.line, _(
                "The harbour %(name)s is not on a coast. Its junctions must be the ends of one"
                " path with land on one side and sea on the other.") % {"name": harbour.name})
        for other in dict.fromkeys(at[j] for j in (a, b) if j in at):
            refuse("map-harbours", harbour.line, _(
                "The harbours %(one)s and %(other)s share a junction. Move one of them.")
                % {"one": other.name, "other": harbour.name})
        if harbour.name in {other.name for other in at.values()}:
            refuse("map-names", harbour.line, _(
                "Two harbours have the name %(name)s. Give each its own.")
                % {"name": harbour.name})
        at |= {a: harbour, b: harbour}


def _is_coast(geometry: Geometry, path: int) -> bool:
    kinds = [geometry.hexes[h].kind for h in geometry.paths[path].hexes]
    return len(kinds) == 2 and kinds.count("sea") == 1


def check(geometry: Geometry, data: MapText) -> None:
    """Refuse faults that show only when the junctions and paths are known."""
    check_reachable(geometry, data)
    check_route(geometry, data)
    check_harbours(geometry, data)
