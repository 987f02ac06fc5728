"""The route: arrows, temples, chits, other stops, Persepolis, and Alexander on his arrow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.campaign.state import State
from engine.campaign.world import World
from games.drawing import canvas
from games.drawing.layers import Layer, Piece
from games.rulesets.campaign.drawing.map_geometry import around, map_geometry

ROOM = 21  # half of the room that an arrow or a stop takes
GOAL_ROOM = 24
ON_ROAD = ".72"  # an arrow is smaller on a road
SHADES = {False: "cm-arrow", True: "cm-arrow cm-seven"}


def passed_arrows(view: State, ids: str) -> Layer:
    """The arrows behind Alexander, which lie under the roads."""
    return Layer([_arrow(view.world, i, "passed", ids) for i in range(min(
        view.arrow, len(view.world.arrow_ends)))])


def coming_arrows(view: State, ids: str) -> Layer:
    """The arrows before Alexander, and his own; on roads they are smaller."""
    world, built = view.world, view.built_paths
    return Layer([
        _arrow(world, i, "road" if built >> _path(world, i) & 1 else "", ids)
        for i in range(view.arrow, len(world.arrow_ends))])


def stops(view: State, ids: str) -> Layer:
    """The temples, chits and other stops that Alexander has not passed, and Persepolis."""
    pieces = [_stop(view.world, i, ids) for i in range(view.arrow, len(view.world.route))]
    return Layer([*pieces, _goal(view.world, ids, get_language())])


def alexander(view: State, ids: str) -> Layer:
    """Alexander on his arrow, or in Persepolis."""
    return Layer([_alexander(view.world, view.arrow, ids)])


def _path(world: World, arrow: int) -> int:
    return world.path_between[world.arrow_ends[arrow]]


@lru_cache(maxsize=1024)
def _arrow(world: World, arrow: int, manner: str, ids: str) -> Piece:
    """``manner`` is "passed", "road" or ""."""
    map_ = map_geometry(world)
    a, b = world.arrow_ends[arrow]
    x, y = map_.middle(a, b)
    violet = arrow >= world.first_violet
    size = f"scale({ON_ROAD})" if manner == "road" else ""
    return Piece(_ARROW.fill(
        id=f"{ids}-{'violet' if violet else 'arrow'}",
        shade=SHADES[violet] + (" cm-passed" if manner == "passed" else ""),
        place=f"translate({x} {y})rotate({map_.angle(a, b)}){size}",
    ), around((x, y), ROOM))


_ARROW = canvas.Stencil(canvas.use(
    canvas.gap("id"), class_=canvas.gap("shade"), transform=canvas.gap("place")))


@lru_cache(maxsize=512)
def _stop(world: World, i: int, ids: str) -> Piece:
    stop = world.route[i]
    x, y = map_geometry(world).points[stop.junction]
    return Piece(_STOP.fill(id=f"{ids}-{stop.kind}", x=x, y=y), around((x, y), ROOM))


_STOP = canvas.Stencil(canvas.use(*map(canvas.gap, ("id", "x", "y"))))


@lru_cache(maxsize=64)
def _goal(world: World, ids: str, language: str) -> Piece:
    x, y = map_geometry(world).points[world.goal]
    return Piece(canvas.write(
        canvas.use(f"{ids}-goal", x, y),
        canvas.text(_(world.goal_name), x - GOAL_ROOM, y + 5, class_="cm-name cm-goal-name"),
    ), (x - 130, y - GOAL_ROOM, x + GOAL_ROOM, y + GOAL_ROOM))


@lru_cache(maxsize=512)
def _alexander(world: World, arrow: int, ids: str) -> Piece:
    return Piece(canvas.write(*_figure(world, arrow, ids)), around(
        _spot(world, arrow), GOAL_ROOM + 6))


def _spot(world: World, arrow: int) -> tuple[int, int]:
    map_ = map_geometry(world)
    if arrow >= len(world.arrow_ends):
        return map_.points[world.goal]
    return map_.middle(*world.arrow_ends[arrow])


def _figure(world: World, arrow: int, ids: str) -> Iterator[canvas.Element]:
    x, y = _spot(world, arrow)
    if arrow < len(world.arrow_ends):
        angle = map_geometry(world).angle(*world.arrow_ends[arrow])
        yield canvas.use(f"{ids}-pointer", class_="cm-pointer",
                         transform=f"translate({x} {y})rotate({angle})")
    yield canvas.use(f"{ids}-alexander", x, y, class_="cm-alexander")
