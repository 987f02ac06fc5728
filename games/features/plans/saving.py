"""Plans of a seat: saving, changing and turning them off, their text, and when their turn comes.

Every version is kept until its owner's account goes.  A plan that is saved never plays in the turn
in which it was saved, unless the version before it was already waiting in this turn.  Then the new
one waits for its own grace period, and for ten minutes at least: a click in the plan must not
become a move.

Plans are read with the names at the table and stored with colours.  Names can change while a plan
waits, for example because somebody takes over a seat; colours cannot.  People see names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from alexandros_rules import plans
from alexandros_rules.conditions import People, called
from games.base import rate_limits, task_queue
from games.base.refusals import Closed, Foreign
from games.features.plans import delays
from games.models import Game, Plan, PlanAttempt, Seat, SeatClock, User
from games.rulesets import registry
from games.table.play import event_log, history, staleness

GRACES = (timedelta(0), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=8),
          timedelta(days=1))
AFTER_CHANGE = timedelta(minutes=10)  # from changing a plan that waits until it is played
# How long a turn email waits for the plan to be looked at, so that it can say what became of it,
# or need not be sent because the plan has played the turn.
PATIENCE = timedelta(seconds=20)


def read_plan(text: str, game: Game, *, seat: int, names: Sequence[str] | None = None,
              view: Any = None) -> plans.Plan:
    """Read a plan of this seat; raise Unreadable with a sentence about the first mistake."""
    ruleset = event_log.ruleset_of(game)
    names = history.seat_names(game) if names is None else names
    return plans.read(
        text, history.view(game, seat) if view is None else view, ruleset=ruleset,
        people=People(names, ruleset.colours, seat),
        conditions=registry.get(game.ruleset).conditions)


def check_plan(plan: plans.Plan, game: Game, *, seat: int) -> None:
    """Refuse orders that could never be played (``alexandros_rules.plans.check``)."""
    plans.check(plan, history.view(game, seat), ruleset=event_log.ruleset_of(game),
                conditions=registry.get(game.ruleset).conditions, seat=seat)


def to_store(plan: plans.Plan, game: Game) -> str:
    """Return the text to store, in which everybody is called by their colour."""
    return plans.write(plan, event_log.ruleset_of(game).colours)


def stored_plan(plan: Plan, seat: Seat) -> plans.Plan:
    """Read a stored plan; raise Unreadable if another version of the code stored it."""
    return read_plan(plan.text, seat.game, seat=seat.index)


def names_for(game: Game, names: Sequence[str] | None = None) -> list[str]:
    """Return the names of the players in plans that people read."""
    names = history.seat_names(game) if names is None else names
    return called(names, event_log.ruleset_of(game).colours)


def rest_of(plan: plans.Plan, played: int) -> plans.Plan:
    """Return the plan without the turns that have been played."""
    return plans.Plan(plan.turns[played:])


def active(seat: Seat, user: User) -> Plan | None:
    """Return this person's plan for this seat that waits for their turn, or None."""
    return next(iter(Plan.objects.filter(seat=seat, user=user, ended_at=None)), None)


def planned_games(user: User) -> set[int]:
    """Return the ids of the games in progress in which this person has a plan."""
    plans = Plan.objects.filter(user=user, ended_at=None, seat__user=user,
                                seat__game__status=Game.Status.RUNNING)
    return set(plans.order_by().values_list("seat__game", flat=True))


def last(seat: Seat, user: User) -> Plan | None:
    """Return this person's latest plan for this seat, active or not, or None."""
    return Plan.objects.filter(seat=seat, user=user).order_by("revision").last()


def pending(plan: Plan, game: Game, seat: Seat) -> PlanAttempt | None:
    """Return the attempt to play this plan in the present turn, if it is still to be made."""
    attempt = plan.attempts.filter(outcome__in=PlanAttempt.OPEN).order_by("pk").last()
    if attempt is None or not is_current(attempt, game, seat):
        return None
    return attempt


def is_current(attempt: PlanAttempt, game: Game, seat: Seat) -> bool:
    """Return whether the turn that the attempt is for has not been begun by hand."""
    return (game.status == Game.Status.RUNNING and seat.to_move
            and is_played_by_person(seat)
            and not staleness.is_past(game, attempt.number, seat=seat.index))


