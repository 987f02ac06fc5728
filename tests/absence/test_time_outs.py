"""What happens step by step when a player's time runs out, and where things are unusual."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from django.db.models import F

from games.base import heartbeats
from games.base.refusals import Closed, Foreign
from games.models import (
    Game,
    LoggedMove,
    OutgoingEmail,
    Pace,
    PlayingHours,
    SeatClock,
    Snapshot,
    TurnTiming,
)
from games.people import account_deletion
from games.table.clocks import paces, seat_clocks
from games.table.lobby import open_tables
from games.table.play import bots, event_log, history, turn_clocks, verification
from games.table.seats import taking_over, time_outs
from tests.absence.conftest import let_bots_play, sweep
from tests.sample_games import (
    RULES,
    advance,
    clock_of,
    clocked_table,
    mover,
    never_sleep,
    notes,
    seat_table,
)

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

# Clocks go forward in Berlin on 29 March and back in Sydney on 5 April 2026.
FORWARD, BACK = "Europe/Berlin", "Australia/Sydney"


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
    let_bots_play(game, now + 60 * HOUR)
    seat.refresh_from_db()
    assert (mover(game), seat.user, seat.stand_in) == (1, alice, "")
    assert TurnTiming.objects.get(user=alice).outcome == TurnTiming.Outcome.MISSED
    actors = game.rows.filter(number__gt=3).values_list("actor", flat=True)
    assert set(actors) == {LoggedMove.Actor.BOT}
    sentences = " ".join(
        sentence for entry in history.read(game, 0).since_last_turn()
        for sentence in entry.sentences)
    assert "Your time has run out. A bot plays this turn for you." in sentences
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
        let_bots_play(game, now)
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
    link = taking_over.url(taking_over.EXTENSION, clock_of(game, 0).seat, alice.pk, to=alice.email,
                           since=game.turn)
    first, *later = [client.post(path, {"given": "0"}, follow=True).content.decode() for path in (
        f"/games/{game.code}/more-time/", f"/games/{game.code}/more-time/", urlsplit(link).path)]
    assert "You have one more day for this turn." in first
    for page in later:
        assert "You have one more day" not in page
        assert "You had already asked for this day" in page
    assert notes(game) == ["@extension"]


def test_nobody_gets_more_time_for_somebody_elses_turn(game, now):
    with pytest.raises(Closed, match="not your turn"):
        turn_clocks.ask(game, seat=1, actor="page", now=now)


def test_an_extension_comes_back_after_four_turns_in_time(game, now):
    SeatClock.objects.filter(seat__game=game).update(extensions=1)
    for _ in range(3 * 4 - 1):
        advance_turn(game, now)
    assert [clock_of(game, seat).extensions for seat in range(3)] == [2, 2, 1]
    assert [clock_of(game, seat).in_time for seat in range(3)] == [0, 0, 3]


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


# ---------- unusual times and people ----------
def local(zone, *parts):
    return datetime(2026, *parts, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def begin(users, *, zone, opens, closes, at):
    """A game in which these people play at these hours of the day, whose clock has started."""
    for user in users:
        PlayingHours.objects.create(user=user, since=at, time_zone=zone, opens=opens * 60,
                                    closes=closes * 60)
    game = clocked_table(users, now=at)
    sweep(at)
    return game


def lose_turn(game, moment):
    """Lets the first player's time run out, who has no extension, and the stand-in play."""
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(extensions=0)
    sweep(moment)
    let_bots_play(game, moment)


@pytest.mark.parametrize(("zone", "month", "day"), [(FORWARD, 3, 28), (BACK, 4, 4)])
def test_whoever_sleeps_through_the_change_has_the_same_hours(alice, bob, zone, month, day):
    at = local(zone, month, day, 12)
    game = begin([alice, bob], zone=zone, opens=8, closes=22, at=at)
    # 10 of the 24 hours on this day, and 14 on the next
    assert clock_of(game).deadline == at.astimezone(ZoneInfo(zone)).replace(hour=22) + DAY
    assert not sweep(local(zone, month, day, 23, 59) + 8 * HOUR)
    assert notes(game) == []


