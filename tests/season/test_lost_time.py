"""Games that do not go on, and time counted while somebody does not play, are found."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.labs.season import lost_time
from games.labs.season.lost_time import LocalClocks, LostTurns
from games.labs.season.scenario import Trouble
from games.models import Game, Pace, SeatClock, TurnTiming, User
from games.table.clocks import playing_hours, playing_time, seat_clocks
from games.table.play import pauses
from games.table.seats import time_outs
from tests.sample_games import clocked_table, seat_table

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game of Alice and Bob with the pace "one day", in which no sweep starts Alice's clock.

    Both play from 8:00 to 22:00 UTC.
    """
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




def run_out(now: datetime) -> list[str]:
    """Makes the sweeps of ten days, one an hour, with the check of a season."""
    lost = LostTurns()
    time_outs.start_waiting(now)
    for hour in range(1, 240):
        moment = now + hour * HOUR
        due = SeatClock.objects.filter(due_at__lte=moment).order_by("due_at").first()
        if due is not None and due.due_at is not None:
            lost.note(due.due_at)
            time_outs.run_out(due.due_at)
    return lost.faults(LocalClocks(), ())


def test_turns_that_are_lost_while_people_play_are_no_fault(game: Game, now: datetime) -> None:
    assert run_out(now) == []
    assert game.rows.filter(move="@stand-in").exists()


def test_a_night_that_is_counted_is_found(
    game: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_clocks, "counted_in", lambda game, calendar: playing_time.ALWAYS)
    assert any("had passed" in fault or "does not play then" in fault for fault in run_out(now))


def test_a_vacation_that_is_counted_is_found(
    game: Game, alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing_hours.add(alice, now.date() + DAY, last=now.date() + 9 * DAY, now=now)
    monkeypatch.setattr(seat_clocks, "counted_in", lambda game, calendar: playing_time.Calendar(
        calendar.hours))
    assert any("does not play then" in fault for fault in run_out(now))


def test_a_turn_for_which_the_night_was_counted_is_found(
    game: Game, alice: User, now: datetime
) -> None:
    timing = TurnTiming.objects.create(
        user=alice, game=game, ended_at=now + DAY, used=14 * HOUR, took=DAY,
        outcome=TurnTiming.Outcome.IN_TIME)
    assert LostTurns().faults(LocalClocks(), ()) == []
    timing.used = 15 * HOUR
    timing.save(update_fields=["used"])
    (fault,) = LostTurns().faults(LocalClocks(), ())
    assert "15:00:00 were counted" in fault


@pytest.mark.parametrize(("zone", "opens", "closes"), [
    ("Europe/Berlin", 8, 22), ("Pacific/Auckland", 20, 4), ("America/Santiago", 9, 9),
    ("Australia/Lord_Howe", 0, 6), ("Asia/Kolkata", 18, 23),
])
def test_it_agrees_with_the_clocks(
    alice: User, zone: str, opens: int, closes: int
) -> None:
    """Over half a year with changes of the clocks, free weekdays and a vacation."""
    begin = datetime(2026, 9, 1, 9, 30, tzinfo=UTC)
    playing_hours.change_hours(alice, zone, opens=opens * 60, closes=closes * 60,
                                   free_weekdays={2, 6}, now=begin)
    playing_hours.add(alice, begin.date() + 30 * DAY, last=begin.date() + 40 * DAY, now=begin)
    clock, calendar = LocalClocks().of(alice.pk, Pace.DAY), seat_clocks.calendar_of(alice)
    for day in range(1, 190, 7):
        end = begin + day * DAY + 3 * HOUR
        assert clock.time(begin, end) == playing_time.playing_time(calendar, begin, end)
