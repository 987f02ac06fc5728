"""What every page shows about its reader: games that wait for them, and a bounced address."""

from __future__ import annotations

from typing import Any

from django import template
from django.db.models import Count, OuterRef, QuerySet, Subquery

from games.models import AddressStatus, Game, Seat, User
from games.outbox import bounces
from games.rulesets import registry

register = template.Library()


@register.simple_tag(takes_context=True)
def waiting_count(context: dict[str, Any]) -> int:
    """How many games wait for the reader of the page."""
    return _status(context)[0]


@register.simple_tag(takes_context=True)
def mail_bounced(context: dict[str, Any]) -> bool:
    """Whether an email to the reader of the page bounced."""
    return _status(context)[1]


def _status(context: dict[str, Any]) -> tuple[int, bool]:
    """Both, found once for a page and in one query."""
    user = context.get("user")
    if not isinstance(user, User):
        return 0, False
    shared = context.dicts[0]  # type: ignore[attr-defined]  # a Context is like a dict
    if _FOUND not in shared:
        waiting, bounced_at = _of_user(user).first() or (0, None)
        shared[_FOUND] = waiting or 0, bounced_at is not None
    found: tuple[int, bool] = shared[_FOUND]
    return found


def _of_user(user: User) -> QuerySet[User, Any]:
    waiting = Seat.objects.filter(
        user=OuterRef("pk"), to_move=True, game__status=Game.Status.RUNNING,
        game__ruleset__in=registry.names(),
    ).order_by().values("user").annotate(count=Count("pk")).values("count")
    address = bounces.normalize(user.email or "")
    bounced = AddressStatus.objects.filter(address=address).values("bounced_at")
    return User.objects.filter(pk=user.pk).annotate(
        waiting=Subquery(waiting), bounced_at=Subquery(bounced),
    ).values_list("waiting", "bounced_at")


_FOUND = "what waits for the reader"  # no name that a template could use
