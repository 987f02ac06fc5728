"""How sentences name the players, each by name and the reader as “you”, and who has won.

Sentences take the names of the players, seat by seat.  ``for_reader`` says which of them reads
the sentence; any other sequence of names is for readers who are told everything by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from alexandros_rules.ruleset import have_won
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_and, ngettext, pgettext


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


def outcome(winners: Sequence[int], scores: Sequence[int], names: Sequence[str]) -> str:
    """Return the sentence that says who has won: one, several who share the win, or nobody.

    ``scores`` are the points of all seats.
    """
    points = scores[winners[0]]
    if not have_won(winners, scores):
        return _("Nobody has a point, so nobody wins.")
    text = told(names, winners[0], ngettext(
        "You win with %(points)s point.", "You win with %(points)s points.", points,
    ), ngettext(
        "%(names)s wins with %(points)s point.", "%(names)s wins with %(points)s points.", points,
    )) if len(winners) == 1 else ngettext(
        "%(names)s share the win with %(points)s point.",
        "%(names)s share the win with %(points)s points.", points,
    )
    return text % {"names": subjects(names, winners), "points": points}


def win_of(seat: int, winners: Collection[int], scores: Sequence[int]) -> str:
    """Return what a seat has done, beside its name: “won” or “shares the win”; "" if neither."""
    if seat not in have_won(winners, scores):
        return ""
    return _("won") if len(winners) == 1 else _("shares the win")
