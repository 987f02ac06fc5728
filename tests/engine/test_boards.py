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
EVERY = pytest.mark.parametrize("name", ["persia", "delta"])


@pytest.fixture
def persia() -> Board:
    return boards.named("persia")


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


def test_persia_comes_first_because_it_is_the_default() -> None:
    assert list(boards.shipped()) == ["persia", "delta"]


@pytest.mark.rule("T3", "T4")
def test_persia_has_the_size_and_the_walls_of_the_printed_game(persia: Board) -> None:
    assert len(persia.spaces) == 173
    assert (persia.black_walls, persia.red_walls) == (65, 10)


@pytest.mark.rule("T4")
def test_the_learning_board_is_small_and_has_few_walls() -> None:
    delta = boards.named("delta")
    assert len(delta.spaces) == 45
    assert (delta.black_walls, delta.red_walls) == (24, 5)


@EVERY
@pytest.mark.rule("T2", "T4")
def test_42_to_46_percent_of_the_spaces_bear_symbols(name: str) -> None:
    board = boards.named(name)
    assert 0.42 <= len(board.symbol_of) / len(board.spaces) <= 0.46


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


def test_persia_reaches_from_macedonia_to_india(persia: Board) -> None:
    regions = set(persia.region_of.values())
    assert 8 <= len(regions) <= 14
    assert {"Macedonia", "Egypt", "Syria", "Persis", "Bactria", "India"} <= regions


def test_persia_has_poor_and_rich_regions(persia: Board) -> None:
    spaces = Counter(persia.region_of.values())
    symbols = Counter(persia.region_of[space] for space in persia.symbol_of)
    share = {region: symbols[region] / spaces[region] for region in spaces}
    assert share["Gedrosia"] > 0.55
    assert share["India"] < 0.4
    assert share["Egypt"] < 0.4


@pytest.mark.parametrize(
    ("side", "behind"),
    [("A7.SW: E", "Macedonia"), ("G9.SW: E", "Egypt")],
)
@pytest.mark.rule("P1")
def test_one_wall_in_a_narrow_closes_a_whole_land(
    persia: Board, side: str, behind: str
) -> None:
    start, _, way = side.partition(": ")
    [(_, wall)] = walk(persia, point(persia, start), steps(way))
    land = {space for space, region in persia.region_of.items() if region == behind}
    closed = province_of(persia, 1 << wall, min(land))
    assert set(bits(closed)) == land


@pytest.mark.rule("T4")
def test_coast_lies_only_where_there_is_sea(persia: Board) -> None:
    assert persia.coast & ~persia.rim == 0
    west_of_the_lyre = persia.sides_of(persia.space_by_name["D7"])[0]
    gedrosia_to_the_desert = persia.sides_of(persia.space_by_name["K9"])[0]
    assert persia.coast >> west_of_the_lyre & 1
    assert persia.rim >> gedrosia_to_the_desert & 1
    assert not persia.coast >> gedrosia_to_the_desert & 1


@pytest.mark.rule("A7")
def test_neither_lyre_nor_horse_touches_the_start_or_lies_one_side_away(persia: Board) -> None:
    near = persia.spaces_by_distance[persia.start][0] | persia.spaces_by_distance[persia.start][1]
    assert near & (persia.symbols[LYRE] | persia.symbols[HORSE]) == 0


@pytest.mark.rule("FIG1", "A5")
def test_the_closest_lyre_and_the_closest_horse_are_one_space_each_two_sides_away(
    persia: Board,
) -> None:
    two, three = persia.spaces_by_distance[persia.start][2:4]
    assert names(persia, two & persia.symbols[LYRE]) == {"D7"}
    assert names(persia, two & persia.symbols[HORSE]) == {"B10"}
    assert names(persia, three & persia.symbols[HORSE]) == {"D11"}


@pytest.mark.rule("FIG1")
def test_the_horse_three_sides_away_lies_to_the_lower_right(persia: Board) -> None:
    y, x = persia.coordinates[persia.start]
    assert all(
        persia.coordinates[corner][0] > y and persia.coordinates[corner][1] > x
        for corner in persia.corners[persia.space_by_name["D11"]]
    )


@pytest.mark.rule("FIG2", "A10")
def test_one_shortest_route_leads_to_the_easternmost_point_of_the_lyre(persia: Board) -> None:
    assert routes(persia, "D7.NE") == ["SE SE"]


@pytest.mark.rule("FIG3", "A10")
def test_three_routes_lead_to_the_southernmost_point_of_the_lyre(persia: Board) -> None:
    assert routes(persia, "D7.S") == ["SE SE SW", "SE SW SE", "SW SE SE"]


@pytest.mark.rule("FIG3", "A10")
def test_one_of_them_follows_the_coast(persia: Board) -> None:
    sides = [side for _, side in walk(persia, persia.start, steps("SW SE SE"))]
    assert all(persia.coast >> side & 1 for side in sides)


@pytest.mark.rule("FIG3", "P1", "P2")
def test_one_of_them_closes_four_spaces_of_which_two_are_open(persia: Board) -> None:
    walls = sum(1 << side for _, side in walk(persia, persia.start, steps("SE SE SW")))
    closed = province_of(persia, walls, persia.space_by_name["D7"])
    assert names(persia, closed) == {"B6", "C6", "C7", "D7"}
    assert value(persia, closed) == 2
    symbols = {persia.symbol_of[space] for space in bits(closed & ~persia.open)}
    assert LYRE in symbols
    assert symbols & {AMPHORA, TEMPLE, SOLDIER}


@EVERY
def test_every_symbol_is_within_reach_of_every_point(name: str) -> None:
    board = boards.named(name)
    furthest = max(
        min(row[corner] for space in bits(board.symbols[kind]) for corner in board.corners[space])
        for row in board.distance
        for kind in KINDS
    )
    assert furthest <= 7


@EVERY
def test_a_picture_of_the_board_is_wider_than_high_but_not_twice_as_wide(name: str) -> None:
    rows, columns = (boards.named(name).lattice.rows, boards.named(name).lattice.columns)
    width, height = (columns + 1) / 2, rows * 3**0.5 / 2
    assert 1 <= width / height <= 2


def test_a_board_is_pickled_and_copied_as_its_text(persia: Board) -> None:
    assert deepcopy(persia) is persia
    assert len(pickle.dumps(persia)) < 2 * len(persia.text)
