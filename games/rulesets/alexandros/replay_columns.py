"""Alexandros in the replay: columns of the standings, the chart, frames of the animation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from engine.alexandros.state import State
from games.drawing.layers import Drawing
from games.rulesets.alexandros import score_history
from games.rulesets.alexandros.drawing import draw_frames, draw_scores
from games.rulesets.alexandros.drawing.score_chart import Moment
from games.rulesets.protocols import Cell, Column


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
        return score_history.history(views, moves)

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
        numbers = score_history.last_rows(score_history.history(views, moves))
        return draw_frames([views[number - 1] for number in numbers], names=names, heading=heading)
