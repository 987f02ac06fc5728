"""Which games are learning games: one person plays against bots, and nothing is at stake."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Game, Seat
from games.rulesets import registry


def is_learning_game(game: Game, seats: Sequence[Seat]) -> bool:
    """Whether the player may have hints: the game is unrated, and all others are bots for good.

    A bot that keeps a seat for somebody who has left is not, because they may come back.
    """
    bots = [seat for seat in seats if seat.bot and not seat.is_vacant]
    people = [seat for seat in seats if seat.user_id is not None]
    return (
        not game.rated and len(people) == 1 and len(bots) == len(seats) - 1
        and registry.get(game.ruleset).analyst is not None
    )
