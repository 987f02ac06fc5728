"""Emails and notifications about events at tables and of accounts.

Each function listens to an event, in its transaction (``games.base.events``), so an email or a
notice exists exactly if its reason does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.base import blocks
from games.models import AddressStatus, ChatMute, Game, OutgoingEmail, Seat
from games.people.accounts import AddressChanged, GuestMerged
from games.post import email_kinds
from games.post.calendar_feed import feed_links
from games.post.outbox import bounces, reminders
from games.post.outbox.queue import (
    WAITING,
    Letter,
    hold,
    letter_to,
    queue_all,
    queue_email,
    queue_for_seats,
)
from games.post.push import devices, notices
from games.table.events import (
    Begun,
    Ended,
    Offered,
    Said,
    SeatChange,
    SeatChanged,
    TableChange,
    TableChanged,
    TimeNote,
    TimePassed,
    TimeStep,
    TurnBegan,
    TurnRenewed,
)
from games.table.play import outside_moves

_ABOUT_TABLE = ("table", "left")  # news that other such news can take back
_INVITATION = ("invitation",)
_TABLE_KINDS = {TableChange.CLOCKS: "table", TableChange.EXPIRING: "expiring",
                TableChange.EXPIRED: "expired", TableChange.CANCELLED: "cancelled",
                TableChange.LISTED: "listed", TableChange.FREED: "freed"}
_INVITING = (SeatChange.INVITED, SeatChange.UNINVITED)
_TIME_KINDS = {TimeStep.REMINDED: "reminder", TimeStep.EXTENDED: "extended",
               TimeStep.STOOD_IN: "stood-in", TimeStep.REPLACED: "replaced"}


def _begun(event: Begun) -> None:
    """Tell everybody who gets no turn email, except somebody alone with bots."""
    # Somebody who plays alone against bots has just started the game themselves.
    if sum(seat.user is not None for seat in event.seats) > 1:
        waiting = [seat for seat in event.seats if seat.index not in event.to_move]
        queue_for_seats("started", waiting, game=event.game, now=event.now)


def _offered(event: Offered) -> None:
    queue_for_seats("asked", event.seats, game=event.game, cause=event.cause, now=event.now)


def _turn_began(event: TurnBegan) -> None:
    """Tell the players whose turn it is; if a turn has its orders already, tell them later."""
    event.emails.update(queue_for_seats(
        "turn", event.seats, game=event.game, now=event.now, by=event.by,
        deadlines=event.deadlines, later=event.quiet_until))
    for seat, until in event.quiet_until.items():
        if email := event.emails.get(seat):
            hold(OutgoingEmail.objects.filter(pk=email.pk), until=until)


def _ended(event: Ended) -> None:
    """Tell everybody except a player who has ended the game by leaving it."""
    if event.imported:
        return
    if not event.left:
        queue_for_seats("over", event.seats, game=event.game, now=event.now, by=event.by)
        return
    others = [seat for seat in event.seats if seat.index != event.by]
    kind = "over" if event.game.status == event.game.Status.OVER else "table"
    queue_for_seats(kind, others, game=event.game, now=event.now)


def _turn_renewed(event: TurnRenewed) -> None:
    """Restart the time until devices are reminded of this turn."""
    notices.begin_again(event.game, [event.seat], now=event.now)


def _seat_changed(event: SeatChanged) -> None:
    game, seat, now = event.game, event.seat, event.now
    if event.change in _INVITING and event.user and event.cause and blocks.stand_between(
            event.cause, event.user.pk):
        return  # nobody notices
    match event.change:
        case SeatChange.INVITED:
            queue_email("invitation", to=event.to, now=now, game=game, seat=seat, user=event.user,
                        cause=event.cause)
        case SeatChange.UNINVITED:
            _uninvited(event)
        case SeatChange.LEFT:
            queue_for_seats("left", game.seats.select_related("user"), game=game, now=now,
                            cause=event.cause, undoes=_undone(game))
        case SeatChange.DESERTED:
            _tell_former(event, "deserted")
        case SeatChange.RETURNED | SeatChange.TAKEN_OVER:
            queue_for_seats("table", event.others, game=game, now=now, cause=event.cause,
                            undoes=_undone(game))
            if event.change is SeatChange.TAKEN_OVER and event.user is not None:
                _tell_former(event, "succeeded")


def _undone(game: Game) -> tuple[int, Sequence[str]] | None:
    """Return which news the game's last row takes back, such as that somebody has left."""
    number = outside_moves.undone_by_last(game)
    return (number, _ABOUT_TABLE) if number else None


