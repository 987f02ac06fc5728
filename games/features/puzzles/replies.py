"""Replies to puzzles: the puzzle, how an attempt counts, and which puzzle comes next.

Only whole turns count, and the first one is rated.  "stop" turns the daily emails off.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.base.refusals import Closed
from games.features.exercises import replies
from games.features.exercises.attempts import Attempt
from games.features.puzzles import daily_emails, days, solving
from games.features.puzzles.daily_emails import Subject
from games.features.puzzles.task import PuzzleTask
from games.models import Puzzle, User
from games.post.inbox.addressees import EmailReply
from games.post.inbox.answers import Answer, Result
from games.rulesets.registry import Room


def handle(reply: EmailReply, *, now: datetime) -> Result:
    """Do what the reply asks, and return the result.

    Refuses (Foreign, Closed) a reply that can get no answer about the puzzle.
    """
    replies.check_sender(reply)
    return replies.handle(reply, _exercise(reply), now=now)


@dataclass(frozen=True, slots=True)
class _Exercise:
    """An exercise, as ``exercises.replies.Exercise`` describes it."""

    room: Room
    puzzle: Puzzle
    task: PuzzleTask
    user: User

    def count(self, attempt: Attempt, *, now: datetime) -> dict[str, Any]:
        """Count a whole turn; unfinished or illegal orders are only answered."""
        solved = attempt.verdict.solved
        if self.task.is_attempt(attempt.draft):
            solving.note(self.user, self.puzzle, solved=solved, now=now)
        record = solving.of_user(self.user, [self.puzzle])[self.puzzle.key]
        return {"attempts": record.progress.attempts,
                **(solving.outcome(self.user, self.puzzle) if solved else {})}

    def again(self) -> Answer:
        return self._answer(self.puzzle)

    def following(self) -> Answer:
        """Return an answer with the next puzzle of the day that is not solved."""
        # The puzzles before this one have been skipped.
        of_day = days.of_day(self.room, self.puzzle.day) if self.puzzle.day else []
        later = [each for each in of_day if (each.place or 0) > (self.puzzle.place or 0)]
        known = solving.of_user(self.user, later)
        return self._answer(next((each for each in later if not known[each.key].is_solved), None))

    def stop(self) -> Answer:
        daily_emails.turn_off(self.user, self.room)
        return self._answer(None)

    def _answer(self, puzzle: Puzzle | None) -> Answer:
        """Return an answer with this puzzle, or with the end of the day's puzzles."""
        kind = daily_emails.PUZZLE if puzzle else daily_emails.PUZZLES_OVER
        number = puzzle.place or 0 if puzzle else 0
        return Answer(kind, number, about=Subject(self.room.name, puzzle))


def _exercise(reply: EmailReply) -> _Exercise:
    about = daily_emails.subject_of(reply.email)
    room = daily_emails.room_of(about.game) if about else None
    puzzle = about.puzzle if about else None
    if reply.user is None or room is None or puzzle is None:
        raise Closed("no-puzzle", _(
            "You have replied to an email with a puzzle that we no longer have. There are new"
            " puzzles on the website."))
    return _Exercise(room, puzzle, daily_emails.task_of(room, puzzle), reply.user)
