"""Refusals: exceptions for orders that cannot be carried out.

A refusal is an expected answer to a player.  It has a stable ``code`` and a sentence that says
what is wrong and what would be allowed.  Programming errors are not refusals: they stay ordinary
exceptions.
"""

from __future__ import annotations

from collections.abc import Sequence


class Refusal(Exception):
    """Raised for an order that cannot be carried out.

    ``code``     stable identifier for programs, such as ``"not-closest"``.
    ``sentence`` complete sentence for the player, ending with a full stop.
    ``allowed``  orders that would be accepted instead, in notation; may be empty.
    ``line``     number of the refused order among those sent, from 1; 0 if it stands alone.
    """

    kind = "refused"

    def __init__(self, code: str, sentence: str, *, allowed: Sequence[str] = (), line: int = 0):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.allowed = tuple(allowed)
        self.line = line

    def at(self, line: int) -> Refusal:
        """Sets the line and returns the refusal itself."""
        self.line = line
        return self


class Unreadable(Refusal):
    """Raised when the text is not a move."""

    kind = "unreadable"


class Ambiguous(Refusal):
    """Raised when the text fits several moves; ``allowed`` lists them."""

    kind = "ambiguous"


class Illegal(Refusal):
    """Raised when the move is understood but the rules do not allow it now."""

    kind = "illegal"


class Stale(Refusal):
    """Raised for a move meant for an earlier position or for another player's turn."""

    kind = "stale"
