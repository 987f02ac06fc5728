"""Lessons and puzzles: people's progress, solved puzzles and the emails that brought them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models.setup import StoredSetup

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
    """The lesson that an email brings; ``lesson`` is "" at the end of the course."""

    email = models.OneToOneField(
        "games.OutgoingEmail", on_delete=models.CASCADE, related_name="lesson")
    game = models.CharField(max_length=NAME_LENGTH)
    lesson = models.CharField(max_length=NAME_LENGTH, blank=True)

    def __str__(self) -> str:
        return f"lesson in email {self.email_id}"


SKILL, DOUBT = 25.0, 25 / 3  # of somebody of whom nothing is known, as OpenSkill counts


class Puzzle(models.Model):
    """A position in which one turn is clearly best (see ``games.features.puzzles.content``).

    ``game``    the name of the ruleset.
    ``origin``  the game on this site that it was found in, after row ``origin_number``; None for
                one that came with the game, or when that game is gone.
    ``day``     the day on which it was one of the puzzles of the day (None: not yet), and
                ``place`` which of them, from 1.
    ``skill`` and ``doubt``  how hard it is, and how little we know of that, as OpenSkill counts.
    ``tries``   rated first attempts, and ``found`` how many of them solved it.
    ``likes`` and ``dislikes``  votes of people who have solved the puzzle.
    """

    key = models.CharField(max_length=10, editable=False)
    game = models.CharField(max_length=NAME_LENGTH)
    setup = models.ForeignKey(StoredSetup, on_delete=models.PROTECT, related_name="puzzles",
                              db_index=False)  # setups are never deleted
    seat = models.PositiveSmallIntegerField()
    view = models.TextField(editable=False)
    moves = models.TextField(blank=True, editable=False)
    best = models.TextField(editable=False)
    margin = models.FloatField()
    origin = models.ForeignKey("games.Game", on_delete=models.SET_NULL, null=True, blank=True,
                               related_name="puzzles")
    origin_number = models.PositiveIntegerField(null=True, blank=True)
    day = models.DateField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    skill = models.FloatField(default=SKILL)
    doubt = models.FloatField(default=DOUBT)
    tries = models.PositiveIntegerField(default=0)
    found = models.PositiveIntegerField(default=0)
    likes = models.PositiveIntegerField(default=0)
    dislikes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["-day", "place"]
        # A unique field would get another index for LIKE on PostgreSQL, which nothing needs.
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key"], name="puzzle_key_once"),
            models.UniqueConstraint(fields=["game", "day", "place"], name="puzzle_of_day_once"),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.key}"


class PuzzleProgress(models.Model):
    """One person's attempts at one puzzle.

    ``attempts`` are whole turns that did not solve it; none are counted after ``solved_at``.
    ``gain`` is by how many points the first attempt changed their rating; None if the attempt was
    not rated.  ``liked`` is whether they liked the puzzle, None if they have not said.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzles",
        db_index=False)  # puzzle_progress_once begins with it
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="progress")
    attempts = models.PositiveIntegerField(default=0)
    tried_at = models.DateTimeField()
    solved_at = models.DateTimeField(null=True, blank=True)
    gain = models.FloatField(null=True, blank=True)
    liked = models.BooleanField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_progress_once"),
        ]

    def __str__(self) -> str:
        return f"progress of user {self.user_id} in puzzle {self.puzzle_id}"


class PuzzleSolver(models.Model):
    """One person's strength at the puzzles of a game, and whether they get them by email.

    ``rated`` counts the attempts in ``skill`` and ``doubt``.  ``next_email_at`` is when the next
    daily email is due; None for those who do not want it.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_skills",
        db_index=False)  # puzzle_solver_once begins with it
    game = models.CharField(max_length=NAME_LENGTH)
    skill = models.FloatField(default=SKILL)
    doubt = models.FloatField(default=DOUBT)
    rated = models.PositiveIntegerField(default=0)
    next_email_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "game"], name="puzzle_solver_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["next_email_at"], name="puzzles_to_send",
                         condition=models.Q(next_email_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} as a solver of {self.game}"


class PuzzleEmail(models.Model):
    """The puzzle that an email brings; None at the end of a day's puzzles, or after "stop"."""

    email = models.OneToOneField(
        "games.OutgoingEmail", on_delete=models.CASCADE, related_name="puzzle")
    game = models.CharField(max_length=NAME_LENGTH)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, null=True, blank=True,
                               related_name="emails")

    def __str__(self) -> str:
        return f"puzzle in email {self.email_id}"
