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

TOP, BOTTOM = 46, 58
ROOM = 960  # width the strips are laid out for; on a narrower board they are drawn smaller
TABLE = 270  # of it for walls and cards
LETTER = 11


def framed(
    view: State, body: str, box: tuple[int, int], *, names: Sequence[str], heading: str, ids: str
) -> tuple[str, tuple[int, int]]:
    """The body under a heading and over a score strip, and the size of it all."""
    width, height = box
    scale = min(1.0, width / ROOM)
    across, top, bottom = round(width / scale), round(TOP * scale), round(BOTTOM * scale)
    sheet = canvas.write(canvas.group(transform=f"translate(0 {top})", class_="ax-sheet"))
    head = canvas.group(
        canvas.rect(0, 0, across, TOP, class_="ax-strip"),
        canvas.path(f"M0 {TOP}h{across}", class_="ax-rule"),
        canvas.text(heading or view.board.title, across // 2, 31, class_="ax-words ax-heading"),
        transform=f"scale({scale:.4g})",
    )
    foot = canvas.group(
        canvas.rect(0, 0, across, BOTTOM + 1, class_="ax-strip"),
        canvas.path(f"M0 0h{across}", class_="ax-rule"),
        *_scores(view, names, (across - TABLE) // view.players, ids), *_table(view, across, ids),
        transform=f"translate(0 {top + height})scale({scale:.4g})",
    )
    return (
        f"{sheet.removesuffix(' />')}>{body}</g>{canvas.write(head, foot)}",
        (width, top + height + bottom),
    )


def _scores(view: State, names: Sequence[str], room: int, ids: str) -> Iterator[Element]:
    """Each seat's shield, name and score; a line under the one on turn."""
    y = BOTTOM // 2
    for seat, score in enumerate(view.scores):
        x = 30 + seat * room
        colour = f"ax-{COLOURS[seat]}"
        after = 36 + 14 * len(str(score))
        name = names[seat] if seat < len(names) else terms.colour(seat)
        yield canvas.use(f"{ids}-{COLOURS[seat]}", x, y, class_=colour)
        if view.phase != OVER and seat == view.seat:
            yield canvas.path(f"M{x - 18} {y + 25}h{room - 24}", class_=f"ax-turn {colour}")
        yield canvas.text(str(score), x + 27, y + 9, class_="ax-words ax-score")
        yield canvas.text(
            _cut(name, (room - after - 18) // LETTER), x + after, y + 8, class_="ax-words"
        )


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: max(1, longest - 1)].rstrip() + "…"


def _table(view: State, across: int, ids: str) -> Iterator[Element]:
    """At the right: the walls left and the face-up cards."""
    y = BOTTOM // 2
    yield canvas.text(_walls_left(view), across - 114, y + 7, class_="ax-words ax-right")
    for i, symbol in enumerate(view.face_up):
        x = across - 76 + i * 46
        yield canvas.rect(x - 19, y - 25, 38, 50, rx=5, class_="ax-card")
        if symbol >= len(SYMBOLS):  # a draft turns a card up that nobody has seen
            yield canvas.text("?", x - 5, y + 8, class_="ax-words")
            continue
        name = SYMBOLS[symbol]
        yield canvas.group(canvas.use(f"{ids}-{name}", x, y), class_=f"ax-glyph ax-{name}")


def _walls_left(view: State) -> str:
    text = (
        _("%(count)s + %(red)s red walls") if view.red_left
        else ngettext("%(count)s wall", "%(count)s walls", view.black_left)
    )
    return text % {"count": view.black_left, "red": view.red_left}
