"""What-if boards of a game without assumptions, in which several people decide at once."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.base.refusals import TableRefusal
from games.features.what_if import branches, trees
from games.features.what_if.open_tree import OpenTree
from games.models import Game, User, WhatIfTree
from games.rulesets import registry
from tests.auction.conftest import submit
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db


def test_bids_of_everybody_can_be_tried_in_any_order(
    game: Game, alice: User, now: datetime, sit: Sit
) -> None:
    submit(game, 0, "offer", now=now)
    game.refresh_from_db()
    browser = sit(alice)
    browser.open(f"/games/{game.code}/what-if/")
    page = browser.press("New board from the current position")
    assert "Suppose what you cannot see" not in page.words
    browser.follow("Try for Bob instead")
    browser.follow("Pass")
    browser.press("Add to the tree")
    assert [(node.seat, node.text) for node in WhatIfTree.objects.get().nodes.all()] == [
        (None, ""), (1, "pass")]


def test_a_decision_that_depends_on_secret_ones_ends_its_line(
    game: Game, alice: User, bob: User, now: datetime, sit: Sit
) -> None:
    submit(game, 0, "offer", now=now)
    submit(game, 2, "pass", now=now)
    submit(game, 0, "bid 1", now=now)
    game.refresh_from_db()
    tree = trees.begin(game, user=bob, seat=1, number=game.number, now=now)
    board = OpenTree(tree)
    node = branches.add_orders(board, board.root, seat=1, text="bid 2", now=now)
    page = sit(bob).open(f"/games/{game.code}/what-if/{tree.key}/{node.number}/")
    assert "so this line ends here." in page.words


def test_nothing_can_be_supposed(game: Game, alice: User, now: datetime) -> None:
    board = OpenTree(trees.begin(game, user=alice, seat=0, number=1, now=now))
    assert registry.get("lots").assumptions is None
    with pytest.raises(TableRefusal, match="Nothing can be supposed in this game"):
        branches.add_assumption(board, board.root, text="hand 2 horse", now=now)
