"""Progress in a course: attempts, solved lessons, and what becomes of it when accounts meet."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest

from alexandros_rules.drafts import Verdict
from games.features.course import progress
from games.features.course.progress import Learner
from games.features.exercises import attempts
from games.features.exercises.attempts import Progress
from games.models import User
from games.people import accounts
from games.rulesets import registry

pytestmark = pytest.mark.django_db

GAME = "alexandros"


@pytest.fixture(params=["account", "session"])
def learner(request: pytest.FixtureRequest, alice: User) -> Learner:
    return Learner(alice if request.param == "account" else None, {})


def test_wrong_attempts_are_counted_until_the_lesson_is_solved(
    learner: Learner, now: datetime
) -> None:
    for solved in (False, False, True, False, True):
        learner.record(GAME, "walls", solved=solved, now=now)

    assert learner.progress(GAME) == {"walls": Progress(2, now)}


def test_so_many_wrong_attempts_are_counted_and_no_more(
    learner: Learner, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "MAX_ATTEMPTS", 2)
    for _ in range(3):
        learner.record(GAME, "walls", solved=False, now=now)

    assert learner.progress(GAME) == {"walls": Progress(2)}


def test_each_game_and_each_lesson_has_progress_of_its_own(
    learner: Learner, now: datetime
) -> None:
    learner.record(GAME, "walls", solved=True, now=now)
    learner.record(GAME, "routes", solved=False, now=now)
    learner.record("auction", "walls", solved=False, now=now)

    assert learner.progress(GAME) == {"walls": Progress(0, now), "routes": Progress(1)}
    assert learner.progress("auction") == {"walls": Progress(1)}


def test_a_session_gives_its_progress_to_the_account(alice: User, now: datetime) -> None:
    session: dict[str, Any] = {}
    progress.record(alice, GAME, "walls", solved=False, now=now)
    for solved in (False, True):
        Learner(None, session).record(GAME, "walls", solved=solved, now=now)

    progress.bring_along(session, alice)

    assert progress.of_user(alice, GAME) == {"walls": Progress(2, now)}
    assert session == {}


def test_a_guest_gives_their_progress_to_the_account(alice: User, now: datetime) -> None:
    guest, later = accounts.create_guest(now), now + timedelta(hours=1)
    progress.record(guest, GAME, "walls", solved=True, now=now)
    progress.record(guest, GAME, "routes", solved=False, now=now)
    progress.record(alice, GAME, "walls", solved=True, now=later)

    accounts.merge_guest(guest, alice, now=later)

    assert progress.of_user(alice, GAME) == {"walls": Progress(0, now), "routes": Progress(1)}


def test_help_comes_with_wrong_attempts() -> None:
    course = registry.get(GAME).course
    assert course is not None
    task = course.lessons[0]

    offered = [attempts.help_with(task, Progress(wrong)) for wrong in range(4)]

    assert [bool(one.hint) for one in offered] == [False, False, True, True]
    assert [bool(one.solution) for one in offered] == [False, False, False, True]


@pytest.mark.parametrize("game", [GAME, "campaign"])
def test_the_example_of_orders_solves_no_task(game: str) -> None:
    room = registry.get(game)
    assert room.course is not None
    for task in room.course.lessons:
        assert not attempts.attempted(task, attempts.example(room, task)).verdict.solved
    first = room.course.lessons[0]
    assert attempts.attempted(first, attempts.example(room, first)).draft.refusal is None


def test_where_every_turn_solves_the_task_the_example_is_of_another_position() -> None:
    room = registry.get(GAME)
    assert room.course is not None
    first = room.course.lessons[0]
    easy = Mock(view=first.view, seat=first.seat, judge=lambda draft: Verdict(True, "Well done!"))
    assert attempts.example(room, easy) == room.turn.example_orders
    assert attempts.example(room, first) != room.turn.example_orders


def test_the_next_lesson_is_the_first_unsolved_one_that_follows(now: datetime) -> None:
    course = registry.get(GAME).course
    assert course is not None
    first, second, third = course.lessons[:3]
    syllabus = progress.syllabus(course, {second.slug: Progress(0, now)})

    assert syllabus.next == syllabus.lessons[0]
    assert syllabus.after(syllabus.lessons[0]) == syllabus.lesson(third.slug)
    assert syllabus.after(syllabus.lessons[-1]) == syllabus.lesson(first.slug)


def test_a_finished_course_has_no_next_lesson(now: datetime) -> None:
    course = registry.get(GAME).course
    assert course is not None
    syllabus = progress.syllabus(course, {task.slug: Progress(0, now) for task in course.lessons})

    assert syllabus.is_finished
    assert syllabus.next is None
    assert syllabus.after(syllabus.lessons[-1]) is None
