"""The boards that come with the game: what players may rely on, and the opening corner."""

from __future__ import annotations

import pickle
from collections import Counter
from copy import deepcopy
from itertools import combinations

import pytest

from engine.alexandros import board_file as boards
from engine.alexandros.board import Board
from engine.alexandros.cards import KINDS
from engine.alexandros.lattice import STEPS, bits
from engine.alexandros.marches import walk
from engine.alexandros.provinces import province_of, value

TEMPLE, AMPHORA, HORSE, LYRE, SOLDIER = range(5)
EVERY = pytest.mark.parametrize("name", ["march", "persia", "delta"])


@pytest.fixture
def persia() -> Board:
    return boards.named("persia")


@pytest.fixture(params=["march", "persia"])
def large(request: pytest.FixtureRequest) -> Board:
    """The boards with the walls of the printed game and its opening corner."""
    return boards.named(request.param)


def point(board: Board, name: str) -> int:
    space, _, corner = name.partition(".")
    return board.point(board.space_by_name[space], corner)


def names(board: Board, mask: int) -> set[str]:
    return {board.names[space] for space in bits(mask)}


def routes(board: Board, target: str) -> list[str]:
    return [
        " ".join(STEPS[step] for step in route.steps)
        for route in board.routes(board.start, point(board, target))
    ]


def steps(text: str) -> tuple[int, ...]:
    return tuple(STEPS.index(step) for step in text.split())


def pairs_with_equal_symbols(board: Board, *, points_shared: int) -> int:
    return sum(
        len(set(board.corners[a]) & set(board.corners[b])) == points_shared
        for mask in board.symbols
        for a, b in combinations(bits(mask), 2)
    )


def test_the_default_board_comes_first() -> None:
    assert list(boards.shipped()) == ["march", "delta", "persia"]


@pytest.mark.rule("T3")
def test_large_boards_have_the_walls_of_the_printed_game(large: Board) -> None:
    assert (large.black_walls, large.red_walls) == (65, 10)


@pytest.mark.rule("T4")
def test_large_boards_have_their_number_of_spaces() -> None:
    assert len(boards.named("march").spaces) == 237
    assert len(boards.named("persia").spaces) == 173


@pytest.mark.rule("T4")
def test_the_learning_board_is_small_and_has_few_walls() -> None:
    delta = boards.named("delta")
    assert len(delta.spaces) == 45
    assert (delta.black_walls, delta.red_walls) == (24, 5)


@pytest.mark.parametrize(("name", "least", "most"), [
    ("march", 0.36, 0.40), ("persia", 0.42, 0.46), ("delta", 0.42, 0.46),
])
@pytest.mark.rule("T2", "T4")
def test_this_share_of_the_spaces_bears_symbols(name: str, least: float, most: float) -> None:
    board = boards.named(name)
    assert least <= len(board.symbol_of) / len(board.spaces) <= most


@EVERY
@pytest.mark.rule("T2")
def test_the_five_symbols_are_equally_often_on_the_board(name: str) -> None:
    often = [mask.bit_count() for mask in boards.named(name).symbols]
    assert max(often) - min(often) <= 1


@EVERY
def test_equal_symbols_share_neither_a_side_nor_a_point(name: str) -> None:
    board = boards.named(name)
    assert pairs_with_equal_symbols(board, points_shared=2) == 0
    assert pairs_with_equal_symbols(board, points_shared=1) == 0


@EVERY
@pytest.mark.rule("T5")
def test_the_start_is_on_the_rim_in_the_upper_left(name: str) -> None:
    board = boards.named(name)
    y, x = board.coordinates[board.start]
    assert any(board.rim >> side & 1 for _, side in board.links[board.start].values())
    assert 3 * y <= board.lattice.rows
    assert 3 * x <= board.lattice.columns


@EVERY
def test_every_space_lies_in_a_named_region(name: str) -> None:
    board = boards.named(name)
    assert set(board.region_of) == set(board.spaces)


def test_large_boards_reach_from_macedonia_to_india(large: Board) -> None:
    regions = set(large.region_of.values())
    assert 8 <= len(regions) <= 14
    assert {"Macedonia", "Egypt", "Syria", "Persis", "Bactria", "India"} <= regions


def test_persia_has_poor_and_rich_regions(persia: Board) -> None:
    spaces = Counter(persia.region_of.values())
    symbols = Counter(persia.region_of[space] for space in persia.symbol_of)
    share = {region: symbols[region] / spaces[region] for region in spaces}
    assert share["Gedrosia"] > 0.55
    assert share["India"] < 0.4
    assert share["Egypt"] < 0.4


