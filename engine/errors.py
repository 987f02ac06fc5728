"""Refusals: the answers to a move that cannot be played.

A refusal is an answer, not an accident: it has a stable ``code``, parameters,
and a sentence for a person that says what is wrong and what would be allowed.
A programmer's mistake is no refusal and stays an ordinary exception.
"""

from __future__ import annotations

from collections.abc import Sequence


class Refusal(Exception):
    """An order that is not carried out.

    ``code``     stable, for programs: ``"not-closest"``, ``"no-such-space"`` ...
    ``sentence`` for a person, complete, ends with a full stop.
    ``allowed``  what could be written instead, in notation; may be empty.
    ``line``     1-based line of the orders it was found in, 0 when there is only one.
    """

    kind = "refused"

    def __init__(self, code: str, sentence: str, *, allowed: Sequence[str] = (), line: int = 0):
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.allowed = tuple(allowed)
        self.line = line

    def at(self, line: int) -> Refusal:
        """The refusal itself, saying that it was found in this line of the orders."""
        self.line = line
        return self


class Unreadable(Refusal):
    """The text is no move at all."""

    kind = "unreadable"


class Ambiguous(Refusal):
    """The text fits several moves; ``allowed`` lists them."""

    kind = "ambiguous"


class Illegal(Refusal):
    """The move is clear, but the rules forbid it now."""

    kind = "illegal"


class Stale(Refusal):
    """The move was meant for a position that has passed, or for somebody else's turn."""

    kind = "stale"
