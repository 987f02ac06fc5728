"""Emails about turns that still wait: reminders, and turn emails that did not arrive.

Reminders are for games without a clock.  In games with one, ``games.table.seats.time_outs`` reminds
players before their time runs out.  A sweep looks at a seat only when a reminder may be due
(``Seat.remind_at``), and once more when its player changes something about their emails
(``bounces``).
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from games.models import (
    AddressStatus,
    EmailTiming,
    Game,
    GameEmailPreference,
    LoggedMove,
    OutgoingEmail,
    Seat,
    SeatClock,
    User,
)
from games.post import email_kinds
from games.post.outbox.queue import queue_email
from games.table.clocks.seat_clocks import BOUNCE_WITHIN
from games.table.play import history
from games.table.play.event_log import REMIND_AFTER

MAX_PER_SWEEP = 500  # seats that one sweep looks at
TOGETHER = 25  # seats in one transaction: players of their games wait for it


def queue_reminders(now: datetime) -> int:
    """Queue one reminder for each turn that has been waiting long; return how many.

    A seat is reminded once after its own last move, also if others who decide at the same time
    move in between.  For somebody who takes a seat over or back, the time begins again.
    """
    to_look_at = Seat.objects.filter(remind_at__lte=now).order_by("remind_at")
    found = list(to_look_at.values_list("pk", "game_id")[:MAX_PER_SWEEP])
    return sum(_look_at(found[first:first + TOGETHER], now=now)
               for first in range(0, len(found), TOGETHER))


@transaction.atomic
def _look_at(found: Collection[tuple[int, int]], *, now: datetime) -> int:
    """Remind players of some seats (ids of seats and games), and note when to look again."""
    # A game that somebody has locked is left to the next sweep: a move is being played in it, or
    # another worker is sweeping.
    games = Game.objects.select_for_update(skip_locked=True, no_key=True).in_bulk(
        {game for _, game in found})
    ids = [pk for pk, game in found if game in games]
    locked = list(Seat.objects.filter(pk__in=ids, remind_at__lte=now)
                  .select_for_update(skip_locked=True, no_key=True).order_by("pk")
                  .values_list("pk", flat=True))
    queued = sum(_remind(seat, now=now) for seat in _due(locked, now=now))
    _put_off(locked, now=now)
    return queued


def _remind(seat: Seat, *, now: datetime) -> bool:
    user = seat.user
    assert user is not None  # the query selects seats of users only
    return queue_email("reminder", to=user.email or "", now=now, game=seat.game, seat=seat,
                       user=user, number=seat.game.number) is not None


def overlooked(seats: QuerySet[Seat], *, now: datetime) -> QuerySet[Seat]:
    """Return those of these seats that should be looked at, now or later, but will not be."""
    forgotten = seats.filter(remind_at=None)
    young: QuerySet[Seat] = _waiting(forgotten).filter(waits_since__gt=now - REMIND_AFTER)
    due: QuerySet[Seat] = _due(forgotten, now=now)
    return forgotten.filter(Q(pk__in=young.values("pk")) | Q(pk__in=due.values("pk")))


def _waiting(seats: Any) -> Any:
    """Return those of these seats (ids or a query) for which a game without a clock waits.

    Each has ``last_number``, the number of the last row of the log with a move of the seat, and
    ``waits_since``, the time of that row or of the game's last move, whichever is later.
    """
    last_row = LoggedMove.last_of_seat()
    return Seat.objects.order_by().filter(
        pk__in=seats, game__status=Game.Status.RUNNING, game__bank_per_turn=timedelta(0),
        to_move=True, user__isnull=False,
    ).annotate(
        last_number=Coalesce(Subquery(last_row.values("number")), 0),
        last_at=Coalesce(Subquery(last_row.values("created_at")), F("game__moved_at")),
        waits_since=Greatest("last_at", "game__moved_at"),
    )


def _due(seats: Any, *, now: datetime) -> Any:
    """Return those of these seats (ids or a query) whose players are to be reminded now."""
    reminder = OutgoingEmail.objects.filter(
        kind="reminder", seat=OuterRef("pk"), number__gte=OuterRef("last_number"))
    muted = GameEmailPreference.objects.filter(
        game=OuterRef("game"), user=OuterRef("user"), when=EmailTiming.NEVER)
    unreachable = AddressStatus.objects.filter(address=OuterRef("user__email")).exclude(
        bounced_at=None, refused_at=None)
    waiting = _waiting(seats).filter(
        waits_since__lte=now - REMIND_AFTER, user__email__isnull=False,
    ).exclude(user__preferences__when=EmailTiming.NEVER).exclude(user__preferences__remind=False)
    due = waiting.exclude(Exists(reminder)).exclude(Exists(muted)).exclude(Exists(unreachable))
    return due.select_related("game", "user")


def _put_off(ids: Collection[int], *, now: datetime) -> None:
    """Note when to look at these seats again: when their wait will be long, or never."""
    young = dict(_waiting(ids).filter(waits_since__gt=now - REMIND_AFTER).values_list(
        "pk", "waits_since"))
    Seat.objects.filter(pk__in=set(ids) - set(young)).update(remind_at=None)
    for pk, since in young.items():
        Seat.objects.filter(pk=pk).update(remind_at=since + REMIND_AFTER)


def queue_missed_turns(user: User, *, now: datetime, bounced_at: datetime | None = None) -> int:
    """Queue a turn email for each of the user's turns that has none; return how many.

    Their address was missing, or did not work when a turn began.  ``bounced_at`` is when an email
    to them came back, if their address has been put right since: emails from shortly before have
    not arrived.  May be called at any time, any number of times.
    """
    if not user.email:
        return 0
    games = [seat.game for seat in _turns_of(user) if not _has_email(seat, bounced_at)]
    return sum(_queue_missed_turn(game, user, bounced_at=bounced_at, now=now) for game in games)


def _turns_of(user: User) -> list[Seat]:
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING, to_move=True)
    return list(seats.select_related("game", "user"))


def _has_email(seat: Seat, bounced_at: datetime | None) -> bool:
    """Return whether an email about the current turn has arrived or, as far as we know, will."""
    emails = OutgoingEmail.objects.filter(game=seat.game, seat=seat, user=seat.user,
                                          kind__in=email_kinds.ABOUT_TURNS)
    if bounced_at is not None:
        emails = emails.exclude(sent_at__lte=bounced_at, sent_at__gt=bounced_at - BOUNCE_WITHIN)
    last = emails.exclude(status=OutgoingEmail.Status.FAILED).order_by("number").last()
    return last is not None and history.turn_at(seat.game, last.number) == seat.game.turn


@transaction.atomic
def _queue_missed_turn(game: Game, user: User, *, bounced_at: datetime | None,
                       now: datetime) -> bool:
    """Queue the turn email for one game, if the user still misses it.

    If the clock of this turn has not started, it waits for the email.
    """
    # Checked again with the game locked, so that two sign-ins at once send only one email.
    Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    seat = next((seat for seat in _turns_of(user) if seat.game_id == game.pk), None)
    if seat is None or _has_email(seat, bounced_at):
        return False
    email = queue_email("turn", to=user.email or "", now=now, game=seat.game, seat=seat, user=user,
                        number=seat.game.number)
    if email is not None:
        SeatClock.objects.filter(seat=seat, asked_at__isnull=False, since=None).update(
            email=email, look_at=now)
    return email is not None
