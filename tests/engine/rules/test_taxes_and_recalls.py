"""Levying taxes and taking back guards (L1 to L4, B1)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros.describe import describe_event
from alexandros_rules.alexandros.moves import Levy, Recall
from alexandros_rules.alexandros.provinces import owner
from alexandros_rules.alexandros.state import ACT, State
from tests.engine import positions as at
from tests.engine.positions import ALICE, BOB, decide, draw_board, of_kind, play, position, refused

STRIP = draw_board("t..h...l....s.")
GROUPS = ["A1 A2 A3", "A4 A5 A6 A7", "A8 A9 A10 A11 A12"]  # worth 2, 3, 4; the rest 1
OPEN = draw_board("t..h...l....")
WEST = "A1 A2 A3 A4 A5 A6 A7"


def acting(**more: Any) -> State:
    """Alice may take two actions."""
    return position(STRIP, phase=ACT, alexander="A14.NE", closed=GROUPS, **more)


@pytest.mark.rule("L1")
def test_the_card_matches_the_symbol_under_any_guard_and_is_discarded() -> None:
    state = acting(guards=["A1 A4"], hands=["tahhls"])

    after = play(state, "levy horse")

    assert of_kind(state, Levy) == [Levy(at.TEMPLE), Levy(at.HORSE)]
    assert play(state, "levy temple").scores == after.scores == (5, 0)
    assert at.hand(after, ALICE) == "tahls"
    assert at.discard_pile(after) == "h"
    assert after.levied


@pytest.mark.rule("L1")
def test_a_card_of_another_symbol_is_refused_with_what_would_do() -> None:
    refusal = refused(acting(guards=["A1 A4"], hands=["sh"]), "levy soldier")

    assert refusal.sentence == (
        "None of your guards stands on a soldier. To levy taxes, you need a temple or a horse."
    )
    assert refusal.allowed == ("levy horse",)


@pytest.mark.rule("L1")
def test_an_opponents_guard_is_not_a_symbol_to_levy_with() -> None:
    assert refused(acting(guards=["A1", "A4"], hands=["h"]), "levy horse").code == "levy-symbol"


@pytest.mark.rule("L1")
def test_a_card_that_is_not_in_hand_is_refused() -> None:
    refusal = refused(acting(guards=["A1"], hands=["h"]), "levy temple")

    assert refusal.sentence == "You have no temple to levy taxes with. Your hand: a horse."


@pytest.mark.rule("L1", "L2")
@pytest.mark.parametrize(("guards", "closed", "score"), [("A1 A4", [], 0), ("A1 A4 A8", [WEST], 4)])
def test_provinces_with_two_guards_score_nothing_but_their_symbols_count(
    guards: str, closed: list[str], score: int
) -> None:
    state = position(OPEN, phase=ACT, alexander="A12.NE", closed=closed, guards=[guards],
                     hands=["t"])

    assert play(state, "levy temple").scores == (score, 0)


@pytest.mark.rule("L1", "L2", "L3")
@pytest.mark.parametrize(("order", "guards", "scores", "after"), [
    pytest.param("levy temple", ["A1 A8"], (0, 0), (2 + 4, 0), id="one guard in each province"),
    pytest.param("levy temple", ["A1 A4 A8"], (0, 0), (2 + 3 + 4, 0), id="three provinces"),
    pytest.param("levy soldier", ["A13"], (0, 0), (1, 0), id="outside the closed provinces"),
    pytest.param("levy temple", ["A1"], (7, 9), (7 + 2, 9), id="scores add up"),
    pytest.param("levy temple", ["A1", "A4", "A8", "A13"], (0,) * 4, (2, 3, 4, 1),
                 id="others score, too"),
])
def test_provinces_with_exactly_one_guard_score_their_value(
    order: str, guards: list[str], scores: tuple[int, ...], after: tuple[int, ...]
) -> None:
    state = acting(players=len(scores), guards=guards, hands=["ts"], scores=scores)

    (levied,) = decide(state, order)

    assert play(state, order).scores == after
    assert levied.gains == tuple(b - a for a, b in zip(scores, after, strict=True))


@pytest.mark.rule("L3")
def test_the_sentence_lists_the_scores_clockwise_from_the_current_player() -> None:
    state = acting(players=3, seat=BOB, guards=["A1", "A4", "A8"], hands=["", "h"])
    (levied,) = decide(state, "levy horse")

    assert describe_event(levied, state, at.NAMES) == (
        "Bob levies taxes with a horse: Bob scores 3, Carol scores 4 and Alice scores 2."
    )


@pytest.mark.rule("L4")
def test_a_player_without_a_guard_on_the_board_cannot_levy() -> None:
    state = acting(guards=["", "A1"], hands=["tahls"])

    refusal = refused(state, "levy temple")

    assert refusal.sentence == "You have no guard on the board, so you cannot levy taxes."
    assert of_kind(state, Levy) == []


@pytest.mark.rule("L4")
def test_a_levy_that_scores_nothing_is_allowed() -> None:
    state = position(STRIP, phase=ACT, alexander="A14.NE", closed=["A4"], guards=["A4"],
                     hands=["h"])

    after = play(state, "levy horse")

    assert (after.scores, after.levied) == ((0, 0), True)


@pytest.mark.rule("L4", "B1")
def test_the_last_guard_taken_back_ends_the_levies() -> None:
    state = play(acting(guards=["A1"], hands=["t"]), "recall A1")

    assert refused(state, "levy temple").code == "no-guard-to-levy"


@pytest.mark.rule("B1")
def test_one_guard_goes_back_to_supply_for_one_action_and_no_card() -> None:
    state = acting(guards=["A1 A4"], hands=["t"])

    after = play(state, "recall A4")

    assert (state.guards_left(ALICE), after.guards_left(ALICE)) == (2, 3)
    assert (after.actions, at.hand(after, ALICE)) == (1, "t")


@pytest.mark.rule("B1")
def test_taking_the_last_guard_frees_the_province() -> None:
    state = acting(guards=["A1"])
    (recalled,) = decide(state, "recall A1")

    after = play(state, "recall A1")

    assert owner(after, at.province(after, "A1")) is None
    assert describe_event(recalled, state, at.NAMES) == (
        "Alice takes back the guard from A1. The province is free now."
    )


@pytest.mark.rule("B1", "L2")
def test_one_guard_of_two_taken_back_makes_the_province_score() -> None:
    state = position(OPEN, phase=ACT, alexander="A12.NE", guards=["A1 A4"], hands=["t"])

    assert play(state, "recall A4; levy temple").scores == (9, 0)


@pytest.mark.rule("B1")
@pytest.mark.parametrize("order", ["recall A8", "recall A2", "recall A4"])
def test_only_an_own_guard_can_be_taken_back(order: str) -> None:
    state = acting(guards=["A1", "A4"])

    refusal = refused(state, order)

    assert refusal.code == "no-guard-there"
    assert refusal.allowed == ("recall A1",)
    assert of_kind(state, Recall) == [Recall(state.board.space_by_name["A1"])]
