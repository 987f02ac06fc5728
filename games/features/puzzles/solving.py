"""Records of solved puzzles and ratings: in an account or, without one, in a session.

The first whole turn that a person gives decides about their rating and the puzzle's.  Somebody
without an account is not rated, and keeps their solved puzzles when they sign in.  OpenSkill
computes ratings: each first attempt is a duel of solver and puzzle.  Points are for people: 1500 is
the middle, and 400 more points are odds of about 10 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import plackett_luce
from games.features.exercises.attempts import MAX_ATTEMPTS, Progress
from games.models import Puzzle, PuzzleProgress, PuzzleSolver, Seat, User
from games.models.exercises import DOUBT, SKILL

MIDDLE = 1500
POINTS = 30.0  # for one unit of OpenSkill's
FIRM = 4.0  # above this doubt, a rating is still provisional
OTHERS = 2  # people of whom the reader may be one
SESSION_KEY = "puzzles"  # {key: [attempts, when it was solved or ""]}
KEPT = 60  # puzzles in a session, the latest

Session = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating as in OpenSkill: a mean, and the uncertainty of that mean."""

    skill: float = SKILL
    doubt: float = DOUBT

    @property
    def points(self) -> int:
        """The rating that people see."""
        return round(MIDDLE + POINTS * (self.skill - SKILL))

    @property
    def is_provisional(self) -> bool:
        """Whether a few more attempts may still change the rating much."""
        return self.doubt > FIRM


def skills_after(solver: Skill, puzzle: Skill, *, solved: bool) -> tuple[Skill, Skill]:
    """Return the two ratings after a first attempt."""
    one, other = plackett_luce.rated(
        [(each.skill, each.doubt) for each in (solver, puzzle)], [1, 2] if solved else [2, 1],
        plackett_luce.model())
    return Skill(*one), Skill(*other)


@dataclass(frozen=True, slots=True)
class Record:
    """The record of somebody's attempts at one puzzle.

    ``gain`` is by how many points their first attempt changed their rating, None if the attempt was
    not rated.  ``liked`` is whether they liked the puzzle, None if they have not said.
    """

    progress: Progress = Progress()  # noqa: RUF009 - it is frozen
    gain: int | None = None
    liked: bool | None = None

    @property
    def is_solved(self) -> bool:
        return self.progress.is_solved

    @property
    def is_tried(self) -> bool:
        """Whether the solver has given a whole turn."""
        return self.progress.is_solved or self.progress.attempts > 0


@dataclass(frozen=True, slots=True)
class Solver:
    """Somebody who solves puzzles: a user or, if there is none, a browser's session."""

    user: User | None
    session: Session

    def records(self, puzzles: Iterable[Puzzle]) -> Mapping[str, Record]:
        """Return the solver's record of each of these puzzles, by the puzzles' keys."""
        puzzles = list(puzzles)
        if self.user is not None:
            return of_user(self.user, puzzles)
        stored = self.session.get(SESSION_KEY, {})
        return {each.key: Record(_unpacked(stored[each.key])) if each.key in stored else Record()
                for each in puzzles}

    def note(self, puzzle: Puzzle, *, solved: bool, now: datetime) -> None:
        """Count a whole turn, unless the puzzle is solved already."""
        if self.user is not None:
            note(self.user, puzzle, solved=solved, now=now)
            return
        known = self.records([puzzle])[puzzle.key].progress
        if not known.is_solved:
            attempts = known.attempts if solved else min(known.attempts + 1, MAX_ATTEMPTS)
            packed = [attempts, now.isoformat() if solved else ""]
            kept = {**self.session.get(SESSION_KEY, {}), puzzle.key: packed}
            self.session[SESSION_KEY] = dict(list(kept.items())[-KEPT:])


def of_user(user: User, puzzles: Iterable[Puzzle]) -> Mapping[str, Record]:
    """Return this user's record of each of these puzzles, by the puzzles' keys."""
    puzzles = list(puzzles)
    rows = {row.puzzle_id: _record(row)
            for row in PuzzleProgress.objects.filter(user=user, puzzle__in=puzzles)}
    return {puzzle.key: rows.get(puzzle.pk, Record()) for puzzle in puzzles}


