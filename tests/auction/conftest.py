"""Offers the first game and the one of this folder, as ALEXANDROS_GAMES would."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.bot_plans import next_move
from games.base import task_queue
from games.models import Game, LoggedMove, User
from games.table.lobby import open_tables
from games.table.play import bots, history
from tests import sample_games
from tests.auction.rules import AUCTION

PACKAGE = "tests.auction"
ALICE, BOB, CAROL = range(3)


@pytest.fixture(autouse=True)
def _two_games(settings: Any) -> None:
    settings.GAMES = [settings.GAMES[0], PACKAGE]
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, PACKAGE]


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """Alice, Bob and a bot; it is Alice's turn to offer a lot."""
    return table_for_three([alice, bob], now=now)


@pytest.fixture
def table(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """Alice, Bob and Carol, who may call for points; it is Alice's turn to offer a lot."""
    return calling_table([alice, bob, carol], now=now)


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)


def table_for_three(people: list[User], *, now: datetime, **settings: Any) -> Game:
    """A game with bots in the last seats; it is the first person's turn to offer a lot."""
    made = open_tables.create_table(by=people[0], name="Friends", ruleset="lots", players=3,
                                    listed=True, bots=["bold"] * (3 - len(people)), now=now,
                                    **settings)
    for user in people[1:]:
        open_tables.join(made, user=user, now=now)
    made.refresh_from_db()
    made.emails.all().delete()
    return made


def calling_table(people: list[User], *, now: datetime, **settings: Any) -> Game:
    """The same with calls for points, which are orders out of turn."""
    return table_for_three(people, now=now, options={"calls": True}, **settings)


def submit(game: Game, seat: int, text: str, *, now: datetime, number: int | None = None) -> None:
    """Plays orders of a seat, given at row ``number`` or at the last one."""
    sample_games.submit(game, seat=seat, text=text,
                        number=game.number if number is None else number, key=f"{game.number}",
                        actor=LoggedMove.Actor.PAGE, now=now)
    game.refresh_from_db()


def to_move(game: Game) -> list[int]:
    """The seats that the game waits for."""
    return list(game.seats.filter(to_move=True).values_list("index", flat=True))


def play_on(game: Game, *, now: datetime) -> None:
    """Plays to the end: people and bots choose in the same way."""
    while game.status == Game.Status.RUNNING:
        if not bots.play(game.pk, now=now):
            seat = to_move(game)[0]
            view: Any = history.view(game, seat)
            move = next_move(AUCTION.bots["bold"], view, seat=seat, salt=bytes([game.number]))
            submit(game, seat, AUCTION.format(move, view), now=now)
        game.refresh_from_db()
