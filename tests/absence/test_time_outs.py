"""What happens step by step when a player's time runs out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from games.base import heartbeats
from games.base.refusals import Closed, Foreign
from games.models import LoggedMove, OutgoingEmail, SeatClock, TurnTiming
from games.table.clocks import paces, seat_clocks
from games.table.play import bots, history, turn_clocks
from games.table.seats import taking_over, time_outs
from tests.sample_games import advance, clock_of, clocked_table, mover, never_sleep, notes

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def game(alice, bob, carol, now):
    """A game with one day a turn; nobody sleeps, Alice is to move, and her email has left."""
    never_sleep(alice, bob, carol, now=now)
    game = clocked_table([alice, bob, carol], now=now)
    wait(now, timedelta(0))
    return game


def emails(kind):
    return list(OutgoingEmail.objects.filter(kind=kind).order_by("pk"))


def wait(now, period):
    """A sweep after this period, in which the service was up and sent its emails at once."""
    OutgoingEmail.objects.filter(status="queued").update(status="sent", sent_at=F("not_before"))
    heartbeats.record(heartbeats.SWEEP, now=now + period)
    time_outs.sweep(now + period)
    return now + period


def play_stand_in(game, now):
    while bots.play(game.pk, now=now):
        pass
    game.refresh_from_db()


def test_the_bank_shrinks_by_the_time_used_and_grows_by_that_of_a_turn(game, now):
    advance_turn(game, now + 10 * HOUR)
    clock = clock_of(game, 0)
    assert clock.bank == (24 - 10 + 12) * HOUR
    assert clock.since is None
    assert clock_of(game, 1).asked_at == now + 10 * HOUR


def test_the_bank_never_holds_more_than_its_limit(game, now):
    for turn in range(9):
        advance_turn(game, now + turn * timedelta(minutes=1))
    assert clock_of(game, 0).bank == 48 * HOUR


def advance_turn(game, now):
    turn = game.turn
    while game.turn == turn:
        advance(game, now=now)
        game.refresh_from_db()


def test_first_comes_a_reminder_with_a_link_for_one_more_day(game, now):
    assert clock_of(game, 0).deadline == now + 24 * HOUR
    wait(now, 17 * HOUR)
    assert not emails("reminder")
    wait(now, 18 * HOUR)
    wait(now, 19 * HOUR)
    [reminder] = emails("reminder")
    assert reminder.deadline == now + 24 * HOUR


def test_next_an_unused_extension_is_applied_automatically(game, now):
    wait(now, 18 * HOUR)
    wait(now, 26 * HOUR)  # with two hours of grace
    assert notes(game) == ["@extension"]
    clock = clock_of(game, 0)
    assert (clock.extensions, clock.deadline) == (2, now + 50 * HOUR)
    assert len(emails("extended")) == 1


def test_next_a_stand_in_plays_this_one_turn_and_the_player_sees_what_it_did(game, now, alice):
    time_out(game, now)
    assert notes(game) == ["@extension", "@stand-in"]
    seat = game.seats.get(index=0)
    assert (seat.user, seat.stand_in) == (alice, "greedy")
    play_stand_in(game, now + 60 * HOUR)
    seat.refresh_from_db()
    assert (mover(game), seat.user, seat.stand_in) == (1, alice, "")
    assert TurnTiming.objects.get(user=alice).outcome == TurnTiming.Outcome.MISSED
    actors = game.rows.filter(number__gt=3).values_list("actor", flat=True)
    assert set(actors) == {LoggedMove.Actor.BOT}
    sentences = " ".join(
        sentence for entry in history.read(game, 0).since_last_turn()
        for sentence in entry.sentences)
    assert "Alice’s time has run out. A bot plays this turn for them." in sentences
    assert len(history.read(game, 0).since_last_turn()) == game.number


def time_out(game, now):
    """Lets Alice's turn run out completely; returns when the stand-in was called."""
    for hours in (18, 26, 44, 52):
        wait(now, hours * HOUR)
    game.refresh_from_db()
    return now + 52 * HOUR


def test_after_three_such_turns_in_a_row_the_bot_keeps_the_seat_until_its_player_is_back(
    game, now, alice
):
    SeatClock.objects.filter(seat__game=game).update(extensions=0)
    for missed in range(3):
        now = wait(wait(now, 20 * HOUR), 8 * HOUR)
        play_stand_in(game, now)
        if missed < 2:
            assert game.seats.get(index=0).user == alice
            now = let_others_play(game, now)
    seat = game.seats.get(index=0)
    assert (seat.user, seat.left_by, seat.bot) == (None, alice, "greedy")
    assert notes(game) == ["@stand-in", "@stand-in", "@seat"]
    assert [email.user for email in emails("replaced")] == [alice]
    assert len(emails("left")) == 2
    assert TurnTiming.objects.filter(user=alice, outcome="missed").count() == 3

    later = game.moved_at + 100 * HOUR
    assert taking_over.former_seat(game, alice) is not None
    taking_over.take_back(game, user=alice, now=later)
    seat = game.seats.get(index=0)
    assert (seat.user, seat.left_by, seat.bot) == (alice, None, "")
    assert clock_of(game, 0).bank >= 12 * HOUR
    assert notes(game)[-1] == "@return"
    assert history.read(game, 1).entries()[-1].sentences == (
        "Alice is back and plays for themselves again.",)


