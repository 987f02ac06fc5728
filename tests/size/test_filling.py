"""`manage.py fill`: made-up games are as valid as real ones, and real ones are never mixed with."""

from __future__ import annotations

from datetime import datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.base import task_queue
from games.labs.filling import copied_games
from games.labs.filling.population import Size
from games.labs.management.commands.fill import fill
from games.models import Game, LoggedMove, User

pytestmark = pytest.mark.django_db
PEOPLE = 40


@pytest.fixture(autouse=True)
def _few_recorded_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copied_games, "PLAYED", 6)
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)


def test_the_same_seed_plays_the_same_games_and_another_one_does_not() -> None:
    played, again, others = (copied_games.play_games(Size(2, PEOPLE, seed))
                             for seed in ("1", "1", "2"))
    assert [game.rows for game in played] == [game.rows for game in again]
    assert [game.rows for game in played] != [game.rows for game in others]


@pytest.mark.parametrize("games", [1, 2, 12])
def test_a_small_database_can_be_filled_too(games: int, now: datetime) -> None:
    fill(Size(games, 12), report=lambda sentence: None, now=now)
    assert Game.objects.count() == games


def test_a_database_with_people_is_refused(alice: User) -> None:
    with pytest.raises(CommandError, match="already contains people or games"):
        call_command("fill", games=10)
    assert User.objects.get() == alice


def test_a_database_with_games_is_refused(finished: Game) -> None:
    User.objects.all().delete()
    with pytest.raises(CommandError, match="Set DATABASE_URL or ALEXANDROS_DATA to an empty"):
        call_command("fill", games=10)
    assert Game.objects.get() == finished


@pytest.mark.parametrize("wrong", [{"games": 0}, {"people": 3}])
def test_too_few_games_or_people_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(CommandError, match="at least one game and 12 people"):
        call_command("fill", **wrong)


def test_the_command_says_how_many_rows_there_are_and_who_can_sign_in() -> None:
    output = StringIO()
    call_command("fill", games=20, stdout=output)
    assert "20 of 20 games." in output.getvalue()
    assert f"{LoggedMove.objects.count():>10} LoggedMove" in output.getvalue()
    assert "You can sign in as alice@example.org, " in output.getvalue()
