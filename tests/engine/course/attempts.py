"""Attempts at the lessons of the course, and how they are judged."""

from __future__ import annotations

from collections.abc import Iterator

from engine import drafts
from engine.alexandros.course.lessons import LESSONS
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.course import Lesson
from engine.drafts import Draft, Verdict
from engine.orders import EvaluatedMove
from engine.replay import fold

BY_SLUG = {lesson.slug: lesson for lesson in LESSONS}


def judged(slug: str, orders: str) -> Verdict:
    """What a learner is told who gives these orders in this lesson."""
    lesson = BY_SLUG[slug]
    return lesson.judge(drafts.evaluate(RULESET, lesson.view, orders, seat=lesson.seat))


def whole_turns(lesson: Lesson) -> Iterator[Draft]:
    """All legal turns of a lesson, as drafts."""
    start = lesson.view
    waiting: list[tuple[State, tuple[EvaluatedMove, ...]]] = [(start, ())]
    while waiting:
        state, steps = waiting.pop()
        status = RULESET.status(state)
        if status.over or status.turn != start.turn:
            yield Draft(start, steps)
            continue
        for move in RULESET.legal_moves(state, seat=lesson.seat):
            events = RULESET.decide(state, move, RULESET.unknown_chance(), seat=lesson.seat)
            after = fold(RULESET, state, events)
            step = EvaluatedMove(RULESET.format(move, state), move, state, events, after)
            waiting.append((after, (*steps, step)))
