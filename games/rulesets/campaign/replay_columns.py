"""The Campaign in the replay: columns of the standings, the chart, frames of the animation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from engine.campaign.state import State
from games.drawing.animation import thinned
from games.drawing.layers import Drawing
from games.rulesets.campaign.point_chart import ROLLS, Moment, draw_points, production
from games.rulesets.plain import PlainReplay
from games.rulesets.protocols import Cell, Column


class CampaignReplay(PlainReplay):
    """See ``games.rulesets.protocols.ReplayColumns``."""

    @property
    def columns(self) -> Sequence[Column]:  # type: ignore[override]
        # The table beside them shows cards and gold, and a phone has no room for more columns.
        return (
            Column(_("Chits"), _("Event chits won")),
            Column(_("Yield"), _("What a roll of the dice brings on average, if the robber is not"
                                 " in the way")),
        )

    def seat_on_turn(self, view: State) -> int:
        return view.seat

    def moments(self, views: Sequence[State], *, moves: Sequence[str]) -> Sequence[Moment]:
        plain = super().moments(views, moves=moves)
        return [
            Moment(one.number, one.turn, one.seat, one.scores,
                   tuple([view.chits_of(seat) for seat in range(view.players)]),
                   production(view))
            for one, view in zip(plain, views, strict=True)
        ]

    def cells(self, moment: Moment, before: Moment, *,  # type: ignore[override]
              seat: int) -> Sequence[Cell]:
        chits = moment.chits[seat]
        return [Cell(str(chits), chits - before.chits[seat]),
                Cell(number_format(moment.production[seat] / ROLLS, 1))]

    def chart(self, moments: Sequence[Moment], *,  # type: ignore[override]
              names: Sequence[str], number: int, href: Callable[[int], str],
              marks: Mapping[int, str]) -> str:
        return draw_points(moments, names=names, number=number, href=href, marks=marks)

    def frames(self, views: Sequence[State], *, moves: Sequence[str], names: Sequence[str],
               heading: str) -> Iterable[Drawing]:
        last = {moment.turn: view for moment, view in zip(
            super().moments(views, moves=moves), views, strict=True)}
        return (self.pictures.standalone_board(view, names=names, heading=heading)
                for view in thinned([*last.values()]))
