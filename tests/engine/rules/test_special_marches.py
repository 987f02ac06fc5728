"""Cards from hand, jokers, divided provinces, and being stuck (A12 to A16)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.moves import Play, Stay, Take
from alexandros_rules.alexandros.provinces import levy_gains, owner
from alexandros_rules.alexandros.state import ACT, MARCH, OVER, TAKE, State
from tests.engine import positions as at
from tests.engine.positions import (
    ALICE,
    BOB,
    HORSE,
    RULESET,
    SOLDIER,
    decide,
    draw_board,
    of_kind,
    play,
    position,
    refused,
    target_names,
)

STRIP = draw_board("....h...l...t...")


@pytest.mark.rule("A12")
def test_a_card_from_hand_moves_alexander_by_its_symbol_and_is_discarded() -> None:
    state = position(STRIP, hands=["tth"], face_up="hl", supply="sa")

    after = play(state, "play temple")

    assert (after.phase, target_names(after)) == (MARCH, "A13")
    assert (at.hand(after, ALICE), at.discard_pile(after)) == ("th", "t")
    assert (at.row(after), after.supply) == ("hl", state.supply)


@pytest.mark.rule("A12")
def test_after_the_special_move_both_actions_follow() -> None:
    after = play(position(STRIP, hands=["l"]), "play lyre; march A9.N")

    assert (after.phase, after.actions) == (ACT, 2)


@pytest.mark.rule("A12")
def test_a_card_that_is_not_in_hand_cannot_be_played() -> None:
    refusal = refused(position(STRIP, hands=["h"]), "play lyre")

    assert refusal.sentence == "You have no lyre to play. Your hand: a horse."


@pytest.mark.rule("A12")
def test_a_face_up_card_is_no_card_from_hand() -> None:
    assert of_kind(position(STRIP, face_up="hl"), Play) == []


@pytest.mark.rule("A13")
def test_a_card_without_an_empty_space_is_a_joker_for_every_other_symbol() -> None:
    state = position(STRIP, face_up="sl")

    (chose, _) = decide(state, "take soldier")
    after = play(state, "take soldier")

    assert chose == events.Chose(ALICE, SOLDIER, joker=True)
    assert target_names(after) == "A5 A9 A13"
    assert at.hand(after, ALICE) == "s"


@pytest.mark.rule("A13")
def test_a_joker_goes_to_the_closest_space_of_the_symbol_named() -> None:
    state = play(position(draw_board("....h...h...l..."), face_up="ss"), "take soldier")

    assert target_names(state) == "A5 A13"
    refusal = refused(state, "march A9.N")
    assert refusal.sentence == (
        "A9 is not the closest empty space with a horse. Alexander can go to A5 or A13."
    )


@pytest.mark.rule("A13")
@pytest.mark.parametrize(("face_up", "card", "targets"), [
    ("sl", "lyre", "A9"), ("sl", "soldier", "A5 A9 A13"),
    ("sa", "soldier", "A5 A9 A13"), ("sa", "amphora", "A5 A9 A13"),
])
def test_each_face_up_card_is_checked_separately(face_up: str, card: str, targets: str) -> None:
    after = play(position(STRIP, face_up=face_up), f"take {card}")

    assert after.joker == (card != "lyre")
    assert target_names(after) == targets


@pytest.mark.rule("A13", "A6")
def test_a_symbol_whose_spaces_are_all_walled_or_taken_is_a_joker() -> None:
    board = draw_board("....h...h...l..")
    state = position(board, routes=["A5.N: SE"], guards=["", "A9"], face_up="ha")

    after = play(state, "take horse")

    assert after.joker
    assert target_names(after) == "A13"


@pytest.mark.rule("A13")
def test_a_joker_does_not_go_to_an_open_space() -> None:
    state = play(position(STRIP, face_up="sl"), "take soldier")

    assert refused(state, "march A8.S").sentence == (
        "A8 bears no symbol. Alexander can go to A5, A9 or A13."
    )


@pytest.mark.rule("A13")
def test_an_action_before_a_jokers_march_is_refused_with_that_reason() -> None:
    refusal = refused(play(position(STRIP, face_up="sl"), "take soldier"), "draw")

    assert refusal.sentence == (
        "You have chosen the soldier as a joker. Now say where Alexander marches, as in"
        " march A5.N."
    )
    assert refusal.allowed == ("march A5.N", "march A9.N", "march A13.N")


@pytest.mark.rule("A14")
def test_a_card_from_hand_is_never_a_joker() -> None:
    state = position(STRIP, hands=["s"], face_up="sl")

    assert of_kind(state, Play) == []
    refusal = refused(state, "play soldier")
    assert refusal.code == "no-joker-from-hand"
    assert refusal.sentence == (
        "No empty space bears a soldier, and a card from your hand is never a joker. March with"
        " another card."
    )


@pytest.mark.rule("A13", "A14", "E2")
def test_too_few_walls_for_every_march_make_no_joker() -> None:
    """The horse space is empty, so a horse is no joker, even if there are too few walls."""
    state = position(draw_board("l.......h..."), alexander="A4.S", face_up="hl", black_left=0,
                     red_left=1)

    assert refused(state, "take horse").code == "no-march"
    assert at.moves(state) == ["take lyre"]


CUT = draw_board("""
    ....t....
    .a.....h.
    ....l....
