"""The greedy bot plays sensible moves."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.bot_games import outcome
from alexandros_rules.bot_plans import next_move
from tests.engine.positions import RULESET, draw_board, play, position
from tests.engine.random_games import seed, setup

GREEDY, RANDOM = RULESET.bots["greedy"], RULESET.bots["random"]
STRIP = draw_board("t.h.l...s.ta....")
WEST = "A1 A2 A3 A4 A5 A6"  # worth 3
EAST = "A12 A13 A14 A15 A16"  # worth 4
FIELD = draw_board("""
    ............
    .....h......
    ............
""")
BAIT = draw_board("t.....hsssslll", start="A1.SW")  # going on to A7.N closes a province worth 5


def choice(state: State, *, salt: bytes = b"any") -> str:
    """Returns the greedy bot's order."""
    view = RULESET.view(state, state.seat)
    return RULESET.format(next_move(GREEDY, view, seat=view.seat, salt=salt), state)


def acting(scores: list[int], **more: object) -> State:
    """Alice may act; she has a guard in the west and Bob has one in the east."""
    return position(
        STRIP, phase=ACT, alexander="A9.N", closed=[WEST, EAST], guards=["A1", "A12"],
        hands=["t"], scores=scores, **more,  # type: ignore[arg-type]
    )


def marching(scores: list[int], *, black: int = 3) -> State:
    """A march to the horse takes three walls to its south-west point, four to the others."""
    return play(position(BAIT, scores=scores, black_left=black), "take horse")


def test_it_occupies_a_province_it_can_pay_with_one_guard() -> None:
    state = position(STRIP, phase=ACT, alexander="A9.N", closed=[EAST], hands=["tt"])

    assert choice(state) == "occupy A12"


def test_it_levies_when_that_gains_more_than_it_gives() -> None:
    alone = position(draw_board("t....."), phase=ACT, guards=["A1"], hands=["tt"])

    assert choice(alone) == "levy temple"
    assert not choice(acting([0, 0])).startswith("levy")


@pytest.mark.rule("E3")
def test_it_levies_to_the_hundredth_point_only_when_it_wins_by_it() -> None:
    assert choice(acting([98, 96])) == "levy temple"
    assert not choice(acting([98, 98])).startswith("levy")


@pytest.mark.rule("E1", "E4")
def test_in_the_last_turn_it_levies_when_that_decides_for_it_and_not_its_lead_away() -> None:
    last: dict[str, Any] = {"red": ["A9.N: E"], "black_left": 0}
    alone = position(STRIP, phase=ACT, alexander="A9.N", closed=[WEST], guards=["A1"], hands=["t"],
                     scores=[10, 12], **last)

    assert choice(alone) == "levy temple"
    assert not choice(acting([10, 10], **last)).startswith("levy")


@pytest.mark.rule("E1")
def test_it_lays_red_walls_when_that_wins_the_game_and_not_while_it_is_behind() -> None:
    assert choice(marching([0, 50], black=4)).startswith("march A7.N ")

    assert play(marching([50, 0]), choice(marching([50, 0]))).red
    assert choice(marching([0, 50])) == "march A7.SW via E E E"


def test_it_never_ends_a_turn_while_there_are_cards_to_draw() -> None:
    assert choice(position(STRIP, phase=ACT, alexander="A9.N")) != "end"


def test_its_whim_is_the_salts_alone() -> None:
    state = position(FIELD, alexander="B3.NW", face_up="hh")

    assert choice(state) == choice(state)
    assert len({choice(play(state, "take horse"), salt=bytes([n])) for n in range(20)}) > 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_players_who_do_anything_legal(players: int) -> None:
    table = setup("persia", players=players)
    won = [
        outcome(RULESET, table, seed=seed(number), bots=[GREEDY, *[RANDOM] * (players - 1)])
        .status.winners
        for number in range(3)
    ]

    assert won == [(0,)] * 3
