"""The strips above and below a picture that stands alone: heading, scores, walls, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.alexandros import terms
from engine.alexandros.board import SYMBOLS
from engine.alexandros.state import COLOURS, OVER, State
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Box, Layer, Piece, Scene

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
