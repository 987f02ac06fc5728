"""The lie of the land: coast line, hills and waves.

What it finds are paths and points, no elements.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.alexandros.board import Board
from games.drawing import outlines
from games.drawing.canvas import relative
from games.drawing.outlines import Spot
from games.rulesets.alexandros.drawing import coast
from games.rulesets.alexandros.drawing.board_geometry import (
    BoardGeometry,
    board_geometry,
    land_mass,
)
from games.rulesets.alexandros.drawing.coast import HALF, ROW, Cell


@dataclass(frozen=True, slots=True)
class Terrain:
    """Paths of the coast, and the points of hills, mountains and waves for ``at_points``.

    ``outline`` is a rougher coast, for small pictures; ``peaks`` are the lower mountains,
    ``ranges`` the higher ones.
    """

    coast: str
    outline: str
    hills: str
    peaks: str
    ranges: str
    waves: str


def terrain(board: Board) -> Terrain:
    """The terrain of a board."""
    map_, mass = board_geometry(board), land_mass(board)
    shores = [coast.shore(loop) for loop in coast.loops(mass, joined=True)]
    return Terrain(
        "".join(outlines.smooth_path(shore, map_.dx, map_.dy) for shore in shores),
        "".join(outlines.smooth_path(shore[::2], map_.dx, map_.dy) for shore in shores),
        *_relief(map_, mass),
    )


def _relief(map_: BoardGeometry, mass: frozenset[Cell]) -> tuple[str, str, str, str]:
    """Hills where the ground is high, mountains in the land beyond the spaces, waves at sea."""
    inside = set(map_.cells.values())
    hills: list[Spot] = []
    peaks: list[Spot] = []
    ranges: list[Spot] = []
    waves: list[Spot] = []
    for r in range(-map_.dy // ROW - 1, (map_.height - map_.dy) // ROW + 1):
        for c in range(-map_.dx // HALF - 1, (map_.width - map_.dx) // HALF):
            height = _height(r, c)
            x = (c + 1) * HALF + map_.dx - 16 + round(20 * outlines.noise(r, c, 1))
            y = r * ROW + ROW // 2 + map_.dy + round(20 * outlines.noise(r, c, 2)) - 6
            spot = x, y
            if (r, c) in inside:
                if height > 0.5:
                    hills.append(spot)
            elif (r, c) in mass:
                if height > 0.4:
                    (ranges if height > 0.52 else peaks).append(spot)
            elif height > 0.5 and not _near(mass, r, c):
                waves.append(spot)
    return relative(hills), relative(peaks), relative(ranges), relative(waves)


def _near(mass: frozenset[Cell], r: int, c: int) -> bool:
    return any((r + i, c + k) in mass for i in (-1, 0, 1) for k in (-2, -1, 1, 2))


def _height(r: int, c: int) -> float:
    """Broad highs and lows: the mean of noise at three scales."""
    return (
        outlines.noise(r // 3, c // 6, 11) + outlines.noise(r // 2, c // 4, 12)
        + outlines.noise(r, c, 13)
    ) / 3
