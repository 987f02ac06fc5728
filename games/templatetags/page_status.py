"""What every page shows about its reader: games that wait for them, and a bounced address."""

from __future__ import annotations

from typing import Any

from django import template
from django.db.models import QuerySet, Value

from games.models import AddressStatus, Game, Seat, User
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
        ids = [pk for (pk,) in _waiting(user).union(_bounced(user), all=True).order_by()]
        shared[_FOUND] = len(ids) - ids.count(BOUNCED), BOUNCED in ids
    found: tuple[int, bool] = shared[_FOUND]
    return found


def _waiting(user: User) -> QuerySet[Seat, Any]:
    """The ids of the seats in which the reader is to move."""
    seats = Seat.objects.filter(user=user, to_move=True, game__status=Game.Status.RUNNING,
                                game__ruleset__in=registry.names())
    return seats.order_by().values_list("pk")


def _bounced(user: User) -> QuerySet[AddressStatus, Any]:
    """A row with ``BOUNCED`` if an email to the reader bounced."""
    address = AddressStatus.normalize(user.email or "")
    bounced = AddressStatus.objects.filter(address=address, bounced_at__isnull=False)
    return bounced.values_list(Value(BOUNCED))


BOUNCED = 0  # stands in the place of a seat's id, which is never 0
_FOUND = "what waits for the reader"  # no name that a template could use
