"""Who plays whom in the next round of a cup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from random import Random

import pytest

from games.features.competitions import pairing
from games.features.competitions.pairing import BOT, PAIR, TABLE, Seats

WORTH = {PAIR: (1, 0), TABLE: (4, 2, 1, 0)}


def cup(people: int, size: int, *, leaving: int = 0) -> Iterator[tuple[list[int], list[Seats]]]:
    """Give who plays each round, in order, and the tables; so many leave after each."""
    random = Random(people)
    strength = [random.gauss(0, 1) for _ in range(people)]
    points: Counter[int] = Counter()
    played: list[Seats] = []
    order = pairing.seeded(sorted(range(people), key=strength.__getitem__, reverse=True), size)
    for _ in range(pairing.rounds_for(people, size)):
        tables = pairing.next_round(order, size, played)
        yield order, tables
        played += tables
        for table in tables:
            some = [one for one in table if one is not BOT]
            some.sort(key=lambda one: strength[one] + random.gauss(0, 1), reverse=True)
            points.update(dict(zip(some, WORTH[size], strict=False)))
        stay = set(random.sample(sorted(order), max(len(order) - leaving, 5)))
        order = sorted(stay, key=lambda one: (points[one], strength[one]), reverse=True)


def people_at(table: Seats) -> list[int]:
    return [one for one in table if one is not BOT]


def meetings(tables: Sequence[Seats]) -> Counter[tuple[int, int]]:
    return Counter(pair for table in tables for pair in combinations(sorted(people_at(table)), 2))


def firsts(order: Sequence[int], played: Sequence[Seats], size: int) -> list[int]:
    """Return how often each has begun, and not had a bye."""
    begun = Counter(table[0] for table in played if size != PAIR or BOT not in table)
    return [begun[person] for person in order]


@pytest.mark.parametrize("leaving", [0, 3])
@pytest.mark.parametrize(("people", "size"), [
    *((people, PAIR) for people in (8, 9, 23, 63)),
    *((people, TABLE) for people in (8, 13, 30)),
])
def test_everybody_plays_once_in_each_round_and_all_begin_equally_often(
        people: int, size: int, leaving: int) -> None:
    played: list[Seats] = []
    for order, tables in cup(people, size, leaving=leaving):
        played += tables
        assert sorted(one for table in tables for one in people_at(table)) == sorted(order)
        assert len(tables) == -(-len(order) // size)
        bots = [table.count(BOT) for table in tables]
        assert max(bots) - min(bots) <= 1
        assert all(len(table) == size for table in tables)
        begun = firsts(order, played, size)
        assert max(begun) - min(begun) <= 1


@pytest.mark.parametrize(("people", "size"), [
    *((people, PAIR) for people in (8, 9, 12, 16, 33, 64)),
    *((people, TABLE) for people in (16, 20, 24, 32, 64)),
])
def test_nobody_meets_twice(people: int, size: int) -> None:
    played = [table for _, tables in cup(people, size) for table in tables]
    assert set(meetings(played).values()) == {1}


@pytest.mark.parametrize("people", [9, 15, 33])
def test_nobody_has_two_byes(people: int) -> None:
    byes = [table[0] for _, tables in cup(people, PAIR) for table in tables if BOT in table]
    assert len(byes) == len(set(byes)) == pairing.rounds_for(people, PAIR)


@pytest.mark.parametrize("people", [22, 30])
def test_bots_go_round(people: int) -> None:
    played = [table for _, tables in cup(people, TABLE) for table in tables]
    met = Counter(one for table in played if BOT in table for one in people_at(table))
    times = [met[person] for person in range(people)]
    assert max(times) - min(times) <= 1


@pytest.mark.parametrize("people", [32])
def test_everybody_has_each_place_of_four_once(people: int) -> None:
    played = [table for _, tables in cup(people, TABLE) for table in tables]
    for person in range(people):
        assert {table.index(person) for table in played if person in table} == {0, 1, 2, 3}


def test_the_last_have_the_byes() -> None:
    assert pairing.next_round(range(5), PAIR, [])[-1] == (4, BOT)
    played = [(0, 1), (2, 3), (4, BOT)]
    assert (3, BOT) in pairing.next_round([0, 2, 1, 3, 4], PAIR, played)


def test_people_with_similar_standings_meet() -> None:
    tables = pairing.next_round(range(16), TABLE, [])
    assert [sorted(people_at(table)) for table in tables] == [
        [0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]


def test_the_best_are_at_the_first_tables() -> None:
    for order, tables in cup(13, TABLE):
        best = [min(map(order.index, people_at(table))) for table in tables]
        assert all(one < other for one, other in pairwise(best))


def test_the_same_people_give_the_same_tables() -> None:
    assert list(cup(12, TABLE)) == list(cup(12, TABLE))


def test_a_first_round_brings_people_of_all_strengths_together() -> None:
    assert pairing.seeded(range(8), TABLE) == [0, 2, 4, 6, 1, 3, 5, 7]
    assert pairing.seeded(range(10), TABLE) == [0, 3, 6, 9, 1, 4, 7, 2, 5, 8]
    assert pairing.seeded(range(7), PAIR) == [0, 3, 1, 4, 2, 5, 6]


@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_a_few_people_who_are_left_have_a_table(people: int) -> None:
    [table] = pairing.next_round(range(people), TABLE, [])
    assert sorted(people_at(table)) == list(range(people))
    assert len(table) == TABLE


def test_nobody_plays_nothing() -> None:
    assert pairing.next_round([], TABLE, []) == []


@pytest.mark.parametrize(("people", "size", "rounds"), [
    (8, PAIR, 3), (9, PAIR, 4), (16, PAIR, 4), (17, PAIR, 5), (33, PAIR, 6), (64, PAIR, 6),
    (8, TABLE, 3), (15, TABLE, 3), (16, TABLE, 4), (64, TABLE, 4),
])
def test_more_people_play_more_rounds(people: int, size: int, rounds: int) -> None:
    assert pairing.rounds_for(people, size) == rounds
