"""The home page shows a recorded game and one of its turns as it is played by email."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NoReturn

import pytest
from django.test import Client

from alexandros_rules import record, replay
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.narration import narrate_for
from alexandros_rules.orders import evaluate
from games.models import Game
from games.rulesets import addresses, registry, rulebook
from games.rulesets.alexandros import board_pictures
from games.rulesets.alexandros import introduction as demo_game
from games.rulesets.alexandros.room import ROOM
from games.table.play import event_log
from tests.pages.page_reader import Sit
from tests.pseudo_language import spoken

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


@pytest.mark.parametrize("room", registry.rooms().values(), ids=lambda room: room.name)
@pytest.mark.parametrize("name", ["film", "game"])
def test_pictures_are_described_in_the_language_of_each_reader(
        room: registry.Room, name: str, client: Client) -> None:
    where = addresses.figure_path(room, theme="light", name=name)
    with spoken():
        foreign = client.get(where).content.decode()
    ours = client.get(where).content.decode()
    assert ours == room.introduction.figures("light")[name] != foreign


@pytest.mark.django_db
@pytest.mark.parametrize("room", registry.rooms().values(), ids=lambda room: room.name)
def test_the_film_is_of_the_board_that_play_now_opens(room: registry.Room, sit: Sit) -> None:
    browser = sit(None)
    page = browser.open(f"/?game={room.name}")
    figures = room.introduction.figures("light")
    for name in ("film", "game"):
        where = addresses.figure_path(room, theme="light", name=name)
        assert f'src="{where}?{rulebook.version(figures[name])}"' in page.html
        assert browser.client.get(where).content.decode() == figures[name]
    browser.press("Play now")
    assert event_log.setup_of(Game.objects.get()).board == next(
        iter(room.ruleset.boards().values()))


def test_the_recorded_game_is_on_the_board_that_play_now_opens() -> None:
    assert demo_game.shown_view().board.name == next(iter(RULESET.boards()))


@pytest.mark.django_db
def test_a_visitor_plays_against_one_bot_for_first_games(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/")
    browser.press("Play now")
    bots = [seat.bot for seat in Game.objects.get().seats.all()]
    assert sorted(bots) == ["", ROOM.first_opponent]


@pytest.mark.django_db
def test_few_words_stand_before_the_button(sit: Sit) -> None:
    for room in registry.rooms().values():
        words = sit(None).open(f"/?game={room.name}").words
        assert len(words.partition("Play now")[0].split()) <= 120


@pytest.mark.django_db
def test_the_cards_of_the_games_say_what_differs(sit: Sit) -> None:
    words = sit(None).open("/").words
    gists = {room.introduction.gist for room in registry.rooms().values()}
    assert len(gists) == len(registry.rooms())
    assert all(gist in words for gist in gists)
    assert "turns, depending on the board." in words


@pytest.mark.django_db
def test_a_visitor_starts_without_choosing_anything(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/")
    browser.press("Play now")
    assert "/games/" in browser.page.url
    assert browser.page.status == 200
