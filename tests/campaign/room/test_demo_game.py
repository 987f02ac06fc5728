"""The home page shows a position of a real game and the turn after it."""

from __future__ import annotations

import pytest

from engine import drafts
from engine.campaign.rules import RULESET
from games.rulesets.campaign import introduction
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_the_turn_can_be_played_as_it_is_written() -> None:
    shown, example = introduction.demo(), introduction.email_turn()
    view = RULESET.view(shown.state, example.seat)
    draft = drafts.evaluate(RULESET, view, "\n".join(example.orders[:1]), seat=example.seat)
    assert draft.refusal is None
    assert len(example.orders) >= introduction.FEWEST_MOVES
    assert example.orders[-1] == "end"


def test_it_tells_what_the_player_saw_before_and_after() -> None:
    example = introduction.email_turn()
    assert any("rolls" in sentence for sentence in example.news)
    assert example.receipt
    assert example.name in " ".join(example.receipt)


def test_the_home_page_shows_it(sit: Sit) -> None:
    page = sit(None).open("/?game=campaign")
    for order in introduction.email_turn().orders:
        assert order in page.html