@pytest.mark.parametrize(("side", "behind"), [("A7.SW: E", "Macedonia"), ("G9.SW: E", "Egypt")])
@pytest.mark.rule("P1")
def test_one_wall_in_a_narrow_closes_a_whole_land(persia: Board, side: str, behind: str) -> None:
    start, _, way = side.partition(": ")
    [(_, wall)] = walk(persia, point(persia, start), steps(way))
    land = {space for space, region in persia.region_of.items() if region == behind}
    assert set(bits(province_of(persia, 1 << wall, min(land)))) == land


@pytest.mark.rule("T4")
def test_coast_lies_only_where_there_is_sea(persia: Board) -> None:
    assert persia.coast & ~persia.rim == 0
    west_of_the_lyre = persia.sides_of(persia.space_by_name["D7"])[0]
    gedrosia_to_the_desert = persia.sides_of(persia.space_by_name["K9"])[0]
    assert persia.coast >> west_of_the_lyre & 1
    assert persia.rim >> gedrosia_to_the_desert & 1
    assert not persia.coast >> gedrosia_to_the_desert & 1


@pytest.mark.rule("A7")
def test_neither_lyre_nor_horse_touches_the_start_or_lies_one_side_away(large: Board) -> None:
    near = large.spaces_by_distance[large.start][0] | large.spaces_by_distance[large.start][1]
    assert near & (large.symbols[LYRE] | large.symbols[HORSE]) == 0


@pytest.mark.rule("FIG1", "A5")
def test_the_closest_lyre_and_the_closest_horse_are_one_space_each_two_sides_away(
    large: Board,
) -> None:
    two, three = large.spaces_by_distance[large.start][2:4]
    assert names(large, two & large.symbols[LYRE]) == {"D7"}
    assert names(large, two & large.symbols[HORSE]) == {"B10"}
    assert names(large, three & large.symbols[HORSE]) == {"D11"}


@pytest.mark.rule("FIG1")
def test_the_horse_three_sides_away_lies_to_the_lower_right(large: Board) -> None:
    y, x = large.coordinates[large.start]
    assert all(
        large.coordinates[corner][0] > y and large.coordinates[corner][1] > x
        for corner in large.corners[large.space_by_name["D11"]]
    )


@pytest.mark.rule("FIG2", "A10")
def test_one_shortest_route_leads_to_the_easternmost_point_of_the_lyre(large: Board) -> None:
    assert routes(large, "D7.NE") == ["SE SE"]


@pytest.mark.rule("FIG3", "A10")
def test_three_routes_lead_to_the_southernmost_point_of_the_lyre(large: Board) -> None:
    assert routes(large, "D7.S") == ["SE SE SW", "SE SW SE", "SW SE SE"]


@pytest.mark.rule("FIG3", "A10")
def test_one_of_them_follows_the_coast(large: Board) -> None:
    sides = [side for _, side in walk(large, large.start, steps("SW SE SE"))]
    assert all(large.coast >> side & 1 for side in sides)


@pytest.mark.rule("FIG3", "P1", "P2")
def test_one_of_them_closes_four_spaces_of_which_two_are_open(large: Board) -> None:
    walls = sum(1 << side for _, side in walk(large, large.start, steps("SE SE SW")))
    closed = province_of(large, walls, large.space_by_name["D7"])
    assert names(large, closed) == {"B6", "C6", "C7", "D7"}
    assert value(large, closed) == 2
    symbols = {large.symbol_of[space] for space in bits(closed & ~large.open)}
    assert LYRE in symbols
    assert symbols & {AMPHORA, TEMPLE, SOLDIER}


@pytest.mark.parametrize(("name", "most"), [("march", 12), ("persia", 7), ("delta", 7)])
def test_no_march_from_any_point_needs_too_many_walls(name: str, most: int) -> None:
    board = boards.named(name)
    furthest = max(
        min(row[corner] for space in bits(board.symbols[kind]) for corner in board.corners[space])
        for row in board.distance
        for kind in KINDS
    )
    assert furthest <= most


@EVERY
def test_a_picture_of_the_board_is_wider_than_high_but_not_twice_as_wide(name: str) -> None:
    rows, columns = (boards.named(name).lattice.rows, boards.named(name).lattice.columns)
    width, height = (columns + 1) / 2, rows * 3**0.5 / 2
    assert 1 <= width / height <= 2


def test_a_board_is_pickled_and_copied_as_its_text(persia: Board) -> None:
    assert deepcopy(persia) is persia
    assert len(pickle.dumps(persia)) < 2 * len(persia.text)
