"""Describes the end of a game: why it is over, who wins, and where all points come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.campaign import events
from engine.campaign.state import State
from engine.translation import gettext as _
from engine.translation import gettext_noop, list_with_and, ngettext

REASONS = {
    "points": gettext_noop("The game is over because a player has reached 14 points."),
    "persepolis": gettext_noop("The game is over because Alexander has reached %(place)s."),
}


def ended(event: events.Ended, before: State, names: Sequence[str]) -> list[str]:
    """Returns the points of each player, the winners first, and then the result (EN1).

    What shows one sentence about the end shows the last one.
    """
    ranking = sorted(range(before.players), key=lambda seat: (
        seat not in event.winners, -before.points(seat), seat))
    reason = _(REASONS[event.reason]) % {"place": _(before.world.goal_name)}
    return [*(_points(before, seat, names) for seat in ranking), " ".join([
        reason, _result(event, before, names), *_decided_by_chits(event, before, names)])]


def _result(event: events.Ended, before: State, names: Sequence[str]) -> str:
    points = before.points(event.winners[0])
    text = ngettext(
        "%(names)s wins with %(points)s point.", "%(names)s wins with %(points)s points.", points,
    ) if len(event.winners) == 1 else ngettext(
        "%(names)s share the win with %(points)s point.",
        "%(names)s share the win with %(points)s points.", points,
    )
    return text % {"names": list_with_and(names[seat] for seat in event.winners),
                   "points": points}


def _decided_by_chits(event: events.Ended, before: State, names: Sequence[str]) -> Iterator[str]:
    """Says why a player with as many points does not win (EN3)."""
    best = before.points(event.winners[0])
    tied = [seat for seat in range(before.players) if before.points(seat) == best]
    if len(tied) > len(event.winners):
        yield _("Of players with equally many points, the one with the most chits wins:"
                " %(chits)s.") % {"chits": ", ".join(
                    f"{names[seat]} {before.chits_of(seat)}" for seat in tied)}


def _points(before: State, seat: int, names: Sequence[str]) -> str:
    """Says how many points a player has, and where they come from."""
    points = before.points(seat)
    values = {"name": names[seat], "points": points, "parts": list_with_and(
        text % {"points": value}
        for text, value in zip(_source_texts(), before.point_sources(seat), strict=True)
        if value)}
    if not points:
        return _("%(name)s has no points.") % values
    return ngettext("%(name)s has %(points)s point: %(parts)s.",
                    "%(name)s has %(points)s points: %(parts)s.", points) % values


def _source_texts() -> Sequence[str]:
    """Returns the texts for everything that is worth points, in the order of the state."""
    return (
        _("%(points)s for settlements"), _("%(points)s for cities"),
        _("%(points)s for a counselor card"), _("%(points)s for the longest road"),
        _("%(points)s for the largest army"), _("%(points)s for victory point cards"),
    )
