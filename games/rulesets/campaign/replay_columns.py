"""The Campaign in the replay: columns of the standings and a chart of the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.campaign import things
from engine.campaign.state import State
from games.rulesets.plain import PlainMoment, PlainReplay
from games.rulesets.replay_rows import Cell, Column


@dataclass(frozen=True, slots=True)
class Moment(PlainMoment):
    """A row of a game: what each seat holds after it, and how much it can expect from a roll.

    ``production`` is in 36ths of a card or piece of gold.
    """

    cards: tuple[int, ...]
    gold: tuple[int, ...]
    chits: tuple[int, ...]
    production: tuple[int, ...]


class CampaignReplay(PlainReplay):
    """See ``games.rulesets.protocols.ReplayColumns``."""

    @property
    def columns(self) -> Sequence[Column]:  # type: ignore[override]
        return (
            Column(_("Cards"), _("Commodity cards in hand")),
            Column(_("Gold"), _("Pieces of gold")),
            Column(_("Chits"), _("Event chits won")),
            Column(_("Yield"), _("What 36 rolls of the dice would bring on average")),
        )

    def seat_on_turn(self, view: State) -> int:
        return view.seat

    def moments(self, views: Sequence[State], *, moves: Sequence[str]) -> Sequence[Moment]:
        plain = super().moments(views, moves=moves)
        return [
            Moment(one.number, one.turn, one.seat, one.scores,
                   tuple(map(things.cards, view.hands)),
                   tuple([hand[things.GOLD] for hand in view.hands]),
                   tuple([view.chits_of(seat) for seat in range(view.players)]),
                   production(view))
            for one, view in zip(plain, views, strict=True)
        ]

    def cells(self, moment: Moment, before: Moment, *,  # type: ignore[override]
              seat: int) -> Sequence[Cell]:
        pairs = ((moment.cards, before.cards), (moment.gold, before.gold),
                 (moment.chits, before.chits), (moment.production, before.production))
        return [Cell(str(now[seat]), now[seat] - was[seat]) for now, was in pairs]


def production(view: State) -> tuple[int, ...]:
    """Returns what each seat gets on average from 36 rolls of the dice, without the robber."""
    world = view.world
    yields = [0] * view.players
    for number, tiles in world.hexes_by_number.items():
        for tile in tiles:
            corners = world.corners[tile]
            for seat in range(view.players):
                yields[seat] += (6 - abs(7 - number)) * (
                    (view.settlements[seat] & corners).bit_count()
                    + 2 * (view.cities[seat] & corners).bit_count())
    return tuple(yields)
