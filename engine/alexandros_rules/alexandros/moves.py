"""The moves of a player, as small immutable values.

Spaces and points are numbers of the board, cards are indices of symbols.
"""

from __future__ import annotations

from dataclasses import dataclass

from alexandros_rules.alexandros.cards import Counts


@dataclass(frozen=True, slots=True)
class Take:
    """The move that takes a face-up card, either to march with (A2) or as an action (C1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Play:
    """The special move, which plays a card from hand to march with (A12)."""

    card: int


@dataclass(frozen=True, slots=True)
class March:
    """The march to a point of a space by these steps (A4 to A11).

    ``steps`` are indices of ``lattice.STEPS``.  If several marches lead to the same point and
    place the same walls, the canonical one is the first that ``legal_moves`` generates.
    """

    space: int
    point: int
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stay:
    """The move that leaves Alexander in his place if there is also no card to take (A16)."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The action that takes the top card of the supply (C1)."""


@dataclass(frozen=True, slots=True)
class Occupy:
    """The action that puts guards on spaces and pays for the rest of their province (O1, K1).

    ``give`` are the cards that the loser of a takeover gets (K3), None if they get none.
    """

    spaces: tuple[int, ...]
    give: Counts | None = None


@dataclass(frozen=True, slots=True)
class Levy:
    """The action that levies taxes with this card (L1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Recall:
    """The action that takes back the guard on this space (B1)."""

    space: int


@dataclass(frozen=True, slots=True)
class End:
    """The end of a turn before all actions have been used (F2)."""


Move = Take | Play | March | Stay | Draw | Occupy | Levy | Recall | End
