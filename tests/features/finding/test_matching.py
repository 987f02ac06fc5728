"""Who plays with whom: a pure function of all wishes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.features.finding.matching import ANY_RATING, Group, Wish, match, tolerance
from tests.features.finding.measuring_finding import measure

ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ALICE, BOB, CAROL, DAVE = range(1, 5)
HOUR = timedelta(hours=1)
MORNINGS, EVENINGS = (sum(0xFF << 24 * day + begin for day in range(7)) for begin in (4, 16))


def wish(person: int, points: float = 1500, *, waited: float = 0, players: str = "2",
         paces: str = "day", rated: bool = True, hours: int = 0) -> Wish:
    numbers = frozenset(int(number) for number in players)
    return Wish(person, NOW - waited * HOUR, numbers, frozenset(paces.split()), rated,
                dict.fromkeys(numbers, points), hours)


def people(groups: list[Group]) -> list[tuple[int, ...]]:
    return [group.people for group in groups]


def matched(*wishes: Wish, **pairs: Any) -> list[tuple[int, ...]]:
    return people(match(wishes, now=NOW, **pairs))


def test_two_with_similar_ratings_play_at_once() -> None:
    assert matched(wish(ALICE), wish(BOB, 1590)) == [(ALICE, BOB)]


def test_nobody_plays_alone() -> None:
    assert matched(wish(ALICE, waited=30)) == []


def test_ratings_may_be_further_apart_the_longer_somebody_waits() -> None:
    assert matched(wish(ALICE, waited=4), wish(BOB, 1690)) == []
    assert matched(wish(ALICE, waited=5), wish(BOB, 1690)) == [(ALICE, BOB)]


def test_within_a_day_any_rating_will_do() -> None:
    assert timedelta(days=1) > ANY_RATING
    assert matched(wish(ALICE, 900, waited=19), wish(BOB, 2400)) == []
    assert matched(wish(ALICE, 900, waited=20), wish(BOB, 2400)) == [(ALICE, BOB)]


def test_whoever_has_waited_longest_is_served_first() -> None:
    assert matched(wish(CAROL), wish(BOB, 1520, waited=1), wish(ALICE, 1560, waited=2)) == [
        (ALICE, BOB)]


def test_the_closest_rating_is_chosen() -> None:
    assert matched(wish(ALICE, waited=3), wish(BOB, 1590), wish(CAROL, 1540)) == [(ALICE, CAROL)]


@pytest.mark.parametrize("other", [{"players": "3"}, {"paces": "relaxed"}, {"rated": False}])
def test_whoever_wants_something_else_waits(other: dict[str, Any]) -> None:
    assert matched(wish(ALICE, waited=30), wish(BOB, **other)) == []


def test_a_pace_must_suit_everybody_at_the_table() -> None:
    wishes = [wish(ALICE, paces="day relaxed", players="3"), wish(BOB, paces="day", players="3"),
              wish(CAROL, paces="relaxed", players="3")]
    assert match(wishes, now=NOW) == []
    wishes[2] = wish(CAROL, paces="relaxed day none", players="3")
    assert match(wishes, now=NOW) == [Group((ALICE, BOB, CAROL), frozenset({"day"}), True)]


def test_the_larger_group_is_chosen_and_two_play_if_there_is_nobody_else() -> None:
    three = [wish(person, players="234") for person in (ALICE, BOB, CAROL)]
    assert matched(*three) == [(ALICE, BOB, CAROL)]
    assert matched(*three[:2]) == [(ALICE, BOB)]


@pytest.mark.parametrize("waited", [0, 30, 300])
def test_people_who_block_each_other_never_play_together(waited: float) -> None:
    apart = {frozenset({ALICE, BOB})}
    assert matched(wish(ALICE, waited=waited), wish(BOB), apart=apart) == []
    both = [wish(ALICE, waited=waited, players="23"), wish(BOB, players="23"),
            wish(CAROL, players="23")]
    assert matched(*both, apart=apart) == [(ALICE, CAROL)]


def test_people_who_have_met_often_play_others_if_somebody_is_there() -> None:
    often = {frozenset({ALICE, BOB})}
    wishes = wish(ALICE, waited=1), wish(BOB), wish(CAROL, 1590)
    assert matched(*wishes, often=often) == [(ALICE, CAROL)]
    assert matched(*wishes[:2], often=often) == [(ALICE, BOB)]


def test_hours_in_common_count_like_closer_ratings() -> None:
    awake = wish(CAROL, 1540, hours=MORNINGS)
    assert matched(wish(ALICE, waited=1, hours=MORNINGS), wish(BOB, 1500, hours=EVENINGS),
                   awake) == [(ALICE, CAROL)]
    assert matched(wish(ALICE, waited=1, hours=MORNINGS), wish(BOB, 1500), awake) == [(ALICE, BOB)]


def test_nobody_waits_for_hours_in_common() -> None:
    assert matched(wish(ALICE, hours=MORNINGS), wish(BOB, hours=EVENINGS)) == [(ALICE, BOB)]


wishes = st.lists(st.builds(
    wish, st.integers(1, 40), st.floats(1000, 2000), waited=st.floats(0, 30),
    players=st.sampled_from(["2", "3", "4", "23", "234"]),
    paces=st.sampled_from(["day", "relaxed", "day relaxed"]), rated=st.booleans(),
    hours=st.sampled_from([0, MORNINGS, EVENINGS])),
    max_size=14, unique_by=lambda one: one.person)
pairs = st.sets(st.sets(st.integers(1, 40), min_size=2, max_size=2).map(frozenset), max_size=8)


@given(wishes, pairs, st.randoms())
def test_every_group_is_one_and_the_order_of_wishes_does_not_matter(
    wanted: list[Wish], apart: set[frozenset[int]], chance: Any
) -> None:
    groups = match(wanted, apart=apart, now=NOW)
    shuffled = chance.sample(wanted, len(wanted))
    assert match(shuffled, apart=apart, now=NOW) == groups
    by_person = {one.person: one for one in wanted}
    seated = [person for group in groups for person in group.people]
    assert len(seated) == len(set(seated))
    for group in groups:
        theirs, size = [by_person[person] for person in group.people], len(group.people)
        assert all(size in one.players and group.paces <= one.paces
                   and group.rated == one.rated for one in theirs)
        assert group.paces
        assert not any(pair <= {*group.people} for pair in apart)
        points = [one.points[size] for one in theirs]
        assert max(points) - min(points) <= tolerance(NOW - min(one.since for one in theirs))


@given(wishes)
def test_no_pair_is_left_of_whom_one_has_waited_long_enough(wanted: list[Wish]) -> None:
    seated = {person for group in match(wanted, now=NOW) for person in group.people}
    left = [one for one in wanted if one.person not in seated and 2 in one.players]
    for one in left:
        if NOW - one.since >= ANY_RATING:
            assert not any(other.paces & one.paces and other.rated == one.rated
                           for other in left if other is not one)


@pytest.mark.parametrize("people", [50, 200, 1000])
def test_simulated_people_play_as_soon_as_documented(people: int) -> None:
    documented = (ROOT / "docs" / "playing.md").read_text("utf-8")
    assert f"| {people} | {measure(people=people)} |" in documented
