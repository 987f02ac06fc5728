"""Alexandros in the replay: scores, incomes and provinces after each row, the chart, frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from engine.alexandros.provinces import levy_gains, provinces, value
from engine.alexandros.state import State
from games.drawing.layers import Drawing
from games.rulesets.alexandros.drawing import draw_frames, draw_scores
from games.rulesets.alexandros.drawing.score_chart import Moment
from games.rulesets.protocols import Cell, Column


def history(states: Iterable[State], moves: Sequence[str] = ()) -> tuple[Moment, ...]:
    """A moment for each row of a game, from the state after it.

    ``moves`` are in notation, one for each state; they show who levied.  A row that ends a turn
    belongs to that turn, although the state after it is the next player's.
    """
    moments: list[Moment] = []
    before: State | None = None
    for i, after in enumerate(states):
        played = before or after  # the start belongs to the first turn
        levied = i < len(moves) and moves[i].startswith("levy ")
        moments.append(Moment(
            number=i + 1, turn=played.turn, seat=played.seat, scores=after.scores,
            incomes=levy_gains(after), provinces=_held(after),
            levied=played.seat if levied else None,
        ))
        before = after
    return tuple(moments)


def last_rows(moments: Sequence[Moment]) -> list[int]:
    """The number of the last row of each turn, in order."""
    return list({moment.turn: moment.number for moment in moments}.values())


def _held(state: State) -> tuple[tuple[int, ...], ...]:
    """For each seat the values of its provinces, the greatest first."""
    worth = [(p, value(state.board, p)) for p in provinces(state.board, state.walls)]
    return tuple(
        tuple(sorted((v for p, v in worth if p & mask), reverse=True)) for mask in state.guards
    )


class AlexandrosReplay:
    """See ``games.rulesets.protocols.ReplayColumns``."""

    @property
    def columns(self) -> tuple[Column, ...]:
        return (
            Column(_("Levy"), _("What a levy would give now")),
            Column(_("Provinces"), _("What each province is worth, the most valuable first"),
                   number=False),
        )

    def moments(self, views: Sequence[State], *, moves: Sequence[str]) -> tuple[Moment, ...]:
        return history(views, moves)

    def cells(self, moment: Moment, before: Moment, *, seat: int) -> tuple[Cell, ...]:
        income = moment.incomes[seat]
        return (
            Cell(str(income), income - before.incomes[seat]),
            Cell(" · ".join(map(str, moment.provinces[seat]))),
        )

    def chart(self, moments: Sequence[Moment], *, names: Sequence[str], number: int,
              href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        return draw_scores(moments, names=names, current=number, href=href, marks=marks,
                           theme="auto", stylesheet="none")

    def frames(self, views: Sequence[State], *, moves: Sequence[str], names: Sequence[str],
               heading: str) -> Iterable[Drawing]:
        numbers = last_rows(history(views, moves))
        return draw_frames([views[number - 1] for number in numbers], names=names, heading=heading)
