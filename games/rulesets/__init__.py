"""How each ruleset's positions and choices are put before people: one presenter a ruleset.

The pages know only the ``Presenter`` protocol, so a second game brings its own presenter
and templates and changes no page.  Presenters work on views, never on true states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from engine.drafts import Draft
from games.rulesets.alexandros import AlexandrosPresenter
from games.rulesets.turn import EmailTurnExample, Link, Turn


class Presenter(Protocol):
    """What the pages ask of a ruleset's presenter."""

    strip_template: str  # below the board
    table_template: str  # beside it
    turn_template: str

    def board(self, view: Any, *, names: Sequence[str], last: str = "") -> str:
        """The position as inline SVG; ``last`` is the latest move to mark, in notation."""
        ...

    def thumbnail(self, view: Any) -> str:
        """A small picture of the position for lists, as inline SVG."""
        ...

    def picture(self, view: Any, *, names: Sequence[str], heading: str) -> str:
        """The position as an SVG file that needs no style sheet."""
        ...

    def empty_board(self, text: str) -> str:
        """A small picture of a board nobody has played on."""
        ...

    def opening(self, text: str) -> str:
        """The board as it is before the first move, as inline SVG."""
        ...

    def showpiece(self) -> str:
        """A real position to greet visitors with, always the same, as inline SVG."""
        ...

    def letters(self) -> EmailTurnExample:
        """The turn that follows that position, as it is played by post."""
        ...

    def poster(self) -> str:
        """The same position as an SVG file, with the name of the game."""
        ...

    def figures(self, theme: str) -> Mapping[str, str]:
        """The pictures of the rules by their ids, as SVG files in a theme of the drawing.

        Among them "game", a position from the middle of a game.
        """
        ...

    def board_title(self, text: str) -> str:
        """What a board is called, from the text of its file."""
        ...

    def marked(self, moves: Sequence[str]) -> str:
        """The latest of these moves (oldest first) that a board should mark; "" when none."""
        ...

    def table(self, view: Any, *, names: Sequence[str], seat: int | None,
              open_hands: bool = False) -> Mapping[str, Any]:
        """What lies on the table, for its two templates; ``open_hands`` after the end."""
        ...

    def moments(self, views: Sequence[Any], *, moves: Sequence[str]) -> Sequence[Any]:
        """The course of the game as figures: one for each view and the move that led to it.

        Each has ``number``, ``turn``, ``seat``, ``scores``, ``incomes`` and ``provinces``.
        """
        ...

    def chart(self, moments: Sequence[Any], *, names: Sequence[str], number: int,
              href: Callable[[int], str]) -> str:
        """The course as a chart that links every turn, with position ``number`` marked."""
        ...

    def film(self, views: Sequence[Any], *, moves: Sequence[str], names: Sequence[str],
             heading: str) -> bytes:
        """The whole game as an animated GIF, a frame a turn."""
        ...

    def turn(self, draft: Draft, *, names: Sequence[str], query: Mapping[str, Any], link: Link,
             last: str) -> Turn:
        """The choices that are open after a draft."""
        ...

    def order(self, fields: Any) -> str:
        """The order a form of the turn's page stands for, in notation."""
        ...


_PRESENTERS: dict[str, Callable[[], Presenter]] = {"alexandros": AlexandrosPresenter}


def get(ruleset: str) -> Presenter:
    """The presenter of the ruleset of this name; raises KeyError for an unknown one."""
    return _PRESENTERS[ruleset]()
