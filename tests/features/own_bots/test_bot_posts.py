"""A bot's webhook gets the table as the API shows it to the bot, so that it can answer at once."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from games.features.own_bots import posts
from games.models import Delivery, Game, Seat, User
from games.people import bot_accounts
from games.post.deliveries import hooks
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.seats import leaving
from tests.api.programs import program_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture(autouse=True)
def _no_broker(announced: list[object]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def bots(alice: User, bob: User, now: datetime) -> list[User]:
    """Bots of Alice's and Bob's with webhooks."""
    made = [bot_accounts.make(alice, "Hal", now=now), bot_accounts.make(bob, "Eliza", now=now)]
    for bot in made:
        hooks.enter(bot, f"https://hooks.example.org/{bot.name}", posts=posts.FORMAT, game=None,
                    now=now)
    return made


def first_turn(bots: list[User], now: datetime, ruleset: str = "alexandros") -> Delivery:
    """What is posted to the bot that begins a game of these two."""
    game = open_tables.create_table(by=bots[0], players=2, ruleset=ruleset, now=now)
    open_tables.join(game, user=bots[1], token=game.invite_token, now=now)
    found = Delivery.objects.select_related("hook__owner").first()
    assert found is not None
    return found


@pytest.mark.parametrize("ruleset", registry.names())
def test_a_post_about_a_turn_has_the_table_as_the_api_shows_it(
    bots: list[User], now: datetime, ruleset: str
) -> None:
    delivery = first_turn(bots, now, ruleset)
    found: dict[str, Any] = json.loads(posts.body(delivery))
    assert (found["v"], found["id"], found["event"]) == (1, str(delivery.identity), "turn")
    assert found["bot"] == delivery.hook.owner.name
    assert found["game"]["your_turn"]
    program = program_of(delivery.hook.owner, ["bot"])
    assert found["game"] == program.get(f"/api/1/games/{found['game']['code']}").json()


def test_a_server_that_plays_for_several_bots_is_told_for_each_of_them(
    bots: list[User], now: datetime
) -> None:
    for bot in bots:
        bot.webhooks.all().delete()
        hooks.enter(bot, "https://hooks.example.org/all", posts=posts.FORMAT, game=None, now=now)
    delivery = first_turn(bots, now)
    leaving.leave(Game.objects.get(), user=delivery.hook.owner, now=now)
    over = Delivery.objects.filter(facts__event="over")
    assert {each.hook.owner for each in over} == set(bots)


def test_a_test_post_is_about_no_table(bots: list[User], now: datetime) -> None:
    test = Delivery(hook=bots[0].webhooks.get(), facts={"event": "test"}, created_at=now)
    assert json.loads(posts.body(test))["game"] is None


def test_what_a_bot_may_not_see_any_more_is_not_posted(
    bots: list[User], now: datetime
) -> None:
    delivery = first_turn(bots, now)
    Seat.objects.update(user=None)
    Game.objects.update(created_by=None)
    assert json.loads(posts.body(delivery))["game"] is None
