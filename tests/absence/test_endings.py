"""Games that end because people leave: resigned, cancelled early, or deserted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from games.base import heartbeats
from games.base.refusals import Closed, Foreign
from games.models import Game, OutgoingEmail, SeatClock, TurnTiming
from games.table.play import bots, history, records, verification
from games.table.seats import leaving, seating, taking_over, time_outs
from tests.absence.conftest import let_bots_play
from tests.sample_games import advance, clocked_table, seat_table

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def emails(kind):
    return [email.user for email in OutgoingEmail.objects.filter(kind=kind).order_by("pk")]


def test_with_two_players_resigning_ends_the_game(alice, bob, now):
    game = clocked_table([alice, bob], now=now)
    leaving.leave(game, user=alice, now=now)
    assert game.status == Game.Status.OVER
    assert (game.result["winners"], game.result["reason"]) == ([1], "resigned")
    assert emails("over") == [bob]
    assert history.read(game, None).entries()[-1].sentences == (
        "Alice has resigned, which ends the game; Bob won.",)
    assert verification.first_fault(game) is None
    assert not SeatClock.objects.exclude(asked_at=None).exists()


def test_a_resigned_game_can_be_exported_and_imported(alice, bob, now):
    game = seat_table([alice, bob], now=now, options={"first": 0})
    advance(game, now=now)
    leaving.leave(game, user=bob, now=now)
    copy = records.import_record(records.export_record(game, with_seed=True), now=now)
    assert (copy.status, copy.result) == (Game.Status.OVER, game.result)
    assert verification.first_fault(copy) is None


def test_with_three_players_a_bot_goes_on(alice, bob, carol, now):
    game = seat_table([alice, bob, carol], now=now)
    leaving.leave(game, user=alice, now=now)
    assert game.status == Game.Status.RUNNING
    assert game.seats.get(index=0).bot == "greedy"


def test_before_anybodys_second_turn_a_game_can_be_cancelled(alice, bob, now):
    game = clocked_table([alice, bob], now=now)
    while game.turn < 2:
        advance(game, now=now)
        game.refresh_from_db()
    assert TurnTiming.objects.exists()
    leaving.cancel(game, user=bob, now=now)
    assert game.status == Game.Status.CANCELLED
    assert not TurnTiming.objects.exists()
    assert emails("table") == [alice]
    assert verification.first_fault(game) is None


def test_the_page_of_a_cancelled_game_says_who_has_cancelled_it(alice, bob, now, sit):
    game = clocked_table([alice, bob], now=now)
    leaving.cancel(game, user=bob, now=now)
    page = sit(alice).open(f"/games/{game.code}/")
    assert "Bob has cancelled the game before anybody’s second turn." in page.words
    assert "Look for another table in the lobby" in page.words


def test_later_it_can_no_longer_be_cancelled(alice, bob, now):
    game = clocked_table([alice, bob], now=now)
    while game.turn < 3:
        advance(game, now=now)
        game.refresh_from_db()
    with pytest.raises(Closed, match="second turn"):
        leaving.cancel(game, user=alice, now=now)


def test_whoever_cancels_a_game_after_its_end_is_told_so(alice, bob, now, sit):
    cancelled, left = (clocked_table([alice, bob], now=now) for _ in range(2))
    leaving.cancel(cancelled, user=bob, now=now)
    leaving.leave(left, user=bob, now=now)
    for user in (alice, bob):
        browser = sit(user)
        for game, sentence in ((cancelled, "This game has already been cancelled."),
                               (left, "This game is over, so it can no longer be cancelled.")):
            response = browser.client.post(f"/games/{game.code}/cancel/")
            assert response.status_code == 409
            assert sentence in response.content.decode()


def test_only_a_player_can_cancel_a_game(alice, bob, carol, now):
    game = clocked_table([alice, bob], now=now)
    with pytest.raises(Foreign, match="no seat"):
        leaving.cancel(game, user=carol, now=now)


@pytest.fixture
def left_alone(alice, bob, carol, now):
    """A game that Alice, Bob and Carol have left, Carol as the last, because of her clock."""
    game = clocked_table([alice, bob, carol], now=now)
    leaving.leave(game, user=alice, now=now)
    leaving.leave(game, user=bob, now=now)
    let_bots_play(game, now)
    SeatClock.objects.update(extensions=0, missed=2)
    time_outs.start_waiting(now)
    OutgoingEmail.objects.update(status="sent", sent_at=now)
    for days in (4, 5):
        OutgoingEmail.objects.filter(status="queued").update(
            status="sent", sent_at=F("not_before"))
        heartbeats.record(heartbeats.SWEEP, now=now + timedelta(days=days))
        time_outs.sweep(now + timedelta(days=days))
    game.refresh_from_db()
    return game


def test_a_game_that_all_people_have_left_rests_and_warns_them(left_alone, alice, bob, carol, now):
    assert left_alone.deserted_at is not None
    assert emails("deserted") == [alice, bob, carol]
    assert bots.play(left_alone.pk, now=now) == 0


def test_the_bots_finish_it_at_once_when_nobody_comes_back(left_alone, now):
    end = left_alone.deserted_at + seating.REST
    assert seating.finish_deserted(end - HOUR) == 0
    assert seating.finish_deserted(end) == 1
    let_bots_play(left_alone, end)
    assert left_alone.status == Game.Status.OVER


def test_whoever_comes_back_wakes_it(left_alone, bob, now):
    taking_over.take_back(left_alone, user=bob, now=left_alone.deserted_at + HOUR)
    assert left_alone.deserted_at is None
    assert seating.finish_deserted(now + 30 * seating.REST) == 0

