"""Occupying free provinces and taking over held ones (O1 to O5, K1 to K5)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import cards, events
from alexandros_rules.alexandros.moves import Occupy
from alexandros_rules.alexandros.provinces import owner
from alexandros_rules.alexandros.state import ACT, Options, State
from tests.engine import positions as at
from tests.engine.positions import (
    ALICE,
    BOB,
    CAROL,
    decide,
    draw_board,
    of_kind,
    play,
    position,
    refused,
)

STRIP = draw_board("t.h.l...s.ta....")
WEST = "A1 A2 A3 A4 A5 A6"  # temple, horse, lyre
EAST = "A9 A10 A11 A12"  # soldier, temple, amphora


def acting(**more: Any) -> State:
    """Alice may take two actions; Alexander stands out of the way."""
    more.setdefault("closed", [WEST, EAST])
    return position(STRIP, phase=ACT, alexander="A16.NE", **more)


def gifts(state: State, space: str) -> list[Any]:
    """Returns what the loser can get if one guard is put on this space."""
    number = state.board.space_by_name[space]
    return [m.give for m in of_kind(state, Occupy) if m.spaces == (number,)]


# O: free provinces


@pytest.mark.rule("O1", "O2")
def test_a_guard_and_a_card_for_every_other_symbol_space_occupy_a_province() -> None:
    state = acting(hands=["thls"])

    (occupied,) = decide(state, "occupy A3")
    after = play(state, "occupy A3")

    assert occupied == events.Occupied(ALICE, ("A3",), (1, 0, 0, 1, 0, 0))
    assert owner(after, at.province(after, "A1")) == ALICE
    assert at.hand(after, ALICE) == "hs"
    assert at.discard_pile(after) == "tl"
    assert after.actions == 1


@pytest.mark.rule("O1", "P3")
@pytest.mark.parametrize(("order", "sentence"), [
    ("occupy A2", "A2 bears no symbol. Guards can only stand on symbol spaces."),
    ("occupy A3 A3", "Name the spaces for your guards, each only once."),
    ("occupy A1 A9", "A1 and A9 are not in the same province. Occupy one province at a time."),
])
def test_guards_stand_on_different_symbol_spaces_of_one_province(
    order: str, sentence: str
) -> None:
    assert refused(acting(hands=["thlsta"]), order).sentence == sentence


@pytest.mark.rule("O2")
@pytest.mark.parametrize("hand", ["h", "aass"])
def test_a_card_pays_only_for_its_own_symbol_and_what_is_missing_is_named(hand: str) -> None:
    refusal = refused(acting(hands=[hand]), "occupy A3")

    assert refusal.code == "cannot-pay"
    assert refusal.sentence == (
        "This costs a temple, a lyre and a guard, but you lack a temple and a lyre."
        " Put guards where you lack cards, or choose another action."
    )


@pytest.mark.rule("O2", "C1")
def test_an_unknown_card_pays_for_nothing() -> None:
    """A card drawn earlier in the same orders is not known yet."""
    assert refused(acting(hands=["t?"]), "occupy A3").code == "cannot-pay"
    assert of_kind(acting(hands=["t???????"], guards=["A9"]), Occupy) == [
        Occupy((acting().board.space_by_name["A3"], acting().board.space_by_name["A5"])),
        *[m for m in of_kind(acting(hands=["t"], guards=["A9"]), Occupy) if len(m.spaces) == 3],
    ]


@pytest.mark.rule("O3")
def test_more_guards_than_needed_may_be_used_in_place_of_cards() -> None:
    state = acting(hands=["thl"])

    after = play(state, "occupy A1 A3 A5")

    assert at.hand(after, ALICE) == "thl"
    assert after.guards_left(ALICE) == 1


@pytest.mark.rule("O3")
def test_all_combinations_of_guards_and_cards_are_listed() -> None:
    found = [m for m in at.moves(acting(guards=["A9"], hands=["tl"])) if m.startswith("occupy")]

    assert found == ["occupy A3", "occupy A1 A3", "occupy A3 A5", "occupy A1 A3 A5"]


@pytest.mark.rule("O3")
def test_no_more_guards_can_be_used_than_are_left() -> None:
    state = acting(guards=["A9 A11 A12"], hands=["thl"])

    assert refused(state, "occupy A1 A3").sentence == (
        "You have 1 guard in your supply, not 2. Take one back or use fewer."
    )
    assert play(state, "occupy A1").guards_left(ALICE) == 0
    none_left = acting(guards=["A9 A11 A12 A1"], hands=["thl"], closed=[WEST, EAST, "A7 A8"])
    assert of_kind(none_left, Occupy) == []


@pytest.mark.rule("O4")
def test_symbol_spaces_that_touch_alexander_may_be_given_a_guard() -> None:
    state = position(STRIP, phase=ACT, alexander="A3.SE", closed=[WEST], hands=["tl"])
    assert state.board.spaces_at[state.alexander] >> state.board.space_by_name["A3"] & 1

    assert play(state, "occupy A3").guards[ALICE] == at.spaces(state.board, "A3")


@pytest.mark.rule("O5")
@pytest.mark.parametrize("order", ["occupy A3", "occupy A3 A5"])
def test_no_guard_is_added_to_a_province_one_already_occupies(order: str) -> None:
    state = acting(guards=["A1"], hands=["tthhll"])

    assert refused(state, order).sentence == "You already hold the province that contains A3."
    assert not any(m.startswith("occupy A3") for m in at.moves(state))


@pytest.mark.rule("O5", "B1")
def test_a_province_given_up_may_be_occupied_again() -> None:
    after = play(acting(guards=["A1"], hands=["tl"]), "recall A1; occupy A3")

    assert after.guards[ALICE] == at.spaces(after.board, "A3")


# K: takeovers


@pytest.mark.rule("K1")
def test_two_matching_cards_remove_each_guard_and_the_province_is_paid_as_one_action() -> None:
    state = acting(guards=["", "A1"], hands=["tttl"])

    (taken,) = decide(state, "occupy A3")
    after = play(state, "occupy A3")

    assert taken == events.TookOver(ALICE, BOB, ("A1",), (2, 0, 0, 0, 0, 0), ("A3",),
                                    (1, 0, 0, 1, 0, 0), (0,) * 6)
    assert after.actions == 1
    assert at.hand(after, ALICE) == ""
    assert owner(after, at.province(after, "A1")) == ALICE


@pytest.mark.rule("K1")
def test_the_space_of_the_guard_removed_may_get_the_own_guard() -> None:
    after = play(acting(guards=["", "A1"], hands=["tthl"]), "occupy A1")

    assert after.guards == (at.spaces(after.board, "A1"), 0)


@pytest.mark.rule("K1", "O3")
@pytest.mark.parametrize(("hand", "order"), [
    ("thl", "occupy A1"), ("tt", "occupy A1"), ("tth", "occupy A1"), ("hhll", "occupy A1"),
    ("thl", "occupy A1 A3 A5"),  # guards cannot stand in for the cards that remove guards
])
def test_both_parts_of_a_takeover_or_nothing(hand: str, order: str) -> None:
    state = acting(guards=["", "A1"], hands=[hand])

    assert refused(state, order).code == "cannot-pay"
    assert order not in at.moves(state)
    assert hand != "thl" or not any("A1" in m.split() for m in at.moves(state))


@pytest.mark.rule("K1")
def test_cards_that_only_remove_the_guards_take_over_nothing() -> None:
    state = acting(guards=["A9 A11 A12", "A1"], hands=["tt"])

    assert of_kind(state, Occupy) == []
    refusal = refused(state, "occupy A1")
    assert refusal.sentence == (
        "This province costs 2 temples, a horse, a lyre and a guard. You lack 2 of these 3"
        " cards: a temple, a horse and a lyre. A guard stands in for the other. Choose another"
        " action."
    )


@pytest.mark.rule("K1")
def test_every_guard_in_the_province_must_be_removed() -> None:
    guards = ["", "A1 A3"]

    assert refused(acting(guards=guards, hands=["tthl"]), "occupy A5").code == "cannot-pay"
    assert play(acting(guards=guards, hands=["ttthhh"]), "occupy A5").guards[BOB] == 0


@pytest.mark.rule("K2")
def test_the_guards_removed_go_back_to_their_owner() -> None:
    state = acting(guards=["", "A1 A3 A9"], hands=["tthhthl"])

    after = play(state, "occupy A5")

    assert (state.guards_left(BOB), after.guards_left(BOB)) == (1, 3)
    assert after.guards[BOB] == at.spaces(after.board, "A9")


HALF = Options(half_of_occupying=True)


@pytest.mark.rule("K3", "K4", "K5")
@pytest.mark.parametrize(("order", "hand", "scene", "given", "discarded"), [
    pytest.param("occupy A1 give temple lyre", "tthl", {}, "tl", "th", id="half"),
    pytest.param("occupy A1 give temple lyre", "tthl", {"players": 4}, "tl", "th", id="of four"),
    pytest.param("occupy A1 give temple temple", "tthll", {"closed": ["A1 A2 A3 A4"]}, "tt", "h",
                 id="an odd number is rounded up"),
    pytest.param("occupy A1", "tt", {"closed": ["A1 A2"]}, "t", "t", id="only one possible gift"),
    pytest.param("occupy A1", "tthl", {"players": 2}, "", "tthl", id="none with two players"),
    pytest.param("occupy A1 give lyre", "tthl", {"options": HALF}, "l", "tth",
                 id="by the option, half of the occupying cards"),
    pytest.param("occupy A1 A3 A5", "tt", {"options": HALF}, "", "tt",
                 id="by the option, none where no cards occupy"),
])
def test_the_loser_gets_half_of_the_cards_rounded_up(
    order: str, hand: str, scene: dict[str, Any], given: str, discarded: str
) -> None:
    after = play(acting(**{"players": 3, "guards": ["", "A1"], "hands": [hand], **scene}), order)

    assert at.hand(after, BOB) == given
    assert at.discard_pile(after) == discarded


@pytest.mark.rule("K3", "K4", "K5")
@pytest.mark.parametrize(("scene", "offered"), [
    pytest.param({}, ["tt", "th", "tl", "hl"], id="half of all cards"),
    pytest.param({"players": 4}, ["tt", "th", "tl", "hl"], id="with four players"),
    pytest.param({"options": HALF}, ["h", "l"], id="by the option, half of the occupying ones"),
    pytest.param({"players": 2, "options": HALF}, [None], id="nothing with two players"),
])
def test_the_player_who_takes_over_chooses_which_cards(
    scene: dict[str, Any], offered: list[str | None]
) -> None:
    state = acting(**{"players": 3, "guards": ["", "A1"], "hands": ["tthl"], **scene})

    assert [gift and cards.code(gift) for gift in gifts(state, "A1")] == offered


@pytest.mark.rule("K3")
def test_the_gift_is_public() -> None:
    state = acting(players=3, guards=["", "A1"], hands=["tthl"])
    (taken,) = decide(state, "occupy A1 give horse lyre")

    for seat in (ALICE, BOB, CAROL, None):
        assert at.RULESET.view_event(taken, seat, over=False) == taken


@pytest.mark.rule("K3")
@pytest.mark.parametrize("gift", ["horse", "horse lyre temple", "soldier horse", "horse horse"])
def test_a_wrong_gift_is_refused_with_what_is_due(gift: str) -> None:
    state = acting(players=3, guards=["", "A1"], hands=["tthhls"])

    refusal = refused(state, f"occupy A1 give {gift}")

    assert refusal.code == "wrong-gift"
    assert refusal.sentence == (
        "Yellow gets 2 of the cards you play (2 temples, a horse and a lyre). Write which"
        " ones after 'give'."
    )
    assert refusal.allowed == (
        "occupy A1 give temple temple", "occupy A1 give temple horse",
        "occupy A1 give temple lyre", "occupy A1 give horse lyre",
    )


@pytest.mark.rule("K3", "K4", "O1")
@pytest.mark.parametrize("scene", [
    pytest.param({"guards": ["", "A1"]}, id="with two players"),
    pytest.param({"players": 3}, id="for a free province"),
])
def test_a_gift_that_nobody_gets_is_refused(scene: dict[str, Any]) -> None:
    refusal = refused(acting(hands=["tthl"], **scene), "occupy A1 give temple horse")

    assert refusal.code == "no-gift"
    assert "guards" not in scene or refusal.sentence == (
        "The player who loses this province gets no cards. Leave out 'give' and the"
        " cards after it."
    )


@pytest.mark.rule("O3", "K1")
def test_listing_the_occupations_of_a_large_province_is_fast() -> None:
    """With twenty symbol spaces and cards for all, only sets of up to four guards are tried."""
    board = draw_board("tahls" * 4 + "....")
    state = position(board, phase=ACT, alexander="A23.SE", hands=["ttttaaaahhhhllllssss"])

    found = of_kind(state, Occupy)

    assert len(found) == 20 + 190 + 1140 + 4845
    assert len(set(found)) == len(found)
