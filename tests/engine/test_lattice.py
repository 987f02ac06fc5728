"""The geometry: corners, sides, steps and distances fit together on every board."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros import board_file as boards
from alexandros_rules.alexandros.board import MAX_CACHED_ROUTES, Board
from alexandros_rules.alexandros.lattice import (
    STEP_VECTORS,
    STEPS,
    Lattice,
    bits,
    corner_names,
    corners,
)

OPPOSITE = {step: (step + 3) % 6 for step in range(6)}


@pytest.fixture(params=["persia", "delta"])
def board(request: pytest.FixtureRequest) -> Board:
    return boards.named(request.param)


def test_cells_and_places_are_inverse() -> None:
    grid = Lattice(5, 9)
    cells = [grid.cell(row, column) for row in range(5) for column in range(9)]
    assert len(set(cells)) == 45
    assert [grid.row_and_column(cell) for cell in cells] == [divmod(n, 9) for n in range(45)]


@pytest.mark.parametrize("column", [0, 1])
def test_the_corner_names_say_where_the_corners_are(column: int) -> None:
    places = dict(zip(corner_names(0, column), corners(0, column), strict=True))
    assert all(y == (0 if name[0] == "N" else 1) for name, (y, _) in places.items())
    from_west = sorted(places, key=lambda name: places[name][1])
    assert from_west[0].endswith("W")
    assert from_west[-1].endswith("E")


def test_each_step_has_an_opposite() -> None:
    for step, (dy, dx) in enumerate(STEP_VECTORS):
        assert STEP_VECTORS[OPPOSITE[step]] == (-dy, -dx)
    assert [STEPS[OPPOSITE[step]] for step in range(6)] == ["W", "NW", "NE", "E", "SE", "SW"]


@pytest.mark.rule("T4")
def test_every_side_has_one_or_two_spaces_and_is_one_of_theirs(board: Board) -> None:
    for side in board.sides:
        inside = [cell for cell in board.lattice.cells_of(side) if board.land >> cell & 1]
        assert len(inside) == (1 if board.rim >> side & 1 else 2)
        assert all(side in board.sides_of(cell) for cell in inside)
    for space in board.spaces:
        assert all(space in board.lattice.cells_of(side) for side in board.sides_of(space))


@pytest.mark.rule("T4")
def test_every_space_has_three_sides_between_its_three_points(board: Board) -> None:
    for space in board.spaces:
        points = set(board.corners[space])
        ends = [set(board.sides[side]) for side in board.sides_of(space)]
        assert len(points) == len(ends) == 3
        assert all(two < points for two in ends)
        assert len({frozenset(two) for two in ends}) == 3


def test_points_sides_and_spaces_obey_eulers_formula(board: Board) -> None:
    # Each enclosed sea or desert is one more face; persia has two salt deserts.
    holes = {"persia": 2, "delta": 0}[board.name]
    faces = len(board.spaces) + holes + 1
    assert len(board.coordinates) - len(board.sides) + faces == 2


def test_a_step_and_the_step_back_use_the_same_side(board: Board) -> None:
    for here, link in enumerate(board.links):
        for step, (there, side) in link.items():
            assert board.links[there][OPPOSITE[step]] == (here, side)
            assert board.sides[side] == (min(here, there), max(here, there))


def test_the_spaces_round_a_point_are_those_that_have_it_as_a_corner(board: Board) -> None:
    for point, mask in enumerate(board.spaces_at):
        assert bits(mask) == [s for s in board.spaces if point in board.corners[s]]


@pytest.mark.rule("A5")
def test_distances_are_symmetric_and_grow_by_one_a_side(board: Board) -> None:
    far = board.distance
    for here, links in enumerate(board.links):
        assert far[here][here] == 0
        assert all(far[here][there] == far[there][here] > 0 for there in range(here))
        for there, _ in links.values():
            assert far[here][there] == 1
            assert all(abs(a - b) <= 1 for a, b in zip(far[here], far[there], strict=True))


@pytest.mark.rule("A5")
def test_a_space_is_as_far_as_the_nearest_of_its_points(board: Board) -> None:
    for distances, masks in zip(board.distance, board.spaces_by_distance, strict=True):
        assert sum(mask.bit_count() for mask in masks) == len(board.spaces)
        for distance, mask in enumerate(masks):
            assert all(min(distances[p] for p in board.corners[s]) == distance for s in bits(mask))


@pytest.mark.rule("A10")
def test_shortest_routes_are_distinct_and_as_long_as_the_distance(board: Board) -> None:
    for target in range(len(board.coordinates)):
        routes = board.routes(board.start, target)
        assert routes
        assert len({route.steps for route in routes}) == len(routes)
        for route in routes:
            assert len(route.steps) == board.distance[board.start][target]
            assert len(route.steps) == route.sides.bit_count()


def test_walled_spaces_are_those_with_a_wall_on_a_side(board: Board) -> None:
    for side in board.sides:
        found = set(bits(board.walled_spaces(1 << side)))
        assert found == {s for s in board.spaces if side in board.sides_of(s)}


def test_points_are_named_by_any_space_round_them(board: Board) -> None:
    for space in board.spaces:
        for point, corner in zip(board.corners[space], board.corner_names(space), strict=True):
            assert board.point_name(point, space) == f"{board.names[space]}.{corner}"


def test_the_routes_to_far_points_are_listed_but_not_cached() -> None:
    board = boards.load(boards.shipped()["persia"])
    far = max(range(len(board.coordinates)), key=lambda p: board.distance[board.start][p])
    routes = board.routes(board.start, far)
    assert len(set(routes)) == len(routes) > MAX_CACHED_ROUTES
    assert all(len(route.steps) == board.distance[board.start][far] for route in routes)
    assert (board.start, far) not in board._routes
    assert max(map(len, board._routes.values())) <= MAX_CACHED_ROUTES
