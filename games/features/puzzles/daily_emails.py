"""Puzzles by email: who wants the daily ones and when, and which puzzle each email brings.

Everybody who wants them gets the first puzzle of the day that they have not solved.
``next_email_at`` says when somebody's is due.  It moves to another day in the transaction that
queues the email, so nobody gets two, and after an outage they get one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby

from django.db import transaction

from games.features.puzzles import days
from games.features.puzzles.task import PuzzleTask
from games.models import (
    EmailPreferences,
    OutgoingEmail,
    Puzzle,
    PuzzleEmail,
    PuzzleProgress,
    PuzzleSolver,
    User,
)
from games.post.outbox import preferences
from games.post.outbox.queue import Letter, queue_all
from games.rulesets import registry
from games.rulesets.registry import Room

PUZZLE = "puzzle"  # the kind of an email with a puzzle, also when it answers an attempt
PUZZLES_OVER = "puzzles-over"  # after the last one, or at the reader's wish
TOGETHER = 200  # people whose emails are queued in one transaction
MAX_PER_SWEEP = 20  # such transactions: the other searches of the sweep are waiting


@dataclass(frozen=True, slots=True)
class Subject:
    """The puzzle that an email brings, or None after the last one of a day."""

    game: str
    puzzle: Puzzle | None

    def attach(self, email: OutgoingEmail) -> None:
        """Record that this email brings the subject."""
        PuzzleEmail.objects.create(email=email, game=self.game, puzzle=self.puzzle)


def subject_of(email: OutgoingEmail) -> Subject | None:
    """Return the subject of an email, or None if the email is not about puzzles."""
    row = PuzzleEmail.objects.filter(email=email).select_related("puzzle").first()
    return Subject(row.game, row.puzzle) if row else None


def room_of(game: str) -> Room | None:
    """Return the game with this name, or None if this site has no puzzles of it."""
    room = registry.rooms().get(game)
    return room if room is not None and room.analyst is not None else None


def task_of(room: Room, puzzle: Puzzle) -> PuzzleTask:
    """Return the puzzle as a task."""
    return PuzzleTask(room, days.content_of(puzzle))


@transaction.atomic
def turn_on(user: User, room: Room, *, now: datetime) -> datetime:
    """Turn on a user's daily puzzles; return when the next email comes."""
    PuzzleSolver.objects.get_or_create(user=user, game=room.name)
    # A sweep may be queueing an email to them at this moment.
    solver = PuzzleSolver.objects.select_for_update(no_key=True).get(user=user, game=room.name)
    moment = _next_for(user, room.name, now=now)
    PuzzleSolver.objects.filter(pk=solver.pk).update(next_email_at=moment)
    return moment


def turn_off(user: User, room: Room) -> None:
    """Turn off the user's daily puzzles of this game."""
    PuzzleSolver.objects.filter(user=user, game=room.name).update(next_email_at=None)


def turn_off_all(user: User) -> None:
    """Turn off the user's daily puzzles of all games."""
    PuzzleSolver.objects.filter(user=user).update(next_email_at=None)


def reschedule(user: User, *, now: datetime) -> None:
    """Move the user's next daily puzzles to the hour in their settings, which have changed."""
    for solver in PuzzleSolver.objects.filter(user=user, next_email_at__isnull=False):
        # Unless an email leaves at this moment: what it changes is as good.
        PuzzleSolver.objects.filter(pk=solver.pk, next_email_at=solver.next_email_at).update(
            next_email_at=_next_for(user, solver.game, now=now))


def next_email_at(user: User, room: Room) -> datetime | None:
    """Return when the user gets the next daily email, or None if they have not asked for any."""
    return next_emails(user).get(room.name)


def next_emails(user: User) -> Mapping[str, datetime]:
    """Return when the user gets the next daily email, for each game whose puzzles they want."""
    rows = PuzzleSolver.objects.filter(user=user, next_email_at__isnull=False)
    return {row.game: row.next_email_at for row in rows if row.next_email_at}


def next_time(profile: EmailPreferences, now: datetime, *, done: date | None) -> datetime:
    """Return the next moment for a daily email, at the user's hour and outside their quiet hours.

    ``done`` is a day whose puzzles they have had.  A change of clocks or of their settings
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


def sweep(now: datetime) -> int:
    """Queue the daily emails that are due, and return their number."""
    if not PuzzleSolver.objects.filter(next_email_at__lte=now).exists():
        return 0
    days.sweep(now)  # if another search has not chosen today's puzzles yet
    total = 0
    for _ in range(MAX_PER_SWEEP):
        found, queued = _queue_some(now)
        total += queued
        if found < TOGETHER:
            break
    return total


@transaction.atomic
def _queue_some(now: datetime) -> tuple[int, int]:
    """Handle the users who have been due for longest; return how many, and how many get an email.

    The number of database queries does not depend on the number of people.
    """
    due = _lock_due(now)
    known = preferences.known_of([solver.user for solver in due], [])
    ready = []
    for solver in due:
        profile = known.profile(solver.user)
        awake = preferences.after_quiet_hours(profile, now)
        if awake > now:
            solver.next_email_at = awake
        else:
            solver.next_email_at = next_time(profile, now, done=now.date())
            ready.append(solver)
    PuzzleSolver.objects.bulk_update(due, ["next_email_at"])
    ready.sort(key=lambda solver: solver.game)
    return len(due), sum(
        _queue(game, [solver.user for solver in solvers], now=now)
        for game, solvers in groupby(ready, key=lambda solver: solver.game))


def _lock_due(now: datetime) -> list[PuzzleSolver]:
    """Lock and return some of the solvers who are due, with their accounts.

    Several workers can sweep at once, and each skips what another has locked.  Somebody whose reply
    is being handled is left to the next sweep: waiting for them could cause a deadlock.
    """
    due = PuzzleSolver.objects.filter(next_email_at__lte=now).select_related("user")
    locked = due.select_for_update(of=("self", "user"), skip_locked=True, no_key=True)
    return list(locked.order_by("next_email_at", "pk")[:TOGETHER])


def _queue(game: str, users: Iterable[User], *, now: datetime) -> int:
    """Queue an email to each of these users who has not solved all puzzles of today."""
    room = room_of(game)
    today = days.of_day(room, now.date()) if room else []
    if not today:
        return 0
    users = list(users)
    solved = set(PuzzleProgress.objects.filter(
        user__in=users, puzzle__in=today, solved_at__isnull=False,
    ).values_list("user_id", "puzzle_id"))
    first = {user: next((puzzle for puzzle in today if (user.pk, puzzle.pk) not in solved), None)
             for user in users}
    brought = [(user, puzzle) for user, puzzle in first.items() if puzzle is not None]
    emails = queue_all([
        Letter(PUZZLE, user.email or "", user=user, number=puzzle.place or 0)
        for user, puzzle in brought], now=now)
    rows = [PuzzleEmail(email=email, game=game, puzzle=puzzle)
            for email, (_user, puzzle) in zip(emails, brought, strict=True) if email is not None]
    PuzzleEmail.objects.bulk_create(rows)
    return len(rows)
