"""The pieces: provinces, values, walls, the last way, guards, Alexander, marks.

Owns the layers that depend on the position; each function makes one or a few of them
and looks at the view only.  The picture puts them in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from alexandros_rules.alexandros.board import SYMBOLS, Board
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.provinces import closed_provinces, owner, value
from alexandros_rules.alexandros.state import COLOURS, State
from games.drawing import canvas
from games.drawing.canvas import SHIELDS, Element, marker
from games.drawing.layers import Box, Layer, Piece
from games.rulesets.alexandros.drawing.board_geometry import FIGURES, BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.coast import HALF, ROW
from games.rulesets.alexandros.drawing.surveys import meet, names_in

NARROW = 7  # how far a province's outline keeps from its walls
WALL = 6  # half of a wall's breadth with its edge, and a little more
SHIELD = 23  # half of the room that a guard takes
SYMBOL = 15  # half of its room
Closed = Sequence[tuple[int, int | None]]  # provinces that are shown, as mask and owner


def closed(view: State) -> Closed:
    """Return the provinces to be shown, as mask and owner: all but the open land."""
    return [(mask, owner(view, mask)) for mask in closed_provinces(view)]


def _by_kind(pieces: Iterable[tuple[str, Piece]]) -> list[Layer]:
    """Return a layer for the pieces of each kind, which is the class of their group."""
    kinds: dict[str, list[Piece]] = {}
    for kind, piece in pieces:
        kinds.setdefault(kind, []).append(piece)
    return [Layer(alike, f'<g class="{kind}">', "</g>") for kind, alike in kinds.items()]


def province_tints(view: State, shown: Closed) -> list[Layer]:
    """Draw each closed province veiled and outlined in its owner's colour."""
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
    """Draw each closed province's value in one of its open spaces."""
    hidden = view.board.spaces_at[view.alexander]
    values = (
        _value(view.board, mask, _standing(view, mask, seat), hidden & mask)
        for mask, seat in shown
    )
    return _by_kind(value for value in values if value)


def _standing(view: State, mask: int, seat: int | None) -> str:
    """Return whether a province is free, scores in a levy, or is too well guarded to (L2)."""
    if seat is None:
        return "free"
    return "held" if (view.guards[seat] & mask).bit_count() == 1 else "crowded"


def valued(view: State, shown: Closed) -> int:
    """Return the mask of the spaces in which values are written."""
    hidden, spaces = view.board.spaces_at[view.alexander], 0
    for mask, _ in shown:
        spaces |= 1 << _value_space(view.board, mask, hidden & mask)
    return spaces


@lru_cache(maxsize=4096)
def _value_space(board: Board, mask: int, hidden: int) -> int:
    """Return the open space nearest to the province's middle, not a hidden one if possible."""
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
    """Draw a province's value off the hidden spaces; return its class, too.

    The value of a crowded province is struck through, because it scores nothing.  Returns None for
    a free province that is worth nothing.
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
    across = 6 * len(str(worth)) + 3
    stroke = f"M{x - across} {y - 1}L{x + across} {y - 12}"
    text = (_STRUCK.fill(words=str(worth), x=x, y=y, stroke=stroke)
            if worth and standing == "crowded" else _VALUE.fill(words=str(worth), x=x, y=y))
    return kind, Piece(text, (x - 26, y - 28, x + 26, y + 12))


_NUMBER = canvas.text(*map(canvas.gap, ("words", "x", "y")))
_VALUE = canvas.Stencil(_NUMBER)
_STRUCK = canvas.Stencil(canvas.group(
    _NUMBER, canvas.path(canvas.gap("stroke"), class_="ax-struck")))


def walls(view: State, ids: str) -> Iterator[Layer]:
    """Draw walls with a pale edge under them and stones on them; the red ones last."""
    # The lines are written once, as the edge, and used again above it.
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
    """Draw the march that led to Alexander's point: dots along it and a ring where it began."""
    sides, start = way
    map_ = board_geometry(view.board)
    line = _walked(map_, sides, start)
    x, y = map_.points[start]
    yield canvas.circle(x, y, 9, class_="ax-origin")
    yield canvas.path(line, class_="ax-way-edge")
    yield canvas.path(line, class_="ax-way")


def _walked(map_: BoardGeometry, sides: int, start: int) -> str:
    """Return one line along these sides from the start; others are lines apart."""
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
    """Draw the guards, and Alexander before them."""
    board = view.board
    shields = _by_kind(
        (f"ax-guard ax-{COLOURS[seat]}", _guard(board, space, seat, ids))
        for seat, mask in enumerate(view.guards) for space in bits(mask)
    )
    alexander = _alexander(board, view.alexander, ids, get_language())
    return [*shields, Layer([alexander])]


