"""Bots of members: made under a name like people's, marked, retired, and gone with their owner."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.base.refusals import Missing, TableRefusal
from games.models import Game, OutgoingEmail, User
from games.people import account_deletion, accounts, api_tokens, bot_accounts
from games.table.lobby import open_tables
from tests.people.conftest import unpacked


@pytest.fixture
def hal(alice: User, now: datetime) -> User:
    """Hal, a bot of Alice's."""
    return bot_accounts.make(alice, "Hal", now=now)


@pytest.fixture
def playing(hal: User, bob: User, carol: User, now: datetime) -> Game:
    """A game of Hal, Bob and Carol."""
    game = open_tables.create_table(by=bob, players=3, listed=True, now=now)
    for user in (hal, carol):
        open_tables.join(game, user=user, now=now)
    game.refresh_from_db()
    return game


def test_every_seat_says_that_a_bot_has_it(playing: Game) -> None:
    assert {seat.name for seat in playing.seats.all()} == {"Bob", "Hal (bot)", "Carol"}


def test_nobody_emails_a_bot_and_its_seat_lacks_no_address(playing: Game, hal: User) -> None:
    assert not OutgoingEmail.objects.filter(user=hal).exists()
    assert not playing.seats.get(user=hal).gets_no_email


@pytest.mark.parametrize(("name", "why"), [
    ("Bob", "Somebody else has this name"), ("Admin", "has a meaning"),
    (" ", "give the bot a name"), ("a b", "How about “a-b”")])
def test_a_bot_is_named_as_people_are(alice: User, bob: User, now: datetime, name: str,
                                      why: str) -> None:
    with pytest.raises(TableRefusal) as refused:
        bot_accounts.make(alice, name, now=now)
    assert why in refused.value.sentence
    assert not alice.bots.exists()


def test_a_member_has_five_bots_at_most_without_those_that_are_retired(
    alice: User, now: datetime
) -> None:
    bots = [bot_accounts.make(alice, f"Hal-{word}", now=now) for word in ("a", "b", "c", "d", "e")]
    with pytest.raises(TableRefusal) as refused:
        bot_accounts.make(alice, "Hal-f", now=now)
    assert "retire one of them first" in refused.value.sentence
    account_deletion.retire(bots[0], now=now)
    assert bot_accounts.make(alice, "Hal-f", now=now).owner == alice


def test_a_bot_that_never_played_is_no_unused_account(
    alice: User, hal: User, now: datetime
) -> None:
    accounts.prove(alice, now=now)
    assert accounts.forget_unused(now + timedelta(days=1000)) == 0
    assert User.objects.filter(pk=hal.pk).exists()


def test_a_bot_can_have_neither_an_address_nor_rights(hal: User) -> None:
    for columns in ({"email": "hal@example.org"}, {"is_staff": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=hal.pk).update(**columns)
    assert User.objects.get(pk=hal.pk).email is None


def test_a_retired_bot_leaves_its_games_and_its_tokens_end(
    playing: Game, hal: User, alice: User, now: datetime
) -> None:
    token = bot_accounts.make_token(alice, hal, now=now)
    account_deletion.retire(hal, now=now)
    assert playing.seats.get(left_by=hal).bot
    assert api_tokens.find(token, now=now) is None
    with pytest.raises(Missing):
        bot_accounts.own(alice, hal.pk)
    assert str(User.objects.get(pk=hal.pk)) == "Hal (bot)"


def test_deleting_an_account_deletes_its_bots_and_their_names(
    playing: Game, alice: User, now: datetime
) -> None:
    account_deletion.delete_account(alice, now=now)
    assert sorted(User.objects.values_list("name", flat=True)) == ["Bob", "Carol"]
    assert "Former player" in {seat.name for seat in playing.seats.all()}
    assert playing.seats.exclude(bot="").count() == 1


def test_an_owner_and_their_bot_leave_the_same_game_together(
    alice: User, hal: User, now: datetime
) -> None:
    game = open_tables.create_table(by=hal, players=2, listed=True, now=now)
    open_tables.join(game, user=alice, now=now)
    account_deletion.delete_account(alice, now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER


def test_an_owner_who_is_shut_out_takes_their_bots_along(
    alice: User, hal: User, now: datetime
) -> None:
    account_deletion.close_seats(alice, now=now)
    hal.refresh_from_db()
    assert not hal.is_active


def test_the_data_of_the_owner_name_their_bots(playing: Game, alice: User, now: datetime) -> None:
    bots: list[dict[str, Any]] = unpacked(alice, now)[0]["bots"]
    assert [(bot["name"], bot["retired"], bot["games"]) for bot in bots] == [
        ("Hal", False, [playing.code])]
