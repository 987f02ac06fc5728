"""Moving Alexander: space, point, route and walls (A1 to A11)."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules.alexandros.marches import new_walls
from alexandros_rules.alexandros.moves import March, Play, Take
from alexandros_rules.alexandros.state import ACT, MARCH, TAKE, State
from alexandros_rules.chance import SeededChance
from tests.engine import positions as at
from tests.engine.positions import (
    ALICE,
    RULESET,
    decide,
    draw_board,
    of_kind,
    play,
    point,
    position,
    refused,
    target_names,
)

STRIP = draw_board("....h...l...")
FIELD = draw_board("""
    ............
    .....h......
    ............
""")
TWO_HORSES = draw_board("....h...h...")


def to_the_horse(**more: Any) -> State:
    """Alexander must go from the west of the field to the horse."""
    return play(position(FIELD, alexander="B3.NW", **more), "take horse")


@pytest.mark.rule("A1", "F2")
def test_a_turn_is_a_card_a_march_and_up_to_two_actions() -> None:
    state, seen = position(STRIP), []
    for order in ("take horse", "march A5.N", "draw", "draw"):
        seen.append((state.phase, state.actions, state.seat))
        state = play(state, order)

    assert seen == [(TAKE, 0, ALICE), (MARCH, 0, ALICE), (ACT, 2, ALICE), (ACT, 1, ALICE)]
    assert (state.phase, state.seat) == (TAKE, at.BOB)


@pytest.mark.rule("A1")
@pytest.mark.parametrize("order", ["draw", "end", "levy horse", "recall A5", "occupy A5"])
def test_no_action_comes_before_the_march(order: str) -> None:
    refusal = refused(position(STRIP, hands=["h"], guards=["A5"]), order)

    assert refusal.code == "march-first"
    assert refusal.sentence == (
        "First move Alexander: take a face-up card or play one from your hand, then march."
    )
    assert refusal.allowed == ("take horse", "take lyre")


@pytest.mark.rule("A1")
@pytest.mark.parametrize("order", ["draw", "end", "take lyre", "play horse", "stay"])
def test_once_a_card_is_chosen_alexander_must_march(order: str) -> None:
    refusal = refused(play(position(STRIP, hands=["h"]), "take horse"), order)

    assert refusal.code == "march-now"
    assert refusal.allowed == ("march A5.N",)


@pytest.mark.rule("A1")
def test_alexander_marches_once_a_turn() -> None:
    assert refused(position(STRIP, phase=ACT), "march A9.SE").code == "marched"


@pytest.mark.rule("A2", "A3")
@pytest.mark.parametrize(("face_up", "order", "row", "hand"), [
    ("hl", "take lyre", "hs", "tl"), ("hl", "take horse", "ls", "th"),
    ("hh", "take horse", "hs", "th"),
])
def test_one_face_up_card_goes_into_hand_and_is_replaced_before_the_route_is_chosen(
    face_up: str, order: str, row: str, hand: str
) -> None:
    state = position(STRIP, hands=["t"], face_up=face_up, supply="sta")

    after = play(state, order)

    assert at.hand(after, ALICE) == hand
    assert (after.phase, at.row(after), len(after.supply)) == (MARCH, row, 2)
    assert [move.card for move in of_kind(state, Take)] == sorted(set(state.face_up))


@pytest.mark.rule("A2")
def test_a_card_that_is_not_face_up_cannot_be_taken() -> None:
    refusal = refused(position(STRIP), "take temple")

    assert refusal.sentence == "There is no temple face up; you can see a horse and a lyre."
    assert refusal.allowed == ("take horse", "take lyre")


@pytest.mark.rule("A4")
def test_alexander_goes_to_the_closest_empty_space_with_the_cards_symbol() -> None:
    state = play(position(TWO_HORSES), "take horse")

    assert target_names(state) == "A5"
    refusal = refused(state, "march A9.SE")
    assert refusal.code == "not-closest"
    assert refusal.sentence == (
        "A9 is not the closest empty space with a horse. Alexander can go to A5."
    )
    assert refusal.allowed == ("march A5.N",)


@pytest.mark.rule("A4")
@pytest.mark.parametrize(("order", "why"), [
    ("march A2.S", "A2 does not bear a horse"), ("march A9.SE", "A9 does not bear a horse"),
])
def test_a_space_without_the_cards_symbol_is_no_goal(order: str, why: str) -> None:
    refusal = refused(play(position(STRIP, alexander="A12.NE"), "take horse"), order)

    assert refusal.sentence == f"{why}. Alexander can go to A5."


@pytest.mark.rule("A5")
def test_the_distance_is_counted_in_sides_to_the_nearest_of_three_points() -> None:
    state = position(draw_board("....h"), face_up="hh")
    board = state.board
    target = board.space_by_name["A5"]

    assert [board.distance[state.alexander][p] for p in board.corners[target]] == [2, 2, 3]
    masks = board.spaces_by_distance[state.alexander]
    assert [distance for distance, mask in enumerate(masks) if mask >> target & 1] == [2]


@pytest.mark.rule("A5")
def test_walls_neither_block_nor_lengthen_a_route() -> None:
    bare, walled = (to_the_horse(closed=closed)
                    for closed in ([], ["A1 A2 A3 A4 B1 B2 B3", "C1 C2 C3"]))

    assert target_names(bare) == target_names(walled) == "B6"
    assert {(m.point, len(m.steps)) for m in of_kind(bare, March)} == {
        (m.point, len(m.steps)) for m in of_kind(walled, March)}


@pytest.mark.rule("A5")
def test_a_route_goes_along_the_sides_of_the_board_and_not_across_the_sea() -> None:
    bay = draw_board("""
        ...~~..h
        ........
    """)
    board = at.board_of(bay)

    across, around = point(board, "A3.N"), point(board, "A6.NW")
    assert board.coordinates[across][0] == board.coordinates[around][0] == 0
    assert board.coordinates[around][1] - board.coordinates[across][1] == 2
    assert board.distance[across][around] == 3


@pytest.mark.rule("A6")
@pytest.mark.parametrize(("scene", "target"), [
    pytest.param({"routes": ["A5.N: SE"]}, "A9", id="a wall on one side"),
    pytest.param({"routes": ["A5.N: E", "A5.SE: E", "A5.SW: W"]}, "A5", id="walls at its points"),
    pytest.param({"guards": ["A5"]}, "A9", id="a guard of Alice's"),
    pytest.param({"guards": ["", "A5"]}, "A9", id="a guard of Bob's"),
])
def test_a_space_with_a_wall_on_a_side_or_with_a_guard_is_not_empty(
    scene: dict[str, Any], target: str
) -> None:
    state = play(position(TWO_HORSES, **scene), "take horse")

    assert target_names(state) == target
    assert target == "A5" or refused(state, "march A5.N").sentence.startswith("A5 is not empty.")


@pytest.mark.rule("A6", "T4")
def test_a_wall_on_its_coast_side_keeps_a_space_from_being_empty() -> None:
    board = draw_board("~~~~~~~~~~~~\n....h...h...")
    read = at.board_of(board)
    assert at.route_sides(read, "B5.NW: E") & read.coast

    state = play(position(board, alexander="B1.NW", routes=["B5.NW: E"]), "take horse")

    assert target_names(state) == "B9"


@pytest.mark.rule("A6", "A7")
def test_a_guard_stands_in_one_space_only() -> None:
    state = position(draw_board("...hh..."), guards=["A4"])

    assert target_names(play(state, "take horse")) == "A5"


@pytest.mark.rule("A7")
def test_no_space_that_touches_alexanders_point_is_empty_so_he_moves_at_least_one_side() -> None:
    state = play(position(draw_board("hhhhhhhh\nhhhhhhhh"), alexander="A3.SE"), "take horse")
    touched, found = state.board.spaces_at[state.alexander], of_kind(state, March)

    assert touched.bit_count() == 6
    assert not any(touched >> move.space & 1 for move in found)
    assert min(len(move.steps) for move in found) == 1
    assert all(move.point != state.alexander for move in found)


@pytest.mark.rule("A8")
def test_the_player_chooses_among_spaces_equally_close() -> None:
    state = play(position(draw_board("..h.....h.."), alexander="A6.S"), "take horse")

    assert target_names(state) == "A3 A9"
    assert play(state, "march A3.N via W NW").alexander == point(state.board, "A3.N")
    assert play(state, "march A9.N via E NE").alexander == point(state.board, "A9.N")


@pytest.mark.rule("A9")
def test_alexander_goes_to_any_of_the_three_points() -> None:
    state = to_the_horse()
    target = state.board.space_by_name["B6"]

    assert {move.point for move in of_kind(state, March)} == set(state.board.corners[target])
    for corner in ("N", "SE", "SW"):
        name = f"B6.{corner}"
        text = next(m for m in at.moves(state) if m.startswith(f"march {name} "))
        assert play(state, text).alexander == point(state.board, name)


@pytest.mark.rule("A10")
def test_only_a_shortest_route_is_allowed() -> None:
    state = play(position(STRIP), "take horse")

    refusal = refused(state, "march A5.SW via SW E E")

    assert refusal.code == "not-a-shortest-way"
    assert refusal.sentence == (
        "This is not a shortest route to that point of A5. Write the space and the point, then a"
        " route of 2 steps."
    )


@pytest.mark.rule("A10", "A11")
def test_a_detour_along_walls_places_nothing_more_and_is_refused_all_the_same() -> None:
    state = play(position(STRIP, routes=["A1.N: SW"]), "take horse")
    shortest = next(m for m in at.moves(state) if m.startswith("march A5.SW via "))

    assert refused(state, shortest.replace("via", "via SW NE")).code == "not-a-shortest-way"


@pytest.mark.rule("A10")
@pytest.mark.parametrize("steps", ["NE NE", "SE W", "SE", "SW E"])
def test_steps_that_miss_the_point_or_leave_the_board_are_refused(steps: str) -> None:
    state = play(position(STRIP), "take horse")

    assert refused(state, f"march A5.SE via {steps}").code == "not-a-shortest-way"


@pytest.mark.rule("A10")
def test_of_several_shortest_routes_the_player_chooses_one() -> None:
    state = to_the_horse()

    ways = [m for m in at.moves(state) if m.startswith("march B6.SW ")]

    assert ways == ["march B6.SW via E SE", "march B6.SW via SE E"]
    assert len({play(state, text).walls for text in ways}) == 2


@pytest.mark.rule("A10")
def test_a_route_may_follow_the_coast_run_along_walls_and_cross_them() -> None:
    board = draw_board("~~~~~~~~~~~\n...........\n.........h.\n...........")
    state = position(board, alexander="B3.NW", routes=["B5.NW: E", "B5.NE: SW SW"])
    state = play(state, "take horse")

    along = play(state, "march C10.NW via E E E SE")
    crossing = play(state, "march C10.NW via SE E E E")

    assert along.walls & state.board.coast
    assert state.black_left - along.black_left == 3  # one of the four sides has a wall already
    assert state.black_left - crossing.black_left == 4


@pytest.mark.rule("A10")
def test_a_route_may_run_inside_a_closed_and_occupied_province() -> None:
    state = to_the_horse(closed=["B2 B3 B4 C2 C3 C4"], guards=["", "C3"])
    inside = at.province(state, "B4")

    assert any(
        all(inside >> space & 1 for space in state.board.lattice.cells_of(side))
        for move in of_kind(state, March)
        for side in new_walls(state.board, state.alexander, move.steps, state.walls)
    )


@pytest.mark.rule("A11")
def test_every_side_of_the_route_without_a_wall_gets_a_black_one_the_coast_too() -> None:
    state = position(draw_board("~~~~~~~\n....h.."), alexander="B1.NW")

    after = play(state, "take horse; march B5.NW via E E")

    assert after.walls.bit_count() == 2
    assert after.walls & state.board.coast == after.walls
    assert after.red == 0
    assert after.black_left == state.black_left - 2


@pytest.mark.rule("A11")
def test_a_side_never_bears_two_walls() -> None:
    state = position(STRIP, routes=["A1.N: E"])

    after = play(state, "take horse; march A5.N via E E")

    assert after.walls.bit_count() == 2
    assert after.black_left == state.black_left - 1


@pytest.mark.rule("A11")
def test_two_routes_that_place_the_same_walls_are_one_move_however_it_is_written() -> None:
    bare, trodden = (to_the_horse(routes=routes)
                     for routes in ([], ["B3.NW: SE E", "B3.NW: E SE"]))
    goal = point(bare.board, "B6.SW")

    assert [move.point for move in of_kind(bare, March)].count(goal) == 2
    assert [move.point for move in of_kind(trodden, March)].count(goal) == 1
    for text in ("march B6.SW via SE E", "march B6.SW via E SE"):
        assert decide(trodden, text) == decide(trodden, "march B6.SW")


@pytest.mark.rule("A9", "A11")
def test_a_point_of_two_chosen_spaces_is_one_goal() -> None:
    state = play(position(draw_board("....hh...."), alexander="A1.N"), "take horse")
    reached = [(m.point, m.steps) for m in of_kind(state, March)]

    assert len(reached) == len(set(reached))


@pytest.mark.rule("A3", "A12")
def test_nothing_is_turned_up_for_a_card_from_hand() -> None:
    state = position(STRIP, hands=["h"], face_up="ts", supply="al")

    after = play(state, "play horse")

    assert at.row(after) == "ts"
    assert len(after.supply) == 2


@pytest.mark.rule("A4")
def test_the_marches_listed_are_exactly_those_allowed_from_the_start() -> None:
    start = at.started(board="persia")
    state = play(start, RULESET.format(Take(start.face_up[0]), start))

    for move in RULESET.legal_moves(state, seat=state.seat):
        RULESET.decide(state, move, SeededChance(at.SEED), seat=state.seat)
    assert state.walls == 0


@pytest.mark.rule("A2")
def test_a_spectators_view_offers_no_card_from_hand() -> None:
    state = position(STRIP, hands=["h"])

    assert of_kind(state, Play)
    assert of_kind(RULESET.view(state, None), Play) == []
