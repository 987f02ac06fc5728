"""Why a seat has won or lost: its causes, and the turns in which its chances changed most."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext as _

from alexandros_rules.addressing import for_reader, told
from alexandros_rules.analysis import PlayedMove
from games.features.review.reviewing import played_moves
from games.models.review_findings import JudgedTurn, Standing
from games.rulesets import registry
from games.rulesets.protocols import Cause, Moment
from games.table.play import event_log
from games.table.play.history import GameHistory

CAUSES = 3  # of each seat, the largest
SWINGS = 3  # of each seat, the largest
LEAST_SWING = 0.1  # of the chance of winning


@dataclass(frozen=True, slots=True)
class Swing:
    """A turn of the seat ``mover`` that changed another seat's chance, or its own.

    ``number`` is the last row of the turn; ``before`` and ``after`` are chances from 0 to 1, and
    ``percents`` are both as the chart of all chances shows them.
    """

    turn: int
    mover: int
    number: int
    before: float
    after: float
    percents: tuple[int, int]

    @property
    def rise(self) -> float:
        return self.after - self.before


def winners_of(past: GameHistory) -> Collection[int]:
    """Return the seats that have won the game, which is over."""
    assert past.game.result is not None  # the game is over
    winners: Collection[int] = past.game.result["winners"]
    return winners


def whole_course(course: Sequence[Standing], past: GameHistory) -> tuple[Standing, ...]:
    """Return the standings of a game up to its result."""
    winners, number = winners_of(past), past.game.number
    shares = tuple((seat in winners) / max(1, len(winners)) for seat in range(len(past.names)))
    return (*(one for one in course if one.row < number), Standing(number, shares))


def largest_swings(course: Sequence[Standing], moments: Sequence[Moment], *, seat: int,
                   winners: Collection[int]) -> list[Swing]:
    """Return the turns that lowered a seat's chance most, or raised a winner's, in their order."""
    sign = 1 if seat in winners else -1
    found = [Swing(moments[a.row].turn, moments[a.row].seat, b.row, a.chances[seat],
                   b.chances[seat],
                   (whole_percents(a.chances)[seat], whole_percents(b.chances)[seat]))
             for a, b in pairwise(course)]
    large = [one for one in found if sign * one.rise >= LEAST_SWING]
    most = sorted(large, key=lambda one: sign * one.rise, reverse=True)[:SWINGS]
    return sorted(most, key=lambda one: one.number)


def percents(course: Sequence[Standing], moments: Sequence[Moment],
             seats: Collection[int]) -> list[list[int | None]]:
    """Return the chances of these seats after each row in percent, None for all other seats."""
    found, standings = list[list[int | None]](), list(course)
    for moment in moments:
        while len(standings) > 1 and standings[1].row <= moment.number:
            standings.pop(0)
        found.append([percent if seat in seats else None
                      for seat, percent in enumerate(whole_percents(standings[0].chances))])
    return found


def whole_percents(chances: Sequence[float]) -> list[int]:
    """Return chances as whole percents that add up to the percents of their sum, mostly 100."""
    exact = [100 * chance for chance in chances]
    whole = [int(one) for one in exact]
    most_lost = sorted(range(len(exact)), key=lambda seat: whole[seat] - exact[seat])
    for seat in most_lost[:round(sum(exact)) - sum(whole)]:
        whole[seat] += 1
    return whole


def in_words(swing: Swing, names: Sequence[str]) -> str:
    """Return a swing as a sentence."""
    return told(
        names, swing.mover,
        _("Turn %(turn)s, which was yours: from %(before)s %% to %(after)s %%."),
        _("Turn %(turn)s, which was %(name)s’s: from %(before)s %% to %(after)s %%."),
    ) % {"turn": swing.turn, "name": names[swing.mover], "before": swing.percents[0],
         "after": swing.percents[1]}


def summary(past: GameHistory, seat: int) -> str:
    """Return a sentence on where the points came from, "" if the game has none to say."""
    causes = registry.get(past.game.ruleset).causes
    if causes is None:
        return ""
    return causes.summary(played_game(past), seat=seat, names=_names(past),
                          winners=winners_of(past))


def find_causes(past: GameHistory, turns: Sequence[JudgedTurn], *, seat: int) -> list[Cause]:
    """Return the largest causes of a seat's result; ``turns`` are those of the seat."""
    causes = registry.get(past.game.ruleset).causes
    if causes is None:
        return []
    found = causes.causes(
        played_game(past), seat=seat, names=_names(past), winners=winners_of(past),
        lost=points_lost(past, turns))
    large = [one for one in found if one.points >= causes.least_points]
    return sorted(large, key=lambda one: -one.points)[:CAUSES]


def points_lost(past: GameHistory, turns: Sequence[JudgedTurn]) -> Mapping[int, float]:
    """Return the points that the notable turns gave away, by turn.

    Where other seats decide in the middle of a turn, its worst part counts.
    """
    lost = dict[int, float]()
    for one in turns:
        if one.is_notable:
            lost[one.turn] = max(_points(past, one), lost.get(one.turn, 0.0))
    return lost


def _points(past: GameHistory, turn: JudgedTurn) -> float:
    analyst, players = registry.get(past.game.ruleset).analyst, len(past.names)
    assert analyst is not None  # else there is no review
    return (analyst.points(turn.best, players=players)
            - analyst.points(turn.chance, players=players))


def played_game(past: GameHistory) -> list[PlayedMove]:
    """Return all moves of a finished game; nothing in its positions is hidden any more."""
    return [*played_moves(event_log.ruleset_of(past.game), past.transitions)]


def _names(past: GameHistory) -> Sequence[str]:
    return for_reader(past.names, past.seat)
