"""What the page of a game says about time, depending on the clocks and on who reads it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
import time_machine

from games.models import Game, Pace, PlayingHours, SeatClock, User
from games.table.clocks import outages
from games.table.play import pauses
from games.table.seats import leaving, time_outs
from tests.pages.page_reader import Page, Sit
from tests.sample_games import clocked_table, seat_table

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """Alice plays from 9 to 21 in Berlin, Bob all day in Auckland; Alice is to move."""
    for user, zone, opens, closes in (
        (alice, "Europe/Berlin", 9 * 60, 21 * 60), (bob, "Pacific/Auckland", 0, 0),
    ):
        PlayingHours.objects.create(user=user, since=now, time_zone=zone, opens=opens,
                                    closes=closes)
    game = clocked_table([alice, bob], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    time_outs.start_waiting(now)
    return game


def read(sit: Sit, user: User | None, game: Game, moment: datetime,
         path: str = "/games/{code}/") -> Page:
    """The page of the game, or another one, as this person sees it at this moment."""
    with time_machine.travel(moment, tick=False):
        return sit(user).open(path.format(code=game.code))


def test_everybodys_bank_and_time_of_day_are_shown(
    sit: Sit, alice: User, game: Game, now: datetime
) -> None:
    words = read(sit, alice, game, now + 2 * HOUR).words
    assert "Alice 22 hours until Tuesday 12:00 UTC, in 2 days" in words
    assert "Bob 24 hours 03:00 there" in words
    assert "Your turn Until Tuesday 12:00 UTC, in 2 days." in words


def test_outside_their_hours_a_player_rests(
    sit: Sit, bob: User, game: Game, now: datetime
) -> None:
    words = read(sit, bob, game, now + 10 * HOUR).words
    assert ("Alice 16 hours until Tuesday 12:00 UTC, in 38 hours; resting until Monday 2 March,"
            " 08:00") in words
    assert "23:00 there" in words


@pytest.mark.parametrize("path", ["/games/{code}/", "/games/", "/"])
def test_the_others_read_why_a_deadline_has_moved(
    sit: Sit, alice: User, bob: User, game: Game, now: datetime, path: str
) -> None:
    with time_machine.travel(now + HOUR, tick=False):
        sit(alice).client.post("/time/vacations/", {"first_day": "2026-03-02",
                                                    "last_day": "2026-03-02"})
        sit(alice).client.post(f"/games/{game.code}/more-time/", {"given": "0"})
    reason = "not counting the vacation from tomorrow 00:00 UTC to Tuesday 00:00 UTC"
    words = read(sit, bob, game, now + 2 * HOUR, path).words
    assert reason in words
    assert "with 1 more day" in words
    assert "vacation from" not in read(sit, None, game, now + 2 * HOUR).words


def test_a_visitor_sees_the_deadline_and_no_buttons(sit: Sit, game: Game, now: datetime) -> None:
    page = read(sit, None, game, now + 2 * HOUR)
    assert "Alice until Tuesday 12:00 UTC, in 2 days Bob 24 hours" in page.words
    assert "there" not in page.words.partition("Bob 24 hours")[2].partition("About this game")[0]
    assert not any("/pause/" in form.action for form in page.forms)


@pytest.mark.parametrize("who", ["visitor", "spectator"])
@pytest.mark.parametrize("hours", [0, 2, 10, 20])
def test_whoever_only_watches_learns_nothing_of_the_hours_at_which_others_play(
    sit: Sit, carol: User, game: Game, now: datetime, who: str, hours: int
) -> None:
    """Two worlds that differ in the hours of the players only look the same."""
    pages = []
    for zone, opens, closes in (("Europe/Berlin", 540, 1260), ("Asia/Tokyo", 1260, 1320),
                                ("Pacific/Auckland", 0, 0)):
        PlayingHours.objects.update(time_zone=zone, opens=opens, closes=closes)
        moment = now + hours * HOUR
        page = read(sit, carol if who == "spectator" else None, game, moment)
        pages.append(re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]*"', "", page.html))
    assert pages[0] == pages[1] == pages[2]


def test_whoever_has_left_the_table_still_sees_the_hours_of_the_others(
    sit: Sit, alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = clocked_table([alice, bob, carol], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    leaving.leave(game, user=carol, now=now)
    assert "12:00 there" in read(sit, carol, game, now).words


def test_whoever_is_to_move_can_ask_for_one_more_day_while_they_have_an_extension(
    sit: Sit, alice: User, bob: User, game: Game, now: datetime
) -> None:
    def can_ask(user: User) -> bool:
        return any("/more-time/" in form.action for form in read(sit, user, game, now).forms)

    assert (can_ask(alice), can_ask(bob)) == (True, False)
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(extensions=0)
    assert not can_ask(alice)


def test_a_paused_game_says_so(sit: Sit, alice: User, bob: User, game: Game,
                               now: datetime) -> None:
    for seat in (0, 1):
        pauses.agree(game, seat=seat, now=now + HOUR)
    words = read(sit, alice, game, now + 40 * HOUR).words
    assert "The game is paused, and all clocks stand still." in words
    assert "Alice 23 hours" in words
    assert "in 4" not in words


def test_an_operators_stop_says_so(sit: Sit, alice: User, game: Game, now: datetime) -> None:
    outages.stop(reason="We move house", now=now + HOUR)
    words = read(sit, alice, game, now + 3 * HOUR).words
    assert "All clocks stand still: an operator stopped the clocks." in words


def test_a_clock_that_waits_for_its_email_says_so(
    sit: Sit, alice: User, game: Game, now: datetime
) -> None:
    SeatClock.objects.filter(seat__game=game, seat__index=0).update(
        since=None, due_at=None, deadline=None)
    words = read(sit, alice, game, now + HOUR).words
    assert "Alice 24 hours the clock starts when the turn email has left" in words


def test_somebody_whose_time_zone_we_do_not_know_is_told(
    sit: Sit, alice: User, bob: User, game: Game, now: datetime
) -> None:
    PlayingHours.objects.filter(user=alice).delete()
    sentence = "We do not know your time zone, so your clocks follow UTC."
    assert sentence in read(sit, alice, game, now).words
    assert sentence not in read(sit, bob, game, now).words


def test_a_game_without_a_clock_says_nothing_about_time(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0}, pace=Pace.NONE)
    words = read(sit, alice, game, now).words
    assert "hours" not in re.sub(r"\d+ hours later", "", words)  # the choices of a plan
