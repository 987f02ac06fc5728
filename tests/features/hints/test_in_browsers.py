"""Hints in a real browser: the page goes on showing them, with and without JavaScript."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from alexandros_rules import drafts
from games.base.site_clock import now
from games.features.hints import finding
from games.models import Game, User
from games.table.play import event_log, history
from tests.features.hints.conftest import Analysts, lesson_of
from tests.visits import DESK, Visit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(transactional_db: None, alice: User, announced: list[Any]) -> Game:
    return lesson_of(alice, "Issus", now=now())


@pytest.mark.promise("R27")
def test_the_hint_appears_when_it_is_there_and_a_draft_stays(
    game: Game, alice: User, visit: Visit, analysts: Analysts
) -> None:
    view = history.view(game, 0)
    order = drafts.example_turn(event_log.ruleset_of(game), view, seat=0).split(drafts.SEPARATOR)[0]
    draft = urlencode({"draft": order})
    page = visit(alice, f"/games/{game.code}/?{draft}", viewport=DESK)
    page.get_by_role("button", name="Show a hint").click()
    page.get_by_text("The strongest bot is thinking").wait_for()
    with page.expect_response(lambda response: "/hint/" in response.url):
        pass  # it asks again by itself
    finding.find_next(now=now())
    page.get_by_role("link", name="Try it as a draft").wait_for()
    assert draft in page.url


def test_without_scripts_a_link_looks_again(
    game: Game, alice: User, visit: Visit, analysts: Analysts
) -> None:
    page = visit(alice, f"/games/{game.code}/", viewport=DESK, java_script_enabled=False)
    page.get_by_role("button", name="Show a hint").click()
    finding.find_next(now=now())
    page.get_by_role("link", name="Look again").click()
    page.get_by_role("link", name="Try it as a draft").wait_for()
