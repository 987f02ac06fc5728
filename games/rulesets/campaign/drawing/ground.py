"""The ground: sea, coast, hexes with what they yield, numbers, names and harbours.

A harbour is a board in the sea with the rate and the kind, and piers to both junctions.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from alexandros_rules.campaign.world import KINDS, Harbour, World
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Layer, Piece
from games.drawing.outlines import Spot
from games.rulesets.campaign.drawing.landscape import landscape
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, map_geometry
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


SIGN = (0, -33)  # where things are, from the centre of a hex
DESERT_SIGN = (0, -9)
NUMBER = (0, 2)
ROBBER = (34, 14)
DISC = 20
BETWEEN_DOTS = 5
MOST_OFTEN = (6, 8)
COMPASS, DIE = 40, 22  # radius, and half of a side


@lru_cache(maxsize=64)
def ground(world: World, *, ids: str) -> Layer:
    """Draw the ground under the pieces."""
    map_ = map_geometry(world)
    return Layer((Piece(canvas.write(
        *landscape(map_, ids), *_grid(map_), *_signs(map_, ids), *_towns(map_)
    ) + "".join(_numbers(map_)) + canvas.write(
        *harbours(map_, ids), *_compass(map_),
    )),))


def _grid(map_: MapGeometry) -> Iterator[Element]:
    """Draw the sides of all hexes, thinner at sea."""
    for kind, tiles in (("cm-sea-grid", _tiles(map_, "sea")), ("cm-grid", map_.world.land)):
        yield canvas.path("".join(map(map_.hexagon, tiles)), class_=kind)


def _tiles(map_: MapGeometry, kind: str) -> list[int]:
    return [tile for tile, place in enumerate(map_.world.hexes) if place.kind == kind]


def _signs(map_: MapGeometry, ids: str) -> Iterator[Element]:
    for kind in KINDS[1:]:
        sign = DESERT_SIGN if kind == "desert" else SIGN
        spots = [_moved(map_.centres[tile], sign) for tile in _tiles(map_, kind)]
        yield canvas.group(*(
            canvas.use(f"{ids}-{kind}", x, y) for x, y in spots
        ), class_=f"cm-glyph cm-{kind}")


def _moved(spot: Spot, by: tuple[int, int]) -> Spot:
    return spot[0] + by[0], spot[1] + by[1]


def _towns(map_: MapGeometry) -> Iterator[Element]:
    """Draw a dot for each town on Alexander's route."""
    spots = [map_.points[junction] for junction in map_.world.stop_names]
    yield canvas.path("".join(f"M{x} {y}h0" for x, y in spots), class_="cm-town-dot")


def _numbers(map_: MapGeometry) -> Iterator[str]:
    """Draw the numbers on their discs, with a dot for each way in 36 to roll them."""
    for tile in map_.world.land:
        number, dots = map_.world.hexes[tile].number, map_.world.hexes[tile].dots
        if number:
            x, y = _moved(map_.centres[tile], NUMBER)
            begin = x - (dots - 1) * BETWEEN_DOTS / 2
            yield _NUMBERS[number in MOST_OFTEN].fill(
                x=x, y=y, below=y + 6, number=number,
                dots="".join(f"M{begin + i * BETWEEN_DOTS:g} {y + 12}h0" for i in range(dots)))


def corner_figures(map_: MapGeometry) -> list[tuple[int, int, int]]:
    """Return the middle and the radius of a sun and of two dice in the lower left corner.

    Returns nothing for a map that does not leave this corner empty.
    """
    x, y = 84, map_.height - 84
    if any(abs(x + 50 - u) < 160 and abs(y - v) < 110 for u, v in map_.centres):
        return []
    return [(x, y, COMPASS), (x + 78, y, DIE), (x + 130, y, DIE)]


def _compass(map_: MapGeometry) -> Iterator[Element]:
    """Draw the sun."""
    for x, y, radius in corner_figures(map_)[:1]:
        yield canvas.path(star(radius), class_="cm-compass", transform=f"translate({x} {y})")


def _number(often: str) -> Iterator[Element]:
    """Draw a number on its disc; ``often`` is a further class, for the likeliest ones."""
    x, y = canvas.gap("x"), canvas.gap("y")
    yield canvas.Element("circle", cx=x, cy=y, r=DISC, class_=f"cm-disc{often and often + '-disc'}")
    yield canvas.text(canvas.gap("number"), x, canvas.gap("below"), class_=f"cm-number{often}")
    yield canvas.path(canvas.gap("dots"), class_=f"cm-dot{often}")


_NUMBERS = {often: canvas.Stencil(*_number(" cm-often" if often else ""))
            for often in (False, True)}
