"""The empire: the facts about the printed board that the reconstruction agrees with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import pytest

from alexandros_rules.alexandros import board_file
from alexandros_rules.alexandros.board import Board
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.marches import marches, new_walls, targets
from alexandros_rules.alexandros.provinces import provinces, value
from alexandros_rules.alexandros.state import MARCH, State
from tests.engine.positions import position


@pytest.fixture(scope="module")
def empire() -> Board:
    return board_file.named("empire")


def neighbours(board: Board, space: int) -> Iterator[int]:
    """Yields the spaces that share a side with this one."""
    for side in board.sides_of(space):
        for cell in board.lattice.cells_of(side):
            if cell != space and board.land >> cell & 1:
                yield cell


def connected(board: Board, spaces: int, start: int) -> int:
    """Returns the mask of the part of these spaces that is connected with the first one."""
    found, pending = 1 << start, [start]
    while pending:
        for space in neighbours(board, pending.pop()):
            if spaces >> space & ~found >> space & 1:
                found |= 1 << space
                pending.append(space)
    return found


def sides_around(board: Board, spaces: int) -> int:
    """Returns the number of walls that close these spaces off."""
    return sum(not spaces >> there & 1 for space in bits(spaces)
               for there in neighbours(board, space))


def pocket(board: Board, space: int) -> int:
    """Returns the mask of a symbol space with all open spaces that it connects."""
    return connected(board, board.open | 1 << space, space)


def region(board: Board, name: str) -> list[tuple[int, int]]:
    """Returns the rows and columns of a region's spaces."""
    return [board.lattice.row_and_column(space) for space, title in board.region_of.items()
            if title == name]


@pytest.mark.rule("T4")
def test_egypt_lies_below_syria_by_the_western_sea_and_india_in_the_east(empire: Board) -> None:
    egypt, syria, india = (region(empire, name) for name in ("Egypt", "Syria", "India"))

    assert max(row for row, _ in syria) <= min(row for row, _ in egypt)
    for name in ("Egypt", "Syria"):
        west = [empire.sides_of(s)[0] for s, title in empire.region_of.items() if title == name]
        assert any(empire.coast >> side & 1 for side in west)
        assert 2 * max(column for _, column in region(empire, name)) < empire.lattice.columns
    assert min(column for _, column in india) > max(column for _, column in egypt + syria)
    assert max(column for _, column in india) >= empire.lattice.columns - 2


@pytest.mark.rule("T4")
def test_the_rim_is_partly_coast_and_partly_the_edge_of_the_playing_area(empire: Board) -> None:
    coast, rim = empire.coast.bit_count(), empire.rim.bit_count()
    assert rim / 4 < coast < 3 * rim / 4


def test_at_most_thirty_pairs_of_symbol_spaces_share_a_side(empire: Board) -> None:
    pairs = [side for side in empire.sides
             if all(space in empire.symbol_of for space in empire.lattice.cells_of(side))]
    assert len(pairs) <= 30


@pytest.mark.rule("A5")
def test_every_symbol_is_at_most_three_sides_away_almost_everywhere(empire: Board) -> None:
    near = [
        min(row[corner] for space in bits(mask) for corner in empire.corners[space]) <= 3
        for row in empire.distance for mask in empire.symbols
    ]
    assert sum(near) / len(near) >= 0.95


@pytest.mark.rule("P4")
def test_land_without_a_symbol_has_at_most_three_spaces(empire: Board) -> None:
    for space in bits(empire.open):
        assert connected(empire, empire.open, space).bit_count() <= 3


def test_a_few_walls_close_off_many_pockets_round_a_single_symbol(empire: Board) -> None:
    pockets = {
        found for space in empire.symbol_of
        if 3 <= value(empire, found := pocket(empire, space)) <= 6
        and sides_around(empire, found) <= 5
    }
    assert len(pockets) >= 12


def test_some_regions_are_rich_and_some_are_poor(empire: Board) -> None:
    share = {}
    for name in set(empire.region_of.values()):
        spaces = [space for space, title in empire.region_of.items() if title == name]
        share[name] = sum(space in empire.symbol_of for space in spaces) / len(spaces)
    assert sum(found < 0.4 for found in share.values()) >= 3
    assert sum(found > 0.49 for found in share.values()) >= 3


@pytest.mark.rule("P1")
def test_no_wall_alone_closes_off_a_region_or_more_than_three_spaces(empire: Board) -> None:
    for side in empire.sides:
        smaller = sorted(mask.bit_count() for mask in provinces(empire, 1 << side))[:-1]
        assert sum(smaller) <= 3


def after_any_march(state: State) -> Iterator[State]:
    """Yields the states after a march with any of the cards."""
    for card in KINDS:
        marching = replace(state, phase=MARCH, card=card)
        for march in marches(marching, targets(marching)):
            new = new_walls(state.board, state.alexander, march.steps, state.walls)
            yield replace(state, alexander=march.point,
                          walls=state.walls | sum(1 << side for side in new))


def test_the_first_two_marches_close_off_two_to_four_points_and_never_more_than_eight(
    empire: Board,
) -> None:
    best = []
    for first in after_any_march(position("empire")):
        for second in after_any_march(first):
            closed = sorted(provinces(empire, second.walls), key=int.bit_count)[:-1]
            best += [max(value(empire, mask) for mask in closed)] if closed else []
    assert 2 <= median(best) <= 4
    assert max(best) <= 8
