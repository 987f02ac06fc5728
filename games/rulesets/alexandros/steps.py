"""The content of one step of a turn: marks on the board, the panel, and previews.

Previews show choices as shapes for the board: new walls, provinces gained and lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.state import State
from alexandros_rules.drafts import Draft
from games.drawing.canvas import Target
from games.rulesets.alexandros import choices
from games.rulesets.alexandros.choices import MarchOutcome
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.protocols import Link


class WayTarget(NamedTuple):
    """A route as a link; ``sides`` is the mask of those along it."""

    sides: int
    href: str
    label: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks and links on a board.

    ``areas``   links of areas, by their masks of spaces.
    ``within``  mask of the spaces in question; ``chosen`` of those picked so far.
    ``way``     mask of the sides of the route so far.
    ``guards``  mask of spaces that would get a guard of this ``seat``.
    """

    spaces: Mapping[int, Target] = field(default_factory=dict)
    points: Mapping[int, Target] = field(default_factory=dict)
    ways: tuple[WayTarget, ...] = ()
    chosen: int = 0
    way: int = 0
    guards: int = 0
    seat: int = 0
    areas: Mapping[int, Target] = field(default_factory=dict)
    within: int = 0


@dataclass(frozen=True, slots=True)
class StepContent:
    """One step of a turn: ``kind`` names the part of the template that shows ``panel``."""

    kind: str
    panel: Mapping[str, Any]
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True)
class StepContext:
    """The input of a step: the draft, the names, the picked values, and how to make links.

    With ``advice``, choices that bring nothing stand back, and better ones stand out.
    """

    draft: Draft
    names: Sequence[str]
    query: Mapping[str, Any]
    link: Link
    advice: bool = False

    @property
    def state(self) -> State:
        view: State = self.draft.view
        return view

    def pick(self, name: str) -> str:
        return str(self.query.get(name, ""))

    def picks(self, name: str) -> list[str]:
        getlist = getattr(self.query, "getlist", None)
        values = getlist(name) if getlist else self.query.get(name, [])
        return [str(value) for value in values]

    def add(self, order: str) -> str:
        """Return the address of the page with one more order in the draft."""
        return self.link(self.draft.with_added(order))

    def instead(self, order: str) -> str:
        """Return the address of the page with another order in place of the last one."""
        return self.link(self.draft.with_last_replaced(order))

    def stay(self, **choices: str | list[str]) -> str:
        """Return the address of the page with the same draft and these choices."""
        return self.link(self.draft.text, **choices)


@dataclass(frozen=True, slots=True)
class Overlay:
    """Paths on the board: ``walls`` to be placed, areas to ``gain``, to ``lose``, or ``closed``."""

    walls: str = ""
    gain: str = ""
    lose: str = ""
    closed: str = ""


NOTHING = Overlay()


def of_outcome(state: State, outcome: MarchOutcome) -> Overlay:
    """Return the preview of a march: its walls, what it closes off, and what the player loses.

    To gain is only what is worth taking at once (``choices.pays_at_once``).
    """
    board = state.board
    closed = sum(part.province for part in outcome.closed)
    gain = sum(part.province for part in outcome.closed if choices.pays_at_once(state, part))
    lost = sum(d.province for d in outcome.divisions if d.owner == state.seat)
    walls = sum(1 << side for side in outcome.walls)
    return Overlay(board_geometry(board).lines(walls), _area(board, gain & ~lost),
                   _area(board, lost), _area(board, closed & ~gain & ~lost))


def of_spaces(board: Board, spaces: int) -> Overlay:
    """Return the preview of some spaces: a province, or the destinations of a card."""
    return Overlay(gain=_area(board, spaces))


def _area(board: Board, spaces: int) -> str:
    return board_geometry(board).area(spaces) if spaces else ""
