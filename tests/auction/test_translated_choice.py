"""Pages on which people choose a game and start one are translated, with their refusals."""

from __future__ import annotations

import pytest

from games.models import Game, User
from tests.pages.page_reader import Sit
from tests.pseudo_language import spoken, untranslated_on_page

pytestmark = pytest.mark.django_db
NAMES = frozenset({"Alexandros", "Lots", "Alice", "Bob", "Croesus", "Friends"})


def main(html: str) -> str:
    """The part of a page that is its own."""
    return "<main" + html.partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize("path", ["/?game=lots", "/lobby/", "/games/new/", "/games/new/?game=lots"])
def test_the_pages_are_translated(game: Game, carol: User, sit: Sit, path: str) -> None:
    browser = sit(carol)
    with spoken():
        assert untranslated_on_page(main(browser.open(path).html), names=NAMES) == []
