"""The strips above and below a picture that stands alone: heading, scores, walls, cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.alexandros.board import SYMBOLS
from engine.alexandros.state import COLOURS, OVER, State
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.chart import chart

TOP, BOTTOM = 46, 58


def frame_layers(
    view: State, body: str, *, names: Sequence[str], heading: str, ids: str
) -> str:
    """The body moved down under a heading, with the score strip below it."""
    map_ = chart(view.board)
    board = Element("g", transform=f"translate(0 {TOP})", class_="ax-sheet")
    opening = canvas.write(board).removesuffix(" />")
    strips = canvas.write(
        canvas.rect(0, 0, map_.width, TOP, class_="ax-strip"),
        canvas.rect(0, TOP + map_.height, map_.width, BOTTOM, class_="ax-strip"),
        canvas.path(f"M0 {TOP}h{map_.width}m0 {map_.height}h{-map_.width}", class_="ax-rule"),
        canvas.text(heading or view.board.title, map_.width // 2, 31,
                    class_="ax-words ax-heading"),
    )
    y = TOP + map_.height + BOTTOM // 2
    return (
        f"{opening}>{body}</g>{strips}"
        + canvas.write(*_scores(view, names, y, ids), *_table(view, map_.width, y, ids))
    )


def _scores(view: State, names: Sequence[str], y: int, ids: str) -> Iterator[Element]:
    """Each seat's shield, name and score; a line under the one on turn."""
    room = (chart(view.board).width - 330) // view.players
    for seat, score in enumerate(view.scores):
        x = 30 + seat * room
        name = names[seat] if seat < len(names) else COLOURS[seat].capitalize()
        longest = max(3, (room - 90) // 11)
        if len(name) > longest:
            name = name[: longest - 1].rstrip() + "…"
        colour = f"ax-{COLOURS[seat]}"
        yield canvas.use(f"{ids}-{COLOURS[seat]}", x, y, class_=colour)
        if view.phase != OVER and seat == view.seat:
            yield canvas.path(f"M{x - 18} {y + 25}h{room - 24}", class_=f"ax-turn {colour}")
        yield canvas.text(str(score), x + 27, y + 9, class_="ax-words ax-score")
        yield canvas.text(name, x + 36 + 14 * len(str(score)), y + 8, class_="ax-words")


def _table(view: State, width: int, y: int, ids: str) -> Iterator[Element]:
    """At the right: the walls left and the face-up cards."""
    red = f" + {view.red_left} red" if view.red_left else ""
    yield canvas.text(f"{view.black_left}{red} walls", width - 120, y + 7,
                      class_="ax-words ax-right")
    for i, symbol in enumerate(view.face_up):
        x = width - 82 + i * 46
        name = SYMBOLS[symbol]
        yield canvas.rect(x - 19, y - 25, 38, 50, rx=5, class_="ax-card")
        yield canvas.group(canvas.use(f"{ids}-{name}", x, y), class_=f"ax-glyph ax-{name}")