@pytest.mark.parametrize(("zone", "month", "day"), [(FORWARD, 3, 28), (BACK, 4, 4)])
def test_whoever_plays_all_night_has_all_hours_that_really_pass(alice, bob, zone, month, day):
    at = local(zone, month, day, 12)
    game = begin([alice, bob], zone=zone, opens=0, closes=0, at=at)
    assert clock_of(game).deadline == at + 24 * HOUR
    SeatClock.objects.filter(seat__game=game).update(extensions=0)
    sweep(at + 26 * HOUR - timedelta(seconds=1))
    assert notes(game) == []
    sweep(at + 26 * HOUR)
    assert notes(game) == ["@stand-in"]


def test_a_game_of_older_rules_is_timed_out_and_read_as_before(alice, bob, carol, now,
                                                               monkeypatch):
    game = begin([alice, bob, carol], zone="UTC", opens=0, closes=0, at=now)
    advance(game, now=now)
    game.refresh_from_db()
    monkeypatch.setattr(RULES, "version", RULES.version + 1)
    lose_turn(game, now + 3 * DAY)
    assert notes(game) == ["@stand-in"]
    state = event_log.state_at(game)
    assert event_log.latest_state(game)[0] == state
    Snapshot.objects.all().delete()
    assert event_log.latest_state(game)[0] == state
    assert verification.first_fault(game) is None


def test_a_guest_is_stood_in_for_without_an_email_and_comes_back(guest, alice, now):
    game = begin([guest, alice], zone="UTC", opens=0, closes=0, at=now)
    assert clock_of(game).since == now
    lose_turn(game, now + 3 * DAY)
    assert notes(game) == ["@stand-in"]
    assert not OutgoingEmail.objects.filter(user=guest).exists()
    while game.seats.get(index=0).user_id:
        SeatClock.objects.filter(seat__game=game, seat__index=0).update(missed=2)
        begun = now + 3 * DAY
        while not game.seats.get(index=0).to_move:
            advance(game, now=begun)
            game.refresh_from_db()
        lose_turn(game, begun + 20 * DAY)
    taking_over.take_back(game, user=guest, now=now + 30 * DAY)
    assert game.seats.get(index=0).user == guest


def test_somebody_who_deletes_their_account_is_neither_timed_out_nor_written_to(
    alice, bob, carol, now
):
    game = begin([alice, bob, carol], zone="UTC", opens=0, closes=0, at=now)
    account_deletion.delete_account(alice, now=now + HOUR)
    emails = OutgoingEmail.objects.count()
    assert sweep(now + 40 * HOUR) == 0
    assert notes(game) == ["@seat"]
    assert OutgoingEmail.objects.count() == emails
    assert clock_of(game).due_at is None


def test_bots_have_no_clock_and_nobody_waits_for_them(alice, bob, now):
    game = open_tables.create_table(by=alice, players=3, bots=["greedy"], pace=Pace.DAY,
                               invite_emails=[bob.email], now=now)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    assert paces.control_of(game).per_turn
    assert not SeatClock.objects.filter(seat__game=game, seat__bot="greedy").exists()


def test_a_game_of_one_person_against_bots_has_no_clock_at_all(alice, now):
    game = open_tables.create_table(by=alice, players=2, bots=["greedy"], pace=Pace.DAY, now=now)
    assert not Game.objects.get(pk=game.pk).has_clock


def test_a_game_from_before_there_were_clocks_waits_for_ever(alice, bob, now):
    game = seat_table([alice, bob], now=now, options={"first": 0}, pace=Pace.DAY)
    assert sweep(now + 400 * DAY) == 0
    assert notes(game) == []
