"""Occupying free provinces and taking over held ones (O1 to O5, K1 to K5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.alexandros import cards, events
from engine.alexandros.moves import Occupy
from engine.alexandros.provinces import owner
from engine.alexandros.state import ACT, Options, State
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
    return [m.give for m in of_kind(state, Occupy)
            if isinstance(m, Occupy) and m.spaces == (number,)]


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


@pytest.mark.rule("O1")
def test_guards_stand_on_symbol_spaces_only() -> None:
    refusal = refused(acting(hands=["thls"]), "occupy A2")

    assert refusal.sentence == "A2 bears no symbol. Guards can only stand on symbol spaces."


@pytest.mark.rule("O1")
def test_at_most_one_guard_stands_on_a_space() -> None:
    refusal = refused(acting(hands=["thls"]), "occupy A3 A3")

    assert refusal.sentence == "Name the spaces for your guards, each only once."


@pytest.mark.rule("O1", "P3")
def test_one_action_occupies_one_province() -> None:
    refusal = refused(acting(hands=["thlsta"]), "occupy A1 A9")

    assert refusal.sentence == (
        "A1 and A9 are not in the same province. Occupy one province at a time."
    )


@pytest.mark.rule("O2")
def test_what_is_missing_to_pay_is_named() -> None:
    refusal = refused(acting(hands=["h"]), "occupy A3")

    assert refusal.code == "cannot-pay"
    assert refusal.sentence == (
        "This costs a temple and a lyre, but you lack a temple and a lyre."
        " Put guards in place of cards where you can, or choose another action."
    )


@pytest.mark.rule("O2")
def test_a_card_pays_only_for_its_own_symbol() -> None:
    assert refused(acting(hands=["aass"]), "occupy A3").code == "cannot-pay"


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
    state = acting(hands=["tl"], closed=[WEST, EAST])
    west = [
        " ".join(state.board.names[s] for s in m.spaces)
        for m in of_kind(state, Occupy) if m.spaces[0] < state.board.space_by_name["A9"]
    ]

    assert west == ["A3", "A1 A3", "A3 A5", "A1 A3 A5"]


@pytest.mark.rule("O3")
def test_no_more_guards_can_be_used_than_are_left() -> None:
    state = acting(guards=["A9 A11 A12"], hands=["thl"])

    refusal = refused(state, "occupy A1 A3")

    assert refusal.sentence == (
        "You have 1 guard in your supply, not 2. Take one back or use fewer."
    )
    assert play(state, "occupy A1").guards_left(ALICE) == 0


@pytest.mark.rule("O3")
def test_without_a_guard_in_supply_nothing_can_be_occupied() -> None:
    state = acting(guards=["A9 A11 A12 A1"], hands=["thl"], closed=[WEST, EAST, "A7 A8"])

    assert of_kind(state, Occupy) == []


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

    assert taken == events.TookOver(
        ALICE, BOB, ("A1",), (2, 0, 0, 0, 0, 0), ("A3",), (1, 0, 0, 1, 0, 0), (0,) * 6
    )
    assert after.actions == 1
    assert at.hand(after, ALICE) == ""
    assert owner(after, at.province(after, "A1")) == ALICE


@pytest.mark.rule("K1")
def test_the_space_of_the_guard_removed_may_get_the_own_guard() -> None:
    after = play(acting(guards=["", "A1"], hands=["tthl"]), "occupy A1")

    assert after.guards == (at.spaces(after.board, "A1"), 0)


@pytest.mark.rule("K1")
@pytest.mark.parametrize("hand", ["thl", "tt", "tth", "hhll"])
def test_both_parts_of_a_takeover_or_nothing(hand: str) -> None:
    assert refused(acting(guards=["", "A1"], hands=[hand]), "occupy A1").code == "cannot-pay"


@pytest.mark.rule("K1")
def test_cards_that_only_remove_the_guards_take_over_nothing() -> None:
    state = acting(guards=["A9 A11 A12", "A1"], hands=["tt"])

    assert of_kind(state, Occupy) == []
    refusal = refused(state, "occupy A1")
    assert refusal.sentence.startswith(
        "This costs 2 temples, a horse and a lyre, but you lack a horse and a lyre."
    )


@pytest.mark.rule("K1")
def test_every_guard_in_the_province_must_be_removed() -> None:
    state = acting(guards=["", "A1 A3"], hands=["tthl"])

    assert refused(state, "occupy A5").code == "cannot-pay"
    assert play(acting(guards=["", "A1 A3"], hands=["ttthhh"]), "occupy A5").guards[BOB] == 0


@pytest.mark.rule("K1", "O3")
def test_own_guards_cannot_stand_in_for_the_cards_that_remove_guards() -> None:
    state = acting(guards=["", "A1"], hands=["thl"])

    assert refused(state, "occupy A1 A3 A5").code == "cannot-pay"
    assert not any("A1" in m.split() for m in at.moves(state))


@pytest.mark.rule("K2")
def test_the_guards_removed_go_back_to_their_owner() -> None:
    state = acting(guards=["", "A1 A3 A9"], hands=["tthhthl"])

    after = play(state, "occupy A5")

    assert state.guards_left(BOB) == 1
    assert after.guards_left(BOB) == 3
    assert after.guards[BOB] == at.spaces(after.board, "A9")


@pytest.mark.rule("K3")
@pytest.mark.parametrize("players", [3, 4])
def test_with_more_than_two_the_loser_gets_half_rounded_up(players: int) -> None:
    state = acting(players=players, guards=["", "A12"], hands=["aats"])
    odd = acting(players=players, guards=["", "A1"], hands=["tthl"], closed=[WEST, EAST])

    assert all(sum(gift) == 2 for gift in gifts(state, "A12"))
    after = play(odd, "occupy A1 give temple lyre")
    assert at.hand(after, BOB) == "tl"
    assert at.discard_pile(after) == "th"


@pytest.mark.rule("K3")
def test_an_odd_number_of_cards_is_rounded_up_for_the_loser() -> None:
    state = acting(players=3, guards=["", "A1"], hands=["tthll"], closed=["A1 A2 A3 A4"])

    after = play(state, "occupy A1 give temple temple")

    assert at.hand(after, BOB) == "tt"
    assert at.discard_pile(after) == "h"


@pytest.mark.rule("K3")
def test_the_player_who_takes_over_chooses_which_cards() -> None:
    state = acting(players=3, guards=["", "A1"], hands=["tthl"])

    assert [cards.code(gift) for gift in gifts(state, "A1")] == ["tt", "th", "tl", "hl"]


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


@pytest.mark.rule("K3")
def test_where_only_one_gift_is_possible_it_need_not_be_written() -> None:
    state = acting(players=3, guards=["", "A1"], hands=["tt"], closed=["A1 A2"])

    assert at.hand(play(state, "occupy A1"), BOB) == "t"


@pytest.mark.rule("K4")
def test_with_two_players_every_card_is_discarded() -> None:
    after = play(acting(guards=["", "A1"], hands=["tthl"]), "occupy A1")

    assert at.hand(after, BOB) == ""
    assert at.discard_pile(after) == "tthl"


@pytest.mark.rule("K4")
def test_with_two_players_a_gift_is_refused() -> None:
    refusal = refused(acting(guards=["", "A1"], hands=["tthl"]), "occupy A1 give temple horse")

    assert refusal.sentence == (
        "The player who loses this province gets no cards. Leave out 'give' and the"
        " cards after it."
    )


@pytest.mark.rule("K3", "O1")
def test_nobody_gets_a_gift_for_a_free_province() -> None:
    assert refused(acting(players=3, hands=["thl"]), "occupy A1 give horse").code == "no-gift"


@pytest.mark.rule("K5")
def test_by_the_option_the_loser_gets_half_of_the_occupying_cards_only() -> None:
    state = acting(
        players=3, guards=["", "A1"], hands=["tthl"], options=Options(half_of_occupying=True)
    )

    assert [cards.code(gift) for gift in gifts(state, "A1")] == ["h", "l"]
    after = play(state, "occupy A1 give lyre")
    assert at.hand(after, BOB) == "l"
    assert at.discard_pile(after) == "tth"


@pytest.mark.rule("K5")
def test_by_the_option_a_province_occupied_without_cards_gives_the_loser_none() -> None:
    state = acting(
        players=3, guards=["", "A1"], hands=["tt"], options=Options(half_of_occupying=True)
    )

    after = play(state, "occupy A1 A3 A5")

    assert at.hand(after, BOB) == ""
    assert at.discard_pile(after) == "tt"


@pytest.mark.rule("K5")
def test_the_option_is_off_by_default() -> None:
    (option,) = [o for o in at.RULESET.options if o.name == "half_of_occupying"]

    assert option.default is False
    assert at.started(players=3).options == Options(half_of_occupying=False)
    assert at.started(players=3, half_of_occupying=True).options.half_of_occupying


@pytest.mark.rule("K4", "K5")
def test_the_option_changes_nothing_for_two_players() -> None:
    state = acting(guards=["", "A1"], hands=["tthl"], options=Options(half_of_occupying=True))

    assert gifts(state, "A1") == [None]


@pytest.mark.rule("O3", "K1")
def test_listing_the_occupations_of_a_large_province_is_fast() -> None:
    """With twenty symbol spaces and cards for all, only sets of up to four guards are tried."""
    board = draw_board("tahls" * 4 + "....")
    state = position(board, phase=ACT, alexander="A23.SE", hands=["ttttaaaahhhhllllssss"])

    found = of_kind(state, Occupy)

    assert len(found) == 20 + 190 + 1140 + 4845
    assert len(set(found)) == len(found)
