"""The landscape under the hexes: coast, fields that run into each other, relief and rivers.

Hexes of one kind that lie together are one field.  Its edge wanders and is soft, so that the land
looks like one country; the grid above it shows where the hexes end.  Rivers cut the corners of the
hexes along whose sides they run.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from alexandros_rules.campaign.world import World, corner
from games.drawing import canvas
from games.drawing.canvas import Element, at_points, marker, relative
from games.drawing.outlines import Spot, noise, smooth_path
from games.rulesets.campaign.drawing.map_geometry import (
    ACROSS,
    DOWN,
    STEPS,
    Cell,
    MapGeometry,
    along,
    coast,
    land_mass,
    loops,
    wandering,
)

# From the bottom to the top: what is drawn later laps over its neighbours.
FIELDS = ("desert", "wool", "wheat", "gold", "brick", "lumber", "ore")
SOFT = ("cm-soft3", "cm-soft2", "cm-soft1")  # bands along the edge, from the outermost
# Rivers run from corner to corner of hexes, by their names; other maps may have none of them.
RIVERS = (
    "Phrygia S, Phrygia SE, Phrygia NE, Phrygia N",  # Halys
    "Upper Egypt S, Upper Egypt SW, Upper Egypt NW, Upper Egypt N, Nile Delta NW",  # Nile
    ("Upper Syria N, Upper Syria NE, Upper Syria SE, Upper Syria S, Babylonia SW, Babylonia S,"
     " Chaldea SW, Chaldea S"),  # Euphrates
    "Assyria N, Assyria NE, Assyria SE, Assyria S, Babylonia SE, Chaldea NE, Chaldea SE",  # Tigris
    "Paropamisus NW, Paropamisus N, Bactria SE, Bactria NE, Bactria N, Margiana NE, Margiana N",
    # Above: Oxus; below: Indus.
    ("Gandhara N, Gandhara NW, Gandhara SW, Gandhara S, Punjab SE, Punjab S, Indus SE, Indus S,"
     " Pattala N, Pattala NW"),
)
# Mountains that follow the sides of hexes.
RANGES = (
    "Cilicia NW, Cilicia N, Cilicia NE",  # Taurus
    "Media SW, Media S, Susiana NE, Susiana SE",  # Zagros
    "Hyrcania SW, Hyrcania NW, Hyrcania N",  # Elburz
    "Areia N, Areia NE, Paropamisus N, Paropamisus NE, Gandhara N",  # Hindu Kush
)
MARKS = {  # lines of the relief round (0, 0), by kind of hex
    "lumber": "m-4 4l4-9 4 9zm4 0v3",
    "ore": "m-7 5l7-12 7 12m-8-6l3.4 3 2.2-2.4",
    "brick": "m-6 3q2-6 6-6t6 6m-9-1l2-2m1.5 2l2-2",
    "wheat": "v-7m0 3l-2.6-2.6m2.6 2.6l2.6-2.6m2.4 6v-7m0 3l-2.6-2.6m2.6 2.6l2.6-2.6",
    "wool": "q-.6-3-3-4.4m3 4.4v-6m0 6q.6-3 3-4.4",
    "gold": "m-4 0l2.4-3.4h3.2l2.4 3.4-4 4zm0 0h8",
    "peak": "m-9 6l9-15 9 15m-10-8l4.2 3.6 2.6-3",
    "desert": "m-8 1q4-5 8-1.4t8-1.6",
}
PITCH = 21  # between the marks of a field
CLEAR = ((0, 2, 25), (0, -33, 20), (-34, 4, 14), (0, 31, 14), (-20, 31, 12), (20, 31, 12))


def landscape(map_: MapGeometry, ids: str) -> Iterator[Element]:
    """Draw sea, land, fields, relief and rivers."""
    world = map_.world
    yield canvas.Element(
        "defs", canvas.path(coast(world, map_.dx, map_.dy), id=f"{ids}-coast"),
        canvas.Element("clipPath", canvas.use(f"{ids}-coast"), id=f"{ids}-land"),
        canvas.path("".join(along(_spots(map_, river)) for river in RIVERS), id=f"{ids}-rivers"),
        *(canvas.path(_field(map_, kind), id=f"{ids}-{kind}-edge") for kind in FIELDS),
        *(marker(f"{ids}-{kind}-mark", canvas.path(f"M0 0{line}", class_=f"cm-{kind}-hatch"))
          for kind, line in MARKS.items()))
    # The sea goes on beyond the sheet: a page may show the picture in a wider or taller place.
    sheet = (-map_.width, -map_.height, 3 * map_.width, 3 * map_.height)
    yield canvas.rect(*sheet, class_="cm-sea")
    yield canvas.rect(*sheet, fill=f"url(#{ids}-sea-field)")
    for kind in ("cm-shore3", "cm-shore2", "cm-shore1", "cm-coast"):
        yield canvas.use(f"{ids}-coast", class_=kind)
    yield canvas.group(*_land(map_, ids), clip_path=f"url(#{ids}-land)")
    yield canvas.use(f"{ids}-coast", class_="cm-coast-line")


def _land(map_: MapGeometry, ids: str) -> Iterator[Element]:
    for kind in FIELDS:
        for soft in SOFT:
            yield canvas.use(f"{ids}-{kind}-edge", class_=f"{soft} cm-{kind}-edge")
        yield canvas.use(f"{ids}-{kind}-edge", class_=f"cm-field cm-{kind}-tint cm-{kind}-edge")
    for kind in ("cm-river-bank", "cm-river"):
        yield canvas.use(f"{ids}-rivers", class_=kind)
    yield canvas.group(*(
        at_points(f"{ids}-{kind}-mark", relative(_marks(map_, kind))) for kind in FIELDS
    ), at_points(f"{ids}-peak-mark", relative([*_ranges(map_), *_beyond(map_)])), class_="cm-hatch")


def _field(map_: MapGeometry, kind: str) -> str:
    """Return the path round all fields of a kind."""
    cells = {(place.q, place.r) for place in map_.world.hexes if place.kind == kind}
    return "".join(
        smooth_path(wandering(loop), map_.dx, map_.dy) for loop in loops(cells)) if cells else ""


def _marks(map_: MapGeometry, kind: str) -> list[Spot]:
    """Return where the marks of a kind's hexes stand: off the number, the sign and the words."""
    spots = []
    for tile, place in enumerate(map_.world.hexes):
        if place.kind != kind:
            continue
        x, y = map_.centres[tile]
        for row in range(-2, 3):
            for column in range(-2, 3):
                u = column * PITCH + (row % 2) * PITCH // 2 + round(8 * noise(x, row, column) - 4)
                v = row * PITCH + round(8 * noise(y, column, row) - 4)
                if _inside(u, v) and not any(
                        (u - a) ** 2 + (v - b) ** 2 < far * far for a, b, far in CLEAR):
                    spots.append((x + u, y + v))
    return spots


