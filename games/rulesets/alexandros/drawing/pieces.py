"""The pieces: provinces, values, walls, the last way, guards, Alexander, marks.

Owns the layers that depend on the position; each function makes one or a few of them
and looks at the view only.  The picture puts them in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.alexandros.board import SYMBOLS, Board
from engine.alexandros.lattice import bits
from engine.alexandros.provinces import closed_provinces, owner, value
from engine.alexandros.state import COLOURS, State
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Layer, Piece
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.coast import HALF, ROW

NARROW = 7  # how far a province's outline keeps from its walls
WALL = 6  # half of a wall's breadth with its edge, and a little more
SHIELD = 23  # half of the room that a guard takes
FIGURE = (-24, -74, 30, 14)  # the room of Alexander, round his point
Closed = Sequence[tuple[int, int | None]]  # provinces that are shown, as mask and owner


def closed(view: State) -> Closed:
    """The provinces to be shown, as mask and owner: all but the open land."""
    return [(mask, owner(view, mask)) for mask in closed_provinces(view)]


def _by_kind(pieces: Iterable[tuple[str, Piece]]) -> list[Layer]:
    """A layer for the pieces of each kind, which is the class of their group."""
    kinds: dict[str, list[Piece]] = {}
    for kind, piece in pieces:
        kinds.setdefault(kind, []).append(piece)
    return [Layer(alike, f'<g class="{kind}">', "</g>") for kind, alike in kinds.items()]


def province_tints(view: State, shown: Closed) -> list[Layer]:
    """Each closed province veiled and outlined in its owner's colour."""
    return _by_kind(
        (f"ax-province ax-{'free' if seat is None else COLOURS[seat]}", _province(view.board, mask))
        for mask, seat in shown
    )


@lru_cache(maxsize=2048)
def _province(board: Board, mask: int) -> Piece:
    map_ = board_geometry(board)
    xs, ys = zip(*(map_.centres[space] for space in bits(mask)), strict=True)
    box = min(xs) - HALF, min(ys) - ROW, max(xs) + HALF, max(ys) + ROW
    before, after = _PROVINCE
    return Piece(f"{before}{map_.area(mask, inset=NARROW)}{after}", box)


_PROVINCE = canvas.around(canvas.path(canvas.gap("d")))


def province_values(view: State, shown: Closed) -> list[Layer]:
    """Each closed province's value in one of its open spaces."""
    hidden = view.board.spaces_at[view.alexander]
    values = (
        _value(view.board, mask, _standing(view, mask, seat), hidden & mask)
        for mask, seat in shown
    )
    return _by_kind(value for value in values if value)


def _standing(view: State, mask: int, seat: int | None) -> str:
    """Whether a province is free, scores in a levy, or is too well guarded to score (L2)."""
    if seat is None:
        return "free"
    return "held" if (view.guards[seat] & mask).bit_count() == 1 else "crowded"


def valued(view: State, shown: Closed) -> int:
    """Mask of the spaces in which values are written."""
    hidden, spaces = view.board.spaces_at[view.alexander], 0
    for mask, _ in shown:
        spaces |= 1 << _value_space(view.board, mask, hidden & mask)
    return spaces


@lru_cache(maxsize=4096)
def _value_space(board: Board, mask: int, hidden: int) -> int:
    """The open space nearest to the province's middle, off the hidden ones if it may be."""
    map_ = board_geometry(board)
    spaces = bits(mask)
    middle_x = sum(map_.centres[s][0] for s in spaces) / len(spaces)
    middle_y = sum(map_.centres[s][1] for s in spaces) / len(spaces)

    def unfit(space: int) -> tuple[bool, bool, float]:
        x, y = map_.centres[space]
        return (
            space in board.symbol_of, bool(hidden >> space & 1),
            (x - middle_x) ** 2 + (y - middle_y) ** 2,
        )

    return min(spaces, key=unfit)


@lru_cache(maxsize=4096)
def _value(board: Board, mask: int, standing: str, hidden: int) -> tuple[str, Piece] | None:
    """A province's value off the hidden spaces, with its class.

    None for a free province that is worth nothing.
    """
    worth = value(board, mask)
    if standing == "free" and not worth:
        return None
    map_ = board_geometry(board)
    space = _value_space(board, mask, hidden)
    x, y = map_.centres[space]
    small = space in board.symbol_of
    kind = f"ax-value ax-{standing}" + (" ax-small" if small else "")
    if small:  # beside the symbol, in a broad corner of the space
        x, y = x - 19, y + (11 if map_.points_up(space) else -13)
    y += 5 if small else 8
    text = _VALUE.fill(words=str(worth), x=x, y=y)
    return kind, Piece(text, (x - 26, y - 28, x + 26, y + 12))


_VALUE = canvas.Stencil(canvas.text(*map(canvas.gap, ("words", "x", "y"))))


def walls(view: State, ids: str) -> Iterator[Layer]:
    """Walls with a pale edge under them and stones on them; the red ones last.

    Their lines are written once, as the edge, and used again above it.
    """
    drawn = [
        (f"{ids}-{name}", kind, [_wall(view.board, side) for side in bits(mask)])
        for name, kind, mask in (
            ("walls", "", view.walls & ~view.red), ("red-walls", " ax-last-turn", view.red),
        ) if mask
    ]
    for id_, _, lines in drawn:
        before, _, after = _EDGE.fill(id=id_, d="@").partition("@")
        yield Layer(lines, before, after)
    for id_, kind, lines in drawn:
        for name in ("ax-wall", "ax-stone"):
            before, after, again = _LINES[f"{name}{kind}"]
            yield Layer(lines, before, after, instead=again.fill(id=id_))


