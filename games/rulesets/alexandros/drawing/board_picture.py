"""The picture of a position: layers in a fixed order on one sheet.

Owns the order and the options.  A pure function of the view: the same view and
options give the same bytes, and nothing that the view hides can be in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from engine.alexandros.board import Board
from engine.alexandros.state import State
from games.drawing import canvas
from games.drawing.canvas import escaped
from games.drawing.layers import (
    Definitions,
    Layer,
    Picture,
    Piece,
    Scene,
    as_text,
    layer_of,
    opening,
)
from games.rulesets.alexandros.drawing import descriptions, ground, piece_shapes, pieces
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.drawing.click_targets import links as link_layer
from games.rulesets.alexandros.drawing.descriptions import Province
from games.rulesets.alexandros.drawing.frame import framed
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED, Style, check_style

SMALL = 600  # boards narrower than this fit a phone as they are


def board_in_layers(
    view: State,
    *,
    theme: str = "light",
    stylesheet: str = EMBEDDED,
    links: Mapping[str, Any] | None = None,
    marks: Mapping[str, Any] | None = None,
    last_way: tuple[int, int] | None = None,
    coordinates: bool = False,
    frame: bool = False,
    names: Sequence[str] = (),
    heading: str = "",
    size: int | None = None,
    scale: float | None = None,
    ids: str = "ax",
    titles: bool = True,
    label: str = "",
) -> Picture:
    """The position in layers; ``draw_board`` takes the same and returns it as SVG.

    ``theme``        "light", "dark", "contrast", "print", or "auto": as the page is.
    ``stylesheet``   "embedded": complete in itself, for files and PNG; "none": styled by the
                     page's ``alexandros/board.css``, with no style inside, as a strict CSP wants.
    ``links``        {"area": [(mask of spaces, href, title)], "space": {space: href},
                     "point": {point: href},
                     "way": [(mask of sides from Alexander on, href, title)]}; an href
                     begins with "?" or "/".  A point may have (href, title) in place of its href.
                     Ways get letters from A in their order.
    ``marks``        {"area": mask of spaces, "space": spaces, "point": points, "wall": mask of
                     sides, "way": mask of sides from Alexander on, "guard": {space: seat}}:
                     pointed at, or drawn as what would come.
    ``last_way``     the last march: mask of its sides and the point it began at.
    ``coordinates``  the number of every space and the row letters.
    ``frame``        strips with ``heading``, scores by ``names`` (else colours), walls left and
                     the face-up cards, for pictures that stand alone.
    ``size``         width in pixels; without it the picture fills its place.
    ``scale``        in place of ``size``: pixels for a unit of the drawing, 60 to a side.
    ``ids``          prefix of the ids inside; give each picture of a page its own.
    ``titles``       whether each space has a title and the picture a text board; False for
                     figures that only illustrate what is written beside them.
    ``label``        describes the picture, in place of its position in a few sentences.

    Raises ValueError for an unknown theme or style sheet and for a link that leaves the site.
    """
    check_style(theme, stylesheet)
    map_ = board_geometry(view.board)
    layers = [
        *_ground(view, coordinates=coordinates, last_way=last_way, ids=ids),
        *_on_top(view, links or {}, marks or {}, ids=ids, titled=titles),
    ]
    box, scenes = (map_.width, map_.height), [Scene(layers)]
    if frame:
        box, scenes = framed(view, layers, box, names=names, heading=heading, ids=ids)
    width = round(box[0] * scale) if scale else size
    label = label or descriptions.label(view)
    words = _TITLE.fill(words=heading or label)
    if titles:
        words += _DESC.fill(words=descriptions.description(view))
    kind = f"ax ax-{theme}" + (" ax-small" if map_.width < SMALL else "")
    first_tag = opening(box, kind, "group" if links else "img", width)
    return Picture(
        box, kind, first_tag.fill(label=label), words, Style(theme, stylesheet),
        _definitions(ids), scenes,
    )


draw_board = as_text(board_in_layers)


@lru_cache(maxsize=32)
def _definitions(ids: str) -> Definitions:
    return Definitions(ids, piece_shapes.definitions(ids))


def _ground(
    view: State, *, coordinates: bool, last_way: tuple[int, int] | None, ids: str
) -> Iterator[Layer]:
    """The layers that show the position, from the bottom to the top."""
    board, shown = view.board, pieces.closed(view)
    yield ground.ground(board, ids=ids)
    yield ground.region_names(board, walls=view.walls, valued=pieces.valued(view, shown))
    yield from pieces.province_tints(view, shown)
    yield ground.grid(board)
    yield from ground.symbols(board, ids=ids, guarded=sum(view.guards))
    yield from pieces.walls(view, ids)
    if last_way:
        yield layer_of("ax-last", pieces.last_march(view, last_way))
    yield from pieces.province_values(view, shown)
    yield from pieces.figures(view, ids)
    if coordinates:
        yield ground.coordinates(board)


def _on_top(
    view: State, links: Mapping[str, Any], marks: Mapping[str, Any], *, ids: str, titled: bool
) -> Iterator[Layer]:
    """The marks, the titles of the spaces, and the links."""
    if marks:
        yield layer_of("ax-marks", pieces.marks(view, marks, ids))
    if titled:
        found = descriptions.described_provinces(view)
        yield Layer([_places(view.board, province) for province in found],
                    *_places_frame(view.board), seen=False)
    if links:
        titles = _titles(view) if links.get("space") else {}
        yield layer_of("ax-links", link_layer(view, links, titles, ids=ids))


def _titles(view: State) -> dict[int, str]:
    """What each space says about itself."""
    found = descriptions.described_provinces(view)
    return dict(chain.from_iterable(province.titles(view.board) for province in found))


def _places_frame(board: Board) -> tuple[str, str]:
    before, _, after = _PLACES.fill(place=board_geometry(board).cells_in_place).partition("@")
    return before, after


@lru_cache(maxsize=2048)
def _places(board: Board, province: Province) -> Piece:
    """The spaces of a province as invisible triangles with their titles."""
    begun = _begun_places(board, province.language)
    ends = list(province.ends())
    written = {end: f"{escaped(end)}{_PLACE[1]}" for end in {end for _, end in ends}}
    return Piece("".join([f"{begun[space]}{written[end]}" for space, end in ends]))


@lru_cache(maxsize=16)
def _begun_places(board: Board, language: str) -> dict[int, str]:
    """Each space as an invisible triangle, as far as its title is always the same.

    It is closed, because the page may draw a line round it.
    """
    map_ = board_geometry(board)
    before, after = _PLACE[0].split("@")
    return {
        space: f"{before}{map_.cell_triangle(space)}z{after}{escaped(title)}"
        for space, title in descriptions.beginnings(board, language).items()
    }


_PLACES = canvas.Stencil(
    canvas.Element("g", words="@", class_="ax-places", transform=canvas.gap("place"))
)
_TITLE = canvas.Stencil(canvas.title(canvas.gap("words")))
_DESC = canvas.Stencil(canvas.Element("desc", words=canvas.gap("words")))
_PLACE = canvas.around(
    canvas.Element("path", canvas.title(canvas.gap("title")), d="@")
)
