"""The picture of a position: layers in a fixed order on one sheet.

A picture that stands alone has a strip above and below it: heading, scores, walls, cards.  Lists
show a small picture: land, provinces, walls, guards as dots, Alexander.  The frames of a game's
animation are framed boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros import display_names
from alexandros_rules.alexandros.board import SYMBOLS, Board
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.state import COLOURS, OVER, State
from games.drawing import canvas
from games.drawing.animation import thinned
from games.drawing.canvas import DOTS, Element, escaped
from games.drawing.frames import BOTTOM, Score, focus, framed, piece, words_width
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
from games.rulesets.alexandros.drawing import descriptions, ground, pieces
from games.rulesets.alexandros.drawing.board_geometry import BoardGeometry, board_geometry
from games.rulesets.alexandros.drawing.click_targets import links as link_layer
from games.rulesets.alexandros.drawing.descriptions import Province
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED, Style, check_style, style_layer
from games.rulesets.alexandros.drawing.surveys import survey

LEAST = 960  # width for which the strips of the frame are laid out
CARDS = 114  # of it for the face-up cards


def _framed(
    view: State, body: Sequence[Layer], box: tuple[int, int], *, names: Sequence[str],
    heading: str, ids: str,
) -> tuple[tuple[int, int], list[Scene]]:
    """Return the size and the scenes of a framed picture."""
    scores = [
        Score(names[seat] if seat < len(names) else display_names.colour(seat), score,
              f"ax-{COLOURS[seat]}", partial(_shield, ids, COLOURS[seat]),
              view.phase != OVER and seat == view.seat)
        for seat, score in enumerate(view.scores)
    ]
    return framed(body, box, prefix="ax", heading=heading or display_names.title(view.board),
                  scores=scores, beside=lambda across: _table(view, across, ids), least=LEAST,
                  kept=CARDS + words_width(_walls_left(view)) + 18)


def _shield(ids: str, colour: str, x: int, y: int) -> Element:
    return canvas.use(f"{ids}-{colour}", x, y, class_=f"ax-{colour}")


def _table(view: State, across: int, ids: str) -> Iterator[Piece]:
    """Draw at the right the walls left and the face-up cards."""
    y = BOTTOM // 2
    text = _walls_left(view)
    words = canvas.text(text, across - CARDS, y + 7, class_="ax-words ax-right")
    yield piece(words, (across - CARDS - words_width(text) - 30, 0, across - CARDS + 4, BOTTOM))
    for i, symbol in enumerate(view.face_up):
        x = across - 76 + i * 46
        room = (x - 22, 0, x + 22, BOTTOM)
        yield piece(canvas.rect(x - 19, y - 25, 38, 50, rx=5, class_="ax-card"), room)
        if symbol >= len(SYMBOLS):  # a draft turns a card up that nobody has seen
            yield piece(canvas.text("?", x - 5, y + 8, class_="ax-words"), room)
            continue
        name = SYMBOLS[symbol]
        sign = canvas.group(canvas.use(f"{ids}-{name}", x, y), class_=f"ax-glyph ax-{name}")
        yield piece(sign, room)


def _walls_left(view: State) -> str:
    text = (
        _("%(count)s + %(red)s red walls") if view.red_left
        else ngettext("%(count)s wall", "%(count)s walls", view.black_left)
    )
    return text % {"count": view.black_left, "red": view.red_left}


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
    part: int = 0,
    frame: bool = False,
    names: Sequence[str] = (),
    heading: str = "",
    size: int | None = None,
    scale: float | None = None,
    ids: str = "ax",
    titles: bool = True,
    label: str = "",
) -> Picture:
    """Draw the position in layers; ``draw_board`` draws it as SVG, with the same arguments.

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
    ``part``         mask of spaces: only the part of the board round them is shown; not framed.
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
    left, top, right, bottom = map_.part(part) if part else (0, 0, map_.width, map_.height)
    rims = (left, right) if coordinates else None
    layers = [
        *_ground(view, rims=rims, last_way=last_way, ids=ids),
        *_on_top(view, links or {}, marks or {}, ids=ids, titled=titles),
    ]
    box, scenes, near = (right - left, bottom - top), [_moved(layers, -left, -top)], None
    if frame:
        body, (box, scenes) = box, _framed(view, layers, box, names=names, heading=heading, ids=ids)
        near = focus(map_.points[view.alexander], body, down=scenes[0].y)
    width = round(box[0] * scale) if scale else size
    label = label or descriptions.label(view, names)
    words = _TITLE.fill(words=heading or label)
    if titles:
        words += _DESC.fill(words=descriptions.description(view))
    kind = f"ax ax-{theme}" + (" ax-small" if map_.width < SMALL else "")
    first_tag = opening(box, kind, "group" if links else "img", width)
    return Picture(
        box, kind, first_tag.fill(label=label), words, Style(theme, stylesheet),
        _definitions(ids), scenes, label, near,
    )


draw_board = as_text(board_in_layers)


def _moved(layers: Sequence[Layer], x: int, y: int) -> Scene:
    if not (x or y):
        return Scene(layers)
    group = canvas.Element("g", words=canvas.gap("layers"), transform=f"translate({x} {y})")
    return Scene(layers, *canvas.around(group), x=x, y=y)


