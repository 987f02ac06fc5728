"""The suggested action: one that pays, or a card if none does (L2)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros.state import ACT, State
from games.rulesets.alexandros.suggested_actions import payable, sensible
from tests.engine.positions import NAMES, draw_board, position

# A province of two symbols, one of four, and enough land that the rest stays open.
BOARD = draw_board("..th...thls.ahlsahlsahlsahls")
PAIR, FOUR = "A1 A2 A3 A4", "A5 A6 A7 A8 A9 A10 A11 A12"

pytestmark = pytest.mark.rule("L2")


def acting(**more: Any) -> State:
    return position(BOARD, phase=ACT, **more)


def order(state: State) -> str:
    return sensible(state, NAMES).order


def test_a_province_that_pays_is_occupied_and_said_to_pay() -> None:
    state = acting(closed=[PAIR], hands=["h"])

    assert order(state) == "occupy A3"
    does = sensible(state, NAMES).does
    assert does.endswith(" and pay a horse and a guard. It pays 2 each levy.")


def test_one_that_pays_is_preferred_to_a_worthier_one_that_would_not() -> None:
    state = acting(closed=[PAIR, FOUR], hands=["h"])

    assert [offer.income for offer in payable(state)] == [2, 0]
    assert order(state) == "occupy A3"


def test_four_guards_in_one_province_are_never_suggested() -> None:
    board = draw_board("..thls..ahlsahlsahlsahls")

    assert order(position(board, phase=ACT, closed=["A1 A2 A3 A4 A5 A6"])) == "draw"


@pytest.mark.rule("B1")
def test_a_province_may_get_two_guards_where_the_next_action_takes_one_back() -> None:
    two, one = acting(closed=[PAIR]), acting(closed=[PAIR], guards=["A3 A4"], actions=1)

    assert order(two) == "occupy A3 A4"
    assert "pays nothing: it would hold more than one guard." in sensible(two, NAMES).does
    assert order(one) == "recall A3"
    assert sensible(one, NAMES).does.endswith("Its province then pays 2 each levy.")


def test_two_guards_are_not_suggested_for_the_last_action() -> None:
    assert order(acting(closed=[PAIR], actions=1)) == "draw"


@pytest.mark.rule("F1")
def test_a_guard_too_many_is_taken_back_before_the_levy() -> None:
    held = {"closed": [PAIR, FOUR], "guards": ["A3 A4 A8"], "hands": ["t"]}

    assert order(acting(**held)) == "recall A3"
    assert order(acting(**held, actions=1)) == "levy temple"


def test_no_levy_is_suggested_that_helps_somebody_more() -> None:
    held = {"closed": [PAIR, FOUR], "guards": ["A3", "A8"], "hands": ["t"]}

    assert order(acting(**held)) == "draw"


def test_where_no_card_is_left_the_turn_ends() -> None:
    assert order(acting(supply="")) == "end"
