"""A page loads the style sheets of the games that it shows, and no others."""

from __future__ import annotations

import re

import pytest

from games.models import Game, User
from games.rulesets import registry
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db
ASSETS = registry.default().assets


def sheets(html: str) -> list[str]:
    """The games' sheets of a page by name, in their order."""
    linked = re.findall(r'rel="stylesheet" href="/static/([^"]+)"', html)
    return [name for name in linked if name.partition("/")[0] in registry.names()]


def test_a_page_without_a_game_loads_no_sheet_of_a_game(sit: Sit) -> None:
    assert sheets(sit(None).open("/account/login/").html) == []


def test_a_list_of_tables_loads_the_sheets_of_their_pictures(sit: Sit) -> None:
    offered = [sheet for room in registry.rooms().values() for sheet in room.assets.picture_sheets]
    assert sheets(sit(None).open("/lobby/").html) == offered


def test_the_page_of_a_table_loads_the_sheets_of_its_game(
    fresh: Game, alice: User, sit: Sit
) -> None:
    page = sit(alice).open(f"/games/{fresh.code}/")
    assert sheets(page.html) == [*ASSETS.page_sheets, *ASSETS.picture_sheets]
