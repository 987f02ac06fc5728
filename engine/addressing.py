"""How sentences name the players: each by name, and the reader as “you”.

Sentences take the names of the players, seat by seat.  ``for_reader`` says which of them reads
the sentence; any other sequence of names is for readers who are told everything by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.translation import list_with_and, pgettext


class NamesForReader(tuple[str, ...]):
    """The names of the players, seat by seat, in sentences for the player ``reader``."""

    reader: int


def for_reader(names: Sequence[str], seat: int | None) -> Sequence[str]:
    """Return the names for sentences that a seat reads; for a spectator (None) as they are."""
    if seat is None:
        return names
    addressed = NamesForReader(names)
    addressed.reader = seat
    return addressed


def is_reader(names: Sequence[str], seat: int) -> bool:
    """Return whether the player at this seat reads the sentence."""
    return isinstance(names, NamesForReader) and names.reader == seat


def told(names: Sequence[str], seat: int, you: str, name: str) -> str:
    """Return the sentence ``you`` for the reader's own deeds, and ``name`` for those of others."""
    return you if is_reader(names, seat) else name


def subjects(names: Sequence[str], seats: Iterable[int]) -> str:
    """Return the players who do something, such as “Bob and you”; the reader comes last."""
    return _listed(names, seats, you=pgettext("who does something", "you"))


def objects(names: Sequence[str], seats: Iterable[int]) -> str:
    """Return the players to whom something is done; the reader comes last."""
    return _listed(names, seats, you=pgettext("to whom something is done", "you"))


def _listed(names: Sequence[str], seats: Iterable[int], *, you: str) -> str:
    ordered = sorted(seats, key=lambda seat: is_reader(names, seat))
    return list_with_and(you if is_reader(names, seat) else names[seat] for seat in ordered)
