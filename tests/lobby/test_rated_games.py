"""Rated games have exactly the options that make the chances most nearly equal."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from alexandros_rules.alexandros.rules import RULESET as RULES
from games.base.refusals import TableRefusal
from games.models import Game, User
from games.table.lobby import open_tables, rematches
from games.table.play import event_log
from games.table.seats import leaving

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


def test_games_are_not_rated_by_default(alice: User, now: datetime) -> None:
    assert not open_tables.create_table(by=alice, players=3, now=now).rated


@pytest.mark.parametrize("players", RULES.seats)
def test_a_rated_game_gets_its_options_by_itself(alice: User, now: datetime, players: int) -> None:
    game = open_tables.create_table(by=alice, players=players, rated=True, now=now)

    assert game.rated
    assert event_log.setup_of(game).options == RULES.rated_options[players]


def test_naming_its_options_changes_nothing(alice: User, now: datetime) -> None:
    options = {"balanced_start": True, "half_of_occupying": False, "first": None}
    game = open_tables.create_table(by=alice, players=3, rated=True, options=options, now=now)

    assert event_log.setup_of(game).options == {"balanced_start": True}


@pytest.mark.parametrize(("players", "options", "title"), [
    (2, {"finish_round": True}, "Finish the round"), (3, {"first": 0}, "First player"),
    (4, {"half_of_occupying": True}, "Smaller compensation"),
    (3, {"balanced_start": True, "finish_round": True}, "Finish the round"),
])
def test_other_options_are_refused(
    alice: User, now: datetime, players: int, options: dict[str, Any], title: str
) -> None:
    with pytest.raises(TableRefusal) as refused:
        open_tables.create_table(by=alice, players=players, rated=True, options=options, now=now)

    assert refused.value.sentence.startswith(f"“{title}” cannot be chosen for a rated game")
    assert not Game.objects.exists()


def test_a_number_of_players_without_rated_options_is_refused(
    alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(RULES), "rated_options", {2: {}})

    with pytest.raises(TableRefusal, match="no rated games of Alexandros with so many players"):
        open_tables.create_table(by=alice, players=3, rated=True, now=now)


def test_bots_may_play_rated_games(alice: User, bob: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=3, rated=True, bots=["greedy"], now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    game.refresh_from_db()

    assert (game.rated, game.status) == (True, Game.Status.RUNNING)


@pytest.mark.parametrize("players", [2, 4])
def test_but_not_against_one_person_alone(alice: User, now: datetime, players: int) -> None:
    with pytest.raises(TableRefusal, match="one person against bots cannot be rated"):
        open_tables.create_table(by=alice, players=players, rated=True,
                                 bots=["greedy"] * (players - 1), now=now)

    assert not Game.objects.exists()


@pytest.mark.parametrize("match", [False, True])
def test_a_rematch_of_a_rated_game_is_rated_too(
    alice: User, bob: User, now: datetime, match: bool
) -> None:
    game = open_tables.create_table(by=alice, players=2, rated=True, match=match, now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    Game.objects.filter(pk=game.pk).update(match="second" if match else "")
    leaving.leave(game, user=alice, now=now)

    assert rematches.join_or_create(game, by=alice, now=now).rated


def test_unless_rated_games_have_other_options_by_then(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_tables.create_table(by=alice, players=2, rated=True, now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    leaving.leave(game, user=alice, now=now)
    monkeypatch.setattr(type(RULES), "rated_options", {2: {"finish_round": True}})

    assert not rematches.join_or_create(game, by=alice, now=now).rated