def _inside(u: float, v: float) -> bool:
    """Return whether a place is well within a hex whose centre is (0, 0)."""
    return abs(u) < ACROSS - 5 and abs(u) * DOWN / ACROSS + abs(v) < 2 * DOWN - 6


def _beyond(map_: MapGeometry) -> list[Spot]:
    """Return where mountains stand on the land beyond the hexes."""
    land = land_mass(map_.world)
    own = {(place.q, place.r) for place in map_.world.hexes}
    spots = []
    for q, r in sorted(land - own):
        x, y = ACROSS * (2 * q + r) + map_.dx, 3 * DOWN * r + map_.dy
        near = sum((q + dq, r + dr) not in land for dq, dr in STEPS)
        for i, (u, v) in enumerate(((-24, -22), (24, -18), (-4, 4), (-30, 26), (26, 24))):
            if not near and noise(q * 5 + i, r, 9) > 0.45:
                spots.append((x + u + round(14 * noise(q, r, i)), y + v))
    return [(x, y) for x, y in spots if -20 < x < map_.width + 20 and -20 < y < map_.height + 20]


def _ranges(map_: MapGeometry) -> Iterator[Spot]:
    """Yield where the mountains of the ranges stand, on both sides of the line."""
    for text in RANGES:
        for (x, y), (u, v) in pairwise(_spots(map_, text)):
            for part in (1, 3):
                aside = 9 if part == 1 else -7
                yield (round(x + (u - x) * part / 4 + aside * (v - y) / 60),
                       round(y + (v - y) * part / 4 - aside * (u - x) / 60))


def _spots(map_: MapGeometry, text: str) -> list[Spot]:
    """Return the corners of hexes that a text names; none if the map has not all these hexes."""
    cells = _cells(map_.world)
    named = [step.rsplit(" ", 1) for step in text.split(", ")]
    if any(name not in cells for name, _ in named):
        return []
    corners = [corner(*cells[name], at) for name, at in named]
    return [(x * ACROSS + map_.dx, y * DOWN + map_.dy) for x, y in corners]


def _cells(world: World) -> dict[str, Cell]:
    return {place.name: (place.q, place.r) for place in world.hexes}

