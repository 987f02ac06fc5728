"""Somebody's what-if boards: in their data, after a merge, gone with their account."""

from __future__ import annotations

import json
from datetime import datetime
from zipfile import ZipFile

import pytest

from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import Game, User, WhatIfNode, WhatIfTree
from games.people import account_deletion, accounts
from games.web import data_export
from tests.sample_games import legal, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R25")]


def begin(game: Game, user: User, *, seat: int, now: datetime) -> WhatIfTree:
    """A board of this player's with the first legal order of Alice, who is to move."""
    tree = trees.begin(game, user=user, seat=seat, number=1, now=now)
    trees.rename(tree, f"Ideas of {user.shown_name}", now=now)
    board = OpenTree(tree)
    open_tree.add_orders(board, board.root, seat=0, text=legal(game)[0], now=now)
    return tree


def test_the_data_export_contains_ones_own_boards_alone(
    fresh: Game, alice: User, bob: User, now: datetime
) -> None:
    begin(fresh, alice, seat=0, now=now)
    begin(fresh, bob, seat=1, now=now)
    with data_export.archive(alice, now=now) as file, ZipFile(file) as packed:
        data = json.loads(packed.read("data.json"))
    (board,) = data["what_if_boards"]
    assert (board["game"], board["position"], board["title"]) == (fresh.code, 1, "Ideas of Alice")
    assert board["entries"][1]["text"] == legal(fresh)[0]
    assert board["entries"][1]["after"] == board["entries"][0]["number"]
    assert "Ideas of Bob" not in json.dumps(data)


def test_an_account_is_deleted_with_its_boards_shared_or_not(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    for user in (alice, alice, bob):
        tree = trees.begin(finished, user=user, seat=None, number=1, now=now)
    trees.share(WhatIfTree.objects.filter(owner=alice)[0], now=now)
    account_deletion.delete_account(alice, now=now)
    assert list(WhatIfTree.objects.all()) == [tree]
    assert {node.tree_id for node in WhatIfNode.objects.all()} == {tree.pk}


def test_a_guest_who_signs_in_keeps_their_boards(
    guest: User, alice: User, bob: User, now: datetime
) -> None:
    tree = begin(seat_table([guest, bob], now=now, options={"first": 0}), guest, seat=0, now=now)
    accounts.merge_guest(guest, alice, now=now)
    assert list(WhatIfTree.objects.filter(owner=alice)) == [tree]


@pytest.mark.promise("R10")
def test_the_guest_keeps_the_boards_of_a_seat_that_they_keep(
    guest: User, alice: User, now: datetime
) -> None:
    game = seat_table([guest, alice], now=now, options={"first": 0})
    tree = begin(game, guest, seat=0, now=now)
    accounts.merge_guest(guest, alice, now=now)
    assert list(WhatIfTree.objects.filter(owner=guest)) == [tree]
