"""What every page shows about its reader: games that wait for them, and a bounced address."""

from __future__ import annotations

from typing import Any

from django import template

from games.models import Game, Seat, User
from games.outbox import bounces
from games.rulesets import registry

register = template.Library()


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """How many games wait for the reader of the page."""
    user = context.get("user")
    if not isinstance(user, User):
        return 0
    waiting = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING, to_move=True,
                                  game__ruleset__in=registry.names())
    return waiting.count()


@register.simple_tag(takes_context=True)
def mail_bounced(context: dict[str, Any]) -> bool:
    """Whether an email to the reader of the page bounced."""
    user = context.get("user")
    if not isinstance(user, User) or not user.email:
        return False
    status = bounces.address_status(user.email)
    return status is not None and status.bounced_at is not None
