"""Telling: which events are posted, to which webhooks, and what they may say.

The webhook of a table posts what everybody who may see the table can know: that the game has begun
or is over, and whose turn it is.  That of a person posts what their devices show about their own
games.  Neither posts what is said or played, so nothing gets where it could not be read otherwise.
A turn is posted when it begins, also if a plan will play it, since plans are secret.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q

from games.base import rate_limits
from games.models import Game, Seat, User, Webhook
from games.post.deliveries import delivery, hooks
from games.table.events import Begun, Ended, Offered, TurnBegan

BEGUN, TURN, ASKED, OVER, TEST = "begun", "turn", "asked", "over", "test"  # kinds of events
NO_DEADLINES: Mapping[int, datetime] = {}


def begun(event: Begun) -> None:
    """Tell tables, with those whose turn it is."""
    to_move = [seat for seat in event.seats if seat.index in event.to_move]
    _tell(event.game, BEGUN, to_move, of_people=False, now=event.now)


def turn_began(event: TurnBegan) -> None:
    """Tell tables and those whose turn it is; of the turns of bots, nobody."""
    if any(seat.user_id for seat in event.seats):
        _tell(event.game, TURN, event.seats, deadlines=event.deadlines, now=event.now)


def offered(event: Offered) -> None:
    """Tell those who can accept the offer; it does not tell whose turn it is."""
    _tell(event.game, ASKED, event.seats, of_tables=False, now=event.now)


def ended(event: Ended) -> None:
    """Tell tables and everybody who has played."""
    if not event.imported:
        _tell(event.game, OVER, event.seats, now=event.now)


def _tell(game: Game, kind: str, seats: Collection[Seat], *, now: datetime,
          of_tables: bool = True, of_people: bool = True,
          deadlines: Mapping[int, datetime] = NO_DEADLINES) -> None:
    """Queue an event for the webhooks of the table, and for those of the people at these seats.

    Each receiver gets one post about all seats of which one of its webhooks may tell.  Only those
    of people say until when it is their turn, because that tells when they play.
    """
    places = {seat.user_id: seat for seat in seats if seat.user_id}
    wanted = Q(game=game) if of_tables else Q()
    if of_people:
        wanted |= Q(game=None, owner__in=places)
    told: dict[str, dict[int, dict[str, Any]]] = {}
    first: dict[str, Webhook] = {}
    for hook in sorted(hooks.live().filter(wanted), key=lambda hook: hook.game_id is None):
        first.setdefault(hook.receiver, hook)
        about = told.setdefault(hook.receiver, {})
        if kind == OVER:
            continue  # it is about nobody in particular
        if hook.game_id is None:
            own = places[hook.owner_id]
            deadline = deadlines.get(own.pk)
            about[own.index] = {"seat": own.index,
                                "deadline": deadline and deadline.isoformat(timespec="seconds")}
        else:
            for seat in seats:
                about.setdefault(seat.index, {"seat": seat.index})
    # The beginning of a game says whose turn it is, so that is no other event.
    event = f"{game.code} {game.number} {TURN if kind == BEGUN else kind}"
    delivery.queue(event, {
        hook: {"event": kind, "seats": [about for _seat, about in sorted(told[receiver].items())]}
        for receiver, hook in first.items()}, game=game, now=now)


def test(user: User, hook: Webhook, *, now: datetime) -> None:
    """Queue a test for a webhook of this user; refuse (TableRefusal) one that is turned off."""
    delivery.check_on(hook)
    rate_limits.count("post", user.pk, now=now)
    delivery.queue(f"test {hook.pk} {now.isoformat()}",
                   {hook: {"event": TEST, "seats": []}}, game=hook.game, now=now)