def let_others_play(game, now):
    while mover(game) != 0:
        now += timedelta(minutes=5)
        advance(game, now=now)
        game.refresh_from_db()
    OutgoingEmail.objects.filter(status="queued").update(status="sent", sent_at=now)
    time_outs.start_waiting(now)
    return now


def test_a_turn_in_time_ends_the_row_of_missed_ones(game, now):
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(missed=2)
    advance_turn(game, now + HOUR)
    assert clock_of(game, 0).missed == 0


def test_somebody_takes_the_turn_back_before_the_bot_has_moved(game, now, alice):
    later = time_out(game, now)
    taking_over.take_back(game, user=alice, now=later)
    assert not bots.play(game.pk, now=later)
    assert clock_of(game, 0).since == later
    advance(game, now=later)


def test_nobody_else_can_take_a_seat_back(game, now, bob):
    time_out(game, now)
    with pytest.raises(Foreign, match="no seat here"):
        taking_over.take_back(game, user=bob, now=now)


def test_orders_are_refused_while_a_stand_in_plays(game, now):
    time_out(game, now)
    with pytest.raises(Foreign, match="a bot is playing it for you"):
        advance(game, now=now)


def test_a_player_gets_one_more_day_for_the_asking(game, now):
    turn_clocks.ask(game, seat=0, actor="page", now=now + HOUR)
    clock = clock_of(game, 0)
    assert (clock.deadline, clock.extensions) == (now + 48 * HOUR, 2)
    assert "Alice has asked for one more day: 24 hours of their playing time." in [
        *history.read(game, 1).entries()[-1].sentences]


def test_the_last_extension_is_followed_by_a_refusal(game, now):
    for _ in range(paces.EXTENSIONS):
        turn_clocks.ask(game, seat=0, actor="page", now=now)
    with pytest.raises(Foreign, match="no extension left"):
        turn_clocks.ask(game, seat=0, actor="page", now=now)


def test_asking_twice_with_the_same_button_gives_one_more_day_once(game, now, client, alice):
    client.force_login(alice)
    for _ in range(2):
        assert client.post(f"/games/{game.code}/more-time/", {"given": "0"}).status_code == 302
    assert notes(game) == ["@extension"]


def test_nobody_gets_more_time_for_somebody_elses_turn(game, now):
    with pytest.raises(Closed, match="not your turn"):
        turn_clocks.ask(game, seat=1, actor="page", now=now)


def test_an_extension_comes_back_after_turns_in_time(game, now):
    SeatClock.objects.filter(seat__game=game).update(extensions=1)
    for _ in range(3 * paces.IN_TIME_FOR_EXTENSION):
        advance_turn(game, now)
    assert [clock_of(game, seat).extensions for seat in range(3)] == [2, 2, 2]


def test_a_turn_with_an_extension_counts_as_excused(game, now, alice):
    turn_clocks.ask(game, seat=0, actor="page", now=now)
    advance_turn(game, now + HOUR)
    timing = TurnTiming.objects.get(user=alice)
    assert (timing.outcome, timing.used) == (TurnTiming.Outcome.EXCUSED, HOUR)


@pytest.mark.promise("R23")
def test_nobody_is_timed_out_by_an_outage_of_three_days(game, now):
    time_outs.sweep(now + 72 * HOUR)  # no sweep in between
    assert not notes(game)
    assert clock_of(game, 0).deadline == now + 24 * HOUR + 72 * HOUR


@pytest.mark.promise("R23")
def test_each_step_is_taken_once_however_often_a_sweep_runs(game, now):
    for _ in range(3):
        wait(now, 18 * HOUR)
    assert len(emails("reminder")) == 1
    for _ in range(3):
        wait(now, 26 * HOUR)
    assert notes(game) == ["@extension"]


def test_the_clock_starts_when_the_turn_email_has_left(alice, bob, now):
    game = clocked_table([alice, bob], now=now)
    advance_turn(game, now)
    [email] = emails("turn")
    time_outs.sweep(now + timedelta(minutes=2))
    assert clock_of(game, 1).since is None
    OutgoingEmail.objects.filter(pk=email.pk).update(status="sent", sent_at=now + HOUR)
    wait(now, 2 * HOUR)
    assert clock_of(game, 1).since == now + HOUR


def test_times_of_a_clock_are_those_of_its_player(game, now):
    clock = clock_of(game, 0)
    times = seat_clocks.times_of(clock, now=now)
    assert seat_clocks.left(clock, times, now + 25 * HOUR) == -HOUR
