"""Actions in general, taking cards, supply and discard pile (F1, F2, C1 to C4)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.moves import Draw, Take
from alexandros_rules.alexandros.state import ACT, TAKE, State
from alexandros_rules.chance import SeededChance
from tests.engine import positions as at
from tests.engine.positions import (
    ALICE,
    BOB,
    HORSE,
    LYRE,
    RULESET,
    SEED,
    decide,
    draw_board,
    of_kind,
    play,
    position,
    refused,
)

STRIP = draw_board("t..h...l....")


def acting(**more: Any) -> State:
    """Alice may take two actions; Alexander stands out of the way."""
    return position(STRIP, phase=ACT, alexander="A12.NE", **more)


# F: actions


@pytest.mark.rule("F1")
@pytest.mark.parametrize("orders", [
    "draw; draw", "draw; take horse", "take horse; draw", "occupy A1; occupy A4",
    "occupy A1; recall A1", "levy lyre; draw", "draw; levy lyre", "recall A8; recall A4",
])
def test_any_two_actions_follow_in_any_order(orders: str) -> None:
    guards = ["A4 A8"] if "recall A8" in orders else ["A8"]
    state = acting(closed=["A1 A2 A3", "A4 A5 A6 A7"], guards=guards, hands=["l"])

    after = play(state, orders)

    assert (after.seat, after.phase) == (BOB, TAKE)


@pytest.mark.rule("F1", "L1")
def test_taxes_are_levied_once_a_turn() -> None:
    state = play(acting(guards=["A1"], hands=["tt"]), "levy temple")

    assert refused(state, "levy temple").sentence == "You have already levied taxes this turn."
    assert "levy temple" not in at.moves(state)
    assert not play(state, "end").levied


@pytest.mark.rule("F2")
@pytest.mark.parametrize("orders", ["end", "draw; end"])
def test_a_turn_may_end_after_one_action_or_none(orders: str) -> None:
    after = play(acting(), orders)

    assert (after.seat, after.phase, after.turn, after.actions) == (BOB, TAKE, 2, 0)


@pytest.mark.rule("F1", "F2")
def test_the_second_action_ends_the_turn_by_itself_so_there_is_no_third() -> None:
    state = play(acting(), "draw")
    *_, last = decide(state, "draw")
    after = play(state, "draw")

    assert last == events.TurnEnded(ALICE, BOB)
    assert after.seat == BOB
    assert refused(after, "draw").code == "march-first"


# C: cards


@pytest.mark.rule("C1")
def test_the_top_card_of_the_supply_goes_into_hand_and_is_seen_by_its_player_alone() -> None:
    state = acting(supply="sat", hands=["h"])

    after = play(state, "draw")
    (drew,) = decide(state, "draw")

    assert at.hand(after, ALICE) == "hs"
    assert len(after.supply) == 2
    assert RULESET.view_event(drew, ALICE, over=False) == events.Drew(ALICE, at.SOLDIER)
    for other in (BOB, None):
        assert RULESET.view_event(drew, other, over=False) == events.Drew(ALICE, 5)


@pytest.mark.rule("C1")
def test_a_face_up_card_taken_is_seen_by_all() -> None:
    (took,) = decide(acting(face_up="hl"), "take lyre")

    assert {RULESET.view_event(took, seat, over=False) for seat in (ALICE, BOB, None)} == {
        events.Took(ALICE, LYRE)
    }


@pytest.mark.rule("C1")
def test_hands_are_secret_and_their_sizes_public() -> None:
    state = acting(hands=["tah", "ll"])

    assert at.hand(RULESET.view(state, BOB), ALICE) == "???"
    assert at.hand(RULESET.view(state, BOB), BOB) == "ll"


@pytest.mark.rule("C1")
def test_a_hand_has_no_limit() -> None:
    state = acting(hands=["t" * 11 + "a" * 11 + "h" * 11], supply="s")

    assert sum(play(state, "draw").hands[ALICE]) == 34


@pytest.mark.rule("C2")
def test_face_up_cards_taken_as_actions_are_replaced_only_at_the_end_of_the_turn() -> None:
    state = acting(face_up="hl", supply="sat")

    after = play(state, "take horse")
    assert (at.row(after), len(after.supply)) == ("l", 3)
    ended = play(after, "end")
    assert (at.row(ended), ended.seat) == ("ls", BOB)
    after = play(after, "take lyre")
    assert (at.hand(after, ALICE), at.row(after)) == ("hl", "sa")


@pytest.mark.rule("C2")
@pytest.mark.parametrize(("face_up", "seen"), [("l", "a lyre"), ("", "no cards")])
def test_a_card_that_does_not_lie_face_up_is_refused_with_those_that_do(
    face_up: str, seen: str
) -> None:
    assert refused(acting(face_up=face_up, supply=""), "take horse").sentence == (
        f"There is no horse face up; you can see {seen}."
    )


@pytest.mark.rule("C2")
@pytest.mark.parametrize(("face_up", "left"), [("hl", [Take(LYRE)]), ("hh", [Take(HORSE)])])
def test_the_second_card_may_be_what_is_left_face_up_or_from_the_supply(
    face_up: str, left: list[Take]
) -> None:
    state = play(acting(face_up=face_up), "take horse")

    assert at.row(state) == face_up[1]
    assert of_kind(state, Take) == left
    assert of_kind(state, Draw) == [Draw()]


@pytest.mark.rule("C3")
def test_an_empty_supply_is_shuffled_again_when_a_card_is_to_be_drawn() -> None:
    state = acting(supply="", discard="tahls", shuffles=3)

    shuffled, drew = decide(state, "draw")

    order = SeededChance(SEED).shuffle([0, 1, 2, 3, 4], "shuffle-4")
    assert shuffled == events.Shuffled(order)
    assert drew == events.Drew(ALICE, order[0])
    after = play(state, "draw")
    assert after.supply == order[1:]
    assert at.discard_pile(after) == ""
    assert after.shuffles == 4


@pytest.mark.rule("C3")
def test_drawing_the_last_card_does_not_shuffle_yet() -> None:
    state = acting(supply="t", discard="ahls")

    after = play(state, "draw")

    assert after.supply == ()
    assert at.discard_pile(after) == "ahls"
    assert after.shuffles == state.shuffles


@pytest.mark.rule("C3")
def test_cards_discarded_before_the_draw_are_in_the_shuffle() -> None:
    state = acting(supply="", discard="", hands=["t"], guards=["A1"])

    assert at.hand(play(state, "levy temple; draw"), ALICE) == "t"


@pytest.mark.rule("C3", "A3", "C2")
@pytest.mark.parametrize(("state", "orders", "row"), [
    pytest.param(position(STRIP, supply="", discard="s"), "take lyre", "hs", id="for a march"),
    pytest.param(acting(supply="t", discard="s"), "take horse; take lyre", "ts", id="at the end"),
])
def test_cards_to_be_turned_up_can_bring_the_shuffle(state: State, orders: str, row: str) -> None:
    after = play(state, orders)

    assert (at.row(after), after.supply, after.shuffles) == (row, (), state.shuffles + 1)


@pytest.mark.rule("C4")
def test_with_both_stacks_empty_the_supply_cannot_be_chosen_and_the_row_stays_short() -> None:
    state = acting(face_up="hl", supply="", discard="")

    assert refused(state, "draw").sentence == (
        "The supply and the discard pile are both empty, so you cannot draw a card. Choose another"
        " action."
    )
    assert of_kind(state, Draw) == []
    after = play(state, "take horse; end")
    assert (at.row(after), after.seat) == ("l", BOB)


@pytest.mark.rule("C4", "A3")
def test_with_both_stacks_empty_a_card_taken_to_march_is_not_replaced() -> None:
    state = position(STRIP, face_up="hl", supply="", discard="")

    (chose,) = decide(state, "take lyre")

    assert chose == events.Chose(ALICE, LYRE, joker=False)
    assert at.row(play(state, "take lyre")) == "h"


@pytest.mark.rule("C4")
def test_a_short_row_is_filled_at_the_end_of_the_first_turn_that_has_cards() -> None:
    state = acting(face_up="", supply="", hands=["tt"], guards=["A1"])

    after = play(state, "levy temple; end")

    assert at.row(after) == "t"
    assert at.discard_pile(after) == ""
