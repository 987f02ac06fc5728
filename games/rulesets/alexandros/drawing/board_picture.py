"""The picture of a position: layers in a fixed order on one sheet, and what is made of it.

A picture that stands alone has a strip above and below it: heading, scores, walls, cards. Lists
show a small picture: land, provinces, walls, guards as dots, Alexander.  The frames of a game's
animation are framed boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.alexandros import terms
from engine.alexandros.board import SYMBOLS, Board
from engine.alexandros.lattice import bits
from engine.alexandros.state import COLOURS, OVER, State
from games.drawing import canvas
from games.drawing.animation import thinned
from games.drawing.canvas import Element, escaped
from games.drawing.layers import (
    Box,
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

TOP, BOTTOM = 46, 58
ROOM = 960  # width the strips are laid out for; on a narrower board they are drawn smaller
TABLE = 270  # of it for walls and cards
LETTER = 11


def framed(
    view: State, body: Sequence[Layer], box: tuple[int, int], *, names: Sequence[str],
    heading: str, ids: str,
) -> tuple[tuple[int, int], list[Scene]]:
    """The size of it all, and the body under a heading and over a score strip."""
    width, height = box
    scale = min(1.0, width / ROOM)
    across, top, bottom = round(width / scale), round(TOP * scale), round(BOTTOM * scale)
    head = [
        _strip(across, TOP, TOP),
        _piece(canvas.text(heading or view.board.title, across // 2, 31,
                           class_="ax-words ax-heading"), (0, 0, across, TOP)),
    ]
    foot = [
        _strip(across, BOTTOM + 1, 0),
        *_scores(view, names, (across - TABLE) // view.players, ids), *_table(view, across, ids),
    ]
    return (width, top + height + bottom), [
        _scene(body, 1, top, class_="ax-sheet"), _scene([Layer(head)], scale, 0),
        _scene([Layer(foot)], scale, top + height),
    ]


def _scene(layers: Sequence[Layer], scale: float, y: int, **attributes: str) -> Scene:
    """The layers in a group that is scaled and moved down."""
    placed = (f"translate(0 {y})" if y else "") + (f"scale({scale:.4g})" if scale != 1 else "")
    group = canvas.Element("g", words=canvas.gap("layers"), transform=placed or None, **attributes)
    return Scene(layers, *canvas.around(group), scale=float(f"{scale:.4g}"), y=y)


def _piece(element: Element, box: Box) -> Piece:
    return Piece(canvas.write(element), box)


def _strip(across: int, height: int, rule: int) -> Piece:
    """A strip with a line along one of its edges."""
    return Piece(canvas.write(
        canvas.rect(0, 0, across, height, class_="ax-strip"),
        canvas.path(f"M0 {rule}h{across}", class_="ax-rule"),
    ), (0, -1, across, height + 1))


def _scores(view: State, names: Sequence[str], room: int, ids: str) -> Iterator[Piece]:
    """Each seat's shield, name and score; a line under the one on turn."""
    y = BOTTOM // 2
    for seat, score in enumerate(view.scores):
        x = 30 + seat * room
        colour = f"ax-{COLOURS[seat]}"
        after = 36 + 14 * len(str(score))
        name = names[seat] if seat < len(names) else terms.colour(seat)
        shield = canvas.use(f"{ids}-{COLOURS[seat]}", x, y, class_=colour)
        yield _piece(shield, (x - 23, y - 23, x + 23, y + 24))
        if view.phase != OVER and seat == view.seat:
            line = canvas.path(f"M{x - 18} {y + 25}h{room - 24}", class_=f"ax-turn {colour}")
            yield _piece(line, (x - 22, y + 21, x + room - 38, y + 30))
        number = canvas.text(str(score), x + 27, y + 9, class_="ax-words ax-score")
        yield _piece(number, (x + 22, y - 20, x + after + 20, y + 16))
        words = canvas.text(
            _cut(name, (room - after - 18) // LETTER), x + after, y + 8, class_="ax-words"
        )
        yield _piece(words, (x + after - 5, 0, x + after + 2 * room, BOTTOM))


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: max(1, longest - 1)].rstrip() + "…"


def _table(view: State, across: int, ids: str) -> Iterator[Piece]:
    """At the right: the walls left and the face-up cards."""
    y = BOTTOM // 2
    words = canvas.text(_walls_left(view), across - 114, y + 7, class_="ax-words ax-right")
    yield _piece(words, (across - TABLE - 60, 0, across - 110, BOTTOM))
    for i, symbol in enumerate(view.face_up):
        x = across - 76 + i * 46
        room = (x - 22, 0, x + 22, BOTTOM)
        yield _piece(canvas.rect(x - 19, y - 25, 38, 50, rx=5, class_="ax-card"), room)
        if symbol >= len(SYMBOLS):  # a draft turns a card up that nobody has seen
            yield _piece(canvas.text("?", x - 5, y + 8, class_="ax-words"), room)
            continue
        name = SYMBOLS[symbol]
        sign = canvas.group(canvas.use(f"{ids}-{name}", x, y), class_=f"ax-glyph ax-{name}")
        yield _piece(sign, room)


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
    return Definitions(ids, pieces.definitions(ids))


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


def draw_frames(
    views: Sequence[State], *, names: Sequence[str] = (), heading: str = "", theme: str = "light"
) -> Iterator[Picture]:
    """The views as ``games.drawing.animation`` takes them, thinned out when there are too many.

    ``names``, ``heading`` and ``theme`` as in ``draw_board``.
    """
    for view in thinned(views):
        title = (_("%(heading)s, turn %(turn)s") if heading else _("Turn %(turn)s")) % {
            "heading": heading, "turn": view.turn,
        }
        yield board_in_layers(
            view, theme=theme, frame=True, names=names, heading=title, titles=False
        )


DOTS = (  # of the seats, round (0, 0): the shields' outlines without their finish
    "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z", "M0-16 16 0 0 16-16 0z",
    "M-12-12h24v24h-24z", "M-15-12h30L0 16z",
)


def draw_thumbnail(
    view: State, *, theme: str = "light", stylesheet: str = EMBEDDED, size: int | None = None
) -> str:
    """The position as a small SVG without ids, below 10 KB; options as in ``draw_board``."""
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
