"""Every page says in its title how many games wait for its reader, and so does the poll."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.models import Game, SeatClock, User
from games.table.lobby import open_tables
from tests.pages.page_reader import Browser, Sit
from tests.sample_games import advance, clocked_table, mover, seat_table
from tests.streams import heard

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_title_and_stream_say_how_many_games_wait(
    alice: User, fresh: Game, running: Game, sit: Sit
) -> None:
    browser = sit(alice)
    waiting = sum(game.seats.get(user=alice).to_move for game in (fresh, running))
    assert waiting
    for path in ("/games/", f"/games/{fresh.code}/", "/lobby/"):
        browser.open(path)
        title = browser.page.html.partition("<title>")[2].partition("</title>")[0]
        assert title.split()[0] == f"({waiting})"
    stream = f"/games/{fresh.code}/stream/"
    assert heard(browser.client.get(stream))["waiting"] == waiting
    fresh.seats.update(to_move=False)
    assert heard(browser.client.get(stream))["waiting"] == waiting - 1
    browser.open("/rules/")
    assert (f"({waiting - 1})" in browser.page.html.partition("</title>")[0]) == (waiting > 1)


@pytest.fixture
def waiting(alice: User, bob: User, now: datetime) -> list[Game]:
    """Three games in which Alice is to move: the second has waited longest, then the first."""
    found = []
    for hours, name in ((2, "Issus"), (1, "Tyre"), (3, "Gaza")):
        game = seat_table([alice, bob], now=now + timedelta(hours=hours), options={"first": 0})
        Game.objects.filter(pk=game.pk).update(name=name)
        found.append(game)
    return found


def test_next_leads_to_the_game_that_has_waited_longest(
    sit: Sit, alice: User, bob: User, waiting: list[Game]
) -> None:
    browser = sit(alice)
    assert browser.open("/next/").url == f"/games/{waiting[1].code}/"
    waiting[1].seats.update(to_move=False)
    assert browser.open("/next/").url == f"/games/{waiting[0].code}/"
    page = sit(bob).open("/next/")
    assert page.url == "/games/"
    assert "No game waits for you now." in page.words


def test_next_goes_on_from_the_game_whose_page_one_reads(
    sit: Sit, alice: User, waiting: list[Game]
) -> None:
    browser, order = sit(alice), [waiting[1], waiting[0], waiting[2]]
    for game, following in zip(order, [*order[1:], order[0]], strict=True):
        assert browser.open(f"/next/?after={game.code}").url == f"/games/{following.code}/"
        assert f'/next/?after={game.code}"' in browser.open(f"/games/{game.code}/").html
    assert browser.open("/next/?after=nothing").url == f"/games/{order[0].code}/"


def test_a_turn_with_a_clock_waits_since_it_began(
    sit: Sit, alice: User, bob: User, waiting: list[Game], now: datetime
) -> None:
    game = clocked_table([alice, bob], now=now)
    Game.objects.filter(pk=game.pk).update(moved_at=now + timedelta(days=1))
    SeatClock.objects.filter(seat__game=game, seat__user=alice).update(asked_at=now)
    assert sit(alice).open("/next/").url == f"/games/{game.code}/"


def test_a_guest_has_a_next_game(sit: Sit, guest: User, now: datetime) -> None:
    game = open_tables.play_now(guest, players=2, options={"first": 0}, now=now)
    assert sit(guest).open("/next/").url == f"/games/{game.code}/"


def confirm(browser: Browser, game: Game, *, now: datetime) -> None:
    """Open the page to which a confirmed turn of Alice's leads."""
    while mover(game) == 0:
        advance(game, now=now)
    game.refresh_from_db()
    browser.open(f"/games/{game.code}/?played=2-{game.number}")
    assert "Confirmed." in browser.page.words


def test_a_confirmed_turn_offers_the_next_game(
    sit: Sit, alice: User, waiting: list[Game], now: datetime
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{waiting[1].code}/")
    assert "Next game" not in browser.page.words
    confirm(browser, waiting[1], now=now)
    assert "Next game: Issus 1 more waits for you" in browser.page.words
    browser.follow("Next game: Issus")
    assert browser.page.url == f"/games/{waiting[0].code}/"


def test_without_another_game_a_confirmed_turn_offers_none(
    sit: Sit, alice: User, waiting: list[Game], now: datetime
) -> None:
    for game in (waiting[0], waiting[2]):
        game.seats.update(to_move=False)
    browser = sit(alice)
    confirm(browser, waiting[1], now=now)
    assert "Next game" not in browser.page.words
