"""How a game ends, and who wins (E1 to E4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.alexandros import events
from engine.alexandros.moves import March
from engine.alexandros.state import ACT, OVER, TAKE, State
from tests.engine import positions as at
from tests.engine.positions import (
    ALICE,
    BOB,
    CAROL,
    RULESET,
    decide,
    draw_board,
    of_kind,
    play,
    position,
    refused,
)

STRIP = draw_board("........h...l...")


def marching(**more: Any) -> State:
    """Alice must march from the west end of the strip; the horse is four sides away."""
    return position(STRIP, face_up="hl", **more)


WAY = "take horse; march A9.N via E E E E"


@pytest.mark.rule("E1")
def test_walls_beyond_the_black_ones_are_red() -> None:
    after = play(marching(black_left=3, red_left=10), WAY)

    assert (after.black_left, after.red_left) == (0, 9)
    assert after.walls.bit_count() == 4
    assert after.red == at.route_sides(after.board, "A7.N: E")


@pytest.mark.rule("E1")
def test_the_last_walls_of_the_route_are_the_red_ones() -> None:
    state = play(marching(black_left=1, red_left=10), "take horse")

    (marched,) = decide(state, "march A9.N via E E E E")

    assert marched == events.Marched(ALICE, "A9", "A9.N", ("E", "E", "E", "E"), 1, 3)


@pytest.mark.rule("E1")
def test_red_walls_count_as_walls_in_every_way() -> None:
    state = marching(red=["A9.N: SE"])

    assert at.target_names(play(state, "take horse")) == "A13"  # no horse is empty: a joker


@pytest.mark.rule("E1")
def test_after_red_walls_both_actions_follow_and_then_the_game_ends() -> None:
    state = play(marching(black_left=3, red_left=10, scores=[2, 1]), WAY)
    assert (state.phase, state.actions) == (ACT, 2)

    state = play(state, "draw")
    assert state.phase == ACT
    state = play(state, "draw")

    assert (state.phase, state.reason, state.winners) == (OVER, "walls", (ALICE,))
    assert state.seat == ALICE


@pytest.mark.rule("E1", "F2")
def test_the_last_turn_too_may_end_without_actions() -> None:
    after = play(marching(black_left=3, red_left=10), f"{WAY}; end")

    assert (after.phase, after.reason) == (OVER, "walls")


@pytest.mark.rule("E1")
def test_the_points_of_the_last_turn_count() -> None:
    state = marching(black_left=3, red_left=10, guards=["A13"], hands=["l"], scores=[0, 5])

    after = play(state, f"{WAY}; levy lyre; end")

    assert after.scores == (14, 5)
    assert after.winners == (ALICE,)


@pytest.mark.rule("E1")
def test_using_up_the_black_walls_exactly_does_not_end_the_game() -> None:
    after = play(marching(black_left=4, red_left=10), f"{WAY}; end")

    assert after.black_left == 0
    assert after.phase == TAKE


@pytest.mark.rule("E1")
def test_without_black_walls_a_march_without_new_walls_plays_on() -> None:
    state = marching(black_left=0, red_left=10, routes=["A1.N: E E E E"])

    after = play(state, f"{WAY}; end")

    assert (after.phase, after.seat, after.red) == (TAKE, BOB, 0)


@pytest.mark.rule("E1")
def test_without_black_walls_all_new_ones_are_red() -> None:
    after = play(marching(black_left=0, red_left=10), WAY)

    assert after.red == after.walls
    assert after.red_left == 6


@pytest.mark.rule("E2")
def test_a_route_that_needs_more_walls_than_there_are_is_refused() -> None:
    state = play(marching(black_left=2, red_left=2), "take horse")

    refusal = refused(state, "march A9.SE via E E E E SE")

    assert refusal.code == "not-enough-walls"
    assert refusal.sentence == (
        "This route needs 5 walls. Only 4 walls are left. Choose another route."
    )
    assert all(len(m.steps) == 4 for m in of_kind(state, March) if isinstance(m, March))


@pytest.mark.rule("E2")
def test_a_card_all_whose_routes_need_too_many_walls_cannot_be_taken() -> None:
    state = marching(black_left=1, red_left=1, alexander="A7.N")

    assert at.moves(state) == ["take horse"]
    assert refused(state, "take lyre").sentence == (
        "You cannot march with the lyre, because only 2 walls are left. Choose another card."
    )


@pytest.mark.rule("E2", "A11")
def test_walls_already_on_the_route_are_not_needed_again() -> None:
    state = marching(black_left=1, red_left=0, routes=["A1.N: E E E"])

    after = play(state, WAY)

    assert (after.black_left, after.red) == (0, 0)


@pytest.mark.rule("E3")
@pytest.mark.parametrize("score", [86, 90])
def test_a_hundred_points_or_more_end_the_game_at_once(score: int) -> None:
    state = position(
        STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["hl"], scores=[score, 0]
    )

    after = play(state, "levy horse")

    assert after.scores[ALICE] == score + 14
    assert (after.phase, after.reason, after.winners) == (OVER, "points", (ALICE,))


@pytest.mark.rule("E3")
def test_ninety_nine_points_end_nothing() -> None:
    state = position(STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["h"], scores=[85, 0])

    assert play(state, "levy horse").phase == ACT


@pytest.mark.rule("E3", "L3")
def test_the_levy_is_scored_for_every_player_before_the_game_ends() -> None:
    state = position(
        STRIP, players=3, phase=ACT, alexander="A1.N", closed=["A8 A9 A10"],
        guards=["A9", "", "A13"], hands=["h"], scores=[99, 40, 97],
    )

    after = play(state, "levy horse")

    assert after.scores == (101, 40, 102)
    assert (after.phase, after.winners) == (OVER, (CAROL,))


@pytest.mark.rule("E3")
def test_an_opponent_who_reaches_a_hundred_ends_the_game_too() -> None:
    state = position(
        STRIP, phase=ACT, alexander="A1.N", closed=["A9"],
        guards=["A9", "A13"], hands=["h"], scores=[0, 94],
    )

    after = play(state, "levy horse")

    assert (after.phase, after.reason, after.winners) == (OVER, "points", (BOB,))


@pytest.mark.rule("E3")
def test_an_action_left_over_is_lost() -> None:
    state = position(
        STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["hl"], scores=[99, 0]
    )

    after = play(state, "levy horse")

    assert RULESET.legal_moves(after, seat=after.seat) == []
    assert refused(after, "draw").sentence == "The game is over; no more moves can be made."


@pytest.mark.rule("E3", "E1")
def test_a_hundred_points_in_the_last_turn_end_the_game_by_points() -> None:
    state = position(
        STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["h"], scores=[99, 0],
        red=["A1.N: E"],
    )

    assert play(state, "levy horse").reason == "points"


@pytest.mark.rule("E4")
def test_most_points_win_and_not_the_player_who_ended_the_game() -> None:
    state = position(
        STRIP, players=3, phase=ACT, alexander="A1.N", scores=[10, 30, 20], red=["A1.N: E"]
    )

    assert play(state, "end").winners == (BOB,)


@pytest.mark.rule("E4")
@pytest.mark.parametrize(("scores", "winners"), [
    ([30, 30, 20], (ALICE, BOB)), ([0, 0, 0], (ALICE, BOB, CAROL)), ([9, 30, 30], (BOB, CAROL)),
])
def test_a_tie_is_a_shared_win(scores: list[int], winners: tuple[int, ...]) -> None:
    state = position(STRIP, players=3, phase=ACT, alexander="A1.N", scores=scores, red=["A1.N: E"])

    after = play(state, "end")

    assert after.winners == winners
    assert RULESET.status(after).winners == winners


@pytest.mark.rule("E4")
def test_after_the_end_nobody_is_to_move_and_everything_is_open() -> None:
    state = position(STRIP, phase=ACT, alexander="A1.N", hands=["tt", "ss"], red=["A1.N: E"])

    after = play(state, "end")

    assert RULESET.status(after).to_move == ()
    assert RULESET.status(after).over
    assert RULESET.view(after, None) == after
