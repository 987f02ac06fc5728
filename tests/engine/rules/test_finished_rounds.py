"""The option to finish the round: all players have equally many turns (E6)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.state import ACT, OVER, TAKE, Options, State
from alexandros_rules.narration import narrate
from tests.engine import positions as at
from tests.engine.positions import ALICE, BOB, CAROL, RULESET, decide, draw_board, play, position

STRIP = draw_board("........h...l...")
FINISH = Options(finish_round=True)
WAY = "take horse; march A9.N via E E E E"


def acting(**more: Any) -> State:
    """Three players, and it is Alice's turn, the first of a round."""
    return position(STRIP, **{"players": 3, "phase": ACT, "alexander": "A1.N", "turn": 4,
                              "options": FINISH, **more})


def levying(**more: Any) -> State:
    """Alice can reach 100 points."""
    return acting(**{"guards": ["A9"], "hands": ["hl"], "scores": [99, 0, 0], **more})


def marching(**more: Any) -> State:
    """Alice needs red walls."""
    return acting(**{"phase": TAKE, "black_left": 3, "red_left": 10, **more})


@pytest.mark.rule("E6", "S5", "K5")
@pytest.mark.parametrize("name", ["half_of_occupying", "balanced_start", "finish_round"])
def test_each_option_of_the_rules_is_off_by_default_and_can_be_combined(name: str) -> None:
    (option,) = [option for option in RULESET.options if option.name == name]
    every = {"half_of_occupying": True, "balanced_start": True, "finish_round": True}

    assert (option.kind, option.default) == ("flag", False)
    assert at.started().options == Options()
    assert at.started(**{name: True}).options == Options(**{name: True})
    assert at.started(**every).options == Options(**every)


@pytest.mark.rule("E6", "E3")
def test_with_a_hundred_points_the_turn_goes_on_and_so_does_the_round() -> None:
    state = play(levying(), "levy horse")
    assert (state.phase, state.actions, state.last_round) == (ACT, 1, "points")

    state = play(state, "draw")
    assert (state.phase, state.seat) == (TAKE, BOB)


@pytest.mark.rule("E6", "E1")
def test_after_red_walls_the_round_goes_on() -> None:
    state = play(marching(), f"{WAY}; end")

    assert (state.phase, state.seat, state.last_round) == (TAKE, BOB, "walls")


@pytest.mark.rule("E6")
@pytest.mark.parametrize("reason", ["walls", "points"])
def test_the_round_ends_with_its_last_player_for_the_same_reason(reason: str) -> None:
    turns = [play(acting(turn=turn, seat=seat, last_round=reason, scores=[100, 3, 3]), "end")
             for turn, seat in ((4, ALICE), (5, BOB), (6, CAROL))]

    assert [after.phase for after in turns] == [TAKE, TAKE, OVER]
    assert (turns[-1].reason, turns[-1].winners) == (reason, (ALICE,))


@pytest.mark.rule("E6")
def test_the_first_reason_remains_the_reason() -> None:
    state = levying(last_round="walls", red=["A1.N: E"])

    after = play(state, "levy horse")

    assert (after.phase, after.last_round) == (ACT, "walls")
    assert events.LastRound not in {type(event) for event in decide(state, "levy horse")}


@pytest.mark.rule("E6")
def test_in_the_last_players_turn_both_actions_are_left_before_the_game_ends() -> None:
    state = play(levying(turn=3), "levy horse")
    assert (state.phase, state.actions) == (ACT, 1)

    assert play(state, "draw").reason == "points"


@pytest.mark.rule("E6")
@pytest.mark.parametrize(("first", "last"), [(ALICE, "Carol"), (BOB, "Alice"), (CAROL, "Bob")])
def test_everybody_is_told_when_the_last_round_begins(first: int, last: str) -> None:
    state = levying(seat=ALICE, turn=4 + (ALICE - first) % 3)

    told = narrate(RULESET, state, decide(state, "levy horse"), names=at.NAMES)

    assert told[1] == ("A player has reached 100 points, so this is the last round: the game ends"
                       f" after {last}'s turn.")


@pytest.mark.rule("E6")
def test_everybody_is_told_why_it_begins() -> None:
    state = play(marching(), "take horse")

    told = narrate(RULESET, state, decide(state, "march A9.N via E E E E"), names=at.NAMES)

    assert told[1] == ("The black walls ran out and red ones were needed, so this is the last"
                       " round: the game ends after Carol's turn.")


@pytest.mark.rule("E6", "A16")
def test_who_cannot_march_in_the_last_round_stays_and_acts() -> None:
    state = marching(black_left=0, red_left=0, last_round="walls", red=["A5.N: E"], seat=BOB,
                     turn=5)

    state = play(state, "take horse")

    assert (state.phase, state.stayed, state.actions) == (ACT, 1, 2)
    assert play(state, "end").seat == CAROL


@pytest.mark.rule("E6", "A16")
def test_a_last_round_is_not_cut_short_when_nobody_can_march() -> None:
    state = acting(seat=BOB, turn=5, last_round="points", stayed=3, scores=[100, 0, 0])

    assert play(state, "end").phase == TAKE


@pytest.mark.rule("E1", "E3")
def test_without_the_option_nothing_of_this_happens() -> None:
    assert play(levying(options=Options()), "levy horse").phase == OVER
    assert play(marching(options=Options()), f"{WAY}; end").phase == OVER
