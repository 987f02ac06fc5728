"""Emails about plans: what a plan has played, and answers to replies about plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from alexandros_rules import plans
from alexandros_rules.errors import Refusal
from games.features.plans import saving
from games.models import Game, OutgoingEmail, Plan, PlanAttempt, PlanInEmail, Seat
from games.post.email_kinds import EmailKind, Waits, has_seat
from games.post.emails.content import (
    EmailContent,
    answerable,
    at_table,
    link_to,
    names_at,
    past_of,
    with_board,
)
from games.post.emails.responses import message_id, message_of
from games.post.outbox import preferences
from games.post.outbox.delivery import Obsolete
from games.rulesets import registry
from games.table.clocks import time_wording
from games.table.play import event_log, history, staleness

READY = "ready"  # for a turn that has not come yet
EXAMPLES = 6  # conditions shown

Outcome = PlanAttempt.Outcome


@dataclass(frozen=True, slots=True)
class PlanNews:
    """The news about a plan.

    ``state`` is "ready", "new", "waiting" or "refused".  ``lines`` are the plan for its next turn,
    and ``rest`` all lines from there on.  ``wait`` says how long the plan waits in a turn, "" if it
    does not wait.  ``orders`` will be played at ``due``; both are empty if nothing will be played.
    ``why`` says why nothing was played; "" if something was.
    """

    state: str
    lines: tuple[str, ...]
    rest: tuple[str, ...]
    wait: str = ""
    orders: str = ""
    due: str = ""
    why: str = ""


def news_of_plan(
    email: OutgoingEmail, game: Game, seat: Seat, *, names: Sequence[str]
) -> PlanNews | None:
    """Return what this email says about its reader's plan, or None."""
    row = PlanInEmail.objects.filter(email=email).select_related("plan", "attempt").first()
    if row is None:
        was_sent = (email.digest or email).sent_at is not None
        row = None if was_sent else _decided(email, game, seat)
        if row is None:
            return None
        row.save(force_insert=True)
    return _told(row, email, seat, names=names)


def _decided(email: OutgoingEmail, game: Game, seat: Seat) -> PlanInEmail | None:
    if email.user_id is None or seat.user_id != email.user_id:
        return None
    plan = Plan.objects.filter(seat=seat, user=email.user_id, ended_at=None).first()
    if plan is None:
        return None
    attempt = plan.attempts.order_by("pk").last()
    if attempt is not None and not _is_of_this_turn(attempt, game, seat):
        attempt = None
    return PlanInEmail(email=email, plan=plan, played=plan.played, attempt=attempt,
                       outcome=attempt.outcome if attempt else READY)


def _is_of_this_turn(attempt: PlanAttempt, game: Game, seat: Seat) -> bool:
    """Return whether the attempt is for the present turn, which nobody has begun by hand."""
    known = attempt.outcome in (*PlanAttempt.OPEN, Outcome.REFUSED)
    return known and seat.to_move and not staleness.is_past(game, attempt.number, seat=seat.index)


def _told(row: PlanInEmail, email: OutgoingEmail, seat: Seat, *,
          names: Sequence[str]) -> PlanNews | None:
    try:
        rest = saving.rest_of(saving.stored_plan(row.plan, seat), row.played)
    except Refusal:  # stored by other code than this
        return None
    called = saving.names_for(seat.game, names)
    lines = tuple(plans.write_turn(rest.turns[0], called).split("\n")) if rest.turns else ()
    all_lines = tuple(plans.write(rest, called).split("\n")) if rest.turns else ()
    attempt = row.attempt
    wait = time_wording.exactly(row.plan.grace) if row.plan.grace else ""
    if row.plan.as_usual:
        wait = str(_("about as long as you usually take"))
    if attempt is None:
        return PlanNews(READY, lines, all_lines, wait)
    assert email.user is not None  # the reader, who has the plan
    zone = preferences.preferences_of(email.user).time_zone
    return PlanNews(row.outcome, lines, all_lines, wait, orders=attempt.orders,
                    due=time_wording.fixed(attempt.due_at, zone=zone),
                    why=attempt.why if row.outcome == Outcome.REFUSED else "")


def plan_section(email: OutgoingEmail, game: Game, seat: Seat) -> dict[str, Any]:
    """Return the context of ``emails/_plan``, which is empty if the reader has no plan."""
    return {"plan": news_of_plan(email, game, seat, names=names_at(game, email.number))}


def planned(email: OutgoingEmail) -> EmailContent:
    """Return the content of an email about a turn that a plan has played."""
    game, seat = at_table(email)
    attempt = PlanAttempt.objects.filter(plan__seat=seat, last=email.number).first()
    if attempt is None or attempt.first is None:
        raise Obsolete("no plan has played here")
    past = past_of(game, seat, number=email.number)
    played = past.entries(after=attempt.first - 1)
    content = with_board(email, game, seat, {
        "orders": [entry.move for entry in played],
        "done": [sentence for entry in played for sentence in entry.sentences],
        "link": link_to("game", game.code), "plan_link": link_to("game-plan", game.code),
        **plan_section(email, game, seat),
    })
    return answerable(email, content)


def plan(email: OutgoingEmail) -> EmailContent:
    """Return the content of an answer to a reply about a plan."""
    game, seat = at_table(email)
    message = message_of(email)
    room = registry.get(game.ruleset)
    status = event_log.ruleset_of(game).status(history.view(game, seat.index, email.number))
    content = EmailContent(game, {
        "outcome": message.outcome, "finding": message.finding if message.finding else None,
        "link": link_to("game", game.code), "plan_link": link_to("game-plan", game.code),
        "help_link": link_to("plans-help"), "your_turn": seat.index in status.to_move,
        "example_orders": room.emails.example_orders.replace(", ", "; "),
        "conditions": room.condition_examples[:EXAMPLES],
        **plan_section(email, game, seat),
    })
    return answerable(email, content, answers=message_id(message))


KINDS = (
    EmailKind(name="planned", description=_("your plan has been played"), content=planned,
              waits=Waits.FOR_QUIET_HOURS, still_true=has_seat),
    EmailKind(name="plan", description=_("about your plan"), content=plan),
)
