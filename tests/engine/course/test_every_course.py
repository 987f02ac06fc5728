"""What the lessons of every game have in common: positions, texts and solutions."""

from __future__ import annotations

from alexandros_rules.course import Lesson
from tests.engine.course.attempts import LESSONS, each, judged


@each(LESSONS)
def test_the_stored_solution_solves_the_lesson_and_nothing_does_not(lesson: Lesson) -> None:
    solution, nothing = judged(lesson, lesson.solution), judged(lesson, "")

    assert (solution.solved, nothing.solved) == (True, False)
    assert solution.sentence == lesson.praised
    assert nothing.sentence.startswith("You have not given any orders yet.")


@each(LESSONS)
def test_lessons_are_short_and_cite_no_rule_by_its_id(lesson: Lesson) -> None:
    texts = [*lesson.text, lesson.task, lesson.hint, lesson.praised]

    assert 1 <= len(lesson.text) <= 3
    assert all(len(text) <= 320 and text.endswith(".") for text in texts)


@each(LESSONS)
def test_a_game_by_the_rules_waits_for_the_learner_in_the_position(lesson: Lesson) -> None:
    ruleset, state = lesson.positions.ruleset, lesson.positions[lesson.position].state
    status = ruleset.status(state)

    assert status.to_move == (lesson.seat,)
    assert not status.over
    assert len(lesson.names) == len(status.scores)


def test_every_position_belongs_to_one_lesson() -> None:
    for positions in {lesson.positions for lesson in LESSONS}:
        used = [lesson.position for lesson in LESSONS if lesson.positions is positions]
        assert sorted(used) == sorted(positions)