@transaction.atomic
def note(user: User, puzzle: Puzzle, *, solved: bool, now: datetime) -> None:
    """Count a whole turn of this user; the first one is rated, unless they know the game."""
    row, is_first = PuzzleProgress.objects.get_or_create(
        user=user, puzzle=puzzle, defaults={"tried_at": now})
    if is_first and not has_played(user, puzzle):
        row.gain = _rate(user, puzzle, solved=solved)
        row.save(update_fields=["gain"])
    unsolved = PuzzleProgress.objects.filter(pk=row.pk, solved_at=None)
    if solved:
        unsolved.update(solved_at=now)
    else:
        unsolved.filter(attempts__lt=MAX_ATTEMPTS).update(attempts=F("attempts") + 1)


def has_played(user: User, puzzle: Puzzle) -> bool:
    """Return whether the user had a seat in the game of the puzzle, and so knows its position."""
    return puzzle.origin_id is not None and Seat.objects.filter(game=puzzle.origin_id).filter(
        Q(user=user) | Q(left_by=user) | Q(former_players__user=user)).exists()


def _rate(user: User, puzzle: Puzzle, *, solved: bool) -> float:
    """Change both ratings after a first attempt; return the change of the user's points."""
    PuzzleSolver.objects.get_or_create(user=user, game=puzzle.game)
    solver = PuzzleSolver.objects.select_for_update(no_key=True).get(user=user, game=puzzle.game)
    puzzle = Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk)
    before = skill_of(solver)
    after, puzzle_after = skills_after(before, skill_of(puzzle), solved=solved)
    PuzzleSolver.objects.filter(pk=solver.pk).update(
        skill=after.skill, doubt=after.doubt, rated=F("rated") + 1)
    Puzzle.objects.filter(pk=puzzle.pk).update(
        skill=puzzle_after.skill, doubt=puzzle_after.doubt, tries=F("tries") + 1,
        found=F("found") + int(solved))
    return after.points - before.points


def skill_of(row: Puzzle | PuzzleSolver) -> Skill:
    """Return the rating in a row."""
    return Skill(row.skill, row.doubt)


def solver_of(user: User, game: str) -> PuzzleSolver:
    """Return the user's row as a solver of this game's puzzles, a new and unsaved one if needed."""
    return (PuzzleSolver.objects.filter(user=user, game=game).first()
            or PuzzleSolver(user=user, game=game))


def outcome(user: User, puzzle: Puzzle) -> dict[str, Any]:
    """Return the facts after solving a puzzle, as JSON values: ratings, and how many found it."""
    puzzle.refresh_from_db()
    return {
        "gain": of_user(user, [puzzle])[puzzle.key].gain,
        "points": skill_of(solver_of(user, puzzle.game)).points,
        "puzzle_points": skill_of(puzzle).points, "tries": puzzle.tries, "found": puzzle.found,
    }


@transaction.atomic
def vote(user: User, puzzle: Puzzle, *, liked: bool) -> bool:
    """Record whether the user likes a puzzle; return False if they have not solved it."""
    rows = PuzzleProgress.objects.filter(user=user, puzzle=puzzle, solved_at__isnull=False)
    if not rows.update(liked=liked):
        return False
    # Everybody's votes are counted anew, so that two at the same time cannot spoil the sums.
    Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk)
    counts = PuzzleProgress.objects.filter(puzzle=puzzle).aggregate(
        likes=Count("pk", filter=Q(liked=True)), dislikes=Count("pk", filter=Q(liked=False)))
    Puzzle.objects.filter(pk=puzzle.pk).update(**counts)
    return True


def bring_along(session: Session, user: User, *, now: datetime) -> None:
    """Give somebody who has just signed in the records of their session."""
    stored = session.pop(SESSION_KEY, {})
    for puzzle in Puzzle.objects.filter(key__in=list(stored)):
        _add(user, puzzle.pk, _unpacked(stored[puzzle.key]), tried_at=now)


