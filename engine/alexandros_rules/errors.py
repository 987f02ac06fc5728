"""Refusals: exceptions for orders that cannot be carried out.

A refusal is an expected answer to a player.  It has a stable ``code`` and a sentence that says
what is wrong and what would be allowed.  Programming errors are not refusals: they stay ordinary
exceptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from alexandros_rules.translation import gettext as _


class Refusal(Exception):
    """The refusal of an order that cannot be carried out.

    ``code``     stable identifier for programs, such as ``"not-closest"``.
    ``sentence`` complete sentence for the player, ending with a full stop.
    ``allowed``  orders that would be accepted instead, in notation; may be empty.  A function
                 that returns them is called once, when somebody asks for them.
    ``line``     number of the refused order among those sent, from 1; 0 if it stands alone.
    """

    kind = "refused"

    def __init__(
        self, code: str, sentence: str, *,
        allowed: Iterable[str] | Callable[[], Iterable[str]] = (), line: int = 0,
    ):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.line = line
        # Finding these orders can take longer than refusing the move took.
        self._allowed: tuple[str, ...] | Callable[[], Iterable[str]] = (
            allowed if callable(allowed) else tuple(allowed))

    @property
    def allowed(self) -> tuple[str, ...]:
        if callable(self._allowed):
            self._allowed = tuple(self._allowed())
        return self._allowed

    def suggest(self, allowed: Callable[[], Iterable[str]]) -> None:
        """Set the orders that would be accepted instead."""
        self._allowed = allowed

    def __reduce__(self) -> tuple[Any, ...]:
        # Some kinds add to the sentence they are given, so a copy is made without giving it again.
        return type(self).__new__, (type(self), self.sentence), vars(self) | {
            "_allowed": self.allowed}

    def at(self, line: int) -> Refusal:
        """Set the line and return the refusal itself."""
        self.line = line
        return self


class Unreadable(Refusal):
    """The refusal of a text that is not a move.

    ``meant`` is the order for which it stands if the orders around it do not complete it, or "".
    """

    kind = "unreadable"
    meant = ""


class Ambiguous(Refusal):
    """The refusal of a text that fits several moves; ``allowed`` lists them."""

    kind = "ambiguous"


class Illegal(Refusal):
    """The refusal of a move that is understood but that the rules do not allow now."""

    kind = "illegal"


class Stale(Refusal):
    """The refusal of a move meant for an earlier position or for another player's turn."""

    kind = "stale"


def not_your_turn() -> Illegal:
    """Return the refusal of an order that is given before its seat's turn."""
    return Illegal("not-your-turn", _("It is not your turn. We will tell you when it is."))
