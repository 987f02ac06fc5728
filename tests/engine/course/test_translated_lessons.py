"""Lessons and the replies to attempts can be translated."""

from __future__ import annotations

from alexandros_rules.alexandros.course.lessons import LESSONS
from alexandros_rules.course import Lesson
from tests.engine.course.attempts import each, judged
from tests.engine.course.test_lessons import WRONG
from tests.engine.test_translated_sentences import missed, words
from tests.pseudo_language import spoken


@each(LESSONS)
def test_lessons_and_the_replies_to_attempts_are_in_the_readers_language(lesson: Lesson) -> None:
    with spoken():
        texts = [lesson.title, *lesson.text, lesson.task, lesson.hint, *lesson.names,
                 judged(lesson, lesson.solution).sentence]
        replies = [(orders, judged(lesson, orders).sentence)
                   for orders, _reply in WRONG[lesson.slug]]

    assert [word for text in texts for word in missed(text)] == []
    assert [word for orders, reply in replies
            for word in missed(reply, names=words([orders]))] == []
