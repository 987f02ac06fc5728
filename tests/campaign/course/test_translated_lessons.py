"""The lessons of The Campaign and the replies to attempts can be translated."""

from __future__ import annotations

import re

from alexandros_rules.campaign.course.lessons import LESSONS
from alexandros_rules.course import Lesson
from tests.campaign.course.test_lessons import WRONG
from tests.campaign.test_translated import missed
from tests.engine.course.attempts import each, judged
from tests.pseudo_language import spoken


@each(LESSONS)
def test_lessons_and_the_replies_to_attempts_are_in_the_readers_language(lesson: Lesson) -> None:
    with spoken():
        texts = [lesson.title, *lesson.text, lesson.task, lesson.hint, *lesson.names,
                 judged(lesson, lesson.solution).sentence,
                 *(judged(lesson, orders).sentence for orders, _reply in WRONG[lesson.slug])]

    places = re.compile(r"\b[A-Z]\d+(\.[NESW]+)?\b")
    assert [word for text in texts for word in missed(places.sub("", text))] == []
