"""Puzzles by email: who wants the daily ones and when, and which puzzle each email brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from games.models import EmailPreferences, OutgoingEmail, Puzzle, PuzzleEmail, PuzzleSolver, User
from games.outbox import preferences
from games.puzzles import days
from games.puzzles.task import PuzzleTask
from games.rulesets import registry
from games.rulesets.registry import Room

PUZZLE = preferences.PUZZLE  # the kind of an email with a puzzle, also when it answers an attempt
PUZZLES_OVER = preferences.PUZZLES_OVER  # after the last one, or at the reader's wish


@dataclass(frozen=True, slots=True)
class Subject:
    """What an email brings: a puzzle, or none after the last one of a day."""

    game: str
    puzzle: Puzzle | None

    def attach(self, email: OutgoingEmail) -> None:
        """Writes down that this email brings it."""
        PuzzleEmail.objects.create(email=email, game=self.game, puzzle=self.puzzle)


def subject_of(email: OutgoingEmail) -> Subject | None:
    """What an email brings; None if it is not about puzzles."""
    row = PuzzleEmail.objects.filter(email=email).select_related("puzzle").first()
    return Subject(row.game, row.puzzle) if row else None


def room_of(game: str) -> Room | None:
    """The game with this name, if this site has puzzles of it."""
    room = registry.rooms().get(game)
    return room if room is not None and room.analyst is not None else None


def task_of(room: Room, puzzle: Puzzle) -> PuzzleTask:
    """The puzzle as a task."""
    return PuzzleTask(room, days.content_of(puzzle))


@transaction.atomic
def turn_on(user: User, room: Room, *, now: datetime) -> datetime:
    """Sends the user the puzzles of every day from now on; returns when the next email comes."""
    PuzzleSolver.objects.get_or_create(user=user, game=room.name)
    # A sweep may be queueing an email to them at this moment.
    solver = PuzzleSolver.objects.select_for_update(no_key=True).get(user=user, game=room.name)
    moment = _next_for(user, room.name, now=now)
    PuzzleSolver.objects.filter(pk=solver.pk).update(next_email_at=moment)
    return moment


def turn_off(user: User, room: Room) -> None:
    """Sends the user no more daily puzzles of this game."""
    PuzzleSolver.objects.filter(user=user, game=room.name).update(next_email_at=None)


def reschedule(user: User, *, now: datetime) -> None:
    """Lets the user's daily puzzles come at the hour in their settings, which have changed."""
    for solver in PuzzleSolver.objects.filter(user=user, next_email_at__isnull=False):
        # Unless an email leaves at this moment: what it changes is as good.
        PuzzleSolver.objects.filter(pk=solver.pk, next_email_at=solver.next_email_at).update(
            next_email_at=_next_for(user, solver.game, now=now))


def next_email_at(user: User, room: Room) -> datetime | None:
    """When the user gets the next daily email; None if they have not asked for any."""
    return next_emails(user).get(room.name)


def next_emails(user: User) -> Mapping[str, datetime]:
    """When the user gets the next daily email of each game of which they want any."""
    rows = PuzzleSolver.objects.filter(user=user, next_email_at__isnull=False)
    return {row.game: row.next_email_at for row in rows if row.next_email_at}


def next_time(profile: EmailPreferences, now: datetime, *, done: date | None) -> datetime:
    """The next moment for a daily email, at the user's hour and outside their quiet hours.

    ``done`` is a day of which they have had the puzzles.  A change of clocks or of their settings
    can put two of their mornings into one day of ours, and they then get one email.
    """
    moment = _next_morning(profile, now)
    while moment.date() == done:
        moment = _next_morning(profile, moment)
    return moment


def _next_morning(profile: EmailPreferences, moment: datetime) -> datetime:
    return preferences.after_quiet_hours(profile, preferences.next_digest(profile, moment))


def _next_for(user: User, game: str, *, now: datetime) -> datetime:
    today = now.date()
    had = PuzzleEmail.objects.filter(email__user=user, game=game, puzzle__day=today).exists()
    profile = preferences.preferences_of(user)
    return next_time(profile, now, done=today if had else None)
