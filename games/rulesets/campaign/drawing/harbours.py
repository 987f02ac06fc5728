"""The harbours: a board in the sea with the rate and the kind, and piers to both junctions."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign.world import Harbour, World
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.outlines import Spot
from games.rulesets.campaign.drawing.map_geometry import MapGeometry

FAR = 25  # from the middle of the path to the board
BOARD = 17  # half of the board's width


def harbours(map_: MapGeometry, ids: str) -> Iterator[Element]:
    """The harbours of a map."""
    for harbour in map_.world.harbours:
        yield from _harbour(map_, harbour, ids)


def place(map_: MapGeometry, harbour: Harbour) -> Spot:
    """The middle of a harbour's board: on the side of the sea."""
    x, y = map_.middle(*harbour.junctions)
    u, v = map_.centres[sea_beside(map_.world, harbour)]
    far = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    return round(x + (u - x) * FAR / far), round(y + (v - y) * FAR / far)


def sea_beside(world: World, harbour: Harbour) -> int:
    """The sea hex beside a harbour's path; the land hex if there is none on the map."""
    beside = world.paths[world.path_between[harbour.junctions]].hexes
    return min(beside, key=lambda tile: world.hexes[tile].kind != "sea")


def name_offset(world: World, tile: int) -> int:
    """How far below the centre of a sea hex its name has room beside its harbours."""
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
