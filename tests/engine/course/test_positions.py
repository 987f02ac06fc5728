"""The positions of the lessons are legal and could have been reached in a game."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.alexandros.cards import UNKNOWN
from engine.alexandros.course.lessons import LESSONS
from engine.alexandros.course.positions import POSITIONS
from engine.alexandros.provinces import levy_gains
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.course import LEARNER, Lesson
from tests.engine import reference_rules
from tests.engine.course.attempts import BY_SLUG


@pytest.mark.rule("T3", "P3", "E1")
@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_has_everything_and_it_is_the_learners_turn(name: str) -> None:
    state = POSITIONS[name].state
    status = RULESET.status(state)

    assert reference_rules.faults(state) == []
    assert status.to_move == (LEARNER,)
    assert not status.over
    assert RULESET.dump_state(state)
    assert all(hasattr(state, field.name) for field in fields(State))


def test_every_position_belongs_to_one_lesson() -> None:
    assert sorted(lesson.position for lesson in LESSONS) == sorted(POSITIONS)


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
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_the_learner_sees_neither_the_supply_nor_the_other_hand(lesson: Lesson) -> None:
    view = lesson.view

    assert set(view.supply) == {UNKNOWN}
    assert not any(any(hand[:UNKNOWN]) for seat, hand in enumerate(view.hands)
                   if seat != lesson.seat)
