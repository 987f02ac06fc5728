"""The made-up people: who they are follows from the seed, and what they do from their habits."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.labs.season import players, scenario
from games.labs.season.scenario import Options, Person
from games.labs.season.service import Notice

OPTIONS = Options(people=300)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


@pytest.fixture(scope="module")
def everybody() -> list[Person]:
    return scenario.everybody(OPTIONS)


def test_a_person_depends_on_the_seed_and_on_nobody_else(everybody: list[Person]) -> None:
    assert scenario.everybody(replace(OPTIONS, people=5)) == everybody[:5]
    assert scenario.everybody(replace(OPTIONS, people=5, seed="2")) != everybody[:5]


def test_the_shares_of_people_who_disappear_are_as_assumed(everybody: list[Person]) -> None:
    kinds = Counter(kind for person in everybody
                    for kind in {absence.kind for absence in person.absences})
    assert 0.20 <= (kinds["gone"] + kinds["weeks"]) / len(everybody) <= 0.30


def test_nobody_disappears_for_good_if_they_must_not() -> None:
    assert not any(absence.kind == "gone" for person in scenario.everybody(
        replace(OPTIONS, vanishing=False)) for absence in person.absences)


def test_nobody_looks_at_their_email_while_they_are_away(everybody: list[Person]) -> None:
    for person in everybody[:40]:
        assert all(person.absence(moment) is None for moment in scenario.looks(person, OPTIONS))


def test_people_look_at_their_email_at_their_own_times_of_day(everybody: list[Person]) -> None:
    """All year round: hours are those of their place, whatever its clocks do."""
    for person in everybody[:40]:
        for moment in scenario.looks(person, OPTIONS):
            local = moment.astimezone(ZoneInfo(person.zone))
            hour = local.hour + local.minute / 60
            assert min(min(abs(hour - each), 24 - abs(hour - each))
                       for each in person.routine) < 5


def test_all_seasons_have_the_same_tables(everybody: list[Person]) -> None:
    assert scenario.plans(OPTIONS, everybody) == scenario.plans(
        replace(OPTIONS, clocks=False), everybody)


def likelihood(now: datetime, person: Person, *, age: timedelta, left: timedelta | None = None,
               reminded: bool = False, visits: bool = False) -> float:
    return players.likelihood(
        person, Notice(now - age, reminded), deadline=None if left is None else now + left,
        visits=visits, sinking=True, now=now)


def test_without_a_deadline_a_turn_sinks_in_the_inbox(
    everybody: list[Person], now: datetime
) -> None:
    chances = [likelihood(now, everybody[0], age=days * DAY) for days in (0.5, 1, 2, 4, 8)]
    usual = everybody[0].promptness
    assert chances == pytest.approx([usual, usual, usual / 2, usual / 4, usual / 8])


def test_whoever_looks_at_the_website_sees_old_turns_too(
    everybody: list[Person], now: datetime
) -> None:
    assert likelihood(now, everybody[0], age=8 * DAY, visits=True) == everybody[0].promptness


def test_a_deadline_that_is_near_makes_people_play(everybody: list[Person], now: datetime) -> None:
    slow = min(everybody, key=lambda person: person.promptness)
    assert likelihood(now, slow, age=2 * DAY, left=5 * DAY) < slow.promptness
    assert likelihood(now, slow, age=2 * DAY, left=2 * DAY) == slow.promptness
    assert likelihood(now, slow, age=2 * DAY, left=6 * HOUR) > 0.8
    assert likelihood(now, slow, age=2 * DAY, left=2 * DAY, reminded=True) > 0.8
