"""A game in which nothing happens any more ends, and everybody is told before (E5)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.state import ACT, ORIGINAL, OVER, TAKE, State
from alexandros_rules.narration import narrate
from tests.engine import positions as at
from tests.engine.positions import BOB, decide, draw_board, play, position

STRIP = draw_board("........h...l...")
WALKED = "A1.N: E E E E E E E E"  # walls from the west end of the strip to the horse and beyond
BACK_AND_FORTH = "take horse; march A9.N via E E E E"


def acting(turn: int, **more: Any) -> State:
    """Alice acts in this turn; nothing has happened since the start unless ``more`` says so."""
    return position(STRIP, **{"phase": ACT, "alexander": "A1.N", "turn": turn, **more})


def types(state: State, order: str) -> list[type[Any]]:
    return [type(event) for event in decide(state, order)]


@pytest.mark.rule("E5")
@pytest.mark.parametrize(("players", "last"), [(2, 8), (3, 12), (4, 16)])
def test_four_quiet_rounds_end_the_game_and_the_points_decide(players: int, last: int) -> None:
    scores = (3, 9, 9, 0)[:players]

    after = play(acting(last, players=players, scores=scores), "end")

    assert (after.phase, after.reason) == (OVER, "quiet")
    assert after.winners == ((BOB,) if players == 2 else (BOB, at.CAROL))
    before = play(acting(last - 1, players=players), "end")
    assert (before.phase, before.turn, before.seat, before.eventful) == (TAKE, last, BOB, 0)


@pytest.mark.rule("E5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_is_told_after_three_quiet_rounds_and_only_then(players: int) -> None:
    told = [turn for turn in range(1, 4 * players)
            if events.QuietRounds in types(acting(turn, players=players), "end")]

    assert told == [3 * players]


@pytest.mark.rule("E5")
@pytest.mark.parametrize(("turn", "sentences"), [
    pytest.param(6, [
        ("3 whole rounds have passed without a new wall, a point or an occupation. After 1 more"
         " round like this, the game ends and the points decide. To prevent this, somebody must"
         " place a wall, score a point, or occupy or take over a province."),
        "Alice's turn ends; Bob is next.",
    ], id="after three rounds"),
    pytest.param(8, [
        ("The game is over because four whole rounds have passed without a new wall, a point or"
         " an occupation. Alice wins with 3 points.")
    ], id="after four rounds"),
])
def test_the_warning_says_how_to_prevent_the_end_and_the_end_says_why(
    turn: int, sentences: list[str]
) -> None:
    state = acting(turn, scores=[3, 1])

    assert narrate(at.RULESET, state, decide(state, "end"), names=at.NAMES) == sentences


@pytest.mark.rule("E5")
def test_the_rounds_count_from_the_last_turn_in_which_something_happened() -> None:
    assert play(acting(20, eventful=12), "end").reason == "quiet"
    assert play(acting(20, eventful=13), "end").phase != OVER


@pytest.mark.rule("E5")
@pytest.mark.parametrize(("order", "more", "keeps_on"), [
    ("draw", {}, False), ("take horse", {}, False), ("recall A9", {"guards": ["A9"]}, False),
    pytest.param("levy horse", {"guards": ["A9 A13"], "hands": ["h"]}, False, id="no point"),
    pytest.param("levy horse", {"guards": ["A9"], "hands": ["h"]}, True, id="a point"),
    pytest.param("occupy A9", {"hands": ["l"]}, True, id="an occupation"),
    pytest.param("occupy A9", {"hands": ["hhl"], "guards": ["", "A9"]}, True, id="a takeover"),
    pytest.param(BACK_AND_FORTH, {"phase": TAKE, "routes": [WALKED]}, False, id="no new wall"),
    pytest.param(BACK_AND_FORTH, {"phase": TAKE}, True, id="a wall"),
])
def test_only_walls_points_occupations_and_takeovers_keep_a_game_going(
    order: str, more: dict[str, Any], *, keeps_on: bool
) -> None:
    state = play(acting(8, **more), order)

    assert state.eventful == (8 if keeps_on else 0)
    assert (play(state, "end").phase != OVER) == keeps_on


@pytest.mark.rule("E5", "A16")
def test_a_game_in_which_nobody_can_march_ends_for_that_reason_first() -> None:
    assert play(acting(8, stayed=2), "end").reason == "stuck"


@pytest.mark.rule("E5")
@pytest.mark.promise("R8")
def test_games_of_the_original_rules_may_be_quiet_for_ever() -> None:
    state = acting(8, rules=ORIGINAL, hands=["l"])

    assert play(state, "end").phase != OVER
    assert types(acting(6, rules=ORIGINAL), "end") == [events.TurnEnded]
    assert play(state, "occupy A9").eventful == 0
