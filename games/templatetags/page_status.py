"""What every page's frame shows of a person."""

from __future__ import annotations

from typing import Any

from django import template

from games.models import Game, Seat, User
from games.outbox import bounces

register = template.Library()


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """How many games wait for the one who reads the page."""
    user = context.get("user")
    if not isinstance(user, User):
        return 0
    waiting = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING, to_move=True)
    return waiting.count()


@register.simple_tag(takes_context=True)
def mail_bounced(context: dict[str, Any]) -> bool:
    """Whether mail to the one who reads the page came back."""
    user = context.get("user")
    if not isinstance(user, User) or not user.email:
        return False
    found = bounces.address_status(user.email)
    return found is not None and found.bounced_at is not None
