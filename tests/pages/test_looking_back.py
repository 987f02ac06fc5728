"""The replay: every position and every move; hands are open only after the end."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, User
from tests.pages.page_reader import Sit
from tests.sample_games import advance

pytestmark = pytest.mark.any_database


def test_a_finished_game_is_stepped_through_from_the_first_position(
    finished: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{finished.code}/replay/")
    assert browser.page.url.endswith("/replay/1/")
    assert "The game begins" in browser.page.words
    seen = 1
    while list(browser.page.find("Step ›")):
        browser.follow("Step ›")
        seen += 1
        assert browser.page.status == 200
    assert seen == finished.number
    assert "The game is over" in browser.page.words


def test_turns_are_jumped_over_and_jumped_to(finished: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{finished.code}/replay/1/")
    browser.follow("Turn ›")
    assert browser.page.url.endswith("/replay/2/")
    browser.follow("Turn ›")
    second = int(browser.page.url.rstrip("/").rpartition("/")[2])
    assert 2 < second < 10
    browser.follow("‹ Turn")
    assert browser.page.url.endswith("/replay/2/")
    browser.press("Go", turn="2")
    assert browser.page.url.endswith(f"/replay/{second}/")
    browser.press("Go", turn="9999")
    assert browser.page.url.endswith(f"/replay/{finished.number}/")


def test_all_hands_are_open_after_the_end(finished: Game, alice: User, sit: Sit) -> None:
    page = sit(alice).open(f"/games/{finished.code}/replay/{finished.number // 2}/")
    assert "Hands" in page.words
    assert "Your hand" not in page.words
    last = sit(alice).open(f"/games/{finished.code}/replay/{finished.number}/")
    assert "Hands" in last.words


@pytest.mark.promise("R24")
def test_the_deal_is_checked_on_the_last_page_and_secret_before(
    finished: Game, running: Game, alice: User, sit: Sit
) -> None:
    last = sit(alice).open(f"/games/{finished.code}/replay/{finished.number}/")
    assert "It matches." in last.words
    assert bytes(finished.seed).hex() in last.words
    now = sit(alice).open(f"/games/{running.code}/replay/{running.number}/")
    assert bytes(running.seed).hex() not in now.html
    assert "It matches." not in now.words


def test_a_running_game_is_looked_back_on_with_ones_own_eyes(
    running: Game, sit: Sit, now: datetime
) -> None:
    seat = running.seats.get(index=0)
    page = sit(seat.user).open(f"/games/{running.code}/replay/{running.number}/")
    assert "This game is still in progress" in page.words
    assert "Hands" not in page.words
    assert not list(page.find("The whole game as text"))


def test_the_record_is_given_out_after_the_end_only(
    finished: Game, running: Game, alice: User, sit: Sit
) -> None:
    client = sit(alice).client
    assert client.get(f"/games/{running.code}/record.txt").status_code == 404
    record = client.get(f"/games/{finished.code}/record.txt")
    assert record.status_code == 200
    assert bytes(finished.seed).hex() in record.content.decode()
    assert record["Content-Type"].startswith("text/plain")


def test_a_position_can_be_kept_as_a_picture(running: Game, alice: User, sit: Sit) -> None:
    response = sit(alice).client.get(f"/games/{running.code}/replay/3/board.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert response.content.startswith(b"<svg") or response.content.startswith(b"<?xml")


@pytest.mark.parametrize("number", ["0", "9999", "99999999999999999999"])
def test_a_position_there_is_not_is_answered_with_404(
    finished: Game, alice: User, sit: Sit, number: str
) -> None:
    assert sit(alice).open(f"/games/{finished.code}/replay/{number}/").status == 404


def test_there_is_nothing_to_look_back_on_before_the_start(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open("/games/new/?game=alexandros")
    browser.press("Open the table", players="2", board="delta")
    code = Game.objects.get().code
    assert browser.open(f"/games/{code}/replay/").status == 404


def test_the_page_tells_what_happened_since_my_last_turn(
    fresh: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    while fresh.turn < 3:
        advance(fresh, now=now)
    page = sit(alice).open(f"/games/{fresh.code}/")
    assert "Since your last turn" in page.words
    assert "Bob" in page.words.partition("Since your last turn")[2]
