"""The course of Alexandros: the engine's lessons, and the bot to play against after them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alexandros.course.lesson import Lesson
from engine.alexandros.course.lessons import LESSONS


class AlexandrosCourse:
    """See ``games.rulesets.protocols.Course``."""

    opponent = "friend"

    @property
    def lessons(self) -> Sequence[Lesson]:
        return LESSONS
