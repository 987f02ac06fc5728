"""Misspelled orders are corrected if something close to them can be played."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.orders import evaluate, split
from alexandros_rules.spelling import Correction, correct
from tests.engine.positions import ALICE, RULESET, draw_board, position

STRIP = draw_board("....h...l...t...")
WHOLE = ("take horse", "march A5.N via E E", "draw", "draw")


def taking(**more: Any) -> State:
    return position(STRIP, **more)


def corrected(text: str, state: State | None = None) -> Correction | None:
    """Corrects orders that are read like an email."""
    view = RULESET.view(state or taking(), ALICE)
    lines = [order for line in text.split("\n") for order in split(line, RULESET.verbs)]
    return correct(RULESET, view, lines, seat=ALICE)


@pytest.mark.parametrize("text", [
    "tak hors\nmarch A5.N\ndraw\ndraw",
    "take horse\nmarhc A5.N\ndraw\ndraw",
    "take horse; march A5.N; drwa; darw",
    "tke hosre, marhc A5.N, drwa twise",
    "I take the hores\nthen walkk to A5 north, draww, draw",
    "Nimm Pferdd\nmarsch A5.N\nziehe zwei Kartne",
    "take horse\nmarch A5.N\ndraw\ndrwa\nend",
])
def test_a_misspelled_turn_is_corrected_order_by_order(text: str) -> None:
    assert corrected(text) == Correction(WHOLE)


def test_a_card_to_levy_with_is_corrected_too() -> None:
    state = position(STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["l"])

    assert corrected("levi lyer", state) == Correction(("levy lyre",))


@pytest.mark.parametrize("text", [
    "take horse\nmarch A5.N", "take soldeir", "take tower", "Nice move, Bob", "fly to Rome", "",
    "march A5.NN", "thank you for the game", "horse", "tak horse and then some",
])
def test_nothing_is_suggested_where_nothing_is_wrong_or_nothing_near_can_be_played(
    text: str,
) -> None:
    assert corrected(text) is None


@pytest.mark.promise("R18")
@pytest.mark.parametrize(("text", "orders", "code"), [
    ("tak hors\nmarch A9.N", WHOLE[:1], "not-closest"),
    ("take horse\nmarhc A5", WHOLE[:1], "ambiguous"),
    ("tak hors\nmarhc A5.N\nlevy lyre", WHOLE[:2], "no-guard-to-levy"),
])
def test_every_correction_can_be_played_and_says_what_is_wrong_with_the_next_order(
    text: str, orders: tuple[str, ...], code: str
) -> None:
    found = corrected(text)

    assert found is not None
    assert found.orders == orders
    assert len(evaluate(RULESET, RULESET.view(taking(), ALICE), orders, seat=ALICE)) == len(orders)
    assert found.refusal is not None
    assert found.refusal.code == code


@pytest.mark.promise("R10")
def test_a_correction_does_not_depend_on_hidden_cards() -> None:
    """A temple that will be turned up is not suggested before it has been seen."""
    for supply in ("ttt", "sss", "aha"):
        found = corrected("take lyer\nmarch A9.N\ntak templ", taking(supply=supply))

        assert found is not None
        assert found.orders == ("take lyre", "march A9.N via E E E E")
        assert found.refusal is not None
        assert found.refusal.code == "unreadable"


@pytest.mark.promise("R17")
def test_orders_of_many_strange_words_are_not_looked_up() -> None:
    assert corrected("take " + "hosre " * 600) is None
