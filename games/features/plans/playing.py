"""Playing plans when their turn has come.

A worker looks at a plan twice: when the turn begins, to find out whether it can be played, and when
it is due.  It plays the plan through ``turns.submit``, like orders that its owner gives at this
moment, so nobody else can tell that there was a plan.  Plan, orders and email are one transaction
under the game's lock; whatever happens in the game first, the plan then finds itself overtaken.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from alexandros_rules import codec, plans
from alexandros_rules.drafts import SEPARATOR
from alexandros_rules.errors import Refusal
from alexandros_rules.plans import Verdict
from games.base import failures, log_context, task_queue
from games.features.plans import saving
from games.models import Game, OutgoingEmail, Plan, PlanAttempt, Seat, SeatClock
from games.people import languages
from games.post.outbox import preferences
from games.post.outbox.queue import letter_to, notify_devices, queue_all
from games.table.clocks import seat_clocks
from games.table.play import event_log, history, turns

EMAIL = "planned"  # the kind of the email about a turn that a plan has played
DROPPED = f"{OutgoingEmail.OBSOLETE} its reader's plan has played the turn"

Outcome = PlanAttempt.Outcome
log = logging.getLogger(__name__)


def play(attempt_id: int, *, now: datetime) -> str:
    """Judge a plan and play it if it is due; return the outcome, or "" if there is nothing to do.

    The function may be called twice or concurrently.
    """
    try:
        with transaction.atomic():
            return _play_locked(attempt_id, now=now)
    except DatabaseError:  # a later sweep tries again
        raise
    except Exception as error:  # a mistake of ours in one plan must not hold up its turn email
        log.exception("a plan could not be judged", extra={"attempt": attempt_id})
        failures.keep(error, now=now)
        return _give_up(attempt_id, now=now)


def sweep(now: datetime) -> list[int]:
    """Announce the attempts that are due, or that no worker has looked at; return their ids."""
    no_longer_on_its_way = Q(look_at__lte=now - task_queue.START_GRACE)
    due = PlanAttempt.objects.filter(  # "look_at" comes first: its index leads past all that waits
        no_longer_on_its_way | Q(outcome=Outcome.WAITING), look_at__lte=now,
        outcome__in=PlanAttempt.OPEN, plan__seat__game__paused_at=None)
    return task_queue.announce("play_plan", due.order_by("look_at", "pk"), now=now)


def _locked(attempt_id: int) -> tuple[PlanAttempt, Game, Seat] | None:
    """Lock and return an open attempt with its game and seat; return None if it is not open."""
    found = PlanAttempt.objects.filter(pk=attempt_id).values_list("plan__seat__game", flat=True)
    game = Game.objects.select_for_update(no_key=True).filter(pk__in=list(found)).first()
    attempt = PlanAttempt.objects.select_for_update(of=("self",)).select_related(
        "plan__seat__user", "plan__user").filter(
            pk=attempt_id, outcome__in=PlanAttempt.OPEN).first()
    if game is None or attempt is None:
        return None
    attempt.plan.seat.game = game
    return attempt, game, attempt.plan.seat


def _play_locked(attempt_id: int, *, now: datetime) -> str:
    found = _locked(attempt_id)
    if found is None:
        return ""
    attempt, game, seat = found
    plan = attempt.plan
    if plan.ended_at is not None or seat.user_id != plan.user_id or not plan.user.is_active \
            or not saving.is_current(attempt, game, seat):
        return _settle(attempt, Outcome.OVERTAKEN, now=now)
    if game.paused_at is not None:
        _send_turn_email(attempt, game, seat, now=now)
        return ""
    with (
        translation.override(languages.of(plan.user)),
        log_context.about(game, log_context.TURN, seat=seat.index, orders=""),
    ):
        verdict = judge(plan, seat, step=attempt.step)
        if not verdict.moves:
            return _refuse(attempt, game, seat, verdict.why, now=now)
        if attempt.due_at > now:
            return _wait(attempt, game, seat, verdict, now=now)
        return _play(attempt, game, seat, verdict, now=now)


def judge(plan: Plan, seat: Seat, *, step: int) -> Verdict:
    """Return the verdict on this turn of a plan now, on the view of its seat, which is to move."""
    view = history.view(seat.game, seat.index)
    try:
        value = saving.stored_plan(plan, seat)
    except Refusal as refusal:  # the game has other words since then
        return Verdict(None, (), refusal.sentence)
    if step >= len(value.turns):
        return Verdict(None, (), _("All turns of this plan have been played."))
    return plans.judge(value.turns[step], event_log.ruleset_of(seat.game), view, seat=seat.index)


def _play(attempt: PlanAttempt, game: Game, seat: Seat, verdict: Verdict, *,
          now: datetime) -> str:
    """Play the moves of a plan and queue the email about them; the caller holds the lock."""
    plan = attempt.plan
    _settle(attempt, Outcome.PLAYED, orders=SEPARATOR.join(verdict.orders), now=now)
    _advance(plan, seat, now=now)  # the player's next turn may begin with this one's end
    receipt = turns.submit(
        game, seat=seat.index, user_id=plan.user_id, text=verdict.orders, number=attempt.number,
        key=codec.text_digest(f"plan:{attempt.pk}"), actor=plan.made_by, now=now)
    attempt.first, attempt.last = receipt.first, receipt.last
    attempt.save(update_fields=["first", "last"])
    _turn_emails(attempt, seat).filter(status=OutgoingEmail.Status.HELD).update(
        status=OutgoingEmail.Status.FAILED, error=DROPPED)
    seat.user = plan.user
    queue_all([letter_to(EMAIL, seat, game=game, deadline=None)], now=now)
    return Outcome.PLAYED


def _advance(plan: Plan, seat: Seat, *, now: datetime) -> None:
    """Go on to the next turn of a plan, or end the plan after its last turn."""
    plan.played += 1
    if plan.played >= len(saving.stored_plan(plan, seat).turns):
        plan.ended_at, plan.ending = now, Plan.Ending.DONE
    plan.save(update_fields=["played", "ended_at", "ending"])


def _wait(attempt: PlanAttempt, game: Game, seat: Seat, verdict: Verdict, *,
          now: datetime) -> str:
    """Let the plan wait until it is due, and send the turn email that says so."""
    attempt.outcome, attempt.look_at = Outcome.WAITING, attempt.due_at
    attempt.orders, attempt.announced_at = SEPARATOR.join(verdict.orders), None
    attempt.save(update_fields=["outcome", "look_at", "orders", "announced_at"])
    _send_turn_email(attempt, game, seat, now=now)
    return Outcome.WAITING


def _refuse(attempt: PlanAttempt, game: Game, seat: Seat, why: str, *, now: datetime) -> str:
    """Play nothing, and say why in the turn email; the plan stays as it is."""
    is_told = (attempt.outcome == Outcome.WAITING or _is_known(attempt, seat)
               or _has_left(attempt, seat))
    _settle(attempt, Outcome.REFUSED, why=why, now=now)
    if not is_told:
        _send_turn_email(attempt, game, seat, now=now)
    else:  # that the plan would be played if it can
        seat.user = attempt.plan.user
        queue_all([letter_to("turn", seat, game=game, deadline=None)], now=now)
        notify_devices("turn", [seat], game=game, now=now)
    return Outcome.REFUSED


def _settle(attempt: PlanAttempt, outcome: str, *, now: datetime, orders: str = "",
            why: str = "") -> str:
    attempt.outcome, attempt.settled_at, attempt.look_at = outcome, now, None
    attempt.orders, attempt.why = orders or attempt.orders, why
    attempt.save(update_fields=["outcome", "settled_at", "look_at", "orders", "why"])
    return outcome


def _turn_emails(attempt: PlanAttempt, seat: Seat) -> QuerySet[OutgoingEmail]:
    return OutgoingEmail.objects.filter(seat=seat, user=attempt.plan.user, kind="turn",
                                        number=attempt.number)


def _send_turn_email(attempt: PlanAttempt, game: Game, seat: Seat, *, now: datetime) -> None:
    """Send the turn email that has waited for this plan, and notify the player's devices.

    An email that its reader wants later stays held.
    """
    if _is_known(attempt, seat):
        return
    wanted_at = preferences.send_time("turn", user=attempt.plan.user, game=game,
                                      now=attempt.begun_at)
    held = _turn_emails(attempt, seat).filter(status=OutgoingEmail.Status.HELD)
    if wanted_at is not None and wanted_at <= attempt.begun_at:
        ids = list(held.values_list("pk", flat=True))
        held.filter(pk__in=ids).update(status=OutgoingEmail.Status.QUEUED, not_before=now,
                                       due_since=now)
        seat_clocks.look_again(SeatClock.objects.filter(email__in=ids))
        for pk in ids:
            task_queue.send_after_commit("deliver_email", pk)
    notify_devices("turn", [seat], game=game, now=now)


def _has_left(attempt: PlanAttempt, seat: Seat) -> bool:
    """Return whether the turn email left before anybody looked at the plan."""
    waiting = [OutgoingEmail.Status.HELD, OutgoingEmail.Status.FAILED]
    return _turn_emails(attempt, seat).exclude(status__in=waiting).exists()


def _is_known(attempt: PlanAttempt, seat: Seat) -> bool:
    """Return whether the player knows of this turn, because they have changed the plan in it."""
    return PlanAttempt.objects.filter(plan__seat=seat, number=attempt.number,
                                      pk__lt=attempt.pk).exists()


@transaction.atomic
def _give_up(attempt_id: int, *, now: datetime) -> str:
    found = _locked(attempt_id)
    if found is None:
        return ""
    attempt, game, seat = found
    with translation.override(languages.of(attempt.plan.user)):
        return _refuse(attempt, game, seat, _("Something went wrong on our side."), now=now)
