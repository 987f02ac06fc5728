"""The lie of the land: coast line, hills and waves.

Surveyed once for a board and kept; what it finds are paths, no elements.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.alexandros.board import Board
from games.rulesets.alexandros.drawing import coast
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.coast import HALF, ROW, Cell

HILL = "q4-9 8-1m-1-1q3-5 7 2"  # two rounded tops
PEAKS = ("l5-9 5 9", "l6-11 6 11m-7-9l2 4 2-2m0-1l4-5 6 9")  # a small one, a range with a slope
WAVE = "q4-5 8 0 4-5 8 0"


@dataclass(frozen=True, slots=True)
class Terrain:
    """Paths of the coast, the hills, the mountains and the waves."""

    coast: str
    hills: str
    peaks: str
    waves: str


@lru_cache(maxsize=16)
def terrain(board: Board) -> Terrain:
    """The terrain of a board."""
    map_ = board_geometry(board)
    outline = "".join(
        coast.smooth_path(coast.shore(loop), map_.dx, map_.dy)
        for loop in coast.loops(map_.mass, joined=True)
    )
    return Terrain(outline, *_relief(map_))


def _relief(map_: BoardGeometry) -> tuple[str, str, str]:
    """Hills where the ground is high, mountains in the land beyond the spaces, waves at sea."""
    inside = set(map_.cells.values())
    hills, peaks, waves = [], [], []
    for r in range(-map_.dy // ROW - 1, (map_.height - map_.dy) // ROW + 1):
        for c in range(-map_.dx // HALF - 1, (map_.width - map_.dx) // HALF):
            height = _height(r, c)
            x = (c + 1) * HALF + map_.dx - 16 + round(20 * coast.noise(r, c, 1))
            y = r * ROW + ROW // 2 + map_.dy + round(20 * coast.noise(r, c, 2)) - 6
            if (r, c) in inside:
                if height > 0.5:
                    hills.append(f"M{x} {y}{HILL}")
            elif (r, c) in map_.mass:
                if height > 0.4:
                    peaks.append(f"M{x} {y}{PEAKS[height > 0.52]}")
            elif height > 0.5 and not _near(map_.mass, r, c):
                waves.append(f"M{x} {y}{WAVE}")
    return "".join(hills), "".join(peaks), "".join(waves)


def _near(mass: frozenset[Cell], r: int, c: int) -> bool:
    return any((r + i, c + k) in mass for i in (-1, 0, 1) for k in (-2, -1, 1, 2))


def _height(r: int, c: int) -> float:
    """Broad highs and lows: the mean of noise at three scales."""
    return (
        coast.noise(r // 3, c // 6, 11) + coast.noise(r // 2, c // 4, 12) + coast.noise(r, c, 13)
    ) / 3