def _uninvited(event: SeatChanged) -> None:
    """Tell somebody that a seat is no longer kept for them, if they have been told that it is."""
    told = OutgoingEmail.objects.filter(kind__in=_INVITATION, game=event.game, seat=event.seat,
                                        to=event.to.lower())
    if told.exclude(status=OutgoingEmail.Status.FAILED).exists():
        queue_email("uninvited", to=event.to, now=event.now, game=event.game, seat=event.seat,
                    user=event.user, cause=event.cause, undoes=(0, _INVITATION))


def _tell_former(event: SeatChanged, kind: str) -> None:
    """Email somebody who has left a seat about the later fate of the seat."""
    user = event.user
    queue_email(kind, to=(user and user.email) or "", now=event.now, game=event.game,
                seat=event.seat, user=user, number=event.game.number, deadline=event.until,
                cause=event.cause)


def _table_changed(event: TableChanged) -> None:
    undoes = _undone(event.game) if event.change is TableChange.CLOCKS else None
    queue_for_seats(_TABLE_KINDS[event.change], event.seats, game=event.game, now=event.now,
                    deadlines=event.deadlines, cause=event.cause, undoes=undoes)


def _time_passed(event: TimePassed) -> None:
    queue_all([_letter(note) for note in event.notes], now=event.now)


def _letter(note: TimeNote) -> Letter:
    user = note.seat.user
    return Letter(_TIME_KINDS[note.step], (user and user.email) or "", note.game, note.seat, user,
                  note.number, note.deadline, devices=True)


def _said(event: Said) -> None:
    """Tell everybody at the table but the speaker and those who muted them."""
    deaf = ChatMute.objects.filter(person=event.message.user_id).values("reader")
    hearers = Seat.objects.filter(game=event.game, user__is_active=True,
                                  user__email__isnull=False)
    hearers = hearers.exclude(user=event.message.user_id).exclude(user__in=deaf)
    for seat in hearers.select_related("user"):
        # An email contains everything that is new when it is sent, so one is enough.
        if not _is_waiting(seat):
            letter = letter_to(email_kinds.CHAT, seat, game=event.game, deadline=None)
            queue_all([replace(letter, cause=event.message.user_id)], now=event.now)


def _is_waiting(seat: Seat) -> bool:
    """Return whether an email with talk still waits for this seat, and lock that email."""
    # The lock keeps a worker from sending it before we commit, without the new message.
    waiting = OutgoingEmail.objects.select_for_update().filter(
        kind=email_kinds.CHAT, seat=seat, user=seat.user_id, status__in=WAITING)
    return waiting.first() is not None


def _address_changed(event: AddressChanged) -> None:
    """Tell the old address, and send turn emails that did not reach it to the new one."""
    user, now = event.user, event.now
    queue_email("moved", to=event.old, user=user, now=now)
    bounces.clear_bounce(user.email or "")
    bounces.look_at_turns([user.pk])
    bounced_at = AddressStatus.bounced_since([event.old], user.date_joined).get(event.old)
    if bounced_at is not None:
        reminders.queue_missed_turns(user, bounced_at=bounced_at, now=now)


def _guest_merged(event: GuestMerged) -> None:
    devices.merge(event.guest, event.user)
    feed_links.merge(event.guest, event.user)
    bounces.look_at_turns([event.user.pk])


LISTENERS: Mapping[type, Callable[[Any], None]] = {
    Begun: _begun,
    Offered: _offered,
    TurnBegan: _turn_began,
    Ended: _ended,
    TurnRenewed: _turn_renewed,
    SeatChanged: _seat_changed,
    TableChanged: _table_changed,
    TimePassed: _time_passed,
    Said: _said, AddressChanged: _address_changed, GuestMerged: _guest_merged,
}
