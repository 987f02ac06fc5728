"""A player's plan on pages: its form and text, whether it applies now, and when it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from alexandros_rules import conditions, drafts, plans
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.plans import Branch, PlannedTurn
from alexandros_rules.translation import list_with_and
from games.base import site_clock
from games.base.refusals import Closed, status_code
from games.features.plans import saving
from games.models import Game, LoggedMove, Plan, PlanAttempt, Seat, User
from games.post.outbox import preferences
from games.rulesets import registry
from games.table.clocks import time_wording
from games.table.play import event_log, history
from games.web.access import ANYBODY, GAME, PLAYER, TableAccess, declare, get_table_or_404

EXAMPLES = 6  # conditions shown beside the form
SHOWN = 8  # turns and versions of the past
MAX_TEXT = 4000
MAX_CONDITION = 200
MAX_DIGITS = 6
AS_USUAL = "usual"  # the value of the form for plans that wait as long as their owner usually takes


@dataclass(frozen=True, slots=True)
class PlanStatus:
    """An active plan; ``attempt`` is its attempt for the present turn, or None.

    ``due`` says when the plan will be played in this turn, and ``why`` why it was not played; each
    is "" otherwise.
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


def plan_status(access: TableAccess, *, now: datetime) -> PlanStatus | None:
    """Return the reader's active plan at this table, or None."""
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


def plan_panel(access: TableAccess, view: Any, *, now: datetime,
               known: PlanStatus | None) -> dict[str, Any] | None:
    """Return the panel with the form for a plan, or None if the reader has no turns to come."""
    if access.seat is None or access.user is None or access.game.status != Game.Status.RUNNING \
            or view is None:
        return None
    return {
        **plan_form(access, text=text_of(access, known), grace=known.plan.grace if known else None,
                    as_usual=known is not None and known.plan.as_usual),
        "likely": _likely(access, view),
        "branches": _branches(access, known.plan, view) if known else [],
    }


