"""Where hexes, junctions and paths lie on the picture.

Owns the measures in picture units (a side is 60 long); draws nothing.  Made once for a map.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.campaign.world import World, bits
from games.drawing.layers import Box
from games.drawing.outlines import Spot
from games.rulesets.campaign.drawing.landmass import ACROSS, DOWN

MARGIN = 44  # of sea or other land shown round the hexes
HEXAGON = f"l{ACROSS} {DOWN}v{2 * DOWN}l-{ACROSS} {DOWN}-{ACROSS}-{DOWN}v-{2 * DOWN}z"
INSET = 12  # how much nearer to the centre the corners of an inner hexagon are
INNER_HEXAGON = "l42 24v48l-42 24-42-24v-48z"
ANGLES = {  # of the six directions in which paths lead, in degrees
    (1, 1): 30, (0, 2): 90, (-1, 1): 150, (-1, -1): 210, (0, -2): 270, (1, -1): 330,
}


@dataclass(frozen=True, slots=True, eq=False)
class MapGeometry:
    """Where things are.

    ``dx, dy``   what to add to places of ``engine.campaign.hexagons`` in picture units; ``centres``
                 of hexes and ``points`` of junctions have it added.
    """

    world: World
    width: int
    height: int
    dx: int
    dy: int
    centres: tuple[Spot, ...]
    points: tuple[Spot, ...]

    def hexagon(self, tile: int) -> str:
        """The path of a hex."""
        x, y = self.centres[tile]
        return f"M{x} {y - 2 * DOWN}{HEXAGON}"

    def inner_hexagon(self, tile: int) -> str:
        """The path of a hex drawn in a little, off what stands on its corners and sides."""
        x, y = self.centres[tile]
        return f"M{x} {y - 2 * DOWN + INSET}{INNER_HEXAGON}"

    def line(self, path: int, *, gap: float = 0) -> str:
        """The line of a path, shorter by ``gap`` at both ends."""
        a, b = self.world.path_ends[path]
        (x, y), (u, v) = self.points[a], self.points[b]
        part = gap / (2 * DOWN)
        x, y, u, v = (round(n) for n in (
            x + (u - x) * part, y + (v - y) * part, u - (u - x) * part, v - (v - y) * part))
        return f"M{x} {y}L{u} {v}"

    def lines(self, paths: int) -> str:
        """The lines of all paths of a mask."""
        return "".join(self.line(path) for path in bits(paths))

    def middle(self, a: int, b: int) -> Spot:
        """The middle between two junctions."""
        (x, y), (u, v) = self.points[a], self.points[b]
        return (x + u) // 2, (y + v) // 2

    def angle(self, a: int, b: int) -> int:
        """The direction from a junction to its neighbour, in degrees clockwise from east."""
        (x, y), (u, v) = self.world.points[a], self.world.points[b]
        return ANGLES[u - x, v - y]

    def path_box(self, path: int, room: int) -> Box:
        """What a path covers with so much room round it."""
        spots = [self.points[end] for end in self.world.path_ends[path]]
        xs, ys = zip(*spots, strict=True)
        return min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room


def around(spot: Spot, room: int) -> Box:
    """The box round a spot with so much room on all sides."""
    x, y = spot
    return x - room, y - room, x + room, y + room


@lru_cache(maxsize=16)
def map_geometry(world: World) -> MapGeometry:
    """The geometry of a map."""
    xs, ys = zip(*world.centres, strict=True)
    dx = MARGIN + ACROSS - min(xs) * ACROSS
    dy = MARGIN + 2 * DOWN - min(ys) * DOWN
    return MapGeometry(
        world=world,
        width=(max(xs) - min(xs) + 2) * ACROSS + 2 * MARGIN,
        height=(max(ys) - min(ys) + 4) * DOWN + 2 * MARGIN,
        dx=dx, dy=dy,
        centres=tuple((x * ACROSS + dx, y * DOWN + dy) for x, y in world.centres),
        points=tuple((x * ACROSS + dx, y * DOWN + dy) for x, y in world.points),
    )
