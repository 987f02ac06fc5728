"""The frame of a picture that stands alone: a heading above it, and a strip of scores below.

Games give the elements of their own; the prefix of a game's classes ("ax") makes those of a strip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Box, Layer, Piece, Scene
from games.drawing.letters import width
from games.drawing.outlines import Spot

TOP, BOTTOM = 46, 58  # heights of the strips
WORDS = 21  # the size of words in a strip
LEFT = 30  # of the first score's badge
FOCUS = 440, 320  # the part of a body that can be read on a phone


@dataclass(frozen=True, slots=True)
class Score:
    """One seat in the strip of scores.

    ``colour``  the class of its colour; ``badge`` draws its badge round (x, y).
    ``to_move`` draws a line under it.
    """

    name: str
    points: int
    colour: str
    badge: Callable[[int, int], Element]
    to_move: bool


def framed(
    body: Sequence[Layer], box: tuple[int, int], *, prefix: str, heading: str,
    scores: Sequence[Score], beside: Callable[[int], Iterable[Piece]], kept: int,
    least: int = 0,
) -> tuple[tuple[int, int], list[Scene]]:
    """Return the size of the whole picture, and the body between the two strips.

    ``beside`` is given the width of the strip and draws the part at the right of the scores, for
    which ``kept`` units of that width are kept free.  On a picture narrower than ``least``, the
    strips are laid out for that width and drawn smaller.
    """
    width, height = box
    scale = min(1.0, width / least) if least else 1.0
    across, top, bottom = round(width / scale), round(TOP * scale), round(BOTTOM * scale)
    head = [
        _strip(prefix, across, TOP, rule=TOP),
        piece(canvas.text(heading, across // 2, 31, class_=f"{prefix}-words {prefix}-heading"),
              (0, 0, across, TOP)),
    ]
    room = (across - kept - LEFT) // len(scores)
    foot = [_strip(prefix, across, BOTTOM + 1, rule=0),
            *(drawn for seat, score in enumerate(scores)
              for drawn in _score(prefix, score, LEFT + seat * room, room)), *beside(across)]
    return (width, top + height + bottom), [
        _scene(body, 1, top, class_=f"{prefix}-sheet"), _scene([Layer(head)], scale, 0),
        _scene([Layer(foot)], scale, top + height),
    ]


def focus(spot: Spot, box: tuple[int, int], *, down: float) -> Box | None:
    """Return the part of a framed picture round a spot of its body; None if the body is small.

    ``box`` is the size of the body, and ``down`` how far it has been moved down.
    """
    (width, height), (across, high) = box, FOCUS
    if width <= across * 1.4:
        return None
    left = min(max(0, spot[0] - across / 2), width - across)
    top = min(max(0, spot[1] - high / 2), max(0, height - high)) + down
    return left, top, left + across, top + min(high, height)


def _scene(layers: Sequence[Layer], scale: float, y: int, **attributes: str) -> Scene:
    """Return the layers in a group that is scaled and moved down."""
    placed = (f"translate(0 {y})" if y else "") + (f"scale({scale:.4g})" if scale != 1 else "")
    group = Element("g", words=canvas.gap("layers"), transform=placed or None, **attributes)
    return Scene(layers, *canvas.around(group), scale=float(f"{scale:.4g}"), y=y)


def piece(element: Element, box: Box) -> Piece:
    """Return an element as a piece that covers this box."""
    return Piece(canvas.write(element), box)


def _strip(prefix: str, across: int, height: int, *, rule: int) -> Piece:
    """Return a strip with a line along one of its edges."""
    return Piece(canvas.write(
        canvas.rect(0, 0, across, height, class_=f"{prefix}-strip"),
        canvas.path(f"M0 {rule}h{across}", class_=f"{prefix}-rule"),
    ), (0, -1, across, height + 1))


def _score(prefix: str, score: Score, x: int, room: int) -> Iterator[Piece]:
    y, after = BOTTOM // 2, 36 + 14 * len(str(score.points))
    yield piece(score.badge(x, y), (x - 23, y - 23, x + 23, y + 24))
    if score.to_move:
        line = canvas.path(f"M{x - 18} {y + 25}h{room - 24}",
                           class_=f"{prefix}-turn {score.colour}")
        yield piece(line, (x - 22, y + 21, x + room - 38, y + 30))
    number = canvas.text(str(score.points), x + 27, y + 9, class_=f"{prefix}-words {prefix}-score")
    yield piece(number, (x + 22, y - 20, x + after + 20, y + 16))
    words = canvas.text(_cut(score.name, room - after - 36), x + after, y + 8,
                        class_=f"{prefix}-words")
    yield piece(words, (x + after - 5, 0, x + after + 2 * room, BOTTOM))


def words_width(words: str) -> int:
    """Return how wide words in a strip are, in the fonts of most readers."""
    return ceil(1.12 * width(words, WORDS))


def _cut(name: str, room: int) -> str:
    """Return the name, or as much of it as has room."""
    cut = name
    while len(cut) > 1 and words_width(cut) > room:
        cut = cut.removesuffix("…")[:-1].rstrip() + "…"
    return cut
