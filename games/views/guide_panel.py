"""The guide of a game: what its page explains to somebody who plays it for the first time."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Game, Seat
from games.rulesets import registry
from games.views.access import TableAccess


@dataclass(frozen=True, slots=True)
class Guide:
    """The template of the guide, and whether it is unfolded: at the very beginning."""

    template: str
    unfolded: bool


def panel(access: TableAccess) -> Guide | None:
    """The guide for this reader, in the first turn of each player; None if there is none.

    Whoever has finished a game of this kind knows it.
    """
    game, user = access.game, access.user
    template = registry.get(game.ruleset).guide_template
    if not template or user is None or access.seat is None or game.turn > len(access.seats):
        return None
    finished = Seat.objects.filter(
        user=user, game__ruleset=game.ruleset, game__status=Game.Status.OVER)
    return None if finished.exists() else Guide(template, unfolded=game.turn == 1)
