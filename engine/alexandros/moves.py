"""The moves a player can make, as small immutable values.

Spaces and points are the board's numbers, cards are symbols.  How moves are
written is ``notation``'s business; whether they are legal, ``decide``'s.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.alexandros.cards import Counts


@dataclass(frozen=True, slots=True)
class Take:
    """Take a face-up card: to march with (A2), or as an action (C1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from hand to march with: the special move (A12)."""

    card: int


@dataclass(frozen=True, slots=True)
class March:
    """Go to a space's point by these steps (A4 to A11).

    ``steps`` are indices of ``lattice.STEPS``.  Of marches to the same point that place the
    same walls, the canonical one is the first that ``legal`` generates.
    """

    space: int
    point: int
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stay:
    """Leave Alexander where he is, when there is no card to take either (A16)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the supply (C1)."""


@dataclass(frozen=True, slots=True)
class Occupy:
    """Put guards on these spaces (ascending) and pay for the rest of their province (O1, K1).

    ``give``: the cards the loser of a take-over gets (K3); None where he gets none.
    """

    spaces: tuple[int, ...]
    give: Counts | None = None


@dataclass(frozen=True, slots=True)
class Levy:
    """Levy taxes with this card (L1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Recall:
    """Take back the guard on this space (B1)."""

    space: int


@dataclass(frozen=True, slots=True)
class End:
    """End the turn before all actions are used (F2)."""


Move = Take | Play | March | Stay | Draw | Occupy | Levy | Recall | End