def figure_at(board: Board, point: int) -> tuple[str, Box]:
    """Return the name of Alexander's figure at a point and its room: the largest that fits.

    He hides no symbol around him, and a name only if even the smallest figure would.
    """
    return _figure_at(board, point, get_language())


@lru_cache(maxsize=4096)
def _figure_at(board: Board, point: int, language: str) -> tuple[str, Box]:
    map_ = board_geometry(board)
    x, y = map_.points[point]
    hidden: list[Box] = [
        (u - SYMBOL, v - SYMBOL, u + SYMBOL, v + SYMBOL)
        for u, v in (map_.centres[space] for space in board.symbol_of)
        if abs(u - x) < 2 * HALF and abs(v - y) < 2 * ROW]
    hidden += [name.box for name in names_in(board, language)]
    found = [(name, (x + left, y + top, x + right, y + bottom))
             for name, _scale, _below, (left, top, right, bottom) in FIGURES]
    fitting = (figure for figure in found if not any(meet(figure[1], box) for box in hidden))
    return next(fitting, found[-1])


@lru_cache(maxsize=4096)
def _alexander(board: Board, point: int, ids: str, language: str) -> Piece:
    x, y = board_geometry(board).points[point]
    name, (left, top, right, bottom) = _figure_at(board, point, language)
    text = _ALEXANDER.fill(id=f"{ids}-alexander{name}", x=x, y=y)
    return Piece(text, (left - 8, top - 10, right + 8, bottom + 8))


@lru_cache(maxsize=4096)
def _guard(board: Board, space: int, seat: int, ids: str) -> Piece:
    x, y = board_geometry(board).centres[space]
    symbol = SYMBOLS[board.symbol_of[space]]
    text = _GUARD.fill(ids=ids, colour=COLOURS[seat], symbol=symbol, x=x, y=y)
    return Piece(text, (x - SHIELD, y - SHIELD, x + SHIELD, y + SHIELD))


def _shield(
    ids: str, colour: str, symbol: str, x: int | str, y: int | str, **attributes: Any
) -> Element:
    """Draw a player's shield with the symbol it stands on as its emblem."""
    return canvas.group(
        canvas.use(f"{ids}-{colour}"),
        canvas.use(f"{ids}-{symbol}", class_="ax-emblem", transform="scale(.7)"),
        transform=f"translate({x} {y})", **attributes,
    )


_ALEXANDER = canvas.Stencil(canvas.use(
    canvas.gap("id"), canvas.gap("x"), canvas.gap("y"), class_="ax-alexander"
))
_GUARD = canvas.Stencil(_shield(*map(canvas.gap, ("ids", "colour", "symbol", "x", "y"))))


def marks(view: State, wanted: Mapping[str, Any], ids: str) -> Iterator[Element]:
    """Draw areas, spaces and points to point at, and walls and guards that would come."""
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


@dataclass(frozen=True, slots=True)
class Glyph:
    """A symbol's outline: ``solid`` is filled, ``drawn`` is stroked.

    What is cut out of the solid part runs the other way round.
    """

    solid: str
    drawn: str = ""


GLYPHS = {
    "temple": Glyph(
        "M0-12 13-4.6V-2.4H-13V-4.6zM-10.6-1h4.2v8.4h-4.2zM-2.1-1h4.2v8.4h-4.2z"
        "M6.4-1h4.2v8.4h-4.2zM-13 8.6h26V12h-26z"
    ),
    "amphora": Glyph(
        "M-4.2-13h8.4v2.6h-1.8l.4 4.4c5 1.8 6.2 5.2 5.2 8.8-1.2 4.2-4.8 5.6-5.2 8.2h2.4v2.4"
        "h-10.4v-2.4h2.4c-.4-2.6-4-4-5.2-8.2-1-3.6.2-7 5.2-8.8l.4-4.4h-1.8z",
        "M-3.2-10.6c-7.4-1-8.6 5.2-4.6 9M3.2-10.6c7.4-1 8.6 5.2 4.6 9",
    ),
    "horse": Glyph(
        "M11.5 12.5h-16c-.4-4.6 4.4-6 5-10.2-2 1.2-4 1.4-5.6 1.8-1.2 1.6-2.4 3-4.2 2.8"
        "-1.8-.2-3.2-2-2.6-3.6 1.8-2.8 3-5.6 4.8-8 1-1.4 2-2.4 3.4-3.2l.6-4.2 3.2 2.6"
        "c8 1.6 12 9.4 11.4 22zM-2.6-3.2a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0z"
    ),
    "lyre": Glyph(
        "M-6.5 7.5h13l-2.2 4.8h-8.6z",
        "M-5.5 8.5C-15 1-5-4-9.5-12M5.5 8.5C15 1 5-4 9.5-12M-9-7.2H9M-2.6-7v15M2.6-7v15",
    ),
    "soldier": Glyph(
        "M0-8.2c6.4 0 9.6 3.6 9.6 9.2v6.4l-3.4 5h-3.8l.4-8.2 4.6-1.4c-1.8-2-4.4-2.6"
        "-6-1.8L0 9.6l-1.4-8.6c-1.6-.8-4.2-.2-6 1.8l4.6 1.4.4 8.2h-3.8l-3.4-5V1"
        "c0-5.6 3.2-9.2 9.6-9.2z"
        "M-1.6-9.4c-4 0-6.6 1.2-8.8 3.4C-10-11-6-13.4 0-13.4S10-11 10.4-6"
        "C8.2-8.2 5.6-9.4 1.6-9.4z"
    ),
}

