"""The first page shows a turn as it is really played by post."""

from __future__ import annotations

import pytest

from engine import registry
from engine.orders import judge
from games import presenting
from games.presenting.alexandros import greeting
from tests.pages.reading import Sit

RULESET = registry.get("alexandros")


def test_the_orders_that_are_shown_can_be_played() -> None:
    letters = presenting.get("alexandros").letters()
    start = RULESET.view(greeting.turns()[1][0][0], letters.seat)
    steps = judge(RULESET, start, letters.orders, seat=letters.seat)
    assert [step.text for step in steps] == list(letters.orders)
    assert RULESET.status(steps[-1].after).turn == letters.turn + 1


def test_the_mail_and_the_receipt_tell_of_that_position() -> None:
    letters = greeting.letters()
    assert letters.news[-1].endswith(f"'s turn ends; {letters.name} is next.")
    assert letters.receipt[0].startswith(f"{letters.name} takes the horse")
    assert [order.split()[0] for order in letters.orders] == ["take", "march", "occupy", "levy"]


@pytest.mark.django_db
def test_a_visitor_sees_the_turn_by_post(sit: Sit) -> None:
    page = sit(None).open("/")
    letters = greeting.letters()
    for told in (*letters.news, *letters.orders, *letters.receipt):
        assert told in page.words
    assert "How it works by post" in page.words


@pytest.mark.django_db
def test_a_visitor_starts_without_choosing_anything(sit: Sit) -> None:
    browser = sit(None)
    browser.open("/")
    browser.press("Play now")
    assert "/games/" in browser.page.url
    assert browser.page.status == 200
