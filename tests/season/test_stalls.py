"""A game that does not go on is found, and one that merely takes its time is not."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.labs.season import lost_time
from games.labs.season.lost_time import LocalClocks
from games.labs.season.scenario import Trouble
from games.models import Game, Pace, User
from games.table.clocks import playing_hours
from games.table.play import pauses
from tests.sample_games import clocked_table, seat_table

DAY = timedelta(days=1)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob with the pace "one day", in which no sweep starts Alice's clock."""
    return clocked_table([alice, bob], now=now, pace=Pace.DAY)


def found(now: datetime, *, after: timedelta, troubles: tuple[Trouble, ...] = ()) -> list[str]:
    people = {user.pk: number for number, user in enumerate(User.objects.order_by("pk"))}
    return [
        str(each) for each in lost_time.find_stalls(LocalClocks(), troubles, people, now + after)
    ]


def test_a_clock_that_never_starts_is_found(game: Game, now: datetime) -> None:
    assert found(now, after=9 * DAY) == [
        "Friends: nothing since 2026-03-01 12:00 UTC, the time of Alice should have run out"]


def test_a_slow_turn_is_no_stall(game: Game, now: datetime) -> None:
    assert found(now, after=6 * DAY) == []


def test_a_vacation_is_no_stall(game: Game, alice: User, now: datetime) -> None:
    playing_hours.add(alice, now.date(), last=now.date() + 6 * DAY, now=now)
    assert found(now, after=9 * DAY) == []
    assert len(found(now, after=16 * DAY)) == 1


def test_an_outage_is_no_stall(game: Game, now: datetime) -> None:
    outage = Trouble("service", now + DAY, now + 6 * DAY)
    assert found(now, after=9 * DAY, troubles=(outage,)) == []


def test_an_address_that_bounces_may_hold_the_game_for_three_days(
    game: Game, now: datetime
) -> None:
    bounce = Trouble("bounce", now, now + 8 * DAY, person=0)
    assert found(now, after=9 * DAY, troubles=(bounce,)) == []
    assert len(found(now, after=13 * DAY, troubles=(bounce,))) == 1


def test_a_pause_is_no_stall(game: Game, now: datetime) -> None:
    pauses.agree(game, seat=0, now=now)
    pauses.agree(game, seat=1, now=now)
    assert found(now, after=40 * DAY) == []


def test_without_a_clock_a_game_may_wait_for_ever(alice: User, bob: User, now: datetime) -> None:
    seat_table([alice, bob], now=now)
    assert found(now, after=90 * DAY) == []


def test_a_bot_that_does_not_play_is_found(game: Game, now: datetime) -> None:
    game.seats.filter(index=0).update(user=None, bot="greedy")
    assert found(now, after=timedelta(minutes=30)) == []
    assert len(found(now, after=timedelta(hours=2))) == 1


def test_a_deserted_game_that_is_not_finished_is_found(game: Game, now: datetime) -> None:
    game.deserted_at = now
    game.save(update_fields=["deserted_at"])
    assert found(now, after=7 * DAY) == []
    assert len(found(now, after=8 * DAY)) == 1
