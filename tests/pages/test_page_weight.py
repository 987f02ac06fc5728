"""The compressed size of pages, style sheets and scripts."""

from __future__ import annotations

import gzip
from datetime import datetime
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from games.models import Game, User
from games.table.play import records
from tests.pages.page_reader import Browser, Page, Sit
from tests.sample_games import NAMES, mover, written_record

pytestmark = pytest.mark.any_database

LIMIT = 150_000
PATHS = ("/", "/?game=campaign", "/rules/", "/rules/campaign/", "/lobby/", "/games/", "/games/new/",
         "/games/new/?game=alexandros", "/games/{code}/",
         "/games/{code}/replay/{number}/", "/games/{code}/replay/9/step.json")


def fetched(page: Page) -> list[str]:
    """The URLs of the files that the page loads immediately."""
    have = [(tag, name, value) for tag, name, value in page.attributes if tag in ("link", "script")]
    return [value for _, name, value in have if name in ("href", "src") and "/static/" in value]


def on_the_way(browser: Browser, path: str) -> int:
    page = browser.open(path)
    assert page.status == 200
    sent = len(browser.client.get(path, headers={"accept-encoding": "gzip"}).content)
    for address in fetched(page):
        found = finders.find(address.partition("/static/")[2])
        assert isinstance(found, str), address
        sent += len(gzip.compress(Path(found).read_bytes()))
    return sent


@pytest.fixture
def long_game(alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A finished game of four players on the largest board."""
    monkeypatch.setattr("tests.sample_games.BOARD", "march")
    game = records.import_record(
        written_record(players=4, seed=bytes([3]) * 32), name="Long", now=now
    )
    game.seats.filter(index=0).update(user=alice, name=NAMES[0])
    return game


def test_no_page_weighs_more_than_150_kilobytes(long_game: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    weights = {path: on_the_way(browser, path.format(code=long_game.code, number=long_game.number))
               for path in PATHS}
    assert {path: weight for path, weight in weights.items() if weight > LIMIT} == {}


def test_every_page_is_sent_compressed(long_game: Game, alice: User, sit: Sit) -> None:
    client = sit(alice).client
    for path in PATHS:
        address = path.format(code=long_game.code, number=long_game.number)
        sent = client.get(address, headers={"accept-encoding": "gzip"})
        assert sent.get("Content-Encoding") == "gzip", path


def test_the_list_of_thirty_games_is_light(
    long_game: Game, alice: User, now: datetime, sit: Sit
) -> None:
    text = records.export_record(long_game)
    for n in range(30):
        game = records.import_record(text, name=f"Long {n}", now=now)
        game.seats.filter(index=n % 4).update(user=alice)
    sent = sit(alice).client.get("/games/", headers={"accept-encoding": "gzip"})
    assert len(sent.content) < LIMIT / 3


def test_a_step_of_a_playing_replay_is_small(long_game: Game, alice: User, sit: Sit) -> None:
    path = f"/games/{long_game.code}/replay/{long_game.number}/step.json"
    sent = sit(alice).client.get(path, headers={"accept-encoding": "gzip"}).content
    assert len(sent) < 20_000


def test_every_sign_a_page_borrows_is_defined_on_it(
    long_game: Game, running: Game, alice: User, sit: Sit
) -> None:
    borrowed = 0
    seat = running.seats.get(index=mover(running))
    for browser, path in (
        *((sit(alice), path.format(code=long_game.code, number=long_game.number))
          for path in PATHS if not path.endswith(".json")),
        (sit(seat.user), f"/games/{running.code}/"),
    ):
        have = browser.open(path).attributes
        defined = {value for _, name, value in have if name == "id"}
        uses = {value for tag, name, value in have if (tag, name) == ("use", "href")}
        assert {value for value in uses if value[1:] not in defined} == set(), path
        borrowed += len(uses)
    assert borrowed > len(PATHS)
