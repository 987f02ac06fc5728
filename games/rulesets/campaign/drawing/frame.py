"""The strips above and below a picture that stands alone: heading, points by name, the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from engine.campaign.state import COLOURS, OVER, State
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Box, Layer, Piece, Scene
from games.rulesets.campaign.drawing.descriptions import player
from games.rulesets.campaign.drawing.piece_shapes import plate_parts

TOP, BOTTOM = 46, 58
TABLE = 130  # at the right, for the dice
LETTER = 11


def framed(
    view: State, body: Sequence[Layer], box: tuple[int, int], *, names: Sequence[str],
    heading: str,
) -> tuple[tuple[int, int], list[Scene]]:
    """The size of it all, and the body under a heading and over a strip with the points."""
    width, height = box
    head = [
        _strip(width, TOP, TOP),
        _piece(canvas.text(heading or _(view.world.title), width // 2, 31,
                           class_="cm-words cm-heading"), (0, 0, width, TOP)),
    ]
    foot = [_strip(width, BOTTOM + 1, 0),
            *_scores(view, names, (width - TABLE) // view.players), *_turn(view, width)]
    return (width, TOP + height + BOTTOM), [
        _scene(body, TOP, class_="cm-sheet"), _scene([Layer(head)], 0),
        _scene([Layer(foot)], TOP + height),
    ]


def _scene(layers: Sequence[Layer], y: int, **attributes: str) -> Scene:
    """The layers in a group that is moved down."""
    group = canvas.Element("g", words=canvas.gap("layers"),
                           transform=f"translate(0 {y})" if y else None, **attributes)
    return Scene(layers, *canvas.around(group), y=y)


def _piece(element: Element, box: Box) -> Piece:
    return Piece(canvas.write(element), box)


def _strip(width: int, height: int, rule: int) -> Piece:
    """A strip with a line along one of its edges."""
    return Piece(canvas.write(
        canvas.rect(0, 0, width, height, class_="cm-strip"),
        canvas.path(f"M0 {rule}h{width}", class_="cm-rule"),
    ), (0, -1, width, height + 1))


def _scores(view: State, names: Sequence[str], room: int) -> Iterator[Piece]:
    """Each seat's badge, name and points; a line under the one whose turn it is."""
    y = BOTTOM // 2
    for seat in range(view.players):
        x, colour = 30 + seat * room, f"cm-{COLOURS[seat]}"
        points = view.points(seat) if view.phase == OVER else view.public_points(seat)
        after = 36 + 14 * len(str(points))
        name = names[seat] if seat < len(names) else player(seat)
        badge = canvas.group(*plate_parts(seat), class_=colour, transform=f"translate({x} {y})")
        yield _piece(badge, (x - 23, y - 23, x + 23, y + 24))
        if view.phase != OVER and seat == view.seat:
            line = canvas.path(f"M{x - 18} {y + 25}h{room - 24}", class_=f"cm-turn {colour}")
            yield _piece(line, (x - 22, y + 21, x + room - 38, y + 30))
        number = canvas.text(str(points), x + 27, y + 9, class_="cm-words cm-score")
        yield _piece(number, (x + 22, y - 20, x + after + 20, y + 16))
        words = canvas.text(
            _cut(name, (room - after - 18) // LETTER), x + after, y + 8, class_="cm-words")
        yield _piece(words, (x + after - 5, 0, x + after + 2 * room, BOTTOM))


def _cut(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: max(1, longest - 1)].rstrip() + "…"


def _turn(view: State, width: int) -> Iterator[Piece]:
    """At the right: the dice of this turn, and its number."""
    text = _("Turn %(turn)s") % {"turn": view.turn}
    if any(view.dice):
        text += f": {view.dice[0]} + {view.dice[1]}"
    words = canvas.text(text, width - 18, BOTTOM // 2 + 8, class_="cm-words cm-right")
    yield _piece(words, (width - TABLE - 90, 0, width, BOTTOM))
