"""What games are worth, and who is ahead."""

from __future__ import annotations

import pytest

from games.features.competitions import standing
from games.features.competitions.standing import Row


@pytest.mark.parametrize(("ranks", "points"), [
    ([1, 2], [1, 0]), ([1, 1], [0.5, 0.5]), ([3, 1, 4, 2], [1, 4, 0, 2]),
    ([1, 1, 3, 4], [3, 3, 1, 0]), ([1, 2, 2, 2], [4, 1, 1, 1]), ([1, 1, 1, 1], [1.75] * 4),
])
def test_whoever_shares_a_place_shares_its_points(ranks: list[int], points: list[float]) -> None:
    assert standing.worth(ranks) == pytest.approx(points)


def order(rows: dict[int, Row], *games: dict[int, float]) -> list[tuple[int, int]]:
    return [(row.place, row.entrant) for row in standing.table(rows, games)]


def rows(count: int) -> dict[int, Row]:
    return {number: Row(number) for number in range(count)}


def test_points_decide() -> None:
    assert order(rows(3), {0: 0, 1: 2}, {1: 0, 2: 2}, {0: 0, 2: 2}) == [(1, 2), (2, 1), (3, 0)]


def test_then_wins_decide() -> None:
    assert order(rows(4), {0: 1, 1: 1}, {0: 1, 2: 1}, {1: 0, 3: 2})[:2] == [(1, 3), (2, 0)]


def test_then_the_points_of_the_opponents() -> None:
    assert order(rows(5), {0: 2, 1: 0}, {2: 2, 3: 0}, {3: 1, 4: 1}) == [
        (1, 2), (2, 0), (3, 3), (4, 4), (5, 1)]


def test_those_who_are_equal_share_a_place() -> None:
    assert order(rows(2)) == [(1, 0), (1, 1)]


def test_a_game_lost_on_time_decides_last() -> None:
    known = rows(2)
    known[0].lost = 1
    assert order(known) == [(1, 1), (2, 0)]


def test_whoever_is_out_is_behind_all_others() -> None:
    known = rows(2)
    known[0].is_out = True
    assert order(known, {0: 2, 1: 0}) == [(1, 1), (2, 0)]
