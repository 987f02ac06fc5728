"""Boards of Alexandros for pages and emails, with the links and marks of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from alexandros_rules.alexandros import board_file, display_names
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.lattice import STEP_BY_NAME, STEPS, bits
from alexandros_rules.alexandros.provinces import province_of
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from games.drawing.layers import Drawing
from games.drawing.outlines import ring
from games.rulesets.alexandros.drawing import (
    board_in_layers,
    draw_badge,
    draw_board,
    draw_thumbnail,
)
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.steps import Marks
from games.rulesets.plain import first_view

_MOVE = "march "
_FOR_LEARNING = ("delta",)  # boards on which games are short, but too small for a good game


class AlexandrosBoards:
    """See ``games.rulesets.protocols.BoardPictures``."""

    has_spaces = True

    def title(self, text: str) -> str:
        board = board_file.load(text)
        if board.name in _FOR_LEARNING:
            return gettext("%(board)s, for learning") % {
                "board": display_names.title(board)}
        return display_names.title(board)

    def board(self, view: State, *, names: Sequence[str], moves: Sequence[str] = ()) -> str:
        return board(view, names=names, last=last_march(moves))

    def changes(self, before: State, after: State) -> Mapping[str, str]:
        """Return new walls, Alexander's new point, and provinces that get guards or are taxed."""
        taken = sum({
            province_of(after.board, after.walls, space)
            for now, was in zip(after.guards, before.guards, strict=True)
            for space in bits(now & ~was)
        })
        taxed = sum({
            province_of(after.board, after.walls, space)
            for space in bits(after.guards[after.seat] if after.levied > before.levied else 0)
        })
        geometry = board_geometry(after.board)
        x, y = geometry.points[after.alexander]
        shapes = {"walls": geometry.lines(after.walls & ~before.walls),
                  "gain": geometry.area(taken | taxed) if taken | taxed else "",
                  "stop": ring(x, y, 24) if after.alexander != before.alexander else ""}
        return {kind: path for kind, path in shapes.items() if path}

    def places(self, view: State, places: Mapping[str, Sequence[int]]) -> Mapping[str, str]:
        """Return the parts that ``alexandros_rules.alexandros.course.goals`` names."""
        geometry = board_geometry(view.board)
        spaces = sum(1 << space for space in places.get("spaces", ()))
        way = "L".join(f"{x} {y}" for x, y in map(geometry.centres.__getitem__,
                                                  places.get("way", ())))
        return _without_empty({
            "wrong": geometry.area(spaces) if spaces else "",
            "wrong-sides": geometry.lines(sum(1 << side for side in places.get("sides", ()))),
            "wrong-points": "".join(
                ring(*geometry.points[point], 24) for point in places.get("points", ())),
            "wrong-way": way and f"M{way}",
        })

    def thumbnail(self, view: State) -> str:
        return draw_thumbnail(view, theme="auto", stylesheet="none")

    def badge(self, seat: int) -> str:
        return draw_badge(seat, theme="auto", stylesheet="none")

    def empty_board(self, text: str) -> str:
        return board(first_view(RULESET, text))

    def empty_thumbnail(self, text: str) -> str:
        return self.thumbnail(first_view(RULESET, text))

    def standalone_board(self, view: State, *, names: Sequence[str], heading: str,
                         moves: Sequence[str] = ()) -> Drawing:
        return standalone(view, names=names, heading=heading, last=last_march(moves))

    def standalone_thumbnail(self, view: State) -> str:
        return draw_thumbnail(view)

    def standalone_empty_board(self, text: str) -> Drawing:
        return board_in_layers(first_view(RULESET, text))


def last_march(moves: Sequence[str]) -> str:
    """Return the latest march among these moves in notation, oldest first; "" without one."""
    return next((move for move in reversed(moves) if move.startswith(_MOVE)), "")


def board(view: State, *, names: Sequence[str] = (), marks: Marks | None = None, last: str = "",
          ids: str = "ax", coordinates: bool = True) -> str:
    """Draw the position inline; ``last`` is the march to mark, in notation."""
    marks = marks or Marks()
    return draw_board(
        view, theme="auto", stylesheet="none", names=names, coordinates=coordinates, ids=ids,
        links=_links(marks), marks=_marked(marks),
        last_way=last_way(view.board, last, now=view.alexander),
    )


def standalone(view: State, *, names: Sequence[str], heading: str, last: str = "") -> Drawing:
    """Draw the position as a standalone picture with a frame; ``last`` as for ``board``."""
    return board_in_layers(view, frame=True, names=names, heading=heading, coordinates=True,
                           last_way=last_way(view.board, last, now=view.alexander))


def plain(view: State, *, theme: str) -> str:
    """Draw the position as a standalone picture without a frame."""
    return draw_board(view, theme=theme, titles=False, size=640)


def _links(marks: Marks) -> dict[str, Any]:
    """Return the links as ``draw_board`` takes them."""
    return _without_empty({
        "area": [(area, *target) for area, target in marks.areas.items()],
        "space": {space: target.href for space, target in marks.spaces.items()},
        "point": marks.points, "way": marks.ways,
    })


def _marked(marks: Marks) -> dict[str, Any]:
    """Return the marks as ``draw_board`` takes them."""
    return _without_empty({
        "area": marks.within, "space": bits(marks.chosen), "way": marks.way,
        "guard": dict.fromkeys(bits(marks.guards), marks.seat),
    })


def _without_empty(parts: dict[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in parts.items() if part}


def last_way(map_: Board, move: str, *, now: int) -> tuple[int, int] | None:
    """Return the sides and the first point of a march that ended at the point ``now``.

    ``move`` is in notation.  Returns None if the move is not a march with its steps, or if its
    steps do not fit the board.
    """
    _, _, words = move.removeprefix(_MOVE).partition(" via ")
    steps = [STEP_BY_NAME[word] for word in words.split() if word in STEP_BY_NAME]
    if not move.startswith(_MOVE) or not steps:
        return None
    here, sides = now, 0
    for step in reversed(steps):
        link = map_.links[here].get((step + len(STEPS) // 2) % len(STEPS))
        if link is None:
            return None
        here, sides = link[0], sides | 1 << link[1]
    return sides, here
