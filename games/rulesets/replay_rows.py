"""What a game's replay shows of each seat, in columns of its own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings: its title, what it means, and whether it holds one number."""

    title: str
    meaning: str
    number: bool = True


@dataclass(frozen=True, slots=True)
class Cell:
    """What a column shows of one seat; ``change`` is how a number differs from the step before.

    An empty ``text`` is shown as "none".
    """

    text: str
    change: int = 0