def merge(guest: User, user: User) -> None:
    """Give an account a guest's records and, if it has no rating yet, the guest's rating."""
    for row in PuzzleProgress.objects.filter(user=guest):
        _add(user, row.puzzle_id, Progress(row.attempts, row.solved_at), tried_at=row.tried_at,
             gain=row.gain, liked=row.liked)
    PuzzleProgress.objects.filter(user=guest).delete()
    rated = PuzzleSolver.objects.filter(user=user, rated__gt=0).values_list("game", flat=True)
    for solver in PuzzleSolver.objects.filter(user=guest).exclude(game__in=list(rated)):
        PuzzleSolver.objects.update_or_create(user=user, game=solver.game, defaults={
            "skill": solver.skill, "doubt": solver.doubt, "rated": solver.rated})
    PuzzleSolver.objects.filter(user=guest).delete()


def exported(user: User) -> dict[str, Any]:
    """Return the user's ratings and records of puzzles, as JSON values and times."""
    rows = PuzzleProgress.objects.filter(user=user).select_related("puzzle").order_by("pk")
    solvers = PuzzleSolver.objects.filter(user=user).order_by("pk")
    return {
        "ratings": [{
            "game": solver.game, "points": skill_of(solver).points, "rated": solver.rated,
            "next_email_at": solver.next_email_at,
        } for solver in solvers],
        "tried": [{
            "game": row.puzzle.game, "puzzle": row.puzzle.key, "wrong_attempts": row.attempts,
            "tried_at": row.tried_at, "solved_at": row.solved_at, "points_won": row.gain,
            "liked": row.liked,
        } for row in rows],
    }


def _add(user: User, puzzle_id: int, more: Progress, *, tried_at: datetime,
         **columns: Any) -> None:
    """Add progress to the user's own: the sum of the attempts, and the earlier solution."""
    row, is_new = PuzzleProgress.objects.get_or_create(
        user=user, puzzle_id=puzzle_id, defaults={
            "tried_at": tried_at, "attempts": more.attempts, "solved_at": more.solved_at,
            **columns})
    if not is_new:
        row.attempts = min(row.attempts + more.attempts, MAX_ATTEMPTS)
        row.solved_at = min(filter(None, (row.solved_at, more.solved_at)), default=None)
        row.save(update_fields=["attempts", "solved_at"])


def _record(row: PuzzleProgress) -> Record:
    gain = None if row.gain is None else round(row.gain)
    return Record(Progress(row.attempts, row.solved_at), gain, row.liked)


def _unpacked(packed: Any) -> Progress:
    attempts, solved_at = packed
    return Progress(attempts, parse_datetime(solved_at))


def difficulty_in_words(place: int | None) -> str:
    """Return the difficulty of the puzzle at this place of a day as a word."""
    return {1: _("Easy"), 2: _("Medium")}.get(place or 0, _("Hard"))


def rating_in_words(skill: Skill) -> str:
    """Return somebody's rating as a sentence."""
    if skill.is_provisional:
        return _("Your rating is %(points)s, which is provisional: a few more puzzles can still"
                 " change it a lot.") % {"points": skill.points}
    return _("Your rating is %(points)s.") % {"points": skill.points}


def change_in_words(gain: int) -> str:
    """Return a sentence about how a first try has changed somebody's rating."""
    if gain == 0:
        return _("Your first try did not change your rating.")
    if gain > 0:
        return ngettext("Your first try gave you %(count)s point.",
                        "Your first try gave you %(count)s points.", gain) % {"count": gain}
    return ngettext("Your first try cost you %(count)s point.",
                    "Your first try cost you %(count)s points.", -gain) % {"count": -gain}


def statistics_in_words(points: int, *, tries: int, found: int) -> str:
    """Return sentences about a puzzle's rating, and about how many people solved it at once.

    The second is left out unless somebody other than the reader has tried the puzzle.
    """
    if tries < OTHERS:
        return _("This puzzle is rated %(points)s.") % {"points": points}
    return _("This puzzle is rated %(points)s; %(found)s of %(count)s people found the turn at"
             " their first try.") % {"points": points, "found": found, "count": tries}
