"""Who plays for the first time gets an explanation, and everybody a legend of the map."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from games.models import Game, User
from games.rulesets.campaign import table_panel
from tests.campaign.room.conftest import Table, drafts, submit
from tests.pages.page_reader import Page, Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
TITLE = "Your first game? Read this first"


def is_unfolded(page: Page) -> bool:
    """Whether the explanation, which must be there, is open."""
    (element,) = re.findall(r'<details class="panel guide"[^>]*>', page.html)
    return element.endswith(" open>")


def test_the_first_turn_is_explained(game: Game, alice: User, sit: Sit) -> None:
    page = sit(alice).open(f"/games/{game.code}/")
    assert TITLE in page.words
    assert "It counts in every auction, but pays for no road and no settlement." in page.words
    assert is_unfolded(page) is True
    assert "/rules/campaign/" in [link.href for link in page.links]


def test_the_explanation_is_folded_up_beside_a_draft(game: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    orders = drafts(browser.open(f"/games/{game.code}/"))
    page = browser.open(orders[next(order for order in orders if order.startswith("bid"))])
    assert TITLE in page.words
    assert is_unfolded(page) is False


def test_who_has_finished_a_game_knows_it(game: Game, table: Table, alice: User, sit: Sit) -> None:
    old = Game.objects.filter(pk=table(2).pk)
    assert TITLE in sit(alice).open(f"/games/{game.code}/").words
    old.update(status=Game.Status.OVER)
    assert TITLE not in sit(alice).open(f"/games/{game.code}/").words


def test_after_the_first_round_nothing_is_explained(game: Game, alice: User, sit: Sit) -> None:
    Game.objects.filter(pk=game.pk).update(turn=4)
    assert TITLE not in sit(alice).open(f"/games/{game.code}/").words


def test_whoever_waits_reads_no_explanation(game: Game, alice: User, sit: Sit,
                                            now: datetime) -> None:
    submit(game, 0, "bid nothing", now=now)
    assert TITLE not in sit(alice).open(f"/games/{game.code}/").words


def test_the_legend_names_every_sign(game: Game, sit: Sit) -> None:
    page = sit(None).open(f"/games/{game.code}/")
    for entry in (*table_panel.lands(), *table_panel.signs()):
        assert entry.text in page.words
        assert str(entry.sign) in page.html


def test_the_signs_of_the_legend_are_defined_by_the_map(game: Game, sit: Sit) -> None:
    html = sit(None).open(f"/games/{game.code}/").html
    signs = "".join(str(entry.sign) for entry in (*table_panel.lands(), *table_panel.signs()))
    for part in signs.split('href="#')[1:]:
        assert f'id="{part.partition(chr(34))[0]}"' in html