# Only the group has the look of an edge, so that the path takes another where it is used again.
_EDGE = canvas.Stencil(canvas.group(
    canvas.path(canvas.gap("d"), id=canvas.gap("id")), class_="ax-wall-edge"
))
_LINES = {
    kind: (
        *canvas.around(canvas.path(canvas.gap("d"), class_=kind)),
        canvas.Stencil(canvas.use(canvas.gap("id"), class_=kind)),
    ) for kind in ("ax-wall", "ax-stone", "ax-wall ax-last-turn", "ax-stone ax-last-turn")
}


@lru_cache(maxsize=4096)
def _wall(board: Board, side: int) -> Piece:
    map_ = board_geometry(board)
    xs, ys = zip(*(map_.points[point] for point in board.sides[side]), strict=True)
    return Piece(
        map_.line(side), (min(xs) - WALL, min(ys) - WALL, max(xs) + WALL, max(ys) + WALL)
    )


def last_march(view: State, way: tuple[int, int]) -> Iterator[Element]:
    """The march that led to Alexander's point: dots along it and a ring where it began."""
    sides, start = way
    map_ = board_geometry(view.board)
    line = _walked(map_, sides, start)
    x, y = map_.points[start]
    yield canvas.circle(x, y, 9, class_="ax-origin")
    yield canvas.path(line, class_="ax-way-edge")
    yield canvas.path(line, class_="ax-way")


def _walked(map_: BoardGeometry, sides: int, start: int) -> str:
    """One line along these sides from the start; sides not connected to it are lines apart."""
    here, spots = start, [map_.points[start]]
    left = sides
    while left:
        step = next(
            ((there, side) for there, side in map_.board.links[here].values() if left >> side & 1),
            None,
        )
        if step is None:
            break
        here, side = step
        left &= ~(1 << side)
        spots.append(map_.points[here])
    line = "M" + "L".join(f"{x} {y}" for x, y in spots) if len(spots) > 1 else ""
    return line + map_.lines(left)


def figures(view: State, ids: str) -> list[Layer]:
    """The guards, and Alexander before them."""
    board = view.board
    shields = _by_kind(
        (f"ax-guard ax-{COLOURS[seat]}", _guard(board, space, seat, ids))
        for seat, mask in enumerate(view.guards) for space in bits(mask)
    )
    return [*shields, Layer([_alexander(board, view.alexander, ids)])]


@lru_cache(maxsize=1024)
def _alexander(board: Board, point: int, ids: str) -> Piece:
    x, y = board_geometry(board).points[point]
    left, top, right, bottom = FIGURE
    return Piece(_ALEXANDER.fill(ids=ids, x=x, y=y), (x + left, y + top, x + right, y + bottom))


@lru_cache(maxsize=4096)
def _guard(board: Board, space: int, seat: int, ids: str) -> Piece:
    x, y = board_geometry(board).centres[space]
    symbol = SYMBOLS[board.symbol_of[space]]
    text = _GUARD.fill(ids=ids, colour=COLOURS[seat], symbol=symbol, x=x, y=y)
    return Piece(text, (x - SHIELD, y - SHIELD, x + SHIELD, y + SHIELD))


def _shield(
    ids: str, colour: str, symbol: str, x: int | str, y: int | str, **attributes: Any
) -> Element:
    """A player's shield with the symbol it stands on as its emblem."""
    return canvas.group(
        canvas.use(f"{ids}-{colour}"),
        canvas.use(f"{ids}-{symbol}", class_="ax-emblem", transform="scale(.7)"),
        transform=f"translate({x} {y})", **attributes,
    )


_ALEXANDER = canvas.Stencil(canvas.use(
    f"{canvas.gap('ids')}-alexander", canvas.gap("x"), canvas.gap("y"), class_="ax-alexander"
))
_GUARD = canvas.Stencil(_shield(*map(canvas.gap, ("ids", "colour", "symbol", "x", "y"))))


def marks(view: State, wanted: Mapping[str, Any], ids: str) -> Iterator[Element]:
    """What the page points at: an area, spaces, points, walls and guards that would come."""
    map_ = board_geometry(view.board)
    if wanted.get("area"):
        outline = map_.area(wanted["area"], inset=NARROW)
        yield canvas.path(outline, class_="ax-mark ax-mark-area")
    for space in sorted(wanted.get("space", ())):
        yield canvas.path(map_.triangle(space), class_="ax-mark")
    if wanted.get("wall"):
        yield canvas.path(map_.lines(wanted["wall"]), class_="ax-mark-wall")
    if wanted.get("way"):
        yield canvas.path(_walked(map_, wanted["way"], view.alexander), class_="ax-mark-way")
    for space, seat in sorted(wanted.get("guard", {}).items()):
        symbol = SYMBOLS[view.board.symbol_of[space]]
        colour = COLOURS[seat]
        yield _shield(ids, colour, symbol, *map_.centres[space], opacity=".75",
                      class_=f"ax-guard ax-{colour}")
    for point in sorted(wanted.get("point", ())):
        x, y = map_.points[point]
        yield canvas.circle(x, y, 9, class_="ax-mark-point")
