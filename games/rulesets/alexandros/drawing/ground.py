"""The ground: sea, shore, land, relief, names, symbol spaces and the grid.

Owns the layers that depend on the board alone, or almost; they are drawn once
for a board and kept as text.  Never sees a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress

from engine.alexandros import lattice as lat
from engine.alexandros.board import ROW_LETTERS, SYMBOLS, Board
from engine.alexandros.lattice import bits
from games.drawing import canvas
from games.drawing.canvas import Element
from games.rulesets.alexandros.drawing import piece_shapes
from games.rulesets.alexandros.drawing.board_geometry import MARGIN, BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.coast import HALF, ROW
from games.rulesets.alexandros.drawing.place_names import names
from games.rulesets.alexandros.drawing.terrain import Terrain, terrain


@lru_cache(maxsize=32)
def ground(board: Board, *, ids: str) -> tuple[str, str]:
    """What lies under the provinces, and the grid that lies above them."""
    map_ = board_geometry(board)
    below = canvas.write(
        canvas.group(
            piece_shapes.definitions(ids), sea(map_), *land(map_, ids),
            relief(terrain(board)), symbol_spaces(map_), class_="ax-ground",
        )
    )
    return below, canvas.write(grid(map_))


@lru_cache(maxsize=16)
def coordinates(board: Board) -> str:
    """Every space's number in a free corner of it, and the row letters at both rims."""
    map_ = board_geometry(board)
    inside = [
        canvas.text(board.names[space][1:], x - 19, y + (14 if map_.points_up(space) else -8))
        for space, (x, y) in map_.centres.items()
    ]
    rows = sorted({row for row, _ in map_.cells.values()})
    rim = [
        canvas.text(ROW_LETTERS[row], x, row * ROW + ROW // 2 + map_.dy + 6, class_="ax-row")
        for row in rows
        for x in (MARGIN // 3, map_.width - MARGIN // 3)
    ]
    return canvas.layer("ax-name", [*inside, *rim])


def sea(map_: BoardGeometry) -> Element:
    """The sea, beyond the sheet too: a page may show the picture in a wider or taller place."""
    wide, high = map_.width, map_.height
    return canvas.rect(-wide, -high, 3 * wide, 3 * high, class_="ax-sea")


def land(map_: BoardGeometry, ids: str) -> Iterator[Element]:
    """The shore's paler waters, the coast, and the spaces as a lighter field on it."""
    yield canvas.Element("defs", canvas.path(terrain(map_.board).coast, id=f"{ids}-coast"))
    for depth in (3, 2, 1):
        yield canvas.use(f"{ids}-coast", 0, 0, class_=f"ax-shore{depth}")
    yield canvas.use(f"{ids}-coast", 0, 0, class_="ax-coast")
    yield canvas.path(map_.area(map_.board.land), class_="ax-land")


def relief(land: Terrain) -> Element:
    return canvas.group(
        canvas.path(land.hills, class_="ax-hill"), canvas.path(land.peaks, class_="ax-peak"),
        canvas.path(land.waves, class_="ax-wave"),
    )


def region_names(board: Board, *, walls: int, valued: int) -> str:
    """The names that no wall runs through and on which no province's value stands."""
    return _names(board, tuple(
        not (name.sides & walls or name.spaces & valued) for name in names(board)
    ))


@lru_cache(maxsize=256)
def _names(board: Board, shown: tuple[bool, ...]) -> str:
    """These names, each in its size; letters stand apart as far as there is room."""
    return canvas.layer("ax-region", (
        canvas.text(
            name.words, name.x, name.y, font_size=name.size, letter_spacing=name.spacing
        )
        for name in compress(names(board), shown)
    ))


def symbol_spaces(map_: BoardGeometry) -> Element:
    return canvas.group(*(
        canvas.path(map_.triangles(map_.board.symbols[i]), class_=f"ax-tint ax-{name}")
        for i, name in enumerate(SYMBOLS)
    ))


@lru_cache(maxsize=128)
def symbols(board: Board, *, ids: str, guarded: int) -> str:
    """The symbols, but for guarded spaces: there a shield bears the symbol."""
    map_ = board_geometry(board)
    return canvas.layer("ax-symbols", (
        canvas.group(
            *(
                canvas.use(f"{ids}-{name}", *map_.centres[space])
                for space in bits(board.symbols[i] & ~guarded)
            ),
            class_=f"ax-glyph ax-{name}",
        )
        for i, name in enumerate(SYMBOLS)
    ))


def grid(map_: BoardGeometry) -> Element:
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
            dy, dx = lat.STEP_VECTORS[step]
            strokes.append(f"M{x} {y}l{dx * HALF * length} {dy * ROW * length}")
    return canvas.path("".join(strokes), class_="ax-grid")
