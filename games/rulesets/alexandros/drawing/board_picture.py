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
from games.rulesets.alexandros.drawing import descriptions, pieces
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.drawing.click_targets import links as link_layer
from games.rulesets.alexandros.drawing.frame import framed
from games.rulesets.alexandros.drawing.ground import coordinates as coordinate_layer
from games.rulesets.alexandros.drawing.ground import ground, region_names, symbols
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED, check_style, style_layer

SMALL = 600  # boards narrower than this fit a phone as they are


def draw_board(
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
) -> str:
    """The position as SVG.

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
    body = "".join(_layers(view, links or {}, marks or {}, last_way, coordinates, ids, titles))
    box = (map_.width, map_.height)
    if frame:
        body, box = framed(view, body, box, names=names, heading=heading, ids=ids)
    style = style_layer(theme, stylesheet, body)
    width = round(box[0] * scale) if scale else size
    label = label or descriptions.label(view)
    texts = [canvas.title(heading or label)]
    if titles:
        texts.append(canvas.described("desc", descriptions.description(view)))
    return canvas.sheet(
        box, (canvas.write(*texts), style, body),
        class_=f"ax ax-{theme}" + (" ax-small" if map_.width < SMALL else ""),
        role="group" if links else "img", aria_label=label,
        width=width, height=width and round(width * box[1] / box[0]),
    )


def _layers(
    view: State, links: Mapping[str, Any], marks: Mapping[str, Any],
    last_way: tuple[int, int] | None, coordinates: bool, ids: str,
    titled: bool,
) -> Iterator[str]:
    """The layers from the bottom to the top."""
    below, grid = ground(view.board, ids=ids)
    titles = descriptions.space_titles(view)
    yield below
    yield region_names(view.board, walls=view.walls, valued=pieces.valued(view))
    yield pieces.province_tints(view)
    yield grid
    yield symbols(view.board, ids=ids, guarded=sum(view.guards))
    yield canvas.layer("ax-walls", pieces.walls(view))
    if last_way:
        yield canvas.layer("ax-last", pieces.last_march(view, last_way))
    yield pieces.province_values(view)
    yield canvas.layer("ax-figures", pieces.figures(view, ids))
    if coordinates:
        yield coordinate_layer(view.board)
    yield canvas.layer("ax-marks", pieces.marks(view, marks, ids))
    for province in titles if titled else ():
        yield _places(view.board, province)
    yield canvas.layer("ax-links", link_layer(view, links, dict(chain(*titles)), ids=ids))


@lru_cache(maxsize=2048)
def _places(board: Board, titles: tuple[tuple[int, str], ...]) -> str:
    """The spaces of a province as invisible triangles with their titles."""
    map_ = board_geometry(board)
    return canvas.layer("ax-places", (
        canvas.Element("path", canvas.title(title), d=map_.triangle(space))
        for space, title in titles
    ))
