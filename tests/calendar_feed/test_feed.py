"""What somebody's calendar feed contains, as their games move on."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import EmailPreferences, Game, OutgoingEmail, Pace, Seat, SeatClock, User
from games.post.calendar_feed import feed
from games.post.calendar_feed.ics import Entry
from games.post.outbox import queue
from games.table.clocks import outages, playing_hours, seat_clocks
from games.table.play import pauses, turn_clocks
from games.table.seats import leaving, time_outs
from tests.calendar_feed.standard import faults
from tests.clocks.timings import HOUR, played
from tests.sample_games import advance, clocked_table, never_sleep, seat_table

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A game of Alice, Bob and Carol with one day a turn; nobody rests, and Alice is to move."""
    never_sleep(alice, bob, carol, now=now)
    return started(clocked_table([alice, bob, carol], now=now), now)


def started(game: Game, now: datetime) -> Game:
    """The same game once the email about the turn has left."""
    time_outs.sweep(now)
    game.refresh_from_db()
    return game


def play_turn(game: Game, now: datetime) -> None:
    """The player on turn plays it, and the next one's clock starts."""
    turn = game.turn
    while game.turn == turn:
        advance(game, now=now)
        game.refresh_from_db()
    game.emails.all().delete()
    started(game, now)


def deadlines(user: User, now: datetime) -> list[Entry]:
    return [each for each in feed.entries(user, now=now) if not each.tentative]


def forecasts(user: User, now: datetime) -> list[Entry]:
    return [each for each in feed.entries(user, now=now) if each.tentative]


# ---------- deadlines ----------
def test_a_running_clock_is_a_deadline(game: Game, alice: User, now: datetime) -> None:
    [entry] = deadlines(alice, now)
    assert entry.begins_at == now + DAY
    assert entry.summary == "Your turn in Friends ends"
    assert entry.description == ("Your time for this turn ends on Monday 2 March, 12:00 UTC.\n\n"
                                 f"http://127.0.0.1:8000/games/{game.code}/")
    assert entry.uid == f"deadline-{game.code}-0@127.0.0.1"
    assert forecasts(alice, now) == []


def test_times_are_said_in_the_readers_time_zone(game: Game, alice: User, now: datetime) -> None:
    EmailPreferences.objects.create(user=alice, time_zone="Asia/Tokyo")
    [entry] = deadlines(alice, now)
    assert "Monday 2 March, 21:00 Asia/Tokyo" in entry.description


