"""Computing reviews in the background, a part at a time.

The end of a game wakes a worker, which looks at a few decisions, stores what it has found, and
announces the rest.  If that fails, a sweep finds it.  Doing a part twice changes nothing.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet

from games.base import failures, log_context, task_queue
from games.base.thinker import THINKER, Interrupted
from games.models import Game, Review
from games.review import findings as finding
from games.review import participants
from games.review.examining import Ask, Examination
from games.review.findings import Findings
from games.rulesets import registry
from games.table.play import event_log

TASK = "review_game"
PART = 15.0  # seconds of one task; other games are waiting, too
ATTEMPTS = 3
RECENT = timedelta(days=1)  # games that ended before are reviewed only if somebody asks
BATCH = 100  # games that one sweep looks at

log = logging.getLogger(__name__)


def go_on(game_id: int, *, now: datetime, clock: Callable[[], datetime] | None = None,
          ask: Ask = THINKER.ask, seconds: float = PART) -> bool:
    """Computes the review of a game for so many seconds; returns whether it is done.

    Does nothing if the game is not to be reviewed or somebody else is at it.  A failure is kept,
    and after some attempts nobody tries again.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not participants.is_reviewed(game):
        return False
    review = _claimed(game, now=now)
    if review is None:
        return False
    try:
        with log_context.about(game, log_context.REVIEW, number=review.row):
            is_done = _compute(game, review, ask, end=time.monotonic() + seconds)
    except Interrupted:
        _release(review)
        return False
    except Exception as error:  # the game has ended: nothing else may suffer from this
        failures.keep(error, now=now)
        log.error("a review failed", exc_info=error)
        _release(review, failures=review.failures + 1)
        return False
    _release(review, done_at=(clock or (lambda: now))() if is_done else None)
    if not is_done:
        task_queue.send_task(TASK, game_id)
    return is_done


def _claimed(game: Game, *, now: datetime) -> Review | None:
    """The game's review, if there is something to do and nobody else is doing it."""
    Review.objects.get_or_create(game=game, defaults={"asked_at": now})
    free = _unfinished(now).filter(game=game)
    if not free.update(lease_until=now + task_queue.LEASE):
        return None
    return Review.objects.get(game=game)


def _unfinished(now: datetime) -> QuerySet[Review]:
    free = Q(lease_until=None) | task_queue.lease_expired(now)
    return Review.objects.filter(free, done_at=None, failures__lt=ATTEMPTS)


def _compute(game: Game, review: Review, ask: Ask, *, end: float) -> bool:
    """Looks at decisions until time is over; returns whether none is left."""
    found = _findings_of(game, review)
    for row in Examination(game, found, ask).examine(after=review.row):
        review.row, review.data = row, finding.dump(found)
        if time.monotonic() >= end:
            break
    else:
        review.row = game.number
    review.save(update_fields=["row", "data"])
    return review.row == game.number


def _findings_of(game: Game, review: Review) -> Findings:
    """What has been found so far; nothing yet if that was written in another form."""
    analyst = registry.get(game.ruleset).analyst
    assert analyst is not None  # ``is_reviewed`` has checked it
    found = finding.load(review.data) if review.row else None
    if found is None or found.analyst != analyst.version:
        review.row = 0
        found = finding.begin(
            analyst=analyst.version, seats=participants.reviewed_seats(game),
            players=event_log.setup_of(game).players)
    return found


def _release(review: Review, **columns: object) -> None:
    for name, value in columns.items():
        setattr(review, name, value)
    review.lease_until = None
    review.save(update_fields=["lease_until", *columns])


def request(game: Game, *, now: datetime) -> None:
    """Has a worker review this game anew, whether or not it has been reviewed."""
    Review.objects.update_or_create(game=game, defaults={
        "row": 0, "data": {}, "failures": 0, "asked_at": now, "done_at": None,
        "lease_until": None, "announced_at": None,
    })
    task_queue.send_after_commit(TASK, game.pk)


def sweep(now: datetime) -> list[int]:
    """Announces reviews that nobody is computing; returns the ids of their games."""
    if not settings.REVIEWS:
        return []
    Review.objects.bulk_create([Review(game_id=pk, asked_at=now) for pk in _forgotten(now)],
                               ignore_conflicts=True)
    return task_queue.announce(TASK, _unfinished(now).order_by("asked_at"), now=now)


def _forgotten(now: datetime) -> list[int]:
    """The ids of games that have just ended and have no review, found by an index."""
    ended = Game.objects.filter(
        untidy_since__gte=now - RECENT, untidy_since__lte=now, finished_at__gte=now - RECENT,
        finished_at__lte=now - task_queue.START_GRACE, review=None)
    due = participants.reviewed(ended).order_by("untidy_since")
    return list(due.values_list("pk", flat=True)[:BATCH])
