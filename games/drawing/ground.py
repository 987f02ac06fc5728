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
from games.drawing.coast import HALF, ROW, Cell

HILL = "q4-9 8-1m-1-1q3-5 7 2"  # two rounded tops
PEAKS = ("l5-9 5 9", "l6-11 6 11m-7-9l2 4 2-2m0-1l4-5 6 9")  # a small one, a range with a slope
WAVE = "q4-5 8 0 4-5 8 0"
LETTER = 15  # how broad a letter of a region's name is, its spacing included


@lru_cache(maxsize=32)
def ground(board: Board, *, ids: str) -> tuple[str, str]:
    """What lies under the provinces, and the grid with the symbols that lies above them."""
    map_ = chart(board)
    below = canvas.write(
        canvas.group(
            glyphs.definitions(ids), sea(map_), *land(map_, ids), relief(map_),
            symbol_spaces(map_), names(map_), class_="ax-ground",
        )
    )
    return below, canvas.write(grid(map_), symbols(map_, ids))


@lru_cache(maxsize=16)
def coordinates(board: Board) -> str:
    """Every space's name in a free corner of it, and the row letters at both rims."""
    map_ = chart(board)
    inside = [
        canvas.text(board.names[space], x - 17, y + (14 if map_.points_up(space) else -8))
        for space, (x, y) in map_.centres.items()
    ]
    rows = sorted({row for row, _ in map_.cells.values()})
    rim = [
        canvas.text(ROW_LETTERS[row], x, row * ROW + ROW // 2 + map_.dy + 6, class_="ax-row")
        for row in rows
        for x in (MARGIN // 3, map_.width - MARGIN // 3)
    ]
    return canvas.layer("ax-name", [*inside, *rim])


def sea(map_: Chart) -> Element:
    return canvas.rect(0, 0, map_.width, map_.height, class_="ax-sea")


def land(map_: Chart, ids: str) -> Iterator[Element]:
    """The shore's paler waters, the coast, and the spaces as a lighter field on it."""
    outline = "".join(
        coast.smooth_path(coast.shore(loop), map_.dx, map_.dy) 
        for loop in coast.loops(map_.mass, joined=True)
    )
    yield canvas.Element("defs", canvas.path(outline, id=f"{ids}-coast"))
    for depth in (3, 2, 1):
        yield canvas.use(f"{ids}-coast", 0, 0, class_=f"ax-shore{depth}")
    yield canvas.use(f"{ids}-coast", 0, 0, class_="ax-coast")
    yield canvas.path(map_.area(map_.board.land), class_="ax-land")


def relief(map_: Chart) -> Element:
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
    return canvas.group(
        canvas.path("".join(hills), class_="ax-hill"),
        canvas.path("".join(peaks), class_="ax-peak"),
        canvas.path("".join(waves), class_="ax-wave"),
    )


def _near(mass: frozenset[Cell], r: int, c: int) -> bool:
    return any((r + i, c + k) in mass for i in (-1, 0, 1) for k in (-2, -1, 1, 2))


def _height(r: int, c: int) -> float:
    """Broad highs and lows: the mean of noise at three scales."""
    return (
        coast.noise(r // 3, c // 6, 11) + coast.noise(r // 2, c // 4, 12) + coast.noise(r, c, 13)
    ) / 3


def names(map_: Chart) -> Element:
    """Each region's name inside one of its rows, where it crosses the fewest symbols."""
    regions: dict[str, list[int]] = {}
    for space in map_.board.spaces:
        if space in map_.board.region_of:
            regions.setdefault(map_.board.region_of[space], []).append(space)
    return canvas.group(
        *(canvas.text(name.upper(), *_name_spot(map_, name, spaces)) for name, spaces in regions.items()),
        class_="ax-region",
    )


def _name_spot(map_: Chart, name: str, spaces: list[int]) -> tuple[int, int]:
    """Under the upper or over the lower line of a row: middle of the name, and its base line."""
    rows: dict[int, list[int]] = {}
    for space in spaces:
        r, c = map_.cells[space]
        rows.setdefault(r, []).append(c)
    middle = sum(map_.cells[space][0] for space in spaces) / len(spaces)
    room = len(name) * LETTER // 2
    best = (float("inf"), 0, 0)
    for r, columns in rows.items():
        left, right = min(columns) * HALF + room + 14, (max(columns) + 2) * HALF - room - 14
        crowded = max(0, left - right) / 12  # does not fit between the region's bounds
        for x in {left, (left + right) // 2, right} if not crowded else {(left + right) // 2}:
            for upper in (True, False):
                crossed = _crossed(map_, r, columns, x, room, upper=upper)
                found = crossed + crowded + abs(r - middle) / 4
                best = min(best, (found, x, r * ROW + (16 if upper else ROW - 5)))
    return best[1] + map_.dx + 2, best[2] + map_.dy


def _crossed(
    map_: Chart, r: int, columns: list[int], x: int, room: int, *, upper: bool
) -> int:
    """How many symbols the name would run into: those near the line it keeps to."""
    grid, symbols = map_.board.lattice, map_.board.symbol_of
    return sum(
        abs((c + 1) * HALF - x) < room + 15
        for c in columns
        if lat.points_up(r, c) != upper and grid.cell(r, c) in symbols
    )


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
