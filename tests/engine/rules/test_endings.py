"""How a game ends, and who wins (E1 to E4)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.moves import March
from alexandros_rules.alexandros.state import ACT, OVER, TAKE, State
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


def levying(**more: Any) -> State:
    """Alice may levy; without walls, the board is worth 14."""
    return position(STRIP, **{"phase": ACT, "alexander": "A1.N", "guards": ["A9"],
                              "hands": ["hl"], **more})


@pytest.mark.rule("E1")
@pytest.mark.parametrize(("black", "red"), [
    (4, ""), (3, "A7.N: E"), (1, "A3.N: E E E"), (0, "A1.N: E E E E"),
])
def test_the_last_walls_of_a_route_that_are_beyond_the_black_ones_are_red(
    black: int, red: str
) -> None:
    state = play(marching(black_left=black, red_left=10), "take horse")

    (marched,) = decide(state, "march A9.N via E E E E")
    after = play(state, "march A9.N via E E E E")

    assert marched == events.Marched(ALICE, "A9", "A9.N", ("E",) * 4, black, 4 - black)
    assert (after.black_left, after.red_left, after.walls.bit_count()) == (0, 6 + black, 4)
    assert after.red == (at.route_sides(after.board, red) if red else 0)
    assert (play(after, "end").phase == TAKE) == (black == 4)


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
@pytest.mark.parametrize(("orders", "scores", "winner"), [
    ("end", (0, 5), BOB), ("levy lyre; end", (14, 5), ALICE),
])
def test_the_last_turn_too_may_end_early_and_its_points_count(
    orders: str, scores: tuple[int, ...], winner: int
) -> None:
    state = marching(black_left=3, red_left=10, guards=["A13"], hands=["l"], scores=[0, 5])

    after = play(state, f"{WAY}; {orders}")

    assert (after.phase, after.reason) == (OVER, "walls")
    assert (after.scores, after.winners) == (scores, (winner,))


@pytest.mark.rule("E1")
def test_without_black_walls_a_march_without_new_walls_plays_on() -> None:
    state = marching(black_left=0, red_left=10, routes=["A1.N: E E E E"])

    after = play(state, f"{WAY}; end")

    assert (after.phase, after.seat, after.red) == (TAKE, BOB, 0)


@pytest.mark.rule("E2")
def test_a_route_that_needs_more_walls_than_there_are_is_refused() -> None:
    state = play(marching(black_left=2, red_left=2), "take horse")

    refusal = refused(state, "march A9.SE via E E E E SE")

    assert refusal.code == "not-enough-walls"
    assert refusal.sentence == (
        "This route needs 5 walls. Only 4 walls are left. Choose another route."
    )
    assert all(len(m.steps) == 4 for m in of_kind(state, March))


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


@pytest.mark.rule("E3", "E1")
@pytest.mark.parametrize("red", [[], ["A1.N: E"]])
@pytest.mark.parametrize("score", [86, 90, 99])
def test_a_hundred_points_or_more_end_the_game_at_once_in_the_last_turn_too(
    score: int, red: list[str]
) -> None:
    after = play(levying(scores=[score, 0], red=red), "levy horse")

    assert after.scores[ALICE] == score + 14
    assert (after.phase, after.reason, after.winners) == (OVER, "points", (ALICE,))
    assert RULESET.legal_moves(after, seat=after.seat) == []
    assert refused(after, "draw").sentence == "The game is over; no more moves can be made."


@pytest.mark.rule("E3")
def test_ninety_nine_points_end_nothing() -> None:
    assert play(levying(scores=[85, 0]), "levy horse").phase == ACT


@pytest.mark.rule("E3", "L3")
@pytest.mark.parametrize(("scene", "scores", "winner"), [
    pytest.param({"players": 3, "closed": ["A8 A9 A10"], "guards": ["A9", "", "A13"],
                  "scores": [99, 40, 97]}, (101, 40, 102), CAROL, id="all score"),
    pytest.param({"closed": ["A9"], "guards": ["A9", "A13"], "scores": [0, 94]}, (0, 100), BOB,
                 id="only the opponent"),
])
def test_the_levy_is_scored_for_every_player_before_the_game_ends(
    scene: dict[str, Any], scores: tuple[int, ...], winner: int
) -> None:
    after = play(levying(**scene), "levy horse")

    assert after.scores == scores
    assert (after.phase, after.reason, after.winners) == (OVER, "points", (winner,))


@pytest.mark.rule("E4")
@pytest.mark.parametrize(("scores", "winners"), [
    ([10, 30, 20], (BOB,)), ([30, 30, 20], (ALICE, BOB)), ([0, 0, 0], (ALICE, BOB, CAROL)),
    ([9, 30, 30], (BOB, CAROL)),
])
def test_most_points_win_whoever_ended_the_game_and_a_tie_is_a_shared_win(
    scores: list[int], winners: tuple[int, ...]
) -> None:
    state = position(STRIP, players=3, phase=ACT, alexander="A1.N", scores=scores, red=["A1.N: E"])

    after = play(state, "end")

    assert RULESET.status(after).winners == after.winners == winners


@pytest.mark.rule("E4")
def test_after_the_end_nobody_is_to_move_and_everything_is_open() -> None:
    state = position(STRIP, phase=ACT, alexander="A1.N", hands=["tt", "ss"], red=["A1.N: E"])

    after = play(state, "end")

    assert RULESET.status(after).to_move == ()
    assert RULESET.status(after).over
    assert RULESET.view(after, None) == after
