"""The components, and how a game begins (T1 to T5, S1 to S4)."""

from __future__ import annotations

import pytest

from engine.alexandros import cards
from engine.alexandros.board import SYMBOLS
from engine.alexandros.lattice import bits
from engine.alexandros.state import COLOURS, TAKE
from engine.chance import SeededChance
from engine.errors import Refusal
from engine.replay import fold
from tests.engine import positions as at
from tests.engine.positions import RULESET, board_of, draw_board, play, position, started

STRIP = draw_board("t.h.l.s.a.")


@pytest.mark.rule("T1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_can_play(players: int) -> None:
    state = started(players=players)

    assert len(state.hands) == len(state.guards) == len(state.scores) == players


@pytest.mark.rule("T1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Refusal, match=f"2 to 4 players, not {players}"):
        started(players=players)


@pytest.mark.rule("T1")
def test_the_colours_are_red_yellow_blue_and_green() -> None:
    assert RULESET.colours == COLOURS == ("red", "yellow", "blue", "green")


@pytest.mark.rule("T2")
def test_there_are_five_symbols() -> None:
    assert SYMBOLS == ("temple", "amphora", "horse", "lyre", "soldier")


@pytest.mark.rule("T3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_fifty_five_cards_eleven_of_each_symbol(players: int) -> None:
    state = started(players=players)

    everywhere = cards.counts([*state.supply, *state.face_up])
    for hand in state.hands:
        everywhere = cards.add(everywhere, hand)
    assert everywhere == (11, 11, 11, 11, 11, 0)
    assert at.count_cards(state) == 55


@pytest.mark.rule("T3")
def test_there_are_65_black_walls_10_red_ones_and_4_guards_for_each_player() -> None:
    state = started(board="persia", players=4)

    assert (state.black_left, state.red_left) == (65, 10)
    assert [state.guards_left(seat) for seat in range(4)] == [4, 4, 4, 4]
    assert at.count_guards(state) == 16


@pytest.mark.rule("T4")
def test_every_space_has_three_points_and_three_sides() -> None:
    board = board_of("persia")

    for space in board.spaces:
        assert len(set(board.corners[space])) == 3
        assert len(set(board.sides_of(space)) & board.sides.keys()) == 3


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


@pytest.mark.rule("T5")
def test_the_start_is_a_point_in_the_upper_left() -> None:
    board = board_of("persia")
    y, x = board.coordinates[board.start]

    assert y < board.lattice.rows / 2
    assert x < board.lattice.columns / 2


@pytest.mark.rule("S1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_is_dealt_one_card_and_two_lie_face_up(players: int) -> None:
    state = started(players=players)

    assert [sum(hand) for hand in state.hands] == [1] * players
    assert len(state.face_up) == 2
    assert len(state.supply) == 55 - players - 2
    assert sum(state.discard) == 0


@pytest.mark.rule("S1")
def test_the_deal_follows_the_first_shuffle() -> None:
    deck = SeededChance(at.SEED).shuffle(sorted([*range(5)] * 11), "shuffle-1")

    state = started(players=3)

    assert [cards.expand(hand)[0] for hand in state.hands] == list(deck[:3])
    assert state.face_up == deck[3:5]
    assert state.supply == deck[5:]


@pytest.mark.rule("S1", "C1")
def test_a_dealt_card_is_seen_by_its_player_alone() -> None:
    state = started()

    assert RULESET.view(state, at.ALICE).hands[at.ALICE] == state.hands[at.ALICE]
    assert at.hand(RULESET.view(state, at.BOB), at.ALICE) == "?"
    assert at.hand(RULESET.view(state, None), at.ALICE) == "?"


@pytest.mark.rule("S2")
def test_alexander_stands_on_the_start_and_every_score_is_zero() -> None:
    state = started(players=4)

    assert state.alexander == state.board.start
    assert state.scores == (0, 0, 0, 0)
    assert state.walls == 0


@pytest.mark.rule("S3")
def test_chance_names_the_first_player_unless_the_table_does() -> None:
    firsts = {started(players=4, seed=bytes([n]) * 32).seat for n in range(40)}

    assert firsts == {0, 1, 2, 3}
    assert started(players=4).seat == SeededChance(at.SEED).below(4, "first")


@pytest.mark.rule("S3")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_table_can_name_the_first_player(first: int) -> None:
    state = started(players=3, first=first)

    assert (state.seat, state.phase, state.turn) == (first, TAKE, 1)


@pytest.mark.rule("S3")
def test_naming_the_first_player_does_not_change_the_deal() -> None:
    assert started(players=3, first=2).supply == started(players=3, first=0).supply


@pytest.mark.rule("S3")
@pytest.mark.parametrize("first", [3, -1, "Alice", 1.0, True, [1]])
def test_a_first_player_without_a_seat_is_refused(first: object) -> None:
    with pytest.raises(Refusal, match="The first player must be a seat from 0 to 2"):
        started(players=3, first=first)


@pytest.mark.rule("S3")
def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(Refusal, match="There is no option colour"):
        started(colour="pink")


@pytest.mark.rule("K5")
@pytest.mark.parametrize("value", ["yes", 1, None, []])
def test_an_option_that_is_neither_on_nor_off_is_refused(value: object) -> None:
    with pytest.raises(Refusal, match="half_of_occupying is either true or false"):
        started(half_of_occupying=value)


@pytest.mark.rule("S4")
def test_turns_go_clockwise_by_seat() -> None:
    state = position(STRIP, players=3, phase="act", seat=1)
    seats = []
    for _ in range(3):
        state = play(state, "end")
        seats.append(state.seat)
        state = at.RULESET.evolve(state, at.RULESET.load_event(
            {"type": "stayed", "seat": state.seat, "card": None}, 1))

    assert seats == [2, 0, 1]


@pytest.mark.rule("S4", "T1")
def test_the_turn_count_goes_up_by_one() -> None:
    assert play(position(STRIP, phase="act", turn=7), "end").turn == 8


@pytest.mark.rule("S1")
def test_the_first_row_of_a_log_makes_the_whole_state() -> None:
    table = at.setup(players=4)
    events = RULESET.start(table, SeededChance(at.SEED))

    assert fold(RULESET, None, events) == started(players=4)
    assert bits(fold(RULESET, None, events).walls) == []
