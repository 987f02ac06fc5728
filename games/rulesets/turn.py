"""What the pages and the games pass each other about a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class Link(Protocol):
    """Makes the address of the page with this draft and these choices."""

    def __call__(self, draft: str, **choices: str | list[str]) -> str: ...


@dataclass(frozen=True, slots=True)
class Submit:
    """The button that sends a form of the choices: the form's id and the button's words."""

    form: str
    label: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of a turn's page.

    ``board``  the position after the draft with what can be chosen on it, as inline SVG.
    ``panel``  what the game's template of the choices shows.
    ``reveal`` a sentence when confirming now would show something hidden, else "".
    ``whole``  whether the draft is a whole turn, so that nothing is left to choose.
    ``end``    the address of the page with the turn ended in its draft; "" where it cannot be.
    ``submit`` the button to send a form among the choices, where one is open and complete.
    """

    board: str
    panel: Mapping[str, Any]
    reveal: str = ""
    whole: bool = False
    end: str = ""
    submit: Submit | None = None


@dataclass(frozen=True, slots=True)
class EmailTurnExample:
    """One turn played by email: the email, the reply to it and the receipt.

    ``turn``, ``seat``, ``name``  which turn it is, and whose.
    ``news``  what happened in the turn before, a sentence each.
    ``orders``  the whole turn in notation, a move each.
    ``receipt``  what the orders did, a sentence each.
    """

    turn: int
    seat: int
    name: str
    news: tuple[str, ...]
    orders: tuple[str, ...]
    receipt: tuple[str, ...]
