"""The pieces: provinces, values, walls, the last way, guards, Alexander, marks.

Owns the layers that depend on the position; each is one function and looks at
the view only.  The picture puts them in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.alexandros.board import SYMBOLS, Board
from engine.alexandros.lattice import bits
from engine.alexandros.provinces import closed_provinces, owner, value
from engine.alexandros.state import COLOURS, State
from games.drawing import canvas
from games.drawing.canvas import Element
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry

NARROW = 7  # how far a province's outline keeps from its walls


def closed(view: State) -> list[tuple[int, int | None]]:
    """The provinces to be shown, as mask and owner: all but the open land."""
    return [(mask, owner(view, mask)) for mask in closed_provinces(view)]


def province_tints(view: State) -> str:
    """Each closed province veiled and outlined in its owner's colour."""
    return "".join(_province(view.board, mask, seat) for mask, seat in closed(view))


@lru_cache(maxsize=2048)
def _province(board: Board, mask: int, seat: int | None) -> str:
    colour = "free" if seat is None else COLOURS[seat]
    return canvas.write(
        canvas.path(
            board_geometry(board).area(mask, inset=NARROW), class_=f"ax-province ax-{colour}"
        )
    )


def province_values(view: State) -> str:
    """Each closed province's value in one of its open spaces."""
    return "".join(
        _value(view.board, mask, _standing(view, mask, seat), view.alexander)
        for mask, seat in closed(view)
    )


def _standing(view: State, mask: int, seat: int | None) -> str:
    """Whether a province is free, scores in a levy, or is too well guarded to score (L2)."""
    if seat is None:
        return "free"
    return "held" if (view.guards[seat] & mask).bit_count() == 1 else "crowded"


def valued(view: State) -> int:
    """Mask of the spaces in which values are written."""
    return sum({
        1 << _value_space(view.board, mask, view.alexander) for mask, _ in closed(view)
    })


@lru_cache(maxsize=4096)
def _value_space(board: Board, mask: int, alexander: int) -> int:
    """The open space nearest to the province's middle, off Alexander if it may be."""
    map_ = board_geometry(board)
    spaces = bits(mask)
    middle_x = sum(map_.centres[s][0] for s in spaces) / len(spaces)
    middle_y = sum(map_.centres[s][1] for s in spaces) / len(spaces)
    hidden = board.spaces_at[alexander]

    def unfit(space: int) -> tuple[bool, bool, float]:
        x, y = map_.centres[space]
        return (
            space in board.symbol_of, bool(hidden >> space & 1),
            (x - middle_x) ** 2 + (y - middle_y) ** 2,
        )

    return min(spaces, key=unfit)


@lru_cache(maxsize=2048)
def _value(board: Board, mask: int, standing: str, alexander: int) -> str:
    worth = value(board, mask)
    if standing == "free" and not worth:
        return ""
    map_ = board_geometry(board)
    space = _value_space(board, mask, alexander)
    x, y = map_.centres[space]
    small = space in board.symbol_of
    kind = f"ax-value ax-{standing}" + (" ax-small" if small else "")
    if small:  # beside the symbol, in a broad corner of the space
        x, y = x - 19, y + (11 if map_.points_up(space) else -13)
    return canvas.write(canvas.text(str(worth), x, y + (5 if small else 8), class_=kind))


def walls(view: State) -> Iterator[Element]:
    """Walls with a pale edge under them and stones on them; the red ones last."""
    map_ = board_geometry(view.board)
    if not view.walls:
        return
    yield canvas.path(map_.lines(view.walls), class_="ax-wall-edge")
    for mask, kind in ((view.walls & ~view.red, ""), (view.red, " ax-last-turn")):
        if mask:
            line = map_.lines(mask)
            yield canvas.path(line, class_=f"ax-wall{kind}")
            yield canvas.path(line, class_=f"ax-stone{kind}")


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


def figures(view: State, ids: str) -> Iterator[Element]:
    """The guards, and Alexander before them."""
    for seat, mask in enumerate(view.guards):
        for space in bits(mask):
            yield guard(view.board, space, seat, ids)
    x, y = board_geometry(view.board).points[view.alexander]
    yield canvas.use(f"{ids}-alexander", x, y, class_="ax-alexander")


def guard(board: Board, space: int, seat: int, ids: str, **attributes: Any) -> Element:
    """A player's shield with the symbol it stands on as its emblem."""
    x, y = board_geometry(board).centres[space]
    symbol = SYMBOLS[board.symbol_of[space]]
    return canvas.group(
        canvas.use(f"{ids}-{COLOURS[seat]}", 0, 0),
        canvas.use(f"{ids}-{symbol}", 0, 0, class_="ax-emblem", transform="scale(.7)"),
        class_=f"ax-guard ax-{COLOURS[seat]}", transform=f"translate({x} {y})", **attributes,
    )


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
        yield guard(view.board, space, seat, ids, opacity=".75")
    for point in sorted(wanted.get("point", ())):
        x, y = map_.points[point]
        yield canvas.circle(x, y, 9, class_="ax-mark-point")
