"""Parts of the map that can be pointed at, and those that are links.

Owns the invisible shapes with which every hex, junction and path says what it is, and what a link
looks like.  Refuses addresses outside the site (ValueError).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from django.utils.translation import get_language

from alexandros_rules.campaign.state import State
from alexandros_rules.campaign.world import World
from games.drawing import canvas
from games.drawing.canvas import Stencil, Target, check_address, escaped, gap, link
from games.drawing.layers import Layer, Piece
from games.rulesets.campaign.drawing import descriptions
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, map_geometry

TOUCH = 16  # radius in which a junction is pointed at
Links = Mapping[str, Mapping[int, Target]]
PARTS = ("hex", "path", "junction")  # from the bottom to the top
BETWEEN = "@"  # what is split there


def places(view: State) -> list[Layer]:
    """Draw every hex, path and junction as an invisible shape with a title."""
    language = get_language()
    layers = []
    for part in PARTS:
        shapes, begun = _plain(view.world, part, language).copy(), _opened(view.world, part)
        for i, title in descriptions.changed_titles(view, part).items():
            shapes[i] = f"{begun[i]}{escaped(title)}{_END[part]}"
        layers.append(Layer([Piece("".join(shapes))], f'<g class="{_KINDS[part]}">', "</g>",
                            seen=False))
    return layers


_KINDS = {"hex": "cm-places", "path": "cm-places cm-path-places", "junction": "cm-places"}
_END = {"hex": "</title></path>", "path": "</title></path>", "junction": "</title></circle>"}


@lru_cache(maxsize=64)
def _plain(world: World, part: str, language: str) -> list[str]:
    """Return the shapes as they are before anything is built."""
    return [
        f"{begun}{escaped(title)}{_END[part]}"
        for begun, title in zip(_opened(world, part), descriptions.titles(world, part, language),
                                strict=True)]


@lru_cache(maxsize=48)
def _opened(world: World, part: str) -> list[str]:
    return [shape.partition(BETWEEN)[0] for shape in _shapes(map_geometry(world), part)]


def _shapes(map_: MapGeometry, part: str) -> Iterator[str]:
    """Yield the shapes with a sign in place of their titles."""
    world = map_.world
    if part == "hex":
        for tile, place in enumerate(world.hexes):
            yield _TILE.fill(d=map_.hexagon(tile), label=place.label)
    elif part == "path":
        for path, side in enumerate(world.paths):
            yield _SIDE.fill(d=map_.line(path), label=side.label)
    else:
        for (x, y), junction in zip(map_.points, world.junctions, strict=True):
            yield _SPOT.fill(x=x, y=y, label=junction.label)


def links(view: State, wanted: Links) -> Iterator[str]:
    """Yield the links: hexes, then paths, then junctions, so that each can be reached."""
    map_ = map_geometry(view.world)
    for tile, (href, title) in sorted(wanted.get("hex", {}).items()):
        x, y = map_.centres[tile]
        yield _HEX.fill(href=check_address(href), title=title, x=x, y=y,
                        whole=map_.hexagon(tile), label=view.world.hexes[tile].label)
    for path, (href, title) in sorted(wanted.get("path", {}).items()):
        yield _PATH.fill(href=check_address(href), title=title, d=map_.line(path, gap=20),
                         label=view.world.paths[path].label)
    for junction, (href, title) in sorted(wanted.get("junction", {}).items()):
        x, y = map_.points[junction]
        stencil = _BUILDING if view.occupied >> junction & 1 else _JUNCTION
        yield stencil.fill(href=check_address(href), title=title, x=x, y=y,
                           label=view.world.junctions[junction].label)


def _stencil(part: str, *shapes: canvas.Element) -> Stencil:
    shown = canvas.group(*shapes, **{f"data_{part}": gap("label")})
    return Stencil(link(gap("href"), gap("title"), shown, class_="cm-link"))


_TILE, _SIDE = (
    Stencil(canvas.Element("path", canvas.title(BETWEEN), d=gap("d"), **{part: gap("label")}))
    for part in ("data_hex", "data_path"))
_SPOT = Stencil(canvas.Element("circle", canvas.title(BETWEEN), cx=gap("x"), cy=gap("y"), r=TOUCH,
                               data_junction=gap("label")))
# A ring round the number, as an outline of the hex would cross its names.
_HEX = _stencil("hex", canvas.path(gap("whole"), class_="cm-hit"),
                canvas.Element("circle", cx=gap("x"), cy=gap("y"), r=22,
                               class_="cm-mark cm-mark-clear"))
_PATH = _stencil("path", canvas.path(gap("d"), class_="cm-reach"),
                 canvas.path(gap("d"), class_="cm-mark-edge"),
                 canvas.path(gap("d"), class_="cm-mark-path"))
# The mark of a building surrounds it and leaves it visible.
_JUNCTION, _BUILDING = (
    _stencil(
        "junction",
        canvas.Element("circle", cx=gap("x"), cy=gap("y"), r=26, class_="cm-hit"),
        canvas.Element("circle", cx=gap("x"), cy=gap("y"), r=radius, class_=kind),
    )
    for radius, kind in ((11, "cm-mark-point"), (18, "cm-mark cm-mark-clear")))