def store(game: Game, *, seat: int, user: User, text: str, grace: timedelta | None, made_by: str,
          as_usual: bool = False, now: datetime) -> Plan:
    """Save and return a plan for this person's coming turns, in place of the plan before.

    Without a ``grace`` period, and if it is not to wait ``as_usual``, the plan waits like the
    version before.  Refuses (Unreadable, Illegal) a plan that can never be played, (Closed) a game
    that is not running, (Foreign) somebody who does not have this seat, and (TooOften) somebody who
    has changed many plans.
    """
    with transaction.atomic():
        locked, own = _locked(game, seat, user)
        value = read_plan(text, locked, seat=seat)
        check_plan(value, locked, seat=seat)
        before = last(own, user)
        if grace is None and not as_usual and before is not None:
            grace, as_usual = before.grace, before.as_usual
        chosen = GRACES[0] if grace is None or as_usual else min(max(grace, GRACES[0]),
                                                                 delays.LONGEST)
        stored = to_store(value, locked)
        if before and before.ended_at is None and before.as_usual == as_usual and _is_same(
                before, stored, chosen, own):
            return before
        rate_limits.count("plan", user.pk, now=now)
        attempt = pending(before, locked, own) if before else None
        if before is not None:
            _end(before, Plan.Ending.CHANGED, now=now)
        plan = Plan.objects.create(
            seat=own, user=user, text=stored, grace=chosen, as_usual=as_usual,
            made_by=made_by, revision=before.revision + 1 if before else 1, created_at=now)
        if attempt is not None:
            _wait_again(plan, attempt, own, now=now)
        return plan


def turn_off(game: Game, *, seat: int, user: User, now: datetime) -> bool:
    """Turn off this person's plan, and return whether there was one; the plan's text is kept."""
    with transaction.atomic():
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        plan = Plan.objects.filter(seat__game=game, seat__index=seat, user=user,
                                   ended_at=None).first()
        if plan is not None:
            _end(plan, Plan.Ending.OFF, now=now)
        return plan is not None


def merge(guest: User, user: User) -> None:
    """Give the plans for the seats that a guest has brought with them to their account."""
    Plan.objects.filter(user=guest, seat__user=user).update(user=user)


def _locked(game: Game, seat: int, user: User) -> tuple[Game, Seat]:
    locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    own = Seat.objects.get(game=locked, index=seat)
    own.game = locked
    if own.user_id != user.pk:
        raise Foreign("other-player", _("This is not your seat any more, so the plan was not"
                                        " saved."))
    if locked.status != Game.Status.RUNNING:
        raise Closed("not-running", _("This game is not running, so there are no turns to plan."))
    return locked, own


def _is_same(plan: Plan, text: str, grace: timedelta, seat: Seat) -> bool:
    """Return whether saving this would change nothing."""
    rest = rest_of(stored_plan(plan, seat), plan.played)
    return plan.grace == grace and to_store(rest, seat.game) == text


def _end(plan: Plan, ending: str, *, now: datetime) -> None:
    settle(plan.attempts.all(), now=now)
    if plan.ended_at is None:
        plan.ended_at, plan.ending = now, ending
        plan.save(update_fields=["ended_at", "ending"])


def _wait_again(plan: Plan, before: PlanAttempt, seat: Seat, *, now: datetime) -> None:
    """Let a changed plan wait in the turn in which the version before it was waiting."""
    clock = SeatClock.objects.filter(seat=seat).first()
    attempt = PlanAttempt.objects.create(
        plan=plan, step=0, turn=before.turn, number=before.number, begun_at=now, look_at=now,
        due_at=delays.due_at(max(delays.of_turn(plan, now=now), AFTER_CHANGE),
                              deadline=clock.deadline if clock else None, now=now))
    task_queue.send_after_commit("play_plan", attempt.pk)


def active_by_seat(seats: Sequence[Seat]) -> dict[int, Plan]:
    """Return the active plans of the people who play these seats themselves, by seat id."""
    playing = {seat.pk: seat for seat in seats if is_played_by_person(seat)}
    if not playing:
        return {}
    plans = Plan.objects.filter(seat__in=playing, ended_at=None).order_by("pk")
    return {plan.seat_id: plan for plan in plans if plan.user_id == playing[plan.seat_id].user_id}


def is_played_by_person(seat: Seat) -> bool:
    """Return whether a person plays this seat and no bot stands in for them."""
    return seat.user_id is not None and not seat.bot and not seat.stand_in


def begin_turn(game: Game, plans: Mapping[int, Plan], *, deadlines: Mapping[int, datetime],
               now: datetime) -> None:
    """Note that the turn of these plans has come, and have a worker look at them.

    ``plans`` and the ``deadlines`` of the turns are given by seat id.
    """
    # This runs in the transaction of the move before, so it looks at no position: whether a plan
    # can be played is decided later, in a transaction of its own.
    if not plans:
        return
    settle(PlanAttempt.objects.filter(plan__in=plans.values()), now=now)
    for seat_id, plan in plans.items():
        attempt = PlanAttempt.objects.create(
            plan=plan, step=plan.played, turn=game.turn, number=game.number, begun_at=now,
            due_at=delays.due_at(delays.of_turn(plan, now=now),
                                  deadline=deadlines.get(seat_id), now=now), look_at=now)
        task_queue.send_after_commit("play_plan", attempt.pk)


def settle(attempts: QuerySet[PlanAttempt], *, now: datetime) -> None:
    """End the open attempts among these: something else has overtaken them."""
    attempts.filter(outcome__in=PlanAttempt.OPEN).update(
        outcome=PlanAttempt.Outcome.OVERTAKEN, look_at=None, settled_at=now)
