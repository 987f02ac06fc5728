"""Finding advice in the background, in the process for thinking.

The analyst gets the player's view and nothing else, so advice cannot tell what is hidden.  Each
task finds one piece of advice, but which one is decided when it begins: the turn is that of the
person who was served longest ago (``games.base.fair_turns``).  A sweep finds questions whose tasks
were lost.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from datetime import datetime

from django.db import InterfaceError, OperationalError
from django.db.models import Q, QuerySet

from alexandros_rules import drafts
from games.base import failures, fair_turns, log_context, task_queue
from games.base.thinker import THINKER, Interrupted, Overdue
from games.features.hints.advice import TASK
from games.models import Game, OutgoingEmail, TurnAdvice
from games.post.outbox import delivery
from games.rulesets import registry
from games.table.play import event_log, staleness

SECONDS = 3.0  # in which the analyst must answer
TURNS = 3
MOST_DELAYS = 8  # about half an hour; then the player may ask again
BATCH = 500  # questions among which one is chosen

log = logging.getLogger(__name__)


def find_next(*, now: datetime, clock: Callable[[], datetime] | None = None) -> TurnAdvice | None:
    """Find the advice whose turn it is, and return it; None if nobody waits for any.

    ``clock`` says what time it is when the analyst has thought.  Raises what the database raises
    when it is away; then a later sweep tries again.
    """
    row = _claimed(now)
    if row is None:
        return None
    game = row.game
    if game.status != Game.Status.RUNNING or staleness.is_past(game, row.number, seat=row.seat):
        _settle(row, now=now)
        return row
    try:
        orders = _orders(game, row)
    except Interrupted:
        _leave(row, look_at=now)
    except Overdue:
        _put_off(row, now=(clock or (lambda: now))())
    except (InterfaceError, OperationalError):  # nobody's mistake; the claim ends by itself
        raise
    except Exception as error:  # the player can go on without advice
        failures.keep(error, now=now)
        log.error("an analyst failed", exc_info=error)
        _settle(row, orders=[], answered_at=now, now=now)
    else:
        found_at = (clock or (lambda: now))()
        _settle(row, orders=orders, answered_at=found_at, now=found_at)
    return row


def _claimed(now: datetime) -> TurnAdvice | None:
    """Claim the question of the person who was served longest ago; return None if none waits."""
    due = _due(now)
    waiting = list(due.select_related("game").order_by("look_at", "pk")[:BATCH])
    served = TurnAdvice.objects.filter(served_at__gt=now - fair_turns.MEMORY)
    oldest = {row.game_id: row for row in reversed(waiting)}
    for game in fair_turns.in_fair_order((row.game_id for row in waiting),
                                         list(served.values_list("game", "served_at"))):
        row = oldest[game]
        if due.filter(pk=row.pk).update(look_at=now + task_queue.LEASE, served_at=now):
            return row
    return None


def _due(now: datetime) -> QuerySet[TurnAdvice]:
    new = Q(delays=0, look_at__lte=now + task_queue.START_GRACE)  # this clock may be behind
    latest = now + max(task_queue.LEASE, fair_turns.LONGEST_PAUSE)  # later: by a wrong clock
    due = new | Q(look_at__lte=now) | Q(look_at__gt=latest)
    return TurnAdvice.objects.filter(due, look_at__isnull=False)  # which is what the index has


def _orders(game: Game, row: TurnAdvice) -> list[str]:
    """Return the best turns in notation."""
    analyst = registry.get(game.ruleset).analyst
    assert analyst is not None  # a learning game has one
    ruleset, state = event_log.ruleset_of(game), event_log.state_at(game, number=row.number)
    view = ruleset.view(state, row.seat)
    with log_context.about(game, log_context.HINT, number=row.number, seat=row.seat):
        turns = THINKER.ask(analyst.best_turns, view, seat=row.seat, salt=_salt(game, row.number),
                            count=TURNS, seconds=SECONDS)
        return [drafts.write_moves(ruleset, view, turn.moves, seat=row.seat) for turn in turns]


def _salt(game: Game, number: int) -> bytes:
    """Return the salt of the advice, which is independent of the cards that will be drawn."""
    return hashlib.sha256(f"advice {game.code} {number}".encode()).digest()


def _put_off(row: TurnAdvice, *, now: datetime) -> None:
    """Ask again after a pause or, after many, let the player ask again."""
    log.warning("a machine too busy to think of a hint: game %s", row.game.code)
    delays = row.delays + 1
    if delays > MOST_DELAYS:
        _settle(row, degree=0, now=now)
    else:
        _leave(row, look_at=now + fair_turns.pause_after(delays), delays=delays)


def _leave(row: TurnAdvice, *, look_at: datetime, **columns: object) -> None:
    """Leave the question to a later sweep, unless another worker has answered it."""
    TurnAdvice.objects.filter(pk=row.pk, look_at__isnull=False).update(
        look_at=look_at, announced_at=None, **columns)


def _settle(row: TurnAdvice, *, now: datetime, **columns: object) -> None:
    """End the waiting for this advice, also that of emails."""
    TurnAdvice.objects.filter(pk=row.pk, answered_at=None).update(look_at=None, **columns)
    delivery.stop_waiting(OutgoingEmail.objects.filter(
        game=row.game_id, number=row.number, seat__index=row.seat), now=now)


def sweep(now: datetime) -> list[int]:
    """Announce questions that are due and whose tasks are not on their way; return their ids."""
    on_its_way = Q(delays=0, look_at__gt=now - task_queue.START_GRACE,
                   look_at__lte=now + task_queue.START_GRACE)
    lost = _due(now).exclude(on_its_way)
    return task_queue.announce(TASK, lost.order_by("look_at", "pk"), now=now)


def next_due(now: datetime) -> datetime | None:
    """Return when the sweep can find a question next; None if none waits."""
    waiting = TurnAdvice.objects.filter(look_at__isnull=False).order_by("look_at")
    return waiting.values_list("look_at", flat=True).first()
