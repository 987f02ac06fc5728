"""The home page shows a recorded game and one of its turns as it is played by email."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NoReturn

import pytest

from engine import record, replay
from engine.alexandros.rules import RULESET
from engine.narration import narrate_for
from engine.orders import evaluate
from games.rulesets.alexandros import board_pictures
from games.rulesets.alexandros import introduction as demo_game
from games.rulesets.alexandros.room import ROOM
from tests.pages.page_reader import Sit

RECORD = (demo_game.FOLDER / "home.record").read_text("utf-8")
GAME = record.load(RECORD, {RULESET.name: RULESET})


@pytest.fixture(autouse=True)
def _first_request() -> None:
    """Each test is the first one of its process that shows the recorded game."""
    for kept in (demo_game.demo, demo_game.shown_view, demo_game._email_turn):
        kept.cache_clear()


def recorded(turn: int) -> list[tuple[replay.LogRow, Any]]:
    """The record's rows of a turn, each with the state it met."""
    rows = GAME.rows
    states = replay.states(RULESET, rows, version=GAME.version)
    met = zip((row for _, row in pairwise(rows)), states, strict=False)
    return [(row, state) for row, state in met if RULESET.status(state).turn == turn]


def told(turn: int) -> list[str]:
    """What a spectator reads of a recorded turn."""
    names = GAME.names
    return [
        sentence for row, state in recorded(turn)
        for sentence in narrate_for(
            RULESET, None, state,
            replay.events_of(RULESET, row.events, version=GAME.version), names=names,
        )
    ]


def test_the_orders_that_are_shown_can_be_played() -> None:
    letters = ROOM.introduction.email_turn()
    start = RULESET.view(demo_game.demo().moves[0].before, letters.seat)
    steps = evaluate(RULESET, start, letters.orders, seat=letters.seat)
    assert [step.text for step in steps] == list(letters.orders)
    assert RULESET.status(steps[-1].after).turn == letters.turn + 1


def test_all_that_is_said_of_the_turn_is_in_the_record() -> None:
    letters = ROOM.introduction.email_turn()
    rows = [row for row, _ in recorded(letters.turn)]
    assert list(letters.orders) == [row.move for row in rows]
    assert {letters.seat} == {row.seat for row in rows}
    assert letters.name == record.load(RECORD, {RULESET.name: RULESET}).names[letters.seat]
    assert list(letters.news) == told(letters.turn - 1)
    assert list(letters.receipt) == told(letters.turn)


def test_the_picture_is_the_recorded_position_before_the_turn() -> None:
    introduction = ROOM.introduction
    _, state = recorded(introduction.email_turn().turn)[0]
    view = RULESET.view(state, None)
    board = board_pictures.board(view, ids="home", coordinates=False)
    assert introduction.demo_board() == board
    poster = board_pictures.standalone(view, names=(), heading="Alexandros")
    assert introduction.poster() == poster
    assert introduction.figures("light")["game"] == board_pictures.plain(view, theme="light")


def test_the_turn_shows_what_every_action_is_for() -> None:
    letters = ROOM.introduction.email_turn()
    assert [order.split()[0] for order in letters.orders] == ["take", "march", "occupy", "levy"]
    assert letters.news[-1].endswith(f"'s turn ends; {letters.name} is next.")
    text = " ".join(letters.receipt)
    assert " new walls. A province of " in text
    assert " occupies " in text
    assert " levies taxes " in text


@pytest.mark.django_db
def test_no_bot_plays_for_the_home_page_and_the_record_is_read_once(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("a bot was asked for a move")

    read, load = [], record.load
    monkeypatch.setattr(record, "load", lambda text, known: read.append(text) or load(text, known))
    for bot in RULESET.bots.values():
        monkeypatch.setattr(type(bot), "plan", choose)
    pages = [sit(None).open("/") for _ in range(2)]
    assert [page.status for page in pages] == [200, 200]
    assert read == [RECORD]


@pytest.mark.django_db
def test_a_visitor_sees_the_turn_by_post(sit: Sit) -> None:
    page = sit(None).open("/")
    letters = demo_game.email_turn()
    for line in (*letters.news, *letters.orders, *letters.receipt):
        assert line in page.words
    assert f"Turn {letters.turn}. You are {letters.name}" in page.words
    assert "How it works by email" in page.words


@pytest.mark.django_db
def test_a_visitor_starts_without_choosing_anything(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/")
    browser.press("Play now")
    assert "/games/" in browser.page.url
    assert browser.page.status == 200