def plan_form(access: TableAccess, *, text: str, grace: timedelta | None,
              as_usual: bool) -> dict[str, Any]:
    """Return the context of the form for a plan."""
    room = registry.get(access.game.ruleset)
    chosen = saving.GRACES[0] if grace is None else grace
    return {
        "text": text,
        "graces": [
            *((str(int(each.total_seconds() // 60)), _grace_words(each),
               each == chosen and not as_usual) for each in sorted({*saving.GRACES, chosen})),
            (AS_USUAL, _("when I usually would"), as_usual),
        ],
        "example_orders": room.turn.example_orders,
        "conditions": room.condition_examples[:EXAMPLES],
    }


def _likely(access: TableAccess, view: Any) -> Sequence[str]:
    """Return conditions to choose from, with the names, places and numbers of this position."""
    assert access.seat is not None  # the reader has turns to plan
    game = access.game
    facts = conditions.likely(registry.get(game.ruleset).conditions, event_log.ruleset_of(game),
                              view, seat=access.seat)
    called = saving.names_for(game, access.names)
    return [fact.text(called) for fact in facts]


def _grace_words(grace: timedelta) -> str:
    return (
        _("%(period)s later") % {"period": time_wording.exactly(grace)} if grace else _("at once")
    )


def _seat(access: TableAccess) -> Seat:
    assert access.seat is not None  # the callers have checked
    seat = access.seats[access.seat]
    seat.game = access.game
    return seat


def text_of(access: TableAccess, known: PlanStatus | None, *, whole: bool = False) -> str:
    """Return the text of the plan, without the turns that it has played unless ``whole``."""
    if known is None:
        return ""
    try:
        value = saving.stored_plan(known.plan, _seat(access))
    except Refusal:
        return known.plan.text
    called = saving.names_for(access.game, access.names)
    return plans.write(value if whole else saving.rest_of(value, known.plan.played), called)


def past(access: TableAccess) -> dict[str, Any]:
    """Return the attempts of the reader's latest plans at this table, and earlier versions."""
    own = Plan.objects.filter(seat=_seat(access), user=access.user).order_by("-pk")
    attempts = PlanAttempt.objects.filter(plan__in=own, settled_at__isnull=False).exclude(
        outcome=PlanAttempt.Outcome.OVERTAKEN).order_by("-pk")[:SHOWN]
    ended = own.filter(ended_at__isnull=False)[:SHOWN]
    texts = [text_of(access, PlanStatus(plan, None), whole=True) for plan in ended]
    return {"attempts": list(attempts), "versions": list(dict.fromkeys(texts))}


def last_text(access: TableAccess) -> str:
    """Return the text of the latest plan if it was turned off, else ""."""
    assert access.user is not None  # the reader has a seat
    plan = saving.last(_seat(access), access.user)
    if plan is None or plan.ending != Plan.Ending.OFF:
        return ""
    return text_of(access, PlanStatus(plan, None))


def _branches(access: TableAccess, plan: Plan, view: Any) -> list[BranchNow]:
    """Return the branches for the turn that comes next, as they are now."""
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
    sentences = drafts.describe(Draft(view, verdict.moves), ruleset=ruleset, names=access.names,
                                seat=seat)
    return BranchNow(text, state, verdict.why or " ".join(sentences), bool(verdict.moves))


@require_http_methods(["GET", "HEAD", "POST"])
@declare(PLAYER, locks=(GAME,))
def edit(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for the reader's plan; on POST, save the plan or turn it off.

    A chosen condition is only written into the text of the form.
    """
    access = get_table_or_404(request, code)
    user, seat = player(access)
    if request.method != "POST":
        return _show(request, access)
    now = site_clock.now()
    if request.POST.get("do") == "off":
        if saving.turn_off(access.game, seat=seat, user=user, now=now):
            messages.success(request, _("Your plan is off. It is kept below, in case you want to"
                                        " change it and save it again."))
        return redirect("game-plan", code=code)
    text = request.POST.get("text", "")
    if request.POST.get("do") == "condition":
        fact = request.POST.get("condition", "")[:MAX_CONDITION]
        return _show(request, access, text=plans.with_condition(text, fact) if fact else text)
    try:
        saving.store(access.game, seat=seat, user=user, text=text, grace=_grace(request),
                     as_usual=request.POST.get("grace") == AS_USUAL,
                     made_by=LoggedMove.Actor.PAGE, now=now)
    except Refusal as refusal:
        return _show(request, access, text=text, refusal=refusal)
    known = plan_status(access, now=now)
    if access.on_turn and (known is None or not known.due):
        messages.success(request, _("Your plan has been saved. It is your turn now, so the plan"
                                    " begins with your next turn."))
    else:
        messages.success(request, _("Your plan has been saved."))
    return redirect("game-plan", code=code)


@require_safe
@declare(ANYBODY)
def show_help(request: HttpRequest) -> HttpResponse:
    """Show how plans are written, with the conditions of every game."""
    rooms = list(registry.rooms().values())
    with_points = [room for room in rooms if room.ruleset.has_points]
    with_conditions = [room for room in rooms if room.conditions]
    shown = with_conditions[0] if with_conditions else registry.default()
    return render(request, "plans/help.html", {
        "rooms": with_conditions, "example_orders": registry.default().turn.example_orders,
        "condition": shown.condition_examples[0], "all_have_points": with_points == rooms,
        "with_points": list_with_and(room.title for room in with_points)})


def player(access: TableAccess) -> tuple[User, int]:
    """Return the player and their seat; refuse (Closed) a game that is not running."""
    assert access.user is not None  # the page is for players
    assert access.seat is not None
    if access.game.status != Game.Status.RUNNING:
        raise Closed("not-running", _("This game is not running, so there are no turns to plan."))
    return access.user, access.seat


def _grace(request: HttpRequest) -> timedelta | None:
    """Return the grace period in the form, or None."""
    given = request.POST.get("grace", "")
    if not (given.isascii() and given.isdecimal() and len(given) <= MAX_DIGITS):
        return None
    return timedelta(minutes=int(given))


def _show(request: HttpRequest, access: TableAccess, *, text: str | None = None,
          refusal: Refusal | None = None) -> HttpResponse:
    """Render the page with the form; show refused text again, together with the reason."""
    now = site_clock.now()
    known = plan_status(access, now=now)
    view = history.view(access.game, access.seat)
    shown = plan_panel(access, view, now=now, known=known)
    assert shown is not None  # only a player of a running game comes here
    drafted = request.GET.get("orders", "")[:MAX_TEXT]
    replaced = shown["text"] if text is not None or drafted else ""
    if text is not None:
        shown["text"] = text
        chosen, as_usual = _grace(request), request.POST.get("grace") == AS_USUAL
        if chosen is not None or as_usual:
            shown |= plan_form(access, text=text, grace=chosen, as_usual=as_usual)
    elif drafted:
        shown["text"] = drafted
    elif known is None:
        shown["text"] = last_text(access)
    return render(request, "plans/page.html", {
        "access": access, "game": access.game, "plan": known, "panel": shown,
        "past": past(access), "replaced": replaced, "refusal": refusal,
        "on_turn": access.on_turn,
    }, status=200 if refusal is None else status_code(refusal))
