"""The lessons of all courses, and attempts at them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from alexandros_rules.alexandros.course.lessons import LESSONS as ALEXANDROS
from alexandros_rules.campaign.course.lessons import LESSONS as CAMPAIGN
from alexandros_rules.course import Lesson
from alexandros_rules.drafts import Verdict

LESSONS = (*ALEXANDROS, *CAMPAIGN)

# For each wrong attempt at a lesson, words from the reply to it.
Attempts = Sequence[tuple[str, str]]


def each(lessons: Sequence[Lesson]) -> pytest.MarkDecorator:
    """A test for each of these lessons."""
    return pytest.mark.parametrize("lesson", lessons, ids=lambda lesson: (
        f"{lesson.positions.ruleset.name} {lesson.slug}"))


def judged(lesson: Lesson, orders: str) -> Verdict:
    """What a learner is told who gives these orders in this lesson."""
    return lesson.judge(lesson.evaluate(orders))


def check_wrong(lesson: Lesson, attempts: Attempts) -> None:
    """Checks that each attempt fails, and that the replies to them differ and say why."""
    sentences = set()
    for orders, words in attempts:
        verdict = judged(lesson, orders)
        assert not verdict.solved
        assert words in verdict.sentence
        assert verdict.sentence.endswith(".")
        sentences.add(verdict.sentence)
    assert len(sentences) >= 3
