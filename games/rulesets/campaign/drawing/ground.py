"""The ground: sea, coast, hexes with what they yield, numbers, names and harbours.

A harbour is a board in the sea with the rate and the kind, and piers to both junctions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.campaign.world import KINDS, Harbour, World
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Layer, Piece
from games.drawing.outlines import Spot
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, coast, map_geometry
from games.rulesets.campaign.drawing.piece_shapes import star

FAR = 25  # from the middle of the path to the board
BOARD = 17  # half of the board's width


def harbours(map_: MapGeometry, ids: str) -> Iterator[Element]:
    """Draw the harbours of a map."""
    for harbour in map_.world.harbours:
        yield from _harbour(map_, harbour, ids)


def place(map_: MapGeometry, harbour: Harbour) -> Spot:
    """Return the middle of a harbour's board: on the side of the sea."""
    x, y = map_.middle(*harbour.junctions)
    u, v = map_.centres[sea_beside(map_.world, harbour)]
    far = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    return round(x + (u - x) * FAR / far), round(y + (v - y) * FAR / far)


def sea_beside(world: World, harbour: Harbour) -> int:
    """Return the sea hex beside a harbour's path; the land hex if there is none on the map."""
    beside = world.paths[world.path_between[harbour.junctions]].hexes
    return min(beside, key=lambda tile: world.hexes[tile].kind != "sea")


def name_offset(world: World, tile: int) -> int:
    """Return how far below the centre of a sea hex its name has room beside its harbours."""
    offset = 0
    for harbour in world.harbours:
        if sea_beside(world, harbour) == tile:
            ys = [world.points[junction][1] for junction in harbour.junctions]
            below = sum(ys) / 2 - world.centres[tile][1]
            offset = -22 if below > 0 else 20 if below < 0 else -26
    return offset


def _harbour(map_: MapGeometry, harbour: Harbour, ids: str) -> Iterator[Element]:
    x, y = place(map_, harbour)
    ends = [map_.points[junction] for junction in harbour.junctions]
    yield canvas.path("".join(f"M{x} {y}L{u} {v}" for u, v in ends), class_="cm-pier")
    yield canvas.rect(x - BOARD, y - BOARD, 2 * BOARD, 2 * BOARD, rx=7, class_="cm-harbour")
    sign, kind = (harbour.kind, harbour.kind) if harbour.kind else ("anchor", "ore")
    yield canvas.use(f"{ids}-{sign}", class_=f"cm-glyph cm-{kind}",
                     transform=f"translate({x} {y - 6})scale(.6)")
    yield canvas.text(f"{harbour.rate}:1", x, y + 14, class_="cm-rate")


SIGN = (0, -31)  # where things are, from the centre of a hex
NUMBER = (0, 5)
NAME = (0, 37)
LABEL = (-34, 10)
ROBBER = (34, 14)
DISC = 20
DOT, BETWEEN_DOTS = 1.7, 5
MOST_OFTEN = (6, 8)
COMPASS = 40  # radius
LONG_AT_SEA, LINE = 11, 14  # letters that fit in a line; its height
LONG_ON_LAND = 10  # letters above which a name is written smaller


def ground(world: World, *, ids: str) -> Layer:
    """Draw the ground under the pieces, with the names in the reader's language."""
    return _ground(world, ids, get_language())


@lru_cache(maxsize=64)
def _ground(world: World, ids: str, language: str) -> Layer:
    map_ = map_geometry(world)
    return Layer((Piece(canvas.write(
        *_water_and_land(map_, ids), *_fields(map_, ids), *_signs(map_, ids)
    ) + "".join([*_numbers(map_), *_names(map_)]) + canvas.write(
        *harbours(map_, ids), *_compass(map_),
    )),))


def _water_and_land(map_: MapGeometry, ids: str) -> Iterator[Element]:
    """Draw the sea with the paler waters of the shore, and the coast."""
    yield canvas.Element("defs", canvas.path(coast(map_.world, map_.dx, map_.dy),
                                             id=f"{ids}-coast"))
    # The sea goes on beyond the sheet: a page may show the picture in a wider or taller place.
    sheet = (-map_.width, -map_.height, 3 * map_.width, 3 * map_.height)
    yield canvas.rect(*sheet, class_="cm-sea")
    yield canvas.rect(*sheet, fill=f"url(#{ids}-sea-field)")
    for kind in ("cm-shore3", "cm-shore2", "cm-shore1"):
        yield canvas.use(f"{ids}-coast", class_=kind)
    yield canvas.path(_hexagons(map_, _tiles(map_, "sea")), class_="cm-sea-grid")
    yield canvas.use(f"{ids}-coast", class_="cm-coast")


