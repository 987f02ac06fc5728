"""Lists of tables: each with a picture, and no extra query for each table."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, Seat, User
from games.rulesets import registry
from games.table.lobby import game_lists, open_tables
from tests.pages.page_reader import Sit
from tests.sample_games import FINISHED, HALFWAY, import_sample, seat_table


def opened(by: User, now: datetime) -> Game:
    return open_tables.create_table(
        by=by,
        name="Open",
        ruleset="alexandros",
        board="delta",
        players=3,
        options={},
        bots=[],
        listed=True,
        invite_emails=[],
        now=now,
    )


def count_queries(sit: Sit, user: User, path: str) -> int:
    client = sit(user).client
    client.get(path)  # the first visit may set something up
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    return len(asked)


@pytest.mark.parametrize("path", ["/", "/games/", "/lobby/", "/watch/"])
def test_a_longer_list_asks_no_more(
    alice: User, bob: User, sit: Sit, now: datetime, path: str
) -> None:
    def grow() -> None:
        seat_table([alice, bob], now=now)
        game = import_sample(HALFWAY, name="Halfway", now=now)
        Seat.objects.filter(game=game, index=0).update(user=alice)
        import_sample(HALFWAY, name="To be watched", now=now)
        Game.objects.filter(name="To be watched").update(listed=True)
        opened(bob, now)
        opened(alice, now)

    grow()
    before = count_queries(sit, alice, path)
    for _ in range(4):
        grow()
    assert count_queries(sit, alice, path) == before


def test_every_table_has_a_picture_of_its_own(alice: User, bob: User, sit: Sit,
                                              now: datetime) -> None:
    seat_table([alice, bob], now=now)
    game = import_sample(HALFWAY, name="Halfway", now=now)
    Seat.objects.filter(game=game, index=0).update(user=alice)
    opened(alice, now)
    page = sit(alice).open("/games/")
    pictures = [part.partition("</svg>")[0] for part in page.html.split('class="thumb"')[1:]]
    assert len(pictures) == 3
    assert sum("ax-wall" in picture for picture in pictures) == 1
    assert all(len(picture) < 10_000 for picture in pictures)
    lobby = sit(bob).open("/lobby/")
    assert lobby.html.count('class="thumb"') == 1


def test_listed_games_of_others_can_be_watched(
    running: Game, finished: Game, alice: User, dave: User, sit: Sit
) -> None:
    browser = sit(dave)
    browser.open("/watch/")
    assert "Games to watch" in browser.page.words
    assert "Finished" not in browser.page.words
    browser.follow("Running")
    assert "You are watching." in browser.page.words
    assert "Running" not in sit(alice).open("/watch/").words


def test_the_lobby_leads_to_a_game_against_bots(alice: User, sit: Sit) -> None:
    browser = sit(alice)
    page = browser.open("/lobby/")
    assert "No table is waiting for players right now" in page.words
    browser.follow("Play Alexandros against bots")
    assert browser.press("Play now").status == 200
    game = Game.objects.get()
    assert game.status == Game.Status.RUNNING
    assert [bool(seat.bot) for seat in game.seats.all()].count(False) == 1


def test_games_to_watch_and_to_replay_have_a_page(
    running: Game, finished: Game, dave: User, sit: Sit
) -> None:
    Game.objects.update(listed=True)
    browser = sit(dave)
    browser.open("/lobby/")
    page = browser.follow("Watch")
    assert page.words.index("Games to watch") < page.words.index("Running")
    assert page.words.index("Finished games to replay") < page.words.index("won after")
    browser.follow("Finished", on_board=False)
    assert f"/games/{finished.code}/replay/1/" in browser.page.url


@pytest.mark.django_db
def test_without_a_game_to_watch_the_page_leads_to_the_lobby(sit: Sit) -> None:
    page = sit(None).open("/watch/")
    assert "No game is shown to others right now." in page.words
    assert page.link("Play one yourself").href == "/lobby/"


def test_a_lobby_with_open_tables_does_not_say_that_it_is_empty(
    alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    opened(alice, now)
    assert "No table is waiting" not in sit(bob).open("/lobby/").words


def test_older_open_tables_are_a_link_away(alice: User, sit: Sit, now: datetime) -> None:
    for number in range(game_lists.OPEN_PER_PAGE + 1):
        open_tables.create_table(by=alice, name=f"Table {number:02}", players=2, listed=True,
                            now=now + timedelta(hours=number))
    browser = sit(None)
    page = browser.open("/lobby/")
    assert "Table 01" in page.words
    assert "Table 00" not in page.words
    assert "Newer tables" not in page.words
    page = browser.follow("Older tables")
    assert "Table 00" in page.words
    assert "Table 01" not in page.words
    assert "Newer tables" in page.words
    assert "Older tables" not in page.words


@pytest.mark.parametrize("number", ["0", "-3", "two", "9" * 5000, "²"])
def test_a_wrong_number_of_a_page_shows_a_page(alice: User, sit: Sit, number: str) -> None:
    page = sit(alice).open(f"/lobby/?page={number}&seats={number}")
    assert "No table is waiting" in page.words


def test_the_first_page_shows_ones_own_running_games(
    running: Game, finished: Game, alice: User, sit: Sit
) -> None:
    page = sit(alice).open("/")
    assert "Your games in progress" in page.words
    assert page.html.count('class="thumb"') == 1 + len(registry.names())
    assert "Your running games" not in sit(None).open("/").words


def test_older_finished_games_are_a_link_away(
    fresh: Game, alice: User, sit: Sit, now: datetime
) -> None:
    for _ in range(game_lists.FINISHED_PER_PAGE + 1):
        game = import_sample(FINISHED, name="Over long ago", now=now)
        Seat.objects.filter(game=game, index=0).update(user=alice)
    browser = sit(alice)
    page = browser.open("/games/")
    assert page.words.count("Over long ago") == game_lists.FINISHED_PER_PAGE
    assert "Newer games" not in page.words
    browser.follow("Older games")
    page = browser.page
    assert page.words.count("Over long ago") == 1
    assert fresh.name not in page.words
    assert "Older games" not in page.words
    browser.follow("Newer games")
    assert fresh.name in browser.page.words
