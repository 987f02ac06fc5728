"""What every page shows about its reader: games that wait for them, and a bounced address."""

from __future__ import annotations

from typing import Any

from django import template

from games.lobby import queries
from games.models import User
from games.outbox import bounces

register = template.Library()


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """How many games wait for the reader of the page."""
    return queries.waiting_count(context.get("user"))


@register.simple_tag(takes_context=True)
def mail_bounced(context: dict[str, Any]) -> bool:
    """Whether an email to the reader of the page bounced."""
    user = context.get("user")
    if not isinstance(user, User) or not user.email:
        return False
    status = bounces.address_status(user.email)
    return status is not None and status.bounced_at is not None
