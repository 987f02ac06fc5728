"""Which events are posted, to whom, and what they tell."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import TestCase

from games.features.webhooks import formats
from games.models import Delivery, Game, User
from games.people import account_deletion
from games.post.deliveries import delivery, hooks
from games.table.lobby import open_tables
from games.table.seats import leaving
from games.table.talk import speaking
from tests.features.webhooks.conftest import PUBLIC, Enter
from tests.sample_games import advance, clocked_table, mover, never_sleep, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def play_turn(game: Game, *, now: datetime) -> None:
    """Plays on until the turn is somebody else's."""
    seat = mover(game)
    while mover(game) == seat:
        advance(game, now=now)


def told() -> list[tuple[str, str, list[str]]]:
    """Who gets what, about which seats."""
    return [(one.hook.owner.name, one.facts["event"], [seat["name"] for seat in said(one)["seats"]])
            for one in Delivery.objects.select_related("hook__owner")]


def said(one: Delivery) -> dict[str, Any]:
    return dict(json.loads(formats.POSTS[formats.PLAIN](one)))


def test_the_webhook_of_a_table_posts_the_turns_of_everybody(
    fresh: Game, bob: User, enter: Enter, now: datetime
) -> None:
    enter(bob, fresh)
    play_turn(fresh, now=now)
    play_turn(fresh, now=now)
    assert told() == [("Bob", "turn", ["Bob"]), ("Bob", "turn", ["Alice"])]


def test_the_webhook_of_a_person_posts_their_own_turns_and_until_when_they_last(
    alice: User, bob: User, enter: Enter, now: datetime
) -> None:
    never_sleep(alice, bob, now=now)
    game = clocked_table([alice, bob], now=now)
    enter(bob)
    play_turn(game, now=now)
    ends = said(Delivery.objects.get())["seats"][0].pop("deadline")
    assert datetime.fromisoformat(ends) > now + timedelta(hours=20)
    play_turn(game, now=now)
    assert told() == [("Bob", "turn", ["Bob"])]


def test_an_address_that_two_players_enter_gets_each_event_once(
    fresh: Game, alice: User, bob: User, enter: Enter, now: datetime
) -> None:
    for user in (alice, bob):
        enter(user, fresh)
        enter(user)
    play_turn(fresh, now=now)
    leaving.leave(fresh, user=bob, now=now)
    assert told() == [("Alice", "turn", ["Bob"]), ("Alice", "over", [])]


def test_when_the_webhook_of_one_player_is_off_that_of_the_other_takes_over(
    fresh: Game, alice: User, bob: User, enter: Enter, now: datetime
) -> None:
    first, second = enter(alice, fresh), enter(bob, fresh)
    play_turn(fresh, now=now)
    post = Delivery.objects.get()
    hooks.failed(first, gone=True, now=now)
    play_turn(fresh, now=now)
    assert told()[1] == ("Bob", "turn", ["Alice"])
    assert delivery._has_hook(post)
    post.refresh_from_db()
    assert post.hook == second


def test_what_a_removed_webhook_still_had_to_post_falls_to_the_other(
    fresh: Game, alice: User, bob: User, enter: Enter, now: datetime
) -> None:
    first = enter(alice, fresh)
    enter(bob, fresh)
    play_turn(fresh, now=now)
    hooks.remove(first.owner, first.pk)
    assert told() == [("Bob", "turn", ["Bob"])]


def test_whoever_leaves_the_table_loses_their_webhook_there(
    alice: User, bob: User, carol: User, enter: Enter, now: datetime
) -> None:
    game = seat_table([alice, bob, carol], now=now, options={"first": 0})
    enter(bob, game)
    play_turn(game, now=now)
    leaving.leave(game, user=bob, now=now)
    assert not hooks.live().exists()
    assert not hooks.of(bob)[0].has_seat  # type: ignore[attr-defined]
    assert delivery.deliver(Delivery.objects.get().pk, now=now) == "failed"


def test_the_beginning_is_one_post_that_says_whose_turn_it_is(
    alice: User, bob: User, enter: Enter, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, others=[], players=2, board="delta",
                                     options={"first": 0}, now=now)
    enter(alice, table)
    open_tables.join(table, user=bob, token=table.invite_token, now=now)
    assert [event for _owner, event, _names in told()] == ["begun"]
    assert said(Delivery.objects.get())["text"].endswith(
        "The game has begun. It is the turn of Alice.")


def test_nobody_is_told_of_the_turns_of_bots(
    alice: User, enter: Enter, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=2, board="delta", bots=["greedy"],
                                    options={"first": 0}, now=now)
    enter(alice, game)
    Delivery.objects.all().delete()
    play_turn(game, now=now)
    assert told() == []


def test_what_is_said_is_not_posted(
    fresh: Game, alice: User, enter: Enter, now: datetime
) -> None:
    enter(alice, fresh)
    speaking.say(fresh, user=alice, channel="table", text="Hello", key="1", now=now)
    assert told() == []


def test_a_worker_hears_of_a_post_after_the_commit(
    fresh: Game, alice: User, enter: Enter, now: datetime, announced: list[Any]
) -> None:
    enter(alice, fresh)
    announced.clear()
    with TestCase.captureOnCommitCallbacks(execute=True):
        play_turn(fresh, now=now)
    post = Delivery.objects.get()
    assert ("send_post", post.pk) in announced


def test_nothing_of_a_deleted_person_is_left_in_what_is_posted(
    fresh: Game, alice: User, bob: User, enter: Enter, now: datetime
) -> None:
    enter(alice, fresh)
    enter(bob, fresh, f"{PUBLIC}2")
    play_turn(fresh, now=now)
    account_deletion.delete_account(bob, now=now)
    assert {one.hook.owner for one in Delivery.objects.all()} == {alice}
    assert "Bob" not in str([said(one) for one in Delivery.objects.all()])
