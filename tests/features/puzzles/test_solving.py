"""What people have done with puzzles, their ratings, and what becomes of both."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.features.exercises.attempts import Progress
from games.features.puzzles import solving
from games.features.puzzles.solving import Record, Skill, Solver
from games.models import Game, Puzzle, PuzzleProgress, PuzzleSolver, Seat, User
from games.people import accounts

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["account", "session"])
def solver(request: pytest.FixtureRequest, alice: User) -> Solver:
    return Solver(alice if request.param == "account" else None, {})


def record(user: User, puzzle: Puzzle) -> Record:
    return solving.of_user(user, [puzzle])[puzzle.key]


def rated(user: User, puzzle: Puzzle) -> int:
    return solving.skill_of(solving.solver_of(user, puzzle.game)).points


def test_wrong_turns_are_counted_until_it_is_solved(solver: Solver, puzzle: Puzzle,
                                                    now: datetime) -> None:
    for solved in (False, False, True, False, True):
        solver.note(puzzle, solved=solved, now=now)
    assert solver.records([puzzle])[puzzle.key].progress == Progress(2, now)


def test_so_many_wrong_turns_are_counted_and_no_more(
    solver: Solver, puzzle: Puzzle, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "MAX_ATTEMPTS", 2)
    for _ in range(3):
        solver.note(puzzle, solved=False, now=now)
    assert solver.records([puzzle])[puzzle.key].progress == Progress(2)


def test_each_puzzle_has_a_record_of_its_own(solver: Solver, puzzles: list[Puzzle],
                                             now: datetime) -> None:
    solver.note(puzzles[0], solved=True, now=now)
    solver.note(puzzles[1], solved=False, now=now)
    records = solver.records(puzzles)
    assert [records[each.key].is_solved for each in puzzles] == [True, False, False]
    assert [records[each.key].is_tried for each in puzzles] == [True, True, False]


def test_the_first_turn_changes_both_ratings(alice: User, bob: User, puzzle: Puzzle,
                                             now: datetime) -> None:
    before = puzzle.skill
    solving.note(alice, puzzle, solved=True, now=now)
    gain = record(alice, puzzle).gain
    assert gain > 0
    assert rated(alice, puzzle) == solving.MIDDLE + gain
    puzzle.refresh_from_db()
    assert puzzle.skill < before
    solving.note(bob, puzzle, solved=False, now=now)
    assert (record(bob, puzzle).gain or 0) < 0
    puzzle.refresh_from_db()
    assert (puzzle.tries, puzzle.found) == (2, 1)


def test_later_turns_change_no_rating(alice: User, puzzle: Puzzle, now: datetime) -> None:
    solving.note(alice, puzzle, solved=False, now=now)
    points = rated(alice, puzzle)
    solving.note(alice, puzzle, solved=True, now=now)
    assert rated(alice, puzzle) == points
    assert PuzzleSolver.objects.get().rated == 1
    puzzle.refresh_from_db()
    assert (puzzle.tries, puzzle.found) == (1, 0)


def test_whoever_played_the_game_is_not_rated(alice: User, puzzle: Puzzle, finished: Game,
                                              now: datetime) -> None:
    Seat.objects.filter(game=finished, index=0).update(user=alice)
    Puzzle.objects.filter(pk=puzzle.pk).update(origin=finished)
    puzzle.refresh_from_db()
    solving.note(alice, puzzle, solved=True, now=now)
    assert record(alice, puzzle) == Record(Progress(0, now))
    assert not PuzzleSolver.objects.exists()


def test_only_those_who_have_solved_a_puzzle_say_whether_they_like_it(
    alice: User, bob: User, puzzle: Puzzle, now: datetime
) -> None:
    solving.note(alice, puzzle, solved=False, now=now)
    assert not solving.vote(alice, puzzle, liked=False)
    for user in (alice, bob):
        solving.note(user, puzzle, solved=True, now=now)
        assert solving.vote(user, puzzle, liked=True)
    assert solving.vote(bob, puzzle, liked=False)
    puzzle.refresh_from_db()
    assert (puzzle.likes, puzzle.dislikes) == (1, 1)
    assert record(bob, puzzle).liked is False


def test_a_session_keeps_only_the_latest_puzzles(puzzles: list[Puzzle], now: datetime,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "KEPT", 2)
    solver = Solver(None, {})
    for puzzle in puzzles:
        solver.note(puzzle, solved=True, now=now)
    assert [record.is_solved for record in solver.records(puzzles).values()] == [
        False, True, True]


def test_a_session_gives_its_puzzles_to_the_account_unrated(
    alice: User, puzzles: list[Puzzle], now: datetime
) -> None:
    session: dict[str, Any] = {}
    solving.note(alice, puzzles[0], solved=False, now=now)
    for solved in (False, True):
        Solver(None, session).note(puzzles[0], solved=solved, now=now)
    Solver(None, session).note(puzzles[1], solved=True, now=now)

    solving.bring_along(session, alice, now=now)

    assert session == {}
    assert record(alice, puzzles[0]).progress == Progress(2, now)
    assert record(alice, puzzles[1]) == Record(Progress(0, now))
    assert PuzzleSolver.objects.get().rated == 1


def test_a_guest_gives_their_puzzles_and_rating_to_an_account_without_one(
    alice: User, puzzles: list[Puzzle], now: datetime
) -> None:
    guest, later = accounts.create_guest(now), now + timedelta(hours=1)
    solving.note(guest, puzzles[0], solved=True, now=now)
    points = rated(guest, puzzles[0])

    accounts.merge_guest(guest, alice, now=later)

    assert record(alice, puzzles[0]).is_solved
    assert rated(alice, puzzles[0]) == points
    assert set(PuzzleProgress.objects.values_list("user", flat=True)) == {alice.pk}


def test_an_account_with_a_rating_keeps_it(alice: User, puzzles: list[Puzzle],
                                           now: datetime) -> None:
    guest = accounts.create_guest(now)
    solving.note(guest, puzzles[0], solved=True, now=now)
    solving.note(alice, puzzles[1], solved=False, now=now)
    points = rated(alice, puzzles[1])
    accounts.merge_guest(guest, alice, now=now)
    assert rated(alice, puzzles[1]) == points
    assert PuzzleSolver.objects.count() == 1


def test_a_surprise_changes_a_rating_more_than_what_was_expected() -> None:
    weak, strong = Skill(20.0, 3.0), Skill(32.0, 3.0)
    small = solving.skills_after(strong, weak, solved=True)[0].points - strong.points
    large = solving.skills_after(weak, strong, solved=True)[0].points - weak.points
    assert 0 <= small < large


def test_a_rating_becomes_firm_with_attempts() -> None:
    one, puzzle = Skill(), Skill(25.0, 3.0)
    assert one.is_provisional
    assert "provisional" in solving.rating_in_words(one)
    for number in range(40):
        one, _ = solving.skills_after(one, puzzle, solved=number % 2 == 0)
    assert not one.is_provisional
    assert solving.rating_in_words(one) == f"Your rating is {one.points}."
    assert abs(one.points - solving.MIDDLE) < 200
