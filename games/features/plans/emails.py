"""What emails say about plans: what a plan has played, and answers to replies about plans."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.features.plans.email_section import plan_section
from games.models import OutgoingEmail, PlanAttempt
from games.post.email_kinds import EmailKind, Waits, has_seat
from games.post.emails.content import (
    EmailContent,
    answerable,
    at_table,
    link_to,
    past_of,
    with_board,
)
from games.post.emails.responses import message_id, message_of
from games.post.outbox.delivery import Obsolete
from games.rulesets import registry
from games.table.play import event_log, history

EXAMPLES = 6  # conditions shown


def planned(email: OutgoingEmail) -> EmailContent:
    """Your plan has been played: what it did, the new position, and what remains of the plan."""
    game, seat = at_table(email)
    attempt = PlanAttempt.objects.filter(
        plan__seat=seat, plan__user=email.user, last=email.number).first()
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
    """What a reply about a plan has done: the plan as it is now, and how to write one."""
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
