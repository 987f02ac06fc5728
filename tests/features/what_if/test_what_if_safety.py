"""What-if boards play nothing, whatever is sent from them, and have limits."""

from __future__ import annotations

import re
from datetime import datetime
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache

from alexandros_rules.errors import Refusal
from games.base import rate_limits
from games.base.refusals import TableRefusal, TooOften
from games.features.what_if import open_tree, trees
from games.models import Game, LoggedMove, User, WhatIfNode, WhatIfTree
from games.table.play import history
from tests.features.what_if.what_if_trees import add, address, sent, view_of
from tests.pages.every_request import TURN
from tests.pages.page_reader import Browser, Page, Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


REAL = re.compile(r"/(orders|preview|return|leave|cancel|more-time|pause)/")


def what_if_pages(browser: Browser, node: WhatIfNode) -> list[Page]:
    return [browser.open(f"{address(node)}{query}") for query in (
        "", "?draft=take+temple", f"?draft={TURN.replace('; ', '%3B+')}", "?draft=nonsense",
        "delete/")]


@pytest.mark.promise("R6")
def test_no_link_and_no_form_of_a_board_leads_to_a_real_move(
    root: WhatIfNode, alice: User, sit: Sit
) -> None:
    game = root.tree.game
    for page in what_if_pages(sit(alice), root):
        for form in page.forms:
            assert urlsplit(form.action).path.startswith(f"/games/{game.code}/what-if/"), page.url
        assert not REAL.search(page.html), page.url
        drafts = [link.href for link in page.links if "draft=" in link.href]
        assert all("/what-if/" in href for href in drafts), page.url
        assert f'data-game="{game.code}"' not in page.html, "scripts would keep it as a real draft"


def test_sending_every_form_of_a_board_plays_nothing(
    root: WhatIfNode, alice: User, sit: Sit
) -> None:
    game = root.tree.game
    for page in what_if_pages(sit(alice), root)[:3]:
        for form in page.forms:
            if form.method == "post":
                sit(alice).client.post(urlsplit(form.action).path, form.data(), follow=True)
    assert LoggedMove.objects.filter(game=game).count() == 1
    assert history.view(game, 0) == view_of(root)


def test_orders_that_cannot_be_played_are_shown_again_with_the_reason(
    root: WhatIfNode, alice: User, sit: Sit
) -> None:
    page = sent(sit(alice), f"{address(root)}add/", draft="levy horse", seat="0")
    assert page.status == 400
    assert "This is not possible here. First move Alexander" in page.words
    page = sent(sit(alice), f"{address(root)}add/", draft="", seat="0")
    assert "There is nothing to add yet. Please choose a move first." in page.words


def test_the_end_of_the_game_can_be_tried(finished: Game, alice: User, now: datetime,
                                          sit: Sit) -> None:
    tree = trees.begin(finished, user=alice, seat=0, number=finished.number, now=now)
    page = sit(alice).open(address(tree.nodes.get()))
    assert "The game is over at this point." in page.words
    page = sent(sit(alice), f"{address(tree.nodes.get())}add/", draft="take horse")
    assert "Nobody is to move here, so no turn can be added." in page.words


def test_a_board_begins_at_a_position_of_its_game(
    fresh: Game, alice: User, sit: Sit
) -> None:
    for number in ("", "0", str(fresh.number + 1), "9" * 30, "x"):
        page = sent(sit(alice), f"/games/{fresh.code}/what-if/new/", number=number)
        assert "There is no such position in this game." in page.words
    assert not WhatIfTree.objects.exists()


def test_a_form_among_the_choices_stays_on_the_board(root: WhatIfNode, alice: User,
                                                     sit: Sit) -> None:
    answer = sit(alice).client.get(f"{address(root)}draft/0/?do=look&draft=a&province=A1&seat=7")
    assert answer["Location"] == f"{address(root)}?draft=a&province=A1&seat=0"
    answer = sit(alice).client.get(f"{address(root)}draft/0/?do=add&province=A1&guard=A1")
    assert answer["Location"].startswith(f"{address(root)}?draft=occupy")
    page = sit(alice).open(f"{address(root)}draft/0/?do=add")
    assert page.status == 400
    assert "Put at least one guard on a symbol space of the province." in page.words


def test_the_page_says_what_the_last_orders_did(root: WhatIfNode, alice: User, now: datetime,
                                                sit: Sit) -> None:
    page = sit(alice).open(address(add(root, TURN, now=now)))
    assert "Alice takes the temple to march." in page.words


def test_a_cancelled_game_has_no_new_boards_but_keeps_those_it_has(
    root: WhatIfNode, alice: User, sit: Sit
) -> None:
    game = root.tree.game
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CANCELLED)
    browser = sit(alice)
    assert "New board" not in browser.open(f"/games/{game.code}/what-if/").words
    assert browser.open(address(root)).status == 200
    page = sent(browser, f"/games/{game.code}/what-if/new/", number="1")
    assert (page.status, "This game was cancelled" in page.words) == (409, True)


# ---------- limits ----------
def test_a_tree_has_as_many_entries_as_anybody_needs(
    root: WhatIfNode, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tree, "MAX_NODES", 2)
    add(root, "take temple", now=now)
    with pytest.raises(TableRefusal, match="This what-if board has 2 entries"):
        add(root, TURN, now=now)
    assert add(root, "take temple", now=now).number == 2


def test_a_person_has_as_many_boards_as_they_need(
    fresh: Game, alice: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "MAX_TREES", 1)
    trees.begin(fresh, user=alice, seat=0, number=1, now=now)
    with pytest.raises(TableRefusal, match="You have 1 what-if boards in this game"):
        trees.begin(fresh, user=alice, seat=0, number=1, now=now)


@pytest.mark.cache
def test_adding_very_much_at_once_is_refused(root: WhatIfNode, now: datetime) -> None:
    cache.clear()
    for _ in range(rate_limits.LIMITS["what if"].times):
        rate_limits.count("what if", root.tree.owner_id, now=now)
    with pytest.raises(TooOften, match="You have added a lot to your what-if boards"):
        add(root, TURN, now=now)
    with pytest.raises(TooOften, match="You have added a lot to your what-if boards"):
        trees.begin(root.tree.game, user=root.tree.owner, seat=0, number=1, now=now)


def test_orders_too_long_for_a_turn_are_refused(root: WhatIfNode, now: datetime) -> None:
    with pytest.raises(Refusal, match="longer than 4000 characters"):
        add(root, "take temple; " * 400, now=now)
