"""What the pace of a table would mean for somebody, before they sit down."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.models import Game, Pace, PlayingHours, User
from games.table.clocks import pace_preview, reliability
from games.table.lobby import open_tables
from tests.clocks.timings import HOUR, played

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def table(alice: User, bob: User, now: datetime) -> Game:
    """A relaxed table of Alice and Bob with one free seat."""
    game = open_tables.create_table(by=alice, players=4, pace=Pace.RELAXED, listed=True, now=now)
    open_tables.join(game, user=bob, now=now)
    return game


def plays(user: User, opens: int, closes: int, *, free: int = 0, now: datetime) -> None:
    PlayingHours.objects.create(user=user, since=now - DAY, time_zone="Europe/Berlin",
                                opens=opens * 60, closes=closes * 60, free_weekdays=free)


def read(table: Game, reader: User | None, now: datetime) -> list[str]:
    people = [seat.user_id for seat in table.seats.all() if seat.user_id]
    turns = reliability.recent_turns([*people, *([reader.pk] if reader else [])], now=now)
    table.refresh_from_db()
    return pace_preview.of_table(table, table.seats.all(), reader=reader, turns=turns, now=now)


@pytest.mark.parametrize(("opens", "closes", "sentence", "slow"), [
    (9, 22, "Your turns will end between 9:00 and 22:00 your time.", "4 days"),
    (0, 0, "Your turns can end at any hour of a day that is not free.", "2 days"),
])
def test_a_reader_is_told_when_their_turns_end(
    table: Game, carol: User, now: datetime, opens: int, closes: int, sentence: str, slow: str
) -> None:
    plays(carol, opens, closes, now=now)
    assert read(table, carol, now) == [sentence, f"A slow turn of yours takes {slow}."]


def test_a_visitor_gets_the_default_hours(table: Game, now: datetime) -> None:
    assert read(table, None, now) == [
        ("Your turns will end between 8:00 and 22:00 (UTC), until you sign in and choose your"
        " playing hours."),
        "A slow turn of yours takes 4 days."]


def test_a_reader_without_playing_hours_is_told_so(
    table: Game, carol: User, now: datetime
) -> None:
    assert read(table, carol, now)[0] == (
        "Your turns will end between 8:00 and 22:00 (UTC), until you choose your playing hours.")


def test_no_time_passes_at_weekends_for_somebody_who_plays_only_then(
    table: Game, alice: User, carol: User, now: datetime
) -> None:
    plays(carol, 8, 22, free=0b11111, now=now)
    Game.objects.update(pace=Pace.WEEKDAYS)
    assert read(table, carol, now) == [
        ("At this pace, your time would never pass: you play on no day that counts. Please choose"
        " another pace.")]
    assert "A slow turn of Carol can take more than a year." not in read(table, carol, now)
    open_tables.join(table, user=carol, now=now)
    assert "A slow turn of Carol can take more than a year." in read(table, alice, now)


def test_a_live_game_runs_at_any_hour(table: Game, carol: User, now: datetime) -> None:
    live = open_tables.create_table(by=carol, players=2, pace=Pace.LIVE, now=now)
    assert read(live, carol, now) == [
        "Your turns can end at any hour.", "A slow turn of yours takes 16 minutes."]


def test_hours_that_make_a_turn_slow_are_named_to_people_at_the_table(
    table: Game, alice: User, bob: User, carol: User, now: datetime
) -> None:
    plays(bob, 18, 22, now=now)
    plays(alice, 9, 22, now=now)
    plays(carol, 18, 22, now=now)
    assert "A slow turn of Bob can take 13 days." in read(table, alice, now)
    assert not [each for each in read(table, bob, now) if "Alice" in each or "Bob" in each]
    for outsider in (carol, None):
        assert not [each for each in read(table, outsider, now) if "Bob" in each]
    open_tables.join(table, user=carol, now=now)
    assert "A slow turn of Bob can take 13 days." in read(table, carol, now)


def test_a_round_is_estimated_from_the_past(
    table: Game, alice: User, bob: User, carol: User, fresh: Game, now: datetime
) -> None:
    played(alice, fresh, times=5, took=2 * HOUR, now=now)
    played(bob, fresh, times=4, took=20 * HOUR, now=now - DAY)
    assert read(table, carol, now)[2:] == [
        "A turn of Alice usually takes about 2 hours.",
        "We do not know yet how quickly Bob plays."]
    played(bob, fresh, times=3, took=30 * HOUR, now=now)
    assert read(table, carol, now)[2:] == [
        "The turns of Alice and Bob usually take about 22 hours together."]
    played(carol, fresh, times=9, took=27 * HOUR, now=now)
    assert read(table, carol, now)[2:] == [
        "With Alice and Bob, a round usually takes about 2 days."]
    assert read(table, bob, now)[2:] == ["With Alice, a round usually takes about 22 hours."]


def test_live_games_are_not_compared_with_others(
    table: Game, alice: User, bob: User, carol: User, fresh: Game, now: datetime
) -> None:
    Game.objects.filter(pk=fresh.pk).update(pace=Pace.LIVE)
    for user in (alice, bob, carol):
        played(user, fresh, times=5, took=timedelta(minutes=2), now=now)
    assert len(read(table, carol, now)) == 2
    Game.objects.filter(pk=table.pk).update(pace=Pace.LIVE)
    assert "With Alice and Bob, a round usually takes about 6 minutes." in read(table, carol, now)


def test_a_table_without_a_clock_says_nothing_of_hours(
    alice: User, carol: User, fresh: Game, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=2, now=now)
    assert read(game, carol, now) == []
    played(alice, fresh, times=5, took=2 * HOUR, now=now)
    assert read(game, carol, now) == ["A turn of Alice usually takes about 2 hours."]


def test_a_new_table_says_what_each_pace_means_for_its_creator(
    alice: User, now: datetime
) -> None:
    plays(alice, 10, 20, now=now)
    hours, means = pace_preview.of_paces(alice, now=now)
    assert hours == "Your turns will end between 10:00 and 20:00 your time."
    assert means == {
        Pace.LIVE: ["Your turns can end at any hour.", "A slow turn of yours takes 16 minutes."],
        Pace.DAY: ["A slow turn of yours takes 3 days."],
        Pace.RELAXED: ["A slow turn of yours takes 6 days."],
        Pace.WEEKDAYS: ["A slow turn of yours takes 5 days."]}
    assert "until you sign in" in pace_preview.of_paces(None, now=now)[0]
