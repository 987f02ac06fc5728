"""Everything of the second game is in its folder: nothing outside knows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template, render_to_string

from alexandros_rules import drafts
from games.models import Game
from games.rulesets import registry
from games.table.play import history
from tests.auction.conftest import submit
from tests.pseudo_language import pseudo, spoken, untranslated, untranslated_on_page

ROOT = Path(settings.BASE_DIR)
FOLDER = Path(__file__).parent
SEARCHED = ("alexandros_site", "engine", "games", "templates", "pyproject.toml",
            "manage.py", "Makefile", "compose.yaml", ".ci")
KINDS = {".py", ".html", ".txt", ".css", ".js", ".ts", ".toml", ".yaml", ""}
OTHER_GAMES = re.compile(r"(engine/alexandros_rules|games/rulesets)/(alexandros|campaign)/")
WORDS = re.compile(r"auction|\blots\b", re.IGNORECASE)


def test_no_file_of_the_service_knows_it() -> None:
    files = [path for name in SEARCHED for path in [ROOT / name, *(ROOT / name).rglob("*")]
             if path.is_file() and path.suffix in KINDS and "vendor" not in path.parts
             and not OTHER_GAMES.match(path.relative_to(ROOT).as_posix())]
    assert len(files) > 300
    assert [str(path) for path in files
            if WORDS.search(path.name) or WORDS.search(path.read_text("utf-8"))] == []


def test_its_pages_come_from_its_folder() -> None:
    room = registry.get("lots")
    for name in (room.turn.choices_template, room.turn.aim_template,
                 f"{room.emails.table_template}.txt", f"{room.emails.table_template}.html"):
        assert str(get_template(name).origin).startswith(str(FOLDER))
    for name in (*room.assets.page_sheets, *room.assets.replay_scripts):
        assert str(finders.find(name)).startswith(str(FOLDER))


@pytest.fixture
def bidding(game: Game, now) -> Game:
    submit(game, 0, "offer", now=now)
    submit(game, 0, "bid 2", now=now)
    return game


NAMES = frozenset({"Alice", "Bob", "Croesus", "Carol", "Lots"})


@pytest.mark.django_db
@pytest.mark.parametrize("part", ["players", "choices", "aim", "keys"])
def test_every_part_of_its_page_is_translated(bidding: Game, part: str) -> None:
    room, view = registry.get("lots"), history.view(bidding, 1)
    names = history.seat_names(bidding)
    with spoken():
        turn = room.turn.turn(drafts.evaluate(room.ruleset, view, "", seat=1), seat=1, names=names,
                              query={}, link=lambda draft, **more: f"?draft={draft}", moves=())
        template = {"players": "games/_players.html", "choices": room.turn.choices_template,
                    "aim": room.turn.aim_template, "keys": room.turn.keys_template}[part]
        html = render_to_string(template, {
            "panel": turn.panel, "table": room.table.table(view, names=names, seat=1)})
        assert untranslated_on_page(html, names=NAMES) == []
        assert untranslated_on_page(turn.board, names=NAMES) == []


@pytest.mark.django_db
def test_all_that_it_says_of_a_game_is_translated(bidding: Game, now) -> None:
    submit(bidding, 1, "pass", now=now)
    view = history.view(bidding, 2)
    with spoken():
        told = [sentence for entry in history.read(bidding, 0).entries()
                for sentence in entry.sentences]
        board = registry.get("lots").ruleset.text_board(view)
        lead = registry.get("lots").introduction.lead
    assert len(told) == 4
    for text in (*told, board, lead):
        assert untranslated(text, names=NAMES) == [], text


def test_the_search_would_find_a_word() -> None:
    assert WORDS.search("A game of Lots")
    assert pseudo("offer") != "offer"
