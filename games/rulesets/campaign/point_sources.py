"""Where each player's points come from, and what made the difference at the end (EN1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.campaign.state import OVER, State


@dataclass(frozen=True, slots=True)
class Source:
    """What gives points, and how many it gives each seat."""

    name: str
    points: tuple[int, ...]


def sources(view: State) -> Sequence[Source]:
    """Returns everything that gives points; victory point cards as far as the view knows them."""
    names = (_("settlements"), _("cities"), _("counselor card"), _("longest road"),
             _("largest army"), _("victory point cards"))
    points = zip(*map(view.point_sources, range(view.players)), strict=True)
    return [Source(name, of_seats) for name, of_seats in zip(names, points, strict=True)]


def deciding_texts(view: State, names: Sequence[str], seat: int | None) -> Sequence[str]:
    """Returns what decided the game: why the winner beat the second, and the reader.

    There is nothing to say before the end, nor when the win is shared.
    """
    if view.phase != OVER or len(view.winners) != 1:
        return ()
    winner = view.winners[0]
    second = max((other for other in range(view.players) if other != winner),
                 key=lambda other: (view.points(other), view.chits_of(other)))
    told = [second] if seat in (None, winner, second) else [second, seat]
    return [_difference(view, names, winner=winner, other=other) for other in told
            if other is not None]


def _difference(view: State, names: Sequence[str], *, winner: int, other: int) -> str:
    words = {"winner": names[winner], "other": names[other]}
    gains = {source.name: source.points[winner] - source.points[other]
             for source in sources(view)}
    lead = sum(gains.values())
    if lead > 0:
        text = ngettext("%(winner)s is %(count)s point ahead of %(other)s.",
                        "%(winner)s is %(count)s points ahead of %(other)s.", lead) % {
            **words, "count": lead}
    else:
        text = _("%(winner)s and %(other)s have equally many points, but %(winner)s has more"
                 " chits.") % words
    parts = [text]
    if more := _listed((name, gain) for name, gain in gains.items() if gain > 0):
        parts.append(_("%(winner)s has more from: %(things)s.") % {**words, "things": more})
    if less := _listed((name, -gain) for name, gain in gains.items() if gain < 0):
        parts.append(_("%(other)s has more from: %(things)s.") % {**words, "things": less})
    return " ".join(parts)


def _listed(gains: Iterable[tuple[str, int]]) -> str:
    """Writes gains, the largest first: "counselor card (+4), cities (+2)"."""
    return ", ".join(_("%(thing)s (+%(number)s)") % {"thing": name, "number": gain}
                     for name, gain in sorted(gains, key=lambda one: -one[1]))
