"""The boards that come with the game: what players may rely on, and the opening corner."""

from __future__ import annotations

import pickle
from collections import Counter
from copy import deepcopy
from itertools import combinations

import pytest

from alexandros_rules.alexandros import board_file as boards
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.provinces import province_of
from tests.engine.positions import route_sides

EVERY = pytest.mark.parametrize("name", ["march", "empire", "persia", "delta"])


@pytest.fixture
def persia() -> Board:
    return boards.named("persia")


def test_the_default_board_comes_first() -> None:
    assert list(boards.shipped()) == ["empire", "delta", "march", "persia"]


@pytest.mark.parametrize(("name", "spaces", "walls", "share"), [
    ("march", 237, (65, 10), (0.36, 0.40)), ("persia", 173, (65, 10), (0.42, 0.46)),
    ("empire", 183, (65, 10), (0.42, 0.46)), ("delta", 45, (24, 5), (0.42, 0.46)),
])
@pytest.mark.rule("T2", "T3", "T4")
def test_a_board_has_its_spaces_and_walls_and_this_share_of_symbols(
    name: str, spaces: int, walls: tuple[int, int], share: tuple[float, float]
) -> None:
    board = boards.named(name)
    assert len(board.spaces) == spaces
    assert (board.black_walls, board.red_walls) == walls
    assert share[0] <= len(board.symbol_of) / spaces <= share[1]


@EVERY
@pytest.mark.rule("T2")
def test_the_five_symbols_are_equally_often_on_the_board(name: str) -> None:
    often = [mask.bit_count() for mask in boards.named(name).symbols]
    assert max(often) - min(often) <= 1


@EVERY
def test_equal_symbols_share_neither_a_side_nor_a_point(name: str) -> None:
    board = boards.named(name)
    for mask in board.symbols:
        for a, b in combinations(bits(mask), 2):
            assert not set(board.corners[a]) & set(board.corners[b])


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


@pytest.mark.parametrize("name", ["march", "empire", "persia"])
def test_large_boards_reach_from_macedonia_to_india(name: str) -> None:
    regions = set(boards.named(name).region_of.values())
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
    land = {space for space, region in persia.region_of.items() if region == behind}
    closed = province_of(persia, route_sides(persia, side), min(land))
    assert set(bits(closed)) == land


@pytest.mark.rule("T4")
def test_coast_lies_only_where_there_is_sea(persia: Board) -> None:
    assert persia.coast & ~persia.rim == 0
    west_of_the_lyre = persia.sides_of(persia.space_by_name["D7"])[0]
    gedrosia_to_the_desert = persia.sides_of(persia.space_by_name["K9"])[0]
    assert persia.coast >> west_of_the_lyre & 1
    assert persia.rim >> gedrosia_to_the_desert & 1
    assert not persia.coast >> gedrosia_to_the_desert & 1


@pytest.mark.parametrize(("name", "most"), [
    ("march", 12), ("empire", 4), ("persia", 7), ("delta", 7),
])
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
