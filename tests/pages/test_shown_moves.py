"""The log of a turn's page has what moves have changed, for the board to show it."""

from __future__ import annotations

import re
from datetime import datetime
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from alexandros_rules.alexandros.state import change
from games.models import Game, User
from games.rulesets.alexandros.board_pictures import AlexandrosBoards
from games.table.play import history
from tests.drawing.sample_positions import BOARD, walled
from tests.engine.positions import position
from tests.pages.page_reader import Page, Sit
from tests.sample_games import advance, mover

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
SHAPES = re.compile(r'\s(?:data-row|data-preview-\w+)="[^"]*"')


@pytest.fixture
def news(running: Game, alice: User, sit: Sit, now: datetime) -> Page:
    """Alice's page at the beginning of a turn, after those of Bob and Carol."""
    while mover(running) == 0:
        advance(running, now=now)
    while mover(running) != 0:
        advance(running, now=now)
    return sit(alice).open(f"/games/{running.code}/")


def shown(page: Page) -> dict[int, list[str]]:
    """The rows of the log that the board can show, with the kinds of their shapes."""
    found: dict[int, list[str]] = {}
    for _tag, name, value in page.attributes:
        if name == "data-row":
            kinds = found.setdefault(int(value or 0), [])
        elif name.startswith("data-preview-") and found:
            kinds.append(name.removeprefix("data-preview-"))
    return found


def test_marches_and_new_guards_have_their_shapes() -> None:
    changes = AlexandrosBoards().changes
    before, after = walled(alexander="D4.N"), walled(alexander="D4.SE", routes=["D4.N: SE"])
    assert set(changes(before, after)) == {"walls", "stop"}
    closed = ["C1 C2 C3 C4"]
    free, held = (position(BOARD, closed=closed, guards=[posts]) for posts in ("", "C2"))
    assert set(changes(free, held)) == {"gain"}
    assert set(changes(held, change(held, levied=True))) == {"gain"}
    assert changes(free, change(free, levied=True)) == {}


@pytest.mark.promise("R10")
def test_marches_are_shown_and_cards_are_not(news: Page, running: Game) -> None:
    rows = shown(news)
    entries = history.read(running, 0, names=["Alice", "Bob", "Carol"]).since_last_turn()
    marches = [entry.number for entry in entries if entry.move.startswith("march")]
    assert marches
    assert all("stop" in rows[number] for number in marches)
    assert not rows.keys() & {
        entry.number for entry in entries if entry.move.split()[0] in ("take", "draw", "end")}
    assert rows.keys() <= {entry.number for entry in entries}


def test_whoever_waits_or_watches_is_shown_the_latest_moves(
    news: Page, running: Game, bob: User, sit: Sit
) -> None:
    assert shown(sit(bob).open(f"/games/{running.code}/"))
    assert shown(sit(None).open(f"/games/{running.code}/"))


def test_shapes_are_a_small_part_of_the_page(news: Page) -> None:
    assert sum(map(len, SHAPES.findall(news.html))) < len(news.html) / 10


@pytest.mark.parametrize(("sentences", "folds"), [(6, 0), (7, 1)])
def test_a_long_result_is_folded(sentences: int, folds: int) -> None:
    entry = SimpleNamespace(number=1, seat=0, shapes=(),
                            sentences=["Everybody draws a card."] * sentences)
    card = render_to_string("games/_receipt.html", {"done": [entry], "on_turn": True})
    assert card.count("<details") == folds
    assert card.count("Everybody draws a card.") == sentences
