"""Draws boards for pages, with the links and marks of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext

from engine.alexandros import board_file
from engine.alexandros.board import Board
from engine.alexandros.lattice import STEP_BY_NAME, STEPS, bits
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.chance import SeededChance
from engine.ruleset import Setup
from games.drawing.layers import Drawing
from games.rulesets.alexandros.drawing import (
    board_in_layers,
    draw_badge,
    draw_board,
    draw_thumbnail,
)
from games.rulesets.alexandros.steps import Marks

_MOVE = "march "
_FOR_LEARNING = ("delta",)  # boards on which games are short, but too small for a good game


class AlexandrosBoards:
    """See ``games.rulesets.protocols.BoardPictures``."""

    has_spaces = True

    def title(self, text: str) -> str:
        board = board_file.load(text)
        if board.name in _FOR_LEARNING:
            return gettext("%(board)s, for learning") % {"board": board.title}
        return board.title

    def board(self, view: State, *, names: Sequence[str], moves: Sequence[str] = ()) -> str:
        return board(view, last=last_march(moves))

    def thumbnail(self, view: State) -> str:
        return thumbnail(view)

    def badge(self, seat: int) -> str:
        return draw_badge(seat, theme="auto", stylesheet="none")

    def empty_board(self, text: str) -> str:
        return board(_first_view(text))

    def empty_thumbnail(self, text: str) -> str:
        return thumbnail(_first_view(text))

    def standalone_board(self, view: State, *, names: Sequence[str], heading: str,
                         moves: Sequence[str] = ()) -> Drawing:
        return standalone(view, names=names, heading=heading, last=last_march(moves))

    def standalone_thumbnail(self, view: State) -> str:
        return draw_thumbnail(view)

    def standalone_empty_board(self, text: str) -> Drawing:
        return board_in_layers(_first_view(text))


def _first_view(text: str) -> State:
    """The first position on a board, without anything that depends on the deal."""
    state: State | None = None
    for event in RULESET.start(Setup(text, 2), SeededChance(bytes(32))):
        state = RULESET.evolve(state, event)
    assert state is not None  # the first event makes one
    return RULESET.view(state, None)


def last_march(moves: Sequence[str]) -> str:
    """The latest march among these moves in notation, oldest first; "" when there is none."""
    return next((move for move in reversed(moves) if move.startswith(_MOVE)), "")


def board(view: State, *, marks: Marks | None = None, last: str = "", ids: str = "ax",
          coordinates: bool = True) -> str:
    """The position as inline SVG, styled by the site's own sheet."""
    marks = marks or Marks()
    return draw_board(
        view, theme="auto", stylesheet="none", coordinates=coordinates, ids=ids,
        links=_links(view.board, marks), marks=_marked(marks),
        last_way=last_way(view.board, last, now=view.alexander),
    )


def thumbnail(view: State) -> str:
    """A small picture without links and names."""
    return draw_thumbnail(view, theme="auto", stylesheet="none")


def standalone(view: State, *, names: Sequence[str], heading: str, last: str = "") -> Drawing:
    """The position as a standalone picture with a frame; ``last`` is the march to mark."""
    return board_in_layers(view, frame=True, names=names, heading=heading, coordinates=True,
                           last_way=last_way(view.board, last, now=view.alexander))


def plain(view: State, *, theme: str) -> str:
    """The position as a standalone picture without a frame."""
    return draw_board(view, theme=theme, titles=False, size=640)


def _links(map_: Board, marks: Marks) -> dict[str, Any] | None:
    wanted: dict[str, Any] = {}
    if marks.areas:
        wanted["area"] = [
            (area, target.href, target.label) for area, target in marks.areas.items()
        ]
    if marks.spaces:
        wanted["space"] = {space: target.href for space, target in marks.spaces.items()}
    if marks.points:
        wanted["point"] = {
            point: (target.href, target.label) for point, target in marks.points.items()
        }
    if marks.ways:
        wanted["way"] = [
            (_sides(map_, way.points), way.href, way.label) for way in marks.ways
        ]
    return wanted or None


def _sides(map_: Board, points: Sequence[int]) -> int:
    sides = 0
    for here, there in pairwise(points):
        sides |= next(1 << side for point, side in map_.links[here].values() if point == there)
    return sides


def _marked(marks: Marks) -> dict[str, Any]:
    drawn: dict[str, Any] = {}
    if marks.within:
        drawn["area"] = marks.within
    if marks.chosen:
        drawn["space"] = bits(marks.chosen)
    if marks.way:
        drawn["way"] = marks.way
    if marks.guards:
        drawn["guard"] = dict.fromkeys(bits(marks.guards), marks.seat)
    return drawn


def last_way(map_: Board, move: str, *, now: int) -> tuple[int, int] | None:
    """The sides and the first point of a march in notation that ended at the point ``now``."""
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
