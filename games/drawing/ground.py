"""The ground: sea, shore, land, relief, names, symbol spaces and the grid.

Owns the layers that depend on the board alone; they are drawn once for a board
and kept as text.  Never sees a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.alexandros import lattice as lat
from engine.alexandros.board import ROW_LETTERS, SYMBOLS, Board
from engine.alexandros.lattice import bits
from games.drawing import canvas, coast, glyphs
from games.drawing.canvas import Element
from games.drawing.chart import MARGIN, Chart, chart
from games.drawing.coast import HALF, ROW

HILL = "q3-7 6-1 2-3 4 1"  # two rounded tops
PEAK = "l5-9 5 9m-3-5l3-4 5 8"
LETTER_SPACING = 5


@lru_cache(maxsize=32)
def ground(board: Board, *, ids: str) -> tuple[str, str]:
    """What lies under the provinces, and the grid with the symbols that lies above them."""
    map_ = chart(board)
    below = canvas.write(
        glyphs.definitions(ids), sea(map_), *land(map_, ids), relief(map_), names(map_),
        symbol_spaces(map_),
    )
    return below, canvas.write(grid(map_), symbols(map_, ids))


@lru_cache(maxsize=16)
def coordinates(board: Board) -> str:
    """Every space's name in a free corner of it, and the row letters at both rims."""
    map_ = chart(board)
    inside = [
        canvas.text(board.names[space], x, y + (15 if map_.points_up(space) else -10))
        for space, (x, y) in map_.centres.items()
    ]
    rows = sorted({row for row, _ in map_.cells.values()})
    rim = [
        canvas.text(ROW_LETTERS[row], x, row * ROW + ROW // 2 + map_.dy + 6, class_="ax-row")
        for row in rows
        for x in (MARGIN // 3, map_.width - MARGIN // 3)
    ]
    return canvas.write(canvas.group(*inside, *rim, class_="ax-name"))


def sea(map_: Chart) -> Element:
    return canvas.rect(0, 0, map_.width, map_.height, class_="ax-sea")


def land(map_: Chart, ids: str) -> Iterator[Element]:
    """The shore's paler waters, the coast, and the spaces as a lighter field on it."""
    outline = "".join(
        coast.smooth_path(coast.shore(loop), map_.dx, map_.dy) for loop in coast.loops(map_.mass)
    )
    yield canvas.Element("defs", canvas.path(outline, id=f"{ids}-coast"))
    for depth in (3, 2, 1):
        yield canvas.use(f"{ids}-coast", 0, 0, class_=f"ax-shore{depth}")
    yield canvas.use(f"{ids}-coast", 0, 0, class_="ax-coast")
    yield canvas.path(map_.area(map_.board.land), class_="ax-land")


def relief(map_: Chart) -> Element:
    """Hills where the ground's noise is high, mountains in the land beyond the spaces."""
    inside = set(map_.cells.values())
    hills, peaks = [], []
    for r, c in sorted(map_.mass):
        for k in range(2):
            x = (c + 1) * HALF + map_.dx + round(26 * coast.noise(r, c, k, 1)) - 16
            y = r * ROW + ROW // 2 + map_.dy + round(26 * coast.noise(r, c, k, 2)) - 10
            if (r, c) in inside:
                if _height(r, c) > 0.56 and (r + c + k) % 2:
                    hills.append(f"M{x} {y}{HILL}")
            elif -9 < x < map_.width and 0 < y < map_.height + 9 and _height(r, c) > 0.3:
                peaks.append(f"M{x} {y}{PEAK}")
    return canvas.group(
        canvas.path("".join(hills)), canvas.path("".join(peaks)), class_="ax-hill"
    )


def _height(r: int, c: int) -> float:
    """Broad highs and lows: the mean of noise at three scales."""
    return (
        coast.noise(r // 3, c // 6, 11) + coast.noise(r // 2, c // 4, 12) + coast.noise(r, c, 13)
    ) / 3


def names(map_: Chart) -> Element:
    """Each region's name along a line between two of its rows, where it is broadest."""
    regions: dict[str, list[int]] = {}
    for space in map_.board.spaces:
        if space in map_.board.region_of:
            regions.setdefault(map_.board.region_of[space], []).append(space)
    words = []
    for region, spaces in regions.items():
        x, y = _name_spot(map_, spaces)
        words.append(canvas.text(region, x + LETTER_SPACING // 2, y))
    return canvas.group(*words, class_="ax-region")


def _name_spot(map_: Chart, spaces: list[int]) -> tuple[int, int]:
    """The middle of the region's broadest line between rows, the nearer its middle the better."""
    rows: dict[int, list[int]] = {}
    for space in spaces:
        r, c = map_.cells[space]
        rows.setdefault(r + 1 if lat.points_up(r, c) else r, []).append(c)
    middle = sum(r + 0.5 for r, _ in (map_.cells[s] for s in spaces)) / len(spaces)
    line = max(rows, key=lambda y: (len(rows[y]) - abs(y - middle), -y))
    columns = rows[line]
    x = (min(columns) + max(columns) + 2) * HALF // 2
    return x + map_.dx, line * ROW + map_.dy + 5


def symbol_spaces(map_: Chart) -> Element:
    return canvas.group(*(
        canvas.path(map_.triangles(map_.board.symbols[i]), class_=f"ax-tint ax-{name}")
        for i, name in enumerate(SYMBOLS)
    ))


def symbols(map_: Chart, ids: str) -> Element:
    return canvas.group(*(
        canvas.group(
            *(canvas.use(f"{ids}-{name}", *map_.centres[s]) for s in bits(map_.board.symbols[i])),
            class_=f"ax-glyph ax-{name}",
        )
        for i, name in enumerate(SYMBOLS)
    ))


def grid(map_: Chart) -> Element:
    """Every side, runs of them in one stroke."""
    links = map_.board.links
    strokes = []
    for point, (x, y) in enumerate(map_.points):
        for step in range(3):
            if step not in links[point] or step + 3 in links[point]:
                continue
            here, length = point, 0
            while step in links[here]:
                here, length = links[here][step][0], length + 1
            dy, dx = lat.MOVES[step]
            strokes.append(f"M{x} {y}l{dx * HALF * length} {dy * ROW * length}")
    return canvas.path("".join(strokes), class_="ax-grid")