SCALE = 1.12  # of a symbol where a board defines it

# Alexander, standing on (0, 0): cloak, face, helmet, plume, spear.
CLOAK = "M-13 3C-13-8-9-20-4-24h9C10-20 14-8 14 3 6 7-6 7-13 3z"
TUNIC = "M-6 2C-6-8-4-16-2-21h5C5-16 7-8 7 2 3 4-2 4-6 2z"
FACE = "M-5.5-35h11v6.5c0 3-3 5.5-5.5 5.5s-5.5-2.5-5.5-5.5z"
HELMET = "M-7-31.5C-8-39-4-43 0-43s8 4 7 11.5l-3.5 4.5v-6h-7v6z"
PLUME = "M-9-36C-12-48-3-52 5-49 12-47 14-40 12-33 10-40 6-44.5 0-44.5-4-44.5-8-41-9-36z"
SPEAR = "M18 6 15-46M13-45l1.6-10 3.6 9.4z"
SILHOUETTE = (
    "M-13 3C-13-8-9-20-4-24-6-26-6-29-7-31.5-9-36-10-38-9-38-11-48-3-52 5-49 12-47 14-40 12-33"
    "L7-30 5-24C10-20 14-8 14 3 6 7-6 7-13 3z"
)


def symbol_parts(name: str) -> tuple[Element, ...]:
    """Draw a symbol."""
    glyph = GLYPHS[name]
    solid = canvas.path(glyph.solid)
    if not glyph.drawn:
        return (solid,)
    return solid, canvas.path(glyph.drawn, class_="ax-drawn")


def alexander_parts() -> tuple[Element, ...]:
    """Draw Alexander, from the back to the front."""
    return (
        canvas.path(SILHOUETTE, class_="ax-aura"),
        canvas.path(SPEAR, class_="ax-spear"),
        canvas.path(PLUME, class_="ax-plume"),
        canvas.path(CLOAK, class_="ax-cloak"),
        canvas.path(TUNIC, class_="ax-tunic"),
        canvas.path(FACE, class_="ax-face"),
        canvas.path(HELMET, class_="ax-helmet"),
    )


def _definitions(ids: str) -> Iterator[Element]:
    for name in SYMBOLS:
        yield canvas.group(*symbol_parts(name), id=f"{ids}-{name}", transform=f"scale({SCALE})")
    for colour, shield in zip(COLOURS, SHIELDS, strict=True):
        yield canvas.group(
            canvas.path(shield, class_="ax-shield"),
            canvas.path(shield, class_="ax-rim", transform="scale(.8)"),
            id=f"{ids}-{colour}",
        )
    yield canvas.group(*alexander_parts(), id=f"{ids}-man")
    for name, scale, below, _room in FIGURES:
        yield canvas.group(canvas.use(f"{ids}-man"), id=f"{ids}-alexander{name}",
                           transform=f"matrix({scale} 0 0 {scale} 0 {below})")
    for name in SYMBOLS:
        yield marker(f"{ids}-{name}-spot", canvas.use(
            f"{ids}-{name}", class_=f"ax-glyph ax-{name}"
        ))


def definitions(ids: str) -> dict[str, str]:
    """Return the elements to which a picture refers; ``ids`` is the prefix of their ids."""
    return {f"{ids}{name}": stencil.fill(ids=ids) for name, stencil in _STENCILS.items()}


_STENCILS = {
    element.attribs["id"].removeprefix(canvas.gap("ids")): canvas.Stencil(element)
    for element in _definitions(canvas.gap("ids"))
}
