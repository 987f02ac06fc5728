"""The positions of the lessons of Alexandros are legal, and show what the lessons say."""

from __future__ import annotations

import pytest

from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.course.lessons import LESSONS
from alexandros_rules.alexandros.course.positions import POSITIONS
from alexandros_rules.alexandros.provinces import levy_gains
from alexandros_rules.course import Lesson
from tests.engine import reference_rules
from tests.engine.course.attempts import each
from tests.engine.course.test_lessons import BY_SLUG


@pytest.mark.rule("T3", "P3", "E1")
@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_has_everything(name: str) -> None:
    assert reference_rules.faults(POSITIONS[name].state) == []


@pytest.mark.parametrize(("slug", "scores", "black", "gains"), [
    ("the-end", (11, 6), 2, (5, 15)),
    ("win-with-a-levy", (0, 0), 4, (8, 9)),
    ("win-with-a-cut", (12, 18), 2, (6, 9)),
    ("win-from-behind", (3, 7), 1, (9, 9)),
])
def test_the_last_lessons_say_how_the_game_stands(
    slug: str, scores: tuple[int, int], black: int, gains: tuple[int, int]
) -> None:
    view = BY_SLUG[slug].view

    assert (view.scores, view.black_left, levy_gains(view)) == (scores, black, gains)


@pytest.mark.promise("R10")
@each(LESSONS)
def test_the_learner_sees_neither_the_supply_nor_the_other_hand(lesson: Lesson) -> None:
    view = lesson.view

    assert set(view.supply) == {UNKNOWN}
    assert not any(any(hand[:UNKNOWN]) for seat, hand in enumerate(view.hands)
                   if seat != lesson.seat)
