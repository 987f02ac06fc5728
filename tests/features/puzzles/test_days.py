"""Three puzzles a day, from easy to hard, the same for everybody, and none twice too soon."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from statistics import pstdev

import pytest

from games.features.puzzles import content, days, solving
from games.models import Game, Puzzle
from games.operations import sweeps
from games.rulesets.registry import Room

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_a_sweep_chooses_three_puzzles_once_a_day(room: Room, now: datetime) -> None:
    assert sweeps.run_all(now, only=["puzzles chosen"]) == {"puzzles chosen": 3}
    assert sweeps.run_all(now, only=["puzzles chosen"]) == {"puzzles chosen": 0}
    assert [each.place for each in days.today(room, now=now)] == [1, 2, 3]


def test_they_come_from_easy_to_hard(puzzles: list[Puzzle]) -> None:
    skills = [each.skill for each in puzzles]
    assert skills == sorted(skills)
    assert len({each.key for each in puzzles}) == 3


@pytest.mark.parametrize(("missed", "points"), [
    (0.5, 1500), (10 / 11, 1900), (1 / 11, 1100), (1.0, 2176), (0.0, 824)])
def test_a_puzzle_begins_with_the_odds_that_the_bots_had(
    missed: float, points: int, room: Room
) -> None:
    some = next(iter(content.stock_of(room).values()))
    kept = days.keep(room, replace(some, missed=missed))
    assert solving.skill_of(kept).points == points


def test_the_ratings_of_the_stock_are_spread(room: Room) -> None:
    points = [solving.skill_of(days.keep(room, each)).points
              for each in content.stock_of(room).values()]
    assert pstdev(points) > 100
    assert max(points) - min(points) > 400


def test_another_server_would_choose_the_same(room: Room, puzzles: list[Puzzle],
                                              now: datetime) -> None:
    keys = [each.key for each in puzzles]
    Puzzle.objects.all().delete()
    assert [each.key for each in days.choose(room, now.date())] == keys


def test_no_puzzle_comes_twice_while_there_are_others(room: Room, now: datetime) -> None:
    whole_days = min(5, len(content.stock_of(room)) // 3)
    keys = [each.key for i in range(whole_days)
            for each in days.choose(room, now.date() + i * DAY)]
    assert len(set(keys)) == len(keys) == 3 * whole_days


def test_without_new_ones_those_come_again_that_have_rested_and_are_liked(
    room: Room, puzzles: list[Puzzle], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(days, "stock_of", lambda room: {})
    disliked, *others = puzzles
    Puzzle.objects.filter(pk=disliked.pk).update(dislikes=1)
    assert days.choose(room, now.date() + days.REST) == []
    later = days.choose(room, now.date() + days.REST + DAY)
    assert {each.key for each in later} == {each.key for each in others}


def test_a_day_without_any_shows_those_of_the_day_before(room: Room, puzzles: list[Puzzle],
                                                         now: datetime) -> None:
    assert days.today(room, now=now + 2 * DAY) == puzzles


def test_puzzles_of_days_to_come_are_not_shown(room: Room, puzzles: list[Puzzle],
                                               now: datetime) -> None:
    days.choose(room, now.date() + DAY)
    assert days.today(room, now=now) == puzzles
    assert days.before(room, now.date(), count=7) == []


def test_earlier_days_come_with_the_latest_first(room: Room, now: datetime) -> None:
    chosen = [days.choose(room, now.date() - i * DAY) for i in (3, 2, 1)]
    assert days.before(room, now.date(), count=2) == [*chosen[2], *chosen[1]]
    assert days.today(room, now=now) == chosen[2]
    chosen[2][0].delete()
    assert days.today(room, now=now) == chosen[2][1:]


def test_a_puzzle_of_this_site_is_used_as_well(
    room: Room, puzzle: Puzzle, finished: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(days, "stock_of", lambda room: {})
    Puzzle.objects.update(day=None, place=None, origin=finished, origin_number=3)
    assert len(days.choose(room, now.date())) == 3


def test_a_stored_puzzle_keeps_what_it_consists_of(room: Room, puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        stored, shipped = days.content_of(puzzle), content.stock_of(room)[puzzle.key]
        assert stored.key == puzzle.key
        assert (stored.setup, stored.view, stored.best) == (
            shipped.setup, shipped.view, shipped.best)
        assert stored.moves == shipped.moves
