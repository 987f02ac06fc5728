"""Where people who play the same deal leave the field, and how many of the others they beat."""

from __future__ import annotations

import pytest

from games.features.competitions.field import Departure, Step, beaten, departures

ALICE, BOB, CAROL, DAVE = range(4)


def log(text: str) -> list[Step]:
    """A log whose positions are letters; small ones are turns of bots."""
    steps, position = [], ""
    for letter in text:
        position += letter
        steps.append(Step(position, letter.isupper()))
    return steps


def test_whoever_does_something_else_than_most_leaves_the_field() -> None:
    found = departures({ALICE: log("AbCd"), BOB: log("AbCd"), CAROL: log("AbEd")})

    assert found == {CAROL: Departure(number=3, turn=2, people=3, most=2)}


def test_rows_of_one_turn_are_one_turn() -> None:
    found = departures({ALICE: log("ABcDE"), BOB: log("ABcDE"), CAROL: log("ABcDX")})

    assert found[CAROL].turn == 2


def test_nobody_has_left_where_all_do_something_else() -> None:
    assert departures({ALICE: log("Ab"), BOB: log("Cb")}) == {}


def test_two_equally_large_groups_are_both_the_field() -> None:
    found = departures({ALICE: log("AbC"), BOB: log("AbC"), CAROL: log("DbE"), DAVE: log("DbE")})

    assert found == {}


def test_what_happens_after_the_departure_does_not_matter() -> None:
    found = departures({ALICE: log("AbC"), BOB: log("AbC"), CAROL: log("XyZ"), DAVE: log("AbD")})

    assert {one: each.number for one, each in found.items()} == {CAROL: 1, DAVE: 3}


@pytest.mark.parametrize(("place", "percentage"), [(1, 100.0), (2, 50.0), (4, 0.0)])
def test_ties_are_half_beaten(place: int, percentage: float) -> None:
    assert beaten(place, [1, 2, 2, 4]) == percentage


def test_the_only_one_is_better_than_nobody_else() -> None:
    assert beaten(1, [1]) == 100.0
