"""The ground: sea, shore, land, relief, names, symbol spaces and the grid.

Owns the layers that depend on the board alone, or almost; they are drawn once for a board and kept
as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress

from django.utils.translation import get_language

from alexandros_rules.alexandros.board import ROW_LETTERS, SYMBOLS, Board
from alexandros_rules.alexandros.lattice import bits
from games.drawing import canvas
from games.drawing.canvas import Element, at_points, marker
from games.drawing.layers import Box, Layer, Piece
from games.rulesets.alexandros.drawing.board_geometry import MARGIN, BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.coast import ROW
from games.rulesets.alexandros.drawing.surveys import meet, names_in, survey

RELIEF = {  # kinds and lines round (0, 0): two rounded tops; mountains, one with a slope; water
    "hill": ("hill", "q4-9 8-1m-1-1q3-5 7 2"), "peak": ("peak", "l5-9 5 9"),
    "range": ("peak", "l6-11 6 11m-7-9l2 4 2-2m0-1l4-5 6 9"),
    "wave": ("wave", "q4-5 8 0 4-5 8 0"),
}
BETWEEN = "@"  # what is split there
SIGN = 18  # half of the room that a symbol takes
BROAD = 1.0  # at most, a capital by the size of its letters


@lru_cache(maxsize=32)
def ground(board: Board, *, ids: str) -> Layer:
    """Draw the ground under the provinces: sea, coast, land, relief and tints."""
    map_, found = board_geometry(board), survey(board)
    return Layer((Piece("".join([
        _SEA.fill(
            ids=ids, coast=found.terrain.coast, land=found.land, left=-map_.width,
            top=-map_.height, width=3 * map_.width, height=3 * map_.height,
        ),
        _RELIEF.fill(
            ids=ids, hills=found.terrain.hills, peaks=found.terrain.peaks,
            ranges=found.terrain.ranges, waves=found.terrain.waves,
        ),
        _symbol_spaces(map_),
    ])),))


@lru_cache(maxsize=16)
def grid(board: Board) -> Layer:
    """Draw every side, above the provinces."""
    xs, ys = zip(*board_geometry(board).points, strict=True)
    lines = _GRID.fill(d=survey(board).grid)
    return Layer((Piece(lines, (min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2)),))


@lru_cache(maxsize=16)
def coordinates(board: Board, rims: tuple[int, int]) -> Layer:
    """Draw every space's number in a free corner of it, and the row letters at both rims."""
    left, right = rims
    map_ = board_geometry(board)
    lines: dict[int, list[tuple[int, str]]] = {}
    for space, (x, y) in map_.centres.items():
        line = lines.setdefault(y + (14 if map_.points_up(space) else -8), [])
        line.append((x - 19, board.names[space][1:]))
    pieces = [_numbers(y, numbers) for y, numbers in lines.items()]
    for row in sorted({row for row, _ in map_.cells.values()}):
        y = row * ROW + ROW // 2 + map_.dy + 6
        for x in (left + MARGIN // 3, right - MARGIN // 3):
            letter = canvas.text(ROW_LETTERS[row], x, y, class_="ax-row")
            pieces.append(Piece(canvas.write(letter), (x - 14, y - 16, x + 14, y + 8)))
    return Layer(pieces, '<g class="ax-name">', "</g>")


def _numbers(y: int, numbers: Sequence[tuple[int, str]]) -> Piece:
    """Draw numbers at one height as a single text."""
    single = [(x, number) for x, number in numbers if len(number) == 1]
    # Numbers of one digit need only a list of places, one for each letter.
    longer = [canvas.Element("tspan", words=number, x=x) for x, number in numbers
              if len(number) > 1]
    text = canvas.Element("text", *longer, words="".join(number for _, number in single), y=y,
                          x=" ".join(str(x) for x, _ in single) or None)
    xs = [x for x, _ in numbers]
    return Piece(canvas.write(text), (min(xs) - 14, y - 12, max(xs) + 14, y + 6))


def region_names(board: Board, *, walls: int, valued: int, standing: Box) -> Layer:
    """Draw the names where no wall, no value of a province and no Alexander is.

    ``standing`` is the room in which he stands.
    """
    language = get_language()
    return _names(board, language, tuple(
        not (name.sides & walls or name.spaces & valued or meet(name.box, standing))
        for name in names_in(board, language)
    ))


@lru_cache(maxsize=256)
def _names(board: Board, language: str, shown: tuple[bool, ...]) -> Layer:
    pieces = list(compress(_all_names(board, language), shown))
    return Layer(pieces, '<g class="ax-region">', "</g>")


@lru_cache(maxsize=64)
def _all_names(board: Board, language: str) -> list[Piece]:
    pieces = []
    for n in names_in(board, language):
        half = len(n.words) * (BROAD * n.size + n.spacing) / 2
        # Only between letters that stand apart is there room for those of a broader font.
        fitted = "spacing" if n.spacing > 1 else "spacingAndGlyphs"
        text = _NAME.fill(words=n.words, x=n.x, y=n.y, size=n.size, length=n.length, fitted=fitted)
        pieces.append(Piece(text, (n.x - half, n.y - n.size - 4, n.x + half, n.y + n.size / 2)))
    return pieces


def _symbol_spaces(map_: BoardGeometry) -> str:
    """Draw the spaces with a symbol in their tints, in units of cells."""
    paths = {name: map_.cell_triangles(map_.board.symbols[i]) for i, name in enumerate(SYMBOLS)}
    return _TINTS.fill(place=map_.cells_in_place, **paths)


@lru_cache(maxsize=128)
def symbols(board: Board, *, ids: str, guarded: int) -> tuple[Layer, ...]:
    """Draw the symbols of all spaces without a guard."""
    return tuple(
        # On a guarded space, the shield bears the symbol.
        Layer([_symbol(board, space) for space in bits(board.symbols[i] & ~guarded)],
              *_symbol_frame(f"{ids}-{name}-spot"))
        for i, name in enumerate(SYMBOLS)
    )


@lru_cache(maxsize=64)
def _symbol_frame(id_: str) -> tuple[str, str]:
    """Return the text before and after the points at which a symbol stands."""
    before, _, after = _SYMBOLS.fill(id=id_, points=BETWEEN).partition(BETWEEN)
    return before, after


@lru_cache(maxsize=2048)
def _symbol(board: Board, space: int) -> Piece:
    x, y = board_geometry(board).centres[space]
    return Piece(f"{x} {y} ", (x - SIGN, y - SIGN, x + SIGN, y + SIGN))


def _sea(ids: str) -> Iterator[Element]:
    """Draw the sea with the shore's paler waters, the coast, and the field of spaces."""
    yield canvas.Element("defs", *(
        marker(f"{ids}-{name}", canvas.path(f"M0 0{line}", class_=f"ax-{kind}"))
        for name, (kind, line) in RELIEF.items()
    ), canvas.path(canvas.gap("coast"), id=f"{ids}-coast"))
    # The sea goes on beyond the sheet: a page may show the picture in a wider or taller place.
    yield canvas.Element("rect", class_="ax-sea", **{
        name: canvas.gap(gap) for name, gap in
        (("x", "left"), ("y", "top"), ("width", "width"), ("height", "height"))
    })
    for kind in ("ax-shore3", "ax-shore2", "ax-shore1", "ax-coast"):
        yield canvas.use(f"{ids}-coast", class_=kind)
    yield canvas.path(canvas.gap("land"), class_="ax-land")


_SEA = canvas.Stencil(*_sea(canvas.gap("ids")))


def _relief(ids: str) -> Iterator[Element]:
    """Draw hills, mountains and waves; faint as a whole, so that they may overlap."""
    yield canvas.group(
        *(at_points(f"{ids}-{name}", canvas.gap(f"{name}s")) for name in ("hill", "peak", "range")),
        class_="ax-relief",
    )
    yield at_points(f"{ids}-wave", canvas.gap("waves"), class_="ax-waves")


_RELIEF = canvas.Stencil(*_relief(canvas.gap("ids")))
_GRID = canvas.Stencil(canvas.path(canvas.gap("d"), class_="ax-grid"))
_NAME = canvas.Stencil(canvas.text(
    canvas.gap("words"), canvas.gap("x"), canvas.gap("y"),
    font_size=canvas.gap("size"), textLength=canvas.gap("length"),
    lengthAdjust=canvas.gap("fitted"),
))
_SYMBOLS = canvas.Stencil(
    at_points(canvas.gap("id"), canvas.gap("points"), class_="ax-symbols")
)
_TINTS = canvas.Stencil(canvas.group(
    *(canvas.path(canvas.gap(name), class_=f"ax-tint ax-{name}") for name in SYMBOLS),
    transform=canvas.gap("place"),
))
