"""The ground: sea, coast, hexes with what they yield, numbers, names and harbours.

Owns the layers that depend on the map alone; they are drawn once for a map and kept as text.
Never sees a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.campaign.world import KINDS, World
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Layer, Piece
from games.drawing.outlines import Spot
from games.rulesets.campaign.drawing import harbours
from games.rulesets.campaign.drawing.landmass import coast
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, map_geometry
from games.rulesets.campaign.drawing.piece_shapes import star

SIGN = (0, -31)  # where things are, from the centre of a hex
NUMBER = (0, 5)
NAME = (0, 40)
LABEL = (-36, 9)
ROBBER = (35, 16)
DISC = 20
DOT, BETWEEN_DOTS = 1.7, 5
MOST_OFTEN = (6, 8)
COMPASS = 40  # radius


def ground(world: World, *, ids: str) -> Layer:
    """What lies under the pieces, with the names in the reader's language."""
    return _ground(world, ids, get_language())


@lru_cache(maxsize=64)
def _ground(world: World, ids: str, language: str) -> Layer:
    map_ = map_geometry(world)
    return Layer((Piece(canvas.write(
        *_water_and_land(map_, ids), _sea_grid(map_), *_fields(map_, ids), *_signs(map_, ids),
        *_numbers(map_), _names(map_), *harbours.harbours(map_, ids), *_compass(map_),
    )),))


def _water_and_land(map_: MapGeometry, ids: str) -> Iterator[Element]:
    """The sea with the paler waters of the shore, and the coast.

    The sea goes on beyond the sheet: a page may show the picture in a wider or taller place.
    """
    yield canvas.Element("defs", canvas.path(coast(map_.world, map_.dx, map_.dy),
                                             id=f"{ids}-coast"))
    sheet = (-map_.width, -map_.height, 3 * map_.width, 3 * map_.height)
    yield canvas.rect(*sheet, class_="cm-sea")
    yield canvas.rect(*sheet, fill=f"url(#{ids}-sea-field)")
    for kind in ("cm-shore3", "cm-shore2", "cm-shore1", "cm-coast"):
        yield canvas.use(f"{ids}-coast", class_=kind)


def _tiles(map_: MapGeometry, kind: str) -> list[int]:
    return [tile for tile, place in enumerate(map_.world.hexes) if place.kind == kind]


def _hexagons(map_: MapGeometry, tiles: list[int]) -> str:
    return "".join(map_.hexagon(tile) for tile in tiles)


def _sea_grid(map_: MapGeometry) -> Element:
    return canvas.path(_hexagons(map_, _tiles(map_, "sea")), class_="cm-sea-grid")


def _fields(map_: MapGeometry, ids: str) -> Iterator[Element]:
    """The land hexes in their patterns, with a rim round them all."""
    yield canvas.path(_hexagons(map_, list(map_.world.land)), class_="cm-hex-rim")
    for kind in KINDS[1:]:
        if tiles := _tiles(map_, kind):
            yield canvas.path(_hexagons(map_, tiles), class_="cm-hex",
                              fill=f"url(#{ids}-{kind}-field)")


def _signs(map_: MapGeometry, ids: str) -> Iterator[Element]:
    for kind in KINDS[1:]:
        spots = [_moved(map_.centres[tile], SIGN) for tile in _tiles(map_, kind)]
        if kind == "desert":
            spots = [(x, y + 22) for x, y in spots]
        yield canvas.group(*(
            canvas.use(f"{ids}-{kind}", x, y) for x, y in spots
        ), class_=f"cm-glyph cm-{kind}")


def _moved(spot: Spot, by: tuple[int, int]) -> Spot:
    return spot[0] + by[0], spot[1] + by[1]


def _numbers(map_: MapGeometry) -> Iterator[Element]:
    for tile in map_.world.land:
        number = map_.world.hexes[tile].number
        if number:
            yield from _number(number, *_moved(map_.centres[tile], NUMBER))


def _number(number: int, x: int, y: int) -> Iterator[Element]:
    """A number on its disc, with a dot for each way to roll it in 36."""
    often = number in MOST_OFTEN
    yield canvas.circle(x, y, DISC, class_="cm-disc" + " cm-often-disc" * often)
    yield canvas.text(str(number), x, y + 6, class_="cm-number" + " cm-often" * often)
    dots = 6 - abs(7 - number)
    begin = x - (dots - 1) * BETWEEN_DOTS / 2
    yield canvas.path("".join(_dot(begin + i * BETWEEN_DOTS, y + 12) for i in range(dots)),
                      class_="cm-dot" + " cm-often" * often)


def _dot(x: float, y: float) -> str:
    return f"M{x - DOT:g} {y}a{DOT} {DOT} 0 1 0 {2 * DOT:g} 0a{DOT} {DOT} 0 1 0-{2 * DOT:g} 0z"


def _names(map_: MapGeometry) -> Element:
    """The name and the label of every hex."""
    world, texts = map_.world, []
    for tile, place in enumerate(world.hexes):
        x, y = map_.centres[tile]
        if place.kind == "sea":
            y += harbours.name_offset(world, tile)
            texts.append(canvas.text(_(place.name), x, y, class_="cm-sea-name"))
            texts.append(canvas.text(place.label, x, y + 13, class_="cm-sea-name cm-sea-label"))
            continue
        texts.append(canvas.text(_(place.name), x + NAME[0], y + NAME[1], class_="cm-name"))
        texts.append(canvas.text(place.label, x + LABEL[0], y + LABEL[1],
                                 class_="cm-name cm-label"))
    return canvas.group(*texts)


def _compass(map_: MapGeometry) -> Iterator[Element]:
    """A sun in the corner that most maps leave empty, if this one does."""
    x, y = 84, map_.height - 84
    if all(abs(x - u) > 110 or abs(y - v) > 110 for u, v in map_.centres):
        yield canvas.path(star(COMPASS), class_="cm-compass", transform=f"translate({x} {y})")
