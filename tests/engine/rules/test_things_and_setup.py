"""The components, and how a game begins (T1 to T5, S1 to S4)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros import cards, events
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.state import COLOURS, TAKE
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Refusal
from tests.engine import positions as at
from tests.engine.positions import RULESET, board_of, draw_board, play, position, started

STRIP = draw_board("t.h.l.s.a.")


@pytest.mark.rule("T1", "T3", "S1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_are_dealt_one_card_each_of_eleven_of_each_symbol(
    players: int
) -> None:
    state = started(players=players)

    assert len(state.guards) == len(state.scores) == players
    assert [sum(hand) for hand in state.hands] == [1] * players
    assert (len(state.face_up), len(state.supply)) == (2, 55 - players - 2)
    assert sum(state.discard) == 0
    everywhere = cards.counts([*state.supply, *state.face_up])
    for hand in state.hands:
        everywhere = cards.add(everywhere, hand)
    assert everywhere == (11, 11, 11, 11, 11, 0)
    assert at.count_cards(state) == 55


@pytest.mark.rule("T1", "S3", "K5")
@pytest.mark.parametrize(("setup", "sentence"), [
    *(({"players": players}, f"2 to 4 players, not {players}") for players in (0, 1, 5)),
    *(({"players": 3, "first": first}, "The first player must be a seat from 0 to 2")
      for first in (3, -1, "Alice", 1.0, True, [1])),
    ({"colour": "pink"}, "There is no option colour"),
    *(({"half_of_occupying": value}, "half_of_occupying is either true or false")
      for value in ("yes", 1, None, [])),
])
def test_an_impossible_setup_is_refused(setup: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        started(**setup)


@pytest.mark.rule("T1", "T2")
def test_there_are_four_colours_and_five_symbols() -> None:
    assert RULESET.colours == COLOURS == ("red", "yellow", "blue", "green")
    assert SYMBOLS == ("temple", "amphora", "horse", "lyre", "soldier")


@pytest.mark.rule("T3", "S2")
def test_65_black_walls_10_red_ones_and_4_guards_for_each_player_wait_beside_the_board() -> None:
    state = started(board="persia", players=4)

    assert (state.black_left, state.red_left, state.walls) == (65, 10, 0)
    assert [state.guards_left(seat) for seat in range(4)] == [4, 4, 4, 4]
    assert at.count_guards(state) == 16
    assert state.alexander == state.board.start
    assert state.scores == (0, 0, 0, 0)


@pytest.mark.rule("T4")
def test_a_space_is_open_or_bears_one_symbol() -> None:
    board = board_of("persia")

    assert sum(board.symbols) + board.open == board.land
    assert not any(a & b for a in board.symbols for b in (board.open, *board.symbols) if a != b)


@pytest.mark.rule("T4", "A11")
def test_coast_and_edge_of_the_playing_area_are_treated_alike() -> None:
    by_the_sea = position(draw_board("~~~~~~\n....h~"), alexander="B1.NW")
    by_the_edge = position(draw_board("######\n....h#"), alexander="B1.NW")

    assert by_the_sea.board.coast
    assert not by_the_edge.board.coast
    assert by_the_sea.board.rim == by_the_edge.board.rim
    steps = "take horse; march B5.NW via E E"
    assert play(by_the_sea, steps).walls == play(by_the_edge, steps).walls


@pytest.mark.rule("S3")
def test_chance_names_the_first_player_unless_the_table_does() -> None:
    firsts = {started(players=4, seed=bytes([n]) * 32).seat for n in range(40)}

    assert firsts == {0, 1, 2, 3}
    assert started(players=4).seat == SeededChance(at.SEED).below(4, "first")


@pytest.mark.rule("S3")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_table_can_name_the_first_player_which_does_not_change_the_deal(first: int) -> None:
    state = started(players=3, first=first)

    assert (state.seat, state.phase, state.turn) == (first, TAKE, 1)
    assert state.supply == started(players=3).supply


@pytest.mark.rule("S4", "T1")
def test_turns_go_clockwise_by_seat_and_are_counted() -> None:
    state = position(STRIP, players=3, phase="act", seat=1, turn=7)
    turns = []
    for _ in range(3):
        state = play(state, "end")
        turns.append((state.seat, state.turn))
        state = RULESET.evolve(state, events.Stayed(state.seat, None))

    assert turns == [(2, 8), (0, 9), (1, 10)]
