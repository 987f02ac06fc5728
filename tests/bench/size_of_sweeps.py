"""Searches of a sweep and tasks, to be measured in databases of different sizes.

``WORKS`` are functions without arguments, each to be called in a transaction that is rolled back.
A filled database has nothing to do at first, so what is measured is looking for work, or doing one
piece of it that the function has made itself.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache, partial

from games.base import heartbeats
from games.models import AddressStatus, Game, Heartbeat, OutgoingEmail, Seat, SeatClock
from games.operations import sweeps
from games.post.emails.rendering import compose
from games.post.inbox import processing
from games.post.inbox.parsing.message_reader import Envelope
from games.post.outbox import codes, delivery, digest
from games.table.play import bots
from games.table.seats import time_outs

ROWS = 16  # of a game that a task is about, at least
Search = Callable[[datetime], object]


@cache
def moment() -> datetime:
    """A moment just after the database was filled, at which nothing is due yet."""
    return Heartbeat.objects.get(part=heartbeats.SWEEP).seen_at + timedelta(seconds=1)


def _at_that_moment(search: Search) -> object:
    return search(moment())


@cache
def _some_seat(*, clock: bool) -> int:
    """The id of a seat whose player is to move; their clock runs, or the game has none.

    Its game is as long in every database, so that its position means as much work.
    """
    seats = Seat.objects.filter(user__email__isnull=False, to_move=True, stand_in="",
                                game__status=Game.Status.RUNNING, clock__since__isnull=not clock,
                                game__number__gte=ROWS).exclude(
        user__email__in=AddressStatus.objects.filter(bounced_at__isnull=False).values("address"))
    found = seats.order_by("game__number", "pk").values_list("pk", flat=True).first()
    assert found is not None  # `fill` adds some
    return found


def _with_turn() -> Seat:
    """A seat in a game without a clock whose turn it is."""
    return Seat.objects.select_related("game", "user").get(pk=_some_seat(clock=False))


def _address(seat: Seat) -> str:
    return seat.user.email or "" if seat.user else ""


def _send_turn_email() -> object:
    seat = _with_turn()
    email = OutgoingEmail.objects.create(
        kind="turn", game=seat.game, seat=seat, user=seat.user, to=_address(seat),
        number=seat.game.number, message_id="<size@example.org>", not_before=moment(),
        due_since=moment(), created_at=moment())
    return delivery.deliver(email.pk, compose=compose, now=moment())


def _release_and_send_digest() -> object:
    seat = _with_turn()
    for number in range(3):
        OutgoingEmail.objects.create(
            kind=("turn", "left", "table")[number], game=seat.game, seat=seat, user=seat.user,
            to=_address(seat), number=seat.game.number, not_before=moment(),
            message_id=f"<size{number}@example.org>", created_at=moment(),
            status=OutgoingEmail.Status.HELD)
    released = digest.release_due(moment())
    email = OutgoingEmail.objects.latest("pk")  # the digest
    return released, delivery.deliver(email.pk, compose=compose, now=moment())


def _play_bot() -> object:
    seat = _with_turn()
    Seat.objects.filter(pk=seat.pk).update(user=None, bot="greedy")
    return bots.play(seat.game_id, now=moment())


def _send_code() -> object:
    email = codes.queue_code(codes.SIGN_IN, "123456", to="alice@example.org", now=moment())
    return delivery.deliver(email.pk, compose=compose, now=moment())


def _run_out_of_time() -> object:
    SeatClock.objects.filter(seat=_some_seat(clock=True)).update(
        due_at=moment(), bank=timedelta(0))
    return time_outs.run_out(moment())


def _read_email() -> object:
    message = processing.store(b"Subject: Hello\r\n\r\nHello", gateway="smtp", now=moment(),
                             envelope=Envelope("alice@example.org", ("reply+x@example.org",)))
    return processing.process(message.pk, now=moment())


WORKS: dict[str, Callable[[], object]] = {
    **{f"sweep: {name}": partial(_at_that_moment, search)
       for name, search in sweeps._searches().items()},
    **{f"when due next: {name} ({number})": partial(_at_that_moment, find)
       for number, (name, find) in enumerate(sweeps._DUE, start=1)},
    "when due next: all": partial(_at_that_moment, sweeps.next_due),
    "task: send a turn email": _send_turn_email,
    "task: release and send a digest": _release_and_send_digest,
    "task: send a code": _send_code,
    "task: play a bot's turn": _play_bot,
    "task: read an email": _read_email,
    "sweep: somebody's time has run out": _run_out_of_time,
}
