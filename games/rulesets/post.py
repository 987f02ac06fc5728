"""What each ruleset puts into mails beside its table and board: choices and small pictures.

Mails know only the ``PostPresenter`` protocol.  All pictures here are SVG files that need no
style sheet, for the rasteriser; all are made from views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from games.rulesets.alexandros.email_parts import AlexandrosEmailParts


class PostPresenter(Protocol):
    """What the mails ask of a ruleset."""

    def counsel(self, view: Any, *, names: Sequence[str], seat: int) -> Mapping[str, Any]:
        """What this seat may order, for the templates ``mail/<ruleset>/counsel.*``.

        ``turns`` among it are whole turns with what they do, to be made links of.
        """
        ...

    def cover(self, text: str) -> str:
        """A picture of a board nobody has played on, from the text of its file."""
        ...

    def small_picture(self, view: Any) -> str:
        """A small picture of the position."""
        ...

    def course(self, states: Iterable[Any], moves: Sequence[str], *, names: Sequence[str]) -> str:
        """The scores of a whole game as a chart, from a state and a move for each row."""
        ...


_PRESENTERS: dict[str, Callable[[], PostPresenter]] = {"alexandros": AlexandrosEmailParts}


def get(ruleset: str) -> PostPresenter:
    """The presenter of the ruleset of this name; raises KeyError for an unknown one."""
    return _PRESENTERS[ruleset]()
