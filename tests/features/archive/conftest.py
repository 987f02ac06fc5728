"""Finished games for the tests of the archive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.features.archive import facts, sums
from games.models import ArchivedGame, Game, Seat, User
from games.table.play import event_log
from tests.pages.tables import finished_game
from tests.sample_games import BOARD, RULES, Setup


def show(game: Game) -> ArchivedGame:
    """The game in the archive, after it was shown to everybody."""
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    facts.archive(game)
    return ArchivedGame.objects.get(game=game)


def played(users: Sequence[User], *, now: datetime, listed: bool = True,
           scores: Sequence[int] = (), turns: int = 30, reason: str = "walls",
           **columns: Any) -> Game:
    """A finished game without a log, in which the first seat began and won."""
    scores = scores or [50, 40, 30, 20][:len(users)]
    game = Game.objects.create(
        name=f"Game of {users[0].name}", ruleset="alexandros", rules_version=RULES.version,
        setup_id=event_log.keep_setup(Setup(RULES.boards()[BOARD], len(users), {})),
        status=Game.Status.OVER, listed=listed, created_at=now, moved_at=now, finished_at=now,
        number=1, turn=turns,
        result={"winners": [0], "scores": list(scores), "reason": reason})
    Seat.objects.bulk_create(
        Seat(game=game, index=index, user=user, name=user.name, status=Seat.Status.TAKEN,
             score=score) for index, (user, score) in enumerate(zip(users, scores, strict=True)))
    if listed:
        ArchivedGame.objects.create(game=game, **{**facts.columns(game, first=0), **columns})
    return game


def count(now: datetime) -> None:
    """Counts all archived games."""
    while sums.sweep(now):
        pass


__all__ = ["count", "finished_game", "played", "show"]
