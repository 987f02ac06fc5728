"""Pages on which people choose a game and start one are translated, with their refusals."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from engine.errors import Refusal
from games.models import Game, User
from games.table.lobby import open_tables
from tests.pages.page_reader import Sit
from tests.pseudo_language import spoken, untranslated, untranslated_on_page

pytestmark = pytest.mark.django_db
NAMES = frozenset({
    "Alexandros", "Lots", "Alice", "Bob", "Carol", "Croesus", "Cato", "Friends", "Hall", "SE",
    "Alexander", "Leo", "Colovini", "lots", "alexandros", "hall", "bold", "thrifty",
    "To", "Egypt", "or", "India",  # the default board of Alexandros
})


@pytest.mark.parametrize("path", ["/?game=lots", "/lobby/", "/games/new/", "/games/new/?game=lots",
                                  "/games/new/?game=chess"])
def test_the_pages_are_translated(game: Game, carol: User, sit: Sit, path: str) -> None:
    browser = sit(carol)
    with spoken():
        page = browser.open(path)
    names = NAMES | {"chess", "UTC"}
    assert untranslated_on_page(page.html, names=names) == []


@pytest.mark.parametrize("wishes", [
    {"ruleset": "chess"}, {"players": 9}, {"board": "atlantis"}, {"bots": ["hal"]},
    {"bots": ["bold"] * 3}, {"options": {"dice": True}}, {"name": "x" * 61}, {"note": "x" * 201},
    {"pace": "hasty"}, {"invite_emails": ["bob"]}, {"invite_emails": ["alice@example.org"]},
    {"invite_emails": ["b@example.org"] * 2},
    {"ruleset": "alexandros", "options": {"half_of_occupying": "yes"}},
    {"ruleset": "alexandros", "options": {"first": 7}}, {"match": True}, {"rated": True},
    {"ruleset": "alexandros", "players": 3, "match": True},
    {"ruleset": "alexandros", "rated": True, "options": {"finish_round": True}},
])
def test_a_refused_table_says_why_in_the_readers_language(
    alice: User, now: datetime, wishes: dict[str, Any]
) -> None:
    wanted = {"ruleset": "lots", "players": 3, **wishes}
    with spoken(), pytest.raises(Refusal) as caught:
        open_tables.create_table(by=alice, now=now, **wanted)
    assert untranslated(caught.value.sentence, names=NAMES | {"dice", "bob"}) == []


def test_a_table_without_a_name_is_named_in_the_creators_language(
    alice: User, now: datetime
) -> None:
    with spoken():
        game = open_tables.create_table(by=alice, ruleset="lots", players=2, now=now)
    assert game.name == "Alice’š ŧáƀłé"
