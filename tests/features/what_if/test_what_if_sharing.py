"""After the end, the owner of a what-if board can share it with the replay, and take it back."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.models import Game, User, WhatIfTree
from games.table.lobby import replay_links
from tests.features.what_if.test_what_if_privacy import address, board
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10", "R11"), pytest.mark.any_database]


def test_a_board_cannot_be_shared_while_the_game_runs(
    running: Game, alice: User, sit: Sit, now: datetime
) -> None:
    tree = board(running, alice, seat=0, now=now)
    browser = sit(alice)
    assert "Share it with the replay" not in browser.open(address(tree)).words
    answer = browser.client.post(f"{address(tree)}share/", {"do": "share"})
    assert answer.status_code == 409
    assert "You can share a what-if board when the game is over." in answer.content.decode()
    assert WhatIfTree.objects.get().shared_at is None


def test_a_shared_board_is_read_in_the_replay_and_changed_by_nobody(
    finished: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    tree = board(finished, alice, seat=0, now=now)
    browser = sit(alice)
    browser.open(address(tree, 2))
    browser.press("Share it with the replay")
    key = replay_links.sharing_key(finished)
    for user, before in ((bob, f"/games/{finished.code}/"),
                         (None, f"/shared/{finished.code}/{key}/")):
        reader = sit(user)
        assert "Shared by people who tried something else:" in reader.open(
            f"{before}replay/9/").words
        page = reader.follow("Alice’s secret")
        assert page.url == f"{before}replay/what-if/{tree.key}/1/"
        assert "Alice’s idea" in page.words
        assert "What if board" not in page.words
        assert not [form for form in page.forms if "what-if" in form.action]
        page = reader.follow("Alice’s idea")
        assert page.status == 200
        assert not [link for link in page.links if "draft=" in link.href]
    assert sit(bob).open(address(tree)).status == 404


def test_a_board_made_private_again_is_gone_for_everybody_else(
    finished: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    tree = board(finished, alice, seat=0, now=now, share=True)
    there = f"/games/{finished.code}/replay/what-if/{tree.key}/1/"
    assert sit(bob).open(there).status == 200
    browser = sit(alice)
    browser.open(address(tree))
    browser.press("Make it private again")
    assert sit(bob).open(there).status == 404
    assert "tried something else" not in sit(bob).open(f"/games/{finished.code}/replay/9/").words


def test_a_spectator_of_a_finished_game_has_boards_of_their_own(
    finished: Game, guest: User, sit: Sit, now: datetime
) -> None:
    Game.objects.filter(pk=finished.pk).update(listed=True)
    browser = sit(guest)
    browser.open(f"/games/{finished.code}/replay/9/")
    page = browser.press("What if from here")
    assert page.status == 200
    assert WhatIfTree.objects.get().seat is None
    visitor = sit(None)
    assert "What if from here" not in visitor.open(f"/games/{finished.code}/replay/9/").words
    answer = visitor.client.post(f"/games/{finished.code}/what-if/new/", {"number": "1"})
    assert (answer.status_code, WhatIfTree.objects.count()) == (403, 1)
    assert "Please sign in to try out turns." in answer.content.decode()