""")


def ready_to_cut(guards: list[str], *, hand: str) -> State:
    """Red marches north from the south rim, through a province with one guard."""
    return position(CUT, alexander="C5.SW", guards=guards, face_up="th", hands=[hand])


@pytest.mark.rule("A15", "P5", "O1")
@pytest.mark.parametrize(("guards", "holder"), [(["", "B8"], BOB), (["B8"], ALICE)])
def test_the_current_player_may_occupy_a_part_that_their_march_set_free(
    guards: list[str], holder: int
) -> None:
    after = play(ready_to_cut(guards, hand="lt"), "take temple; march A5.N via NW NE NE")
    west, east = at.province(after, "A1"), at.province(after, "B8")

    assert after.phase == ACT
    assert west != east
    assert (owner(after, west), owner(after, east)) == (None, holder)
    after = play(after, "occupy B2")
    assert (owner(after, west), owner(after, east)) == (ALICE, holder)
    assert sum(mask.bit_count() for mask in after.guards) == 2


LOCKED = draw_board(".h..", black=4, red=1)


def stuck(*, face_up: str = "hl", **more: Any) -> State:
    """The only symbol space has a wall, so no card allows a march."""
    return position(LOCKED, routes=["A2.NW: SE"], face_up=face_up, **more)


@pytest.mark.rule("A16")
def test_with_no_march_possible_any_face_up_card_may_be_taken_and_nothing_else() -> None:
    state = stuck(hands=["ht"])

    assert at.moves(state) == ["take horse", "take lyre"]
    assert refused(state, "play horse").code == "no-joker-from-hand"


@pytest.mark.rule("A16")
def test_alexander_stays_the_card_is_taken_and_replaced_and_the_actions_follow() -> None:
    state = stuck(supply="ta")

    after = play(state, "take lyre")

    assert after.alexander == state.alexander
    assert after.walls == state.walls
    assert (after.phase, after.actions) == (ACT, 2)
    assert at.hand(after, ALICE) == "l"
    assert at.row(after) == "ht"
    assert after.stayed == 1


@pytest.mark.rule("A16")
def test_a_player_who_could_take_a_card_cannot_just_stay() -> None:
    refusal = refused(stuck(), "stay")

    assert refusal.code == "take-a-card"
    assert refusal.sentence == (
        "No card allows a march, so Alexander stays where he is, but you must still take one of the"
        " face-up cards."
    )
    assert refusal.allowed == ("take horse", "take lyre")


@pytest.mark.rule("A16")
def test_a_player_who_can_march_cannot_stay() -> None:
    refusal = refused(position(STRIP), "stay")

    assert refusal.code == "must-march"
    assert refusal.sentence == "Alexander must march when any card allows it; choose a card."


@pytest.mark.rule("A16")
def test_without_face_up_cards_alexander_just_stays_and_after_a_round_the_game_ends() -> None:
    state = stuck(face_up="", supply="", hands=["h"])

    assert RULESET.legal_moves(state, seat=state.seat) == [Stay()]
    after = play(state, "stay")
    assert (after.phase, after.actions, after.stayed) == (ACT, 2, 1)
    assert at.hand(after, ALICE) == "h"
    after = play(after, "end; stay; end")
    assert (after.phase, after.reason, after.winners) == (OVER, "stuck", (ALICE, BOB))


@pytest.mark.rule("A16", "A12")
def test_a_card_in_hand_that_allows_a_march_must_be_played() -> None:
    """There are enough walls for the horse in hand, but not for the face-up cards."""
    board = draw_board("h..........l", black=2, red=1)
    state = position(board, alexander="A4.S", face_up="ll", hands=["h"])

    assert of_kind(state, Take) == []
    assert of_kind(state, Play) == [Play(HORSE)]
    assert refused(state, "take lyre").sentence == (
        "You cannot march with the lyre, because only 3 walls are left. Choose another card."
    )


@pytest.mark.rule("A16")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_round_without_a_march_ends_the_game(players: int) -> None:
    state = stuck(players=players, scores=[3, *[5] * (players - 1)])
    for order in (*["end"] * (players - 1), "draw"):
        state = play(state, f"{RULESET.format(Take(state.face_up[0]), state)}; {order}")
        assert state.phase != OVER

    state = play(state, "end")

    assert (state.phase, state.reason) == (OVER, "stuck")
    assert state.winners == tuple(range(1, players))


@pytest.mark.rule("A16")
def test_a_march_in_between_restarts_the_count() -> None:
    after = play(position(STRIP, stayed=1), "take horse; march A5.N; end")

    assert (after.stayed, after.phase) == (0, TAKE)


@pytest.mark.rule("A16", "E2")
def test_too_few_walls_for_any_march_leave_alexander_where_he_is() -> None:
    board = draw_board("........l", black=1, red=1)

    state = position(board, face_up="lt", hands=["l"])

    assert at.moves(state) == ["take temple", "take lyre"]
    assert play(state, "take temple").stayed == 1


@pytest.mark.rule("A16", "B1")
def test_a_guard_taken_back_lets_alexander_march_again() -> None:
    board = draw_board("....h...")
    state = position(board, guards=["A5"], face_up="hl")
    assert play(state, "take horse").stayed == 1

    assert target_names(play(play(state, "take lyre; recall A5; end"), "take horse")) == "A5"


@pytest.mark.rule("A12", "A3")
def test_a_short_row_is_not_filled_before_the_end_of_the_turn() -> None:
    state = position(STRIP, hands=["t"], face_up="h", supply="")

    after = play(state, "play temple; march A13.N via E E E E E E")
    assert at.row(after) == "h"
    after = play(after, "end")

    assert at.row(after) == "ht"


@pytest.mark.rule("A15")
def test_the_gains_of_a_levy_follow_the_provinces_as_they_now_are() -> None:
    state = ready_to_cut(["B8"], hand="h")
    before = levy_gains(state)[ALICE]

    after = play(state, "take temple; march A5.N via NW NE NE")

    assert levy_gains(after)[ALICE] < before
    assert play(after, "levy horse").scores[ALICE] == levy_gains(after)[ALICE]


@pytest.mark.rule("A2", "A13")
def test_two_equal_jokers_are_one_choice() -> None:
    assert of_kind(position(STRIP, face_up="ss"), Take) == [Take(SOLDIER)]
