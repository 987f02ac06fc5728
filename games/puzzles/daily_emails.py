"""The daily email to everybody who wants puzzles by email: the first one they have not solved.

``next_email_at`` says when somebody's is due.  It moves to another day in the transaction that
queues the email, so nobody gets two, and after an outage they get one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby

from django.db import transaction

from games.models import PuzzleEmail, PuzzleProgress, PuzzleSolver, User
from games.outbox import preferences
from games.outbox.queue import Letter, queue_all
from games.puzzles import by_email, days

TOGETHER = 200  # people whose emails are queued in one transaction
MAX_PER_SWEEP = 20  # such transactions: the other searches of the sweep are waiting


def sweep(now: datetime) -> int:
    """Queues the daily emails that are due; returns how many."""
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
    """Handles those who have been due for longest; returns how many, and how many get an email.

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
            solver.next_email_at = by_email.next_time(profile, now, done=now.date())
            ready.append(solver)
    PuzzleSolver.objects.bulk_update(due, ["next_email_at"])
    ready.sort(key=lambda solver: solver.game)
    return len(due), sum(
        _queue(game, [solver.user for solver in solvers], now=now)
        for game, solvers in groupby(ready, key=lambda solver: solver.game))


def _lock_due(now: datetime) -> list[PuzzleSolver]:
    """Some of those who are due, with their accounts.

    Several workers can sweep at once, and each skips what another has locked.  Somebody whose
    reply is being handled is left to the next sweep: waiting for them could be in a circle.
    """
    due = PuzzleSolver.objects.filter(next_email_at__lte=now).select_related("user")
    locked = due.select_for_update(of=("self", "user"), skip_locked=True, no_key=True)
    return list(locked.order_by("next_email_at", "pk")[:TOGETHER])


def _queue(game: str, users: Iterable[User], *, now: datetime) -> int:
    """Queues an email to each of these users who has not solved all puzzles of today."""
    room = by_email.room_of(game)
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
        Letter(by_email.PUZZLE, user.email or "", user=user, number=puzzle.place or 0)
        for user, puzzle in brought], now=now)
    rows = [PuzzleEmail(email=email, game=game, puzzle=puzzle)
            for email, (_user, puzzle) in zip(emails, brought, strict=True) if email is not None]
    PuzzleEmail.objects.bulk_create(rows)
    return len(rows)