@lru_cache(maxsize=32)
def _definitions(ids: str) -> Definitions:
    return Definitions(ids, pieces.definitions(ids))


def _ground(
    view: State, *, rims: tuple[int, int] | None, last_way: tuple[int, int] | None, ids: str
) -> Iterator[Layer]:
    """Draw the layers that show the position, from the bottom to the top.

    ``rims`` are the left and the right end of the picture, None for one without coordinates.
    """
    board, shown = view.board, pieces.closed(view)
    yield ground.ground(board, ids=ids)
    yield ground.region_names(board, walls=view.walls, valued=pieces.valued(view, shown),
                              standing=pieces.figure_at(board, view.alexander)[1])
    yield from pieces.province_tints(view, shown)
    yield ground.grid(board)
    yield from ground.symbols(board, ids=ids, guarded=sum(view.guards))
    yield from pieces.walls(view, ids)
    if last_way:
        yield layer_of("ax-last", pieces.last_march(view, last_way))
    yield from pieces.province_values(view, shown)
    yield from pieces.figures(view, ids)
    if rims:
        yield ground.coordinates(board, rims)


def _on_top(
    view: State, links: Mapping[str, Any], marks: Mapping[str, Any], *, ids: str, titled: bool
) -> Iterator[Layer]:
    """Draw the marks, the titles of the spaces, and the links."""
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
    found = descriptions.described_provinces(view)
    return dict(chain.from_iterable(province.titles(view.board) for province in found))


def _places_frame(board: Board) -> tuple[str, str]:
    before, _, after = _PLACES.fill(place=board_geometry(board).cells_in_place).partition("@")
    return before, after


@lru_cache(maxsize=2048)
def _places(board: Board, province: Province) -> Piece:
    """Draw the spaces of a province as invisible triangles with their titles."""
    begun = _begun_places(board, province.language)
    ends = list(province.ends())
    written = {end: f"{escaped(end)}{_PLACE[1]}" for end in {end for _, end in ends}}
    return Piece("".join([f"{begun[space]}{written[end]}" for space, end in ends]))


@lru_cache(maxsize=16)
def _begun_places(board: Board, language: str) -> dict[int, str]:
    """Return each space as an invisible triangle, up to the part of its title that changes."""
    map_ = board_geometry(board)
    before, after = _PLACE[0].split("@")
    return {
        # Closed, because the page may draw a line round a space.
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


def draw_frames(
    views: Sequence[State], *, names: Sequence[str] = (), heading: str = "", theme: str = "light"
) -> Iterator[Picture]:
    """Yield the views as framed pictures, thinned out when there are too many.

    ``names``, ``heading`` and ``theme`` as in ``draw_board``.
    """
    for view in thinned(views):
        title = (_("%(heading)s, turn %(turn)s") if heading else _("Turn %(turn)s")) % {
            "heading": heading, "turn": view.turn,
        }
        yield board_in_layers(
            view, theme=theme, frame=True, names=names, heading=title, titles=False
        )


def draw_thumbnail(
    view: State, *, theme: str = "light", stylesheet: str = EMBEDDED, size: int | None = None
) -> str:
    """Draw the position as a small SVG without ids, below 10 KB.

    ``theme``, ``stylesheet`` and ``size`` as in ``draw_board``.
    """
    check_style(theme, stylesheet)
    map_ = board_geometry(view.board)
    tints = "".join(map(str, pieces.province_tints(view, pieces.closed(view))))
    body = (
        f"{_thumbnail_ground(view.board)}{tints}{canvas.layer('ax-figures', _figures(view, map_))}"
    )
    return canvas.sheet(
        (map_.width, map_.height), (style_layer(theme, stylesheet, body), body),
        class_=f"ax ax-{theme}", role="img", aria_label=descriptions.label(view),
        width=size, height=size and round(size * map_.height / map_.width),
    )


@lru_cache(maxsize=16)
def _thumbnail_ground(board: Board) -> str:
    map_ = board_geometry(board)
    found = survey(board)
    return canvas.layer("ax-ground", (
        canvas.rect(0, 0, map_.width, map_.height, class_="ax-sea"),
        canvas.path(found.terrain.outline, class_="ax-coast"),
        canvas.path(found.land, class_="ax-land"),
        *(
            canvas.path(map_.triangles(board.symbols[i]), class_=f"ax-tint ax-{name}")
            for i, name in enumerate(SYMBOLS)
        ),
    ))


def _figures(view: State, map_: BoardGeometry) -> Iterator[Element]:
    for mask, kind in ((view.walls & ~view.red, "ax-wall"), (view.red, "ax-wall ax-last-turn")):
        if mask:
            yield canvas.path(map_.lines(mask), class_=kind)
    for seat, mask in enumerate(view.guards):
        for space in bits(mask):
            x, y = map_.centres[space]
            yield canvas.path(
                DOTS[seat], class_=f"ax-dot ax-{COLOURS[seat]}", transform=f"translate({x} {y})"
            )
    x, y = map_.points[view.alexander]
    yield canvas.circle(x, y, 17, class_="ax-standing")