def test_the_deadline_is_gone_once_the_turn_is_played(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    play_turn(game, now + HOUR)
    assert deadlines(alice, now + HOUR) == []
    [entry] = deadlines(bob, now + HOUR)
    assert entry.begins_at == now + HOUR + DAY


def test_the_next_turn_has_the_same_id(
    game: Game, alice: User, now: datetime
) -> None:
    [before] = deadlines(alice, now)
    for _ in range(3):
        play_turn(game, now + HOUR)
    [after] = deadlines(alice, now + HOUR)
    assert before.uid == after.uid
    assert before.begins_at < after.begins_at


def test_an_extension_moves_the_deadline(game: Game, alice: User, now: datetime) -> None:
    [before] = deadlines(alice, now)
    turn_clocks.ask(game, seat=0, actor="page", now=now)
    [after] = deadlines(alice, now)
    assert after.begins_at > before.begins_at


def test_a_clock_that_waits_for_its_email_ends_at_the_earliest(
    game: Game, alice: User, now: datetime
) -> None:
    SeatClock.objects.filter(seat__user=alice).update(since=None, deadline=None, due_at=None)
    [entry] = deadlines(alice, now)
    assert entry.begins_at == now + DAY
    assert "or a little later" in entry.description


def waits_for_email(game: Game, user: User, **columns: Any) -> OutgoingEmail:
    """The email about the user's turn, for which their clock waits."""
    email = OutgoingEmail.objects.create(
        kind="turn", game=game, user=user, to=user.email or "", number=game.number,
        message_id=queue.new_message_id(), **columns)
    SeatClock.objects.filter(seat__game=game, seat__user=user).update(
        since=None, deadline=None, due_at=None, email=email)
    return email


def test_a_clock_that_waits_for_an_email_that_is_held_cannot_start_before_it_leaves(
    game: Game, alice: User, now: datetime
) -> None:
    waits_for_email(game, alice, status="held", created_at=now, not_before=now + 3 * DAY)
    [entry] = deadlines(alice, now + 2 * DAY)
    assert entry.begins_at == now + 4 * DAY
    assert "or a little later" in entry.description


def test_nor_before_the_digest_that_the_email_is_part_of(
    game: Game, alice: User, now: datetime
) -> None:
    email = waits_for_email(game, alice, status="folded", created_at=now, not_before=now + DAY)
    email.digest = OutgoingEmail.objects.create(
        kind="digest", user=alice, to=email.to, message_id="<digest@site>", created_at=now,
        not_before=now + 2 * DAY)
    email.save(update_fields=["digest"])
    [entry] = deadlines(alice, now + DAY)
    assert entry.begins_at == now + 3 * DAY


@pytest.mark.parametrize("columns", [{"status": Game.Status.OVER}, {"ruleset": "forgotten"}])
def test_other_games_have_none(
    game: Game, alice: User, bob: User, now: datetime, columns: dict[str, Any]
) -> None:
    Game.objects.update(**columns)
    assert feed.entries(alice, now=now) == feed.entries(bob, now=now) == []


def test_a_paused_game_has_none(game: Game, alice: User, bob: User, now: datetime) -> None:
    for seat in range(3):
        pauses.agree(game, seat=seat, now=now)
    assert feed.entries(alice, now=now) == feed.entries(bob, now=now) == []


def test_nothing_is_said_while_all_clocks_stand_still(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    outages.stop(reason="", now=now)
    seat_clocks.refresh_all(now=now)
    assert feed.entries(alice, now=now) == feed.entries(bob, now=now) == []


def test_a_turn_that_a_stand_in_plays_has_none(game: Game, alice: User, now: datetime) -> None:
    Seat.objects.filter(user=alice).update(stand_in="greedy")
    assert feed.entries(alice, now=now) == []


def test_a_seat_that_was_left_has_none(game: Game, alice: User, now: datetime) -> None:
    leaving.leave(game, user=alice, now=now)
    assert feed.entries(alice, now=now) == []


# ---------- forecasts ----------
def test_whoever_waits_gets_a_forecast(game: Game, bob: User, carol: User, now: datetime) -> None:
    [entry] = forecasts(bob, now)
    assert entry.summary == "Probably your turn: Friends (forecast)"
    assert entry.description.startswith("This is only a forecast: ")
    assert "We do not know yet how quickly some of them play." in entry.description
    assert (entry.begins_at, entry.ends_at) == (now + 1.5 * HOUR, now + 6 * HOUR)
    [later] = forecasts(carol, now)
    assert (later.begins_at, later.ends_at) == (now + 3 * HOUR, now + 12 * HOUR)


def test_it_knows_how_quickly_others_usually_play(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    played(alice, game, times=5, took=8 * HOUR, now=now)
    [entry] = forecasts(bob, now)
    assert (entry.begins_at, entry.ends_at) == (now + 4 * HOUR, now + 16 * HOUR)
    assert "We do not know yet" not in entry.description


def test_turns_of_live_games_say_nothing_about_others(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    live = seat_table([alice, bob], now=now, pace=Pace.LIVE)
    [before] = forecasts(bob, now)
    played(alice, live, times=5, took=8 * HOUR, now=now)
    assert forecasts(bob, now) == [before]


def test_bots_and_stand_ins_take_no_time(
    game: Game, alice: User, carol: User, bob: User, now: datetime
) -> None:
    leaving.leave(game, user=bob, now=now)
    [entry] = forecasts(carol, now)
    assert entry.begins_at == now + 1.5 * HOUR
    Seat.objects.filter(user=alice).update(stand_in="greedy")
    assert forecasts(carol, now) == []


def test_several_who_are_to_move_play_at_the_same_time(
    game: Game, carol: User, now: datetime
) -> None:
    Seat.objects.filter(index__lt=2).update(to_move=True)
    [entry] = forecasts(carol, now)
    assert (entry.begins_at, entry.ends_at) == (now + 1.5 * HOUR, now + 6 * HOUR)


def test_a_vacation_of_somebody_before_the_reader_delays_it(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    tomorrow = (now + DAY).date()
    playing_hours.add(alice, tomorrow, last=tomorrow + 6 * DAY, now=now)
    played(alice, game, times=5, took=40 * HOUR, now=now)
    [entry] = forecasts(bob, now)
    assert entry.begins_at > now + 7 * DAY


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.NONE])
def test_live_games_and_games_without_a_clock_have_none(
    alice: User, bob: User, now: datetime, pace: Pace
) -> None:
    started(clocked_table([alice, bob], pace=pace, now=now), now)
    assert forecasts(bob, now) == []


# ---------- the file ----------
def test_the_fingerprint_changes_only_with_what_the_file_says(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, bob):
        before = feed.file(user, now=now)
        assert faults(before.content) == []
        again = feed.file(user, now=now + timedelta(minutes=29))
        assert again.fingerprint == before.fingerprint
    play_turn(game, now + HOUR)
    assert feed.file(bob, now=now + HOUR).fingerprint != before.fingerprint


def test_a_hostile_name_is_only_a_name(game: Game, alice: User, now: datetime) -> None:
    Game.objects.update(name="x\r\nEND:VEVENT\r\n🏛️,;\\n" + "ü" * 50)
    assert faults(feed.file(alice, now=now).content) == []


def test_more_games_take_no_more_queries(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    def grow() -> None:
        for people in ([alice, bob, carol], [bob, carol, alice], [bob, alice]):
            started(clocked_table(people, now=now), now)
        held = clocked_table([alice, bob], now=now)
        waits_for_email(held, alice, status="held", created_at=now, not_before=now + DAY)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            feed.file(alice, now=now)
        return len(asked)

    grow()
    before = queries()
    for _ in range(3):
        grow()
    assert queries() == before
    assert len(feed.entries(alice, now=now)) == 16
