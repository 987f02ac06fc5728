"""Divisions and schedules: sizes, who meets whom, and who goes up and down."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.features.competitions import arranging
from games.features.competitions.arranging import DOWN, UP, Candidate

candidates = st.lists(
    st.tuples(st.floats(500, 2500), st.none() | st.integers(1, 6), st.integers(-1, 1)),
    min_size=3, max_size=90).map(lambda facts: [
        Candidate(number, rating, division, (order, number))
        for number, (rating, division, order) in enumerate(facts)])


@given(candidates)
def test_everybody_is_in_one_division_of_an_allowed_size(people: list[Candidate]) -> None:
    divisions = arranging.divide(people)

    divided = sorted(person for division in divisions for person in division)
    assert divided == [one.person for one in people]
    sizes = range(8, 11)
    if any(count * 8 <= len(people) <= count * 10 for count in range(1, 12)):
        assert all(len(division) in sizes for division in divisions)


def test_a_first_season_is_divided_by_ratings() -> None:
    people = [Candidate(number, 1000 + 10 * number) for number in range(16)]
    assert arranging.divide(people) == [[*range(15, 7, -1)], [*range(7, -1, -1)]]


def test_people_stay_where_they_belong() -> None:
    people = [Candidate(number, 1500, 1 + number // 8, (0, number)) for number in range(24)]
    assert arranging.divide(people) == [[*range(8)], [*range(8, 16)], [*range(16, 24)]]


@pytest.mark.parametrize(("rating", "division"), [(1400.0, 2), (1600.0, 1), (2400.0, 1)])
def test_a_newcomer_begins_at_most_one_division_above_the_lowest(
    rating: float, division: int
) -> None:
    known = [Candidate(number, 1500, 1 + number // 8, (0, number)) for number in range(24)]
    divisions = arranging.divide([*known, Candidate(99, rating)])
    assert 99 in divisions[division]


@pytest.mark.parametrize("people", range(3, 12))
def test_in_matches_everybody_meets_everybody_once(people: int) -> None:
    rounds = arranging.rounds(people, 2)

    pairs = [tuple(sorted(pair)) for games in rounds for pair in games]
    assert sorted(pairs) == [*combinations(range(people), 2)]
    for games in rounds:
        assert len({person for pair in games for person in pair}) == 2 * len(games)


def test_without_matches_everybody_meets_everybody_once_in_each_seat() -> None:
    rounds = arranging.rounds(5, 2, matches=False)
    assert sorted(pair for games in rounds for pair in games) == [*permutations(range(5), 2)]


@pytest.mark.parametrize("people", range(4, 14))
def test_at_tables_everybody_has_each_place_once_and_meets_others_evenly(people: int) -> None:
    (tables,) = arranging.rounds(people, 4)

    for place in range(4):
        assert sorted(table[place] for table in tables) == [*range(people)]
    meetings = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(meetings) == people * (people - 1) // 2
    assert max(meetings.values()) - min(meetings.values()) <= 1


def test_a_quarter_goes_up_and_a_quarter_down() -> None:
    assert arranging.moves([True] * 9, is_first=False, is_last=False) == [
        UP, UP, UP, 0, 0, 0, DOWN, DOWN, DOWN]
    assert arranging.moves([True] * 8, is_first=True, is_last=False) == [0] * 6 + [DOWN] * 2
    assert arranging.moves([True] * 8, is_first=False, is_last=True) == [UP] * 2 + [0] * 6
    assert arranging.moves([True] * 8, is_first=True, is_last=True) == [0] * 8


def test_the_next_one_goes_up_in_place_of_somebody_who_may_not() -> None:
    may = [True, False, True, *[True] * 5]
    assert arranging.moves(may, is_first=False, is_last=True) == [UP, 0, UP, *[0] * 5]