def _tiles(map_: MapGeometry, kind: str) -> list[int]:
    return [tile for tile, place in enumerate(map_.world.hexes) if place.kind == kind]


def _hexagons(map_: MapGeometry, tiles: list[int]) -> str:
    return "".join(map_.hexagon(tile) for tile in tiles)


def _fields(map_: MapGeometry, ids: str) -> Iterator[Element]:
    """Draw the land hexes in their patterns, with a rim round them all."""
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


def _numbers(map_: MapGeometry) -> Iterator[str]:
    """Draw the numbers on their discs, with a dot for each way in 36 to roll them."""
    for tile in map_.world.land:
        number, dots = map_.world.hexes[tile].number, map_.world.hexes[tile].dots
        if number:
            x, y = _moved(map_.centres[tile], NUMBER)
            begin = x - (dots - 1) * BETWEEN_DOTS / 2
            yield _NUMBERS[number in MOST_OFTEN].fill(
                x=x, y=y, below=y + 6, number=number,
                dots="".join(_dot(begin + i * BETWEEN_DOTS, y + 12) for i in range(dots)))


def _dot(x: float, y: float) -> str:
    return f"M{x - DOT:g} {y}a{DOT} {DOT} 0 1 0 {2 * DOT:g} 0a{DOT} {DOT} 0 1 0-{2 * DOT:g} 0z"


def _names(map_: MapGeometry) -> Iterator[str]:
    """Draw the name and the label of every hex."""
    for tile, place in enumerate(map_.world.hexes):
        if place.kind == "sea":
            yield from _sea_name(map_, tile)
            continue
        x, y = map_.centres[tile]
        name = _(place.name)
        kind = "cm-name cm-long" if len(name) > LONG_ON_LAND else "cm-name"
        yield _TEXTS[kind].fill(words=name, x=x + NAME[0], y=y + NAME[1])
        yield _TEXTS["cm-name cm-label"].fill(words=place.label, x=x + LABEL[0], y=y + LABEL[1])


def _sea_name(map_: MapGeometry, tile: int) -> Iterator[str]:
    """Draw the name of a sea hex, a long one in two lines, and its label."""
    place, (x, y) = map_.world.hexes[tile], map_.centres[tile]
    name = _(place.name)
    lines = name.rsplit(" ", 1) if len(name) > LONG_AT_SEA else [name]
    y += name_offset(map_.world, tile) - LINE * (len(lines) - 1) // 2
    for i, line in enumerate(lines):
        yield _TEXTS["cm-sea-name"].fill(words=line, x=x, y=y + LINE * i)
    yield _TEXTS["cm-sea-name cm-sea-label"].fill(words=place.label, x=x, y=y + LINE * len(lines))


def _compass(map_: MapGeometry) -> Iterator[Element]:
    """Draw a sun in the corner that most maps leave empty, if this one does."""
    x, y = 84, map_.height - 84
    if all(abs(x - u) > 110 or abs(y - v) > 110 for u, v in map_.centres):
        yield canvas.path(star(COMPASS), class_="cm-compass", transform=f"translate({x} {y})")


def _number(often: str) -> Iterator[Element]:
    """Draw a number on its disc; ``often`` is a further class, for the likeliest ones."""
    x, y = canvas.gap("x"), canvas.gap("y")
    yield canvas.Element("circle", cx=x, cy=y, r=DISC, class_=f"cm-disc{often and often + '-disc'}")
    yield canvas.text(canvas.gap("number"), x, canvas.gap("below"), class_=f"cm-number{often}")
    yield canvas.path(canvas.gap("dots"), class_=f"cm-dot{often}")


_NUMBERS = {often: canvas.Stencil(*_number(" cm-often" if often else ""))
            for often in (False, True)}
_TEXTS = {
    kind: canvas.Stencil(canvas.text(*map(canvas.gap, ("words", "x", "y")), class_=kind))
    for kind in (
        "cm-name", "cm-name cm-long", "cm-name cm-label", "cm-sea-name",
        "cm-sea-name cm-sea-label")
}
