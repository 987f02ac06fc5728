"""What-if boards of The Campaign go on where dice and hidden cards decide."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.features.what_if import trees
from games.models import User
from tests.campaign.room.conftest import Table, submit
from tests.features.what_if.what_if_trees import add, address, sent, suppose
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db


def test_a_line_goes_on_after_dice_and_with_cards_that_are_supposed(
    table: Table, alice: User, now: datetime, sit: Sit
) -> None:
    game = table()
    node = trees.begin(game, user=alice, seat=0, number=game.number, now=now).nodes.get()
    for seat in range(3):
        node = add(node, "pass", seat=seat, now=now)
    node = add(node, "end", now=now)
    browser = sit(alice)

    page = browser.open(address(node))
    assert "Suppose it to go on." in page.words
    page = sent(browser, f"{address(node)}suppose/", text="dice 6")
    assert "Suppose that the dice show 6." in page.words
    assert "famine" in page.words
    node = suppose(suppose(suppose(node, "dice 6", now=now), "chit famine", now=now),
                   "hand 2 wool", now=now)
    page = browser.open(address(node))
    assert "Suppose that Bob holds 1 wool." in page.words
    assert "Try for Bob instead" in page.words
    page = sent(browser, f"{address(node)}suppose/", text="chit famine")
    assert "No chit is turned face up here" in page.words


def test_a_line_ends_where_secret_bids_decide(
    table: Table, alice: User, carol: User, now: datetime, sit: Sit
) -> None:
    game = table()
    submit(game, 0, "pass", now=now)
    submit(game, 1, "pass", now=now)
    game.refresh_from_db()
    root = trees.begin(game, user=carol, seat=2, number=game.number, now=now).nodes.get()
    page = sit(carol).open(address(add(root, "bid 1", seat=2, now=now)))
    assert "so this line ends here." in page.words
    assert "Suppose it to go on." not in page.words
