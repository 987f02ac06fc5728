"""What pages show a player of their own plan: its text, whether it applies now, and when it plays.

Nobody else is shown anything of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from engine import drafts, plans
from engine.drafts import Draft
from engine.errors import Refusal
from engine.plans import Branch, PlannedTurn
from games.features.plans import saving
from games.models import Game, Plan, PlanAttempt, Seat
from games.post.outbox import preferences
from games.rulesets import registry
from games.table.clocks import time_wording
from games.table.play import event_log
from games.views.access import TableAccess

EXAMPLES = 6  # conditions shown beside the form
SHOWN = 8  # turns and versions of the past


@dataclass(frozen=True, slots=True)
class PlanStatus:
    """An active plan: ``attempt`` is the one for the present turn, None if there is none.

    ``due`` is when it will be played in this turn, and ``why`` why it was not; "" otherwise.
    """

    plan: Plan
    attempt: PlanAttempt | None
    due: str = ""
    why: str = ""
    orders: str = ""


@dataclass(frozen=True, slots=True)
class BranchNow:
    """A branch of the coming turn: its text, and whether it would be played now.

    ``state`` is "next" for the branch that applies now, "holds" for a later one whose condition
    holds, and "not" for one whose condition does not.  ``does`` says what its orders would do, or
    why they cannot be played; "" if it is not their player's turn.
    """

    text: str
    state: str
    does: str = ""
    playable: bool = True


def status(access: TableAccess, *, now: datetime) -> PlanStatus | None:
    """The reader's active plan at this table; None if they have none."""
    if access.seat is None or access.user is None or access.game.status != Game.Status.RUNNING:
        return None
    seat = _seat(access)
    plan = saving.active(seat, access.user)
    if plan is None:
        return None
    attempt = plan.attempts.order_by("pk").last() if seat.to_move else None
    if attempt is None or not saving.is_current(attempt, access.game, seat):
        return PlanStatus(plan, None)
    if attempt.outcome in PlanAttempt.OPEN:
        zone = preferences.preferences_of(access.user).time_zone
        return PlanStatus(plan, attempt, due=time_wording.at(attempt.due_at, zone=zone, now=now),
                          orders=attempt.orders)
    return PlanStatus(plan, attempt, why=attempt.why)


def panel(access: TableAccess, view: Any, *, now: datetime,
          known: PlanStatus | None) -> dict[str, Any] | None:
    """The panel with the form for a plan; None for somebody who has no turns to come."""
    if access.seat is None or access.user is None or access.game.status != Game.Status.RUNNING \
            or view is None:
        return None
    return {**form(access, text=_text(access, known), grace=known.plan.grace if known else None),
            "branches": _branches(access, known.plan, view) if known else []}


def form(access: TableAccess, *, text: str, grace: timedelta | None) -> dict[str, Any]:
    """What the form for a plan needs."""
    room = registry.get(access.game.ruleset)
    chosen = saving.GRACES[0] if grace is None else grace
    return {
        "text": text,
        "graces": [(int(each.total_seconds() // 60), _grace_words(each), each == chosen)
                   for each in sorted({*saving.GRACES, chosen})],
        "example_orders": room.turn.example_orders,
        "conditions": list(room.conditions.examples[:EXAMPLES]) if room.conditions else [],
    }


def _grace_words(grace: timedelta) -> str:
    return (
        _("%(period)s later") % {"period": time_wording.exactly(grace)} if grace else _("at once")
    )


def _seat(access: TableAccess) -> Seat:
    assert access.seat is not None  # the callers have checked
    seat = access.seats[access.seat]
    seat.game = access.game
    return seat


def _text(access: TableAccess, known: PlanStatus | None, *, whole: bool = False) -> str:
    """The text of the plan; unless ``whole``, without the turns that it has played."""
    if known is None:
        return ""
    try:
        value = saving.stored_plan(known.plan, _seat(access))
    except Refusal:
        return known.plan.text
    called = saving.names_for(access.game, access.names)
    return plans.write(value if whole else saving.rest_of(value, known.plan.played), called)


@dataclass(frozen=True, slots=True)
class Past:
    """What the reader's plans at this table have done, and their earlier versions."""

    attempts: Sequence[PlanAttempt]
    versions: Sequence[str]


def past(access: TableAccess) -> Past:
    """What the latest plans of the reader have done, and their earlier versions."""
    own = Plan.objects.filter(seat=_seat(access), user=access.user).order_by("-pk")
    attempts = PlanAttempt.objects.filter(plan__in=own, settled_at__isnull=False).exclude(
        outcome=PlanAttempt.Outcome.OVERTAKEN).order_by("-pk")[:SHOWN]
    ended = own.filter(ended_at__isnull=False)[:SHOWN]
    texts = [_text(access, PlanStatus(plan, None), whole=True) for plan in ended]
    return Past(list(attempts), list(dict.fromkeys(texts)))


def last_text(access: TableAccess) -> str:
    """The text of the latest plan that was turned off; "" if there is none, or it was played."""
    assert access.user is not None  # the reader has a seat
    plan = saving.last(_seat(access), access.user)
    if plan is None or plan.ending != Plan.Ending.OFF:
        return ""
    return _text(access, PlanStatus(plan, None))


def _branches(access: TableAccess, plan: Plan, view: Any) -> list[BranchNow]:
    """The branches for the turn that comes next, as they are now."""
    seat = _seat(access)
    try:
        rest = saving.rest_of(saving.stored_plan(plan, seat), plan.played)
    except Refusal as refusal:
        return [BranchNow(plan.text, "not", refusal.sentence, playable=False)]
    if not rest.turns:
        return []
    turn, ruleset = rest.turns[0], event_log.ruleset_of(access.game)
    called = saving.names_for(access.game, access.names)
    chosen = plans.applying(turn, ruleset, view, seat=seat.index)
    return [_now(access, turn, number, view, chosen=chosen, called=called)
            for number in range(len(turn.branches))]


def _now(access: TableAccess, turn: PlannedTurn, number: int, view: Any, *, chosen: int | None,
         called: Sequence[str]) -> BranchNow:
    ruleset, branch, seat = event_log.ruleset_of(access.game), turn.branches[number], access.seat
    assert seat is not None  # the reader has a plan for it
    text = plans.write_branch(turn, number, called)
    holds = branch.condition is None or branch.condition.holds(ruleset, view, seat=seat)
    state = "next" if number == chosen else "holds" if holds else "not"
    if not branch.orders or seat not in ruleset.status(view).to_move:
        return BranchNow(text, state)
    alone = PlannedTurn((Branch(None, branch.orders),))
    verdict = plans.judge(alone, ruleset, view, seat=seat)
    sentences = drafts.describe(Draft(view, verdict.moves), ruleset=ruleset, names=access.names)
    return BranchNow(text, state, verdict.why or " ".join(sentences), bool(verdict.moves))
