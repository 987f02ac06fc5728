"""What people have learned, and which lessons they got by email."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

NAME_LENGTH = 40  # of a game or a lesson


class LessonProgress(models.Model):
    """One person's progress in one lesson.

    ``game`` is the name of the ruleset and ``lesson`` the slug of the lesson.  ``attempts`` are
    those that did not solve it; none are counted after ``solved_at``.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons",
        db_index=False)  # lesson_once begins with it
    game = models.CharField(max_length=NAME_LENGTH)
    lesson = models.CharField(max_length=NAME_LENGTH)
    attempts = models.PositiveIntegerField(default=0)
    solved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game", "lesson"], name="lesson_once"),
        ]

    def __str__(self) -> str:
        return f"progress of user {self.user_id} in {self.lesson}"


class LessonEmail(models.Model):
    """Which lesson of which game an email brings; ``lesson`` is "" at the end of the course."""

    email = models.OneToOneField(
        "games.OutgoingEmail", on_delete=models.CASCADE, related_name="lesson")
    game = models.CharField(max_length=NAME_LENGTH)
    lesson = models.CharField(max_length=NAME_LENGTH, blank=True)

    def __str__(self) -> str:
        return f"lesson in email {self.email_id}"
