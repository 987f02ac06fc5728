"""The service in a season: a worker, sweeps at whole minutes, and a made-up mail server.

Emails go through the real queue and the real delivery.  Only the last step is made up: an email
that leaves is counted and put into its reader's inbox.  All emails are checked to be still true
when they leave, but only the first of each kind are written and drawn.  Errors that a sweep or a
worker logs are kept for the report.
"""

from __future__ import annotations

import logging
import smtplib
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.base import heartbeats, task_queue
from games.labs.season.scenario import Trouble
from games.models import OutgoingEmail
from games.operations import sweeps
from games.post import email_kinds
from games.post.emails import rendering
from games.post.outbox import delivery, digest
from games.post.outbox.delivery import Obsolete
from games.table.play import bot_tasks, bots, staleness


class Errors(logging.Handler):
    """A handler that collects the errors that the service logs, one line for each."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        cause = f" ({type(error).__name__}: {error})" if error else ""
        self.lines.append(f"{record.name}: {record.getMessage()}{cause}")

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Collect errors within the block."""
        logger = logging.getLogger("games")
        logger.addHandler(self)
        try:
            yield
        finally:
            logger.removeHandler(self)


PLAYING = (bot_tasks.QUICK, bot_tasks.THINKING)  # bots have no time: a clock would vary games
SHORTEST = timedelta(microseconds=1)
ALL_SEARCHES = timedelta(days=1)  # how often the others are made, too: they only tidy up


class Service:
    """A worker that carries out tasks at once, and a beat that starts the sweeps."""

    def __init__(self, post: Post, troubles: Sequence[Trouble], *, begin: datetime,
                 interval: timedelta, leaves_out: bool) -> None:
        self._post, self._begin = post, begin
        self._interval, self._leaves_out = interval, leaves_out
        self._outages = [each for each in troubles if each.kind == "service"]
        self._tasks: deque[tuple[str, tuple[int | str, ...]]] = deque()
        self._last_sweep = begin
        self._due: dict[str, datetime] = {}  # when each search can find something, after a sweep
        self._changed = True  # whether something has happened since then
        self._everything = False  # whether the next sweep makes all searches
        self._tidied = begin
        self.next_sweep = begin + interval
        heartbeats.record(heartbeats.SWEEP, now=begin)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Hand tasks to this service within the block."""
        with task_queue.handed_to(lambda task, args: self._tasks.append((task, args))):
            yield

    def outage(self, moment: datetime) -> Trouble | None:
        """Return the outage of the service at this moment; None while it is up."""
        return next((each for each in self._outages if each.covers(moment)), None)

    def go_down(self, now: datetime) -> bool:
        """Begin an outage, with a sweep just before it and one just after it."""
        heartbeats.record(heartbeats.SWEEP, now=self._sweep_after(now) - self._interval)
        self.wake(now)
        return True

    def _sweep_after(self, moment: datetime) -> datetime:
        """Return the first moment for a sweep after this one."""
        return moment + self._interval - (moment - self._begin) % self._interval

    def carry_out(self, now: datetime) -> bool:
        """Carry out all tasks and those that they cause; return whether there were any."""
        self._post.now = now
        worked = bool(self._tasks)
        while self._tasks:
            task, args = self._tasks.popleft()
            if task in ("deliver_email", "deliver_held", "deliver_code"):
                delivery.deliver(int(args[0]), compose=self._post.compose, now=now)
            elif task in PLAYING and bots.play(int(args[0]), now=now, task=task, seconds=0):
                self._tasks.append((task, args))
        return worked

    def wake(self, now: datetime) -> None:
        """Make the next sweep happen soon, because something has changed."""
        self._changed = True
        self.next_sweep = min(self.next_sweep, self._sweep_after(now))

    def search_everything(self) -> None:
        """Make the next sweep a whole one, for changes whose effects are hard to foresee."""
        self._everything = True

    def sweep(self) -> datetime:
        """Make the next sweep, unless the service is down; return the moment."""
        now = self.next_sweep
        outage = self.outage(now)
        if outage is not None:
            self.next_sweep, self._everything = self._sweep_after(outage.end), True
            return now
        if not any(self._last_sweep < each.end <= now for each in self._outages):
            heartbeats.record(heartbeats.SWEEP, now=now - self._interval)
        sweeps.run_all(now, only=self._searches(now))
        self._last_sweep = now
        self.carry_out(now)
        self._changed, self.next_sweep = False, now + self._interval
        if self._leaves_out:
            self._due = sweeps.next_due(now)
            self.next_sweep = self._next_due(now)
        return now

    def _searches(self, now: datetime) -> Collection[str] | None:
        """Return the searches that can find something; None, once a day, for all of them."""
        if self._everything or now - self._tidied >= ALL_SEARCHES:
            self._tidied, self._everything = now, False
            return None
        if not self._leaves_out:
            return sweeps.searches_with_a_time()
        due = [*self._due.items(), *(sweeps.next_due(now).items() if self._changed else ())]
        return {sweeps.CLOCKS, *(name for name, moment in due if moment <= now)}

    def _next_due(self, now: datetime) -> datetime:
        """Return the moment of the next sweep that can find something."""
        earliest = min([*self._due.values(), self._tidied + ALL_SEARCHES])
        # What is due at the moment of a sweep is found by that sweep.
        return max(now + self._interval, self._sweep_after(earliest - SHORTEST))


LATER = timedelta(minutes=3)  # after which a bounce comes back as an email


@dataclass(slots=True)
class Notice:
    """A player's knowledge of a turn: since when, and whether they were reminded."""

    told_at: datetime
    reminded: bool = False


@dataclass(slots=True)
class Inbox:
    """A person's turns and lost seats, as their emails say, by the games' ids."""

    turns: dict[int, Notice] = field(default_factory=dict)
    lost: dict[int, datetime] = field(default_factory=dict)


class Post:
    """The mail server, which takes the emails of the service except during its troubles."""

    def __init__(self, *, rendered: int, troubles: Sequence[Trouble],
                 addresses: dict[str, int]) -> None:
        self.now: datetime | None = None
        self.inboxes: dict[int, Inbox] = defaultdict(Inbox)
        self.sent: Counter[str] = Counter()
        self.reports: list[tuple[datetime, str]] = []
        self._rendered: Counter[str] = Counter()
        self._limit = rendered
        self._outages = [each for each in troubles if each.kind == "email"]
        self._bounces = [each for each in troubles if each.kind == "bounce"]
        self._addresses = addresses

    def compose(self, email: OutgoingEmail) -> EmailMessage:
        """Return an email as a message to this server; raise Obsolete if it is out of date."""
        if self._rendered[email.kind] < self._limit:
            message: EmailMessage = rendering.compose(email)
            self._rendered[email.kind] += 1
        else:
            check(email)
            message = EmailMessage(email.kind, "", to=[email.to])
        message.connection = _Transport(self, email)
        return message

    def take(self, email: OutgoingEmail) -> None:
        """Take an email as a mail server would; raise an error of ``smtplib`` to refuse it."""
        now = self.now
        assert now is not None  # the season sets it before anything happens
        if any(each.covers(now) for each in self._outages):
            raise smtplib.SMTPServerDisconnected("the mail server does not answer")
        bounce = next((each for each in self._bounces if each.covers(now)
                       and each.person == self._addresses.get(email.to)), None)
        if bounce is not None and not bounce.later:
            raise smtplib.SMTPRecipientsRefused({email.to: (550, b"5.1.1 no such mailbox")})
        self.sent[email.kind] += 1
        if bounce is not None:
            self.reports.append((now + LATER, email.message_id))
        elif email.user_id is not None:
            self._arrive(email, now)

    def _arrive(self, email: OutgoingEmail, now: datetime) -> None:
        assert email.user_id is not None  # checked
        inbox = self.inboxes[email.user_id]
        if email.kind == "digest":
            for item in digest.digest_items(email):
                _note(inbox, item.email, now)
        else:
            _note(inbox, email, now)


def _note(inbox: Inbox, email: OutgoingEmail, now: datetime) -> None:
    if email.game_id is None:
        return
    if email.kind in email_kinds.ABOUT_TURNS:
        inbox.turns[email.game_id] = Notice(now, reminded=email.kind != "turn")
    elif email.kind in ("replaced", "deserted"):
        inbox.lost[email.game_id] = now


def check(email: OutgoingEmail) -> None:
    """Raise Obsolete if an email is out of date, as composing it would."""
    if email.kind == "digest":
        if not digest.digest_items(email):
            raise Obsolete("none of its emails is true any more")
    elif email_kinds.kind_of(email.kind).is_chosen:
        if not digest.relevant_items([email]):
            raise Obsolete("it is no longer true")
        if email.kind in email_kinds.ABOUT_TURNS and _has_begun(email):
            raise Obsolete("its reader has begun the turn")


def _has_begun(email: OutgoingEmail) -> bool:
    game, seat = email.game, email.seat
    assert game is not None  # an email about a turn has both
    assert seat is not None
    return staleness.is_past(game, email.number, seat=seat.index)


class _Transport(BaseEmailBackend):
    """The email backend of one email's message."""

    def __init__(self, post: Post, email: OutgoingEmail) -> None:
        super().__init__()
        self._post, self._email = post, email

    def send_messages(self, messages: Sequence[Any]) -> int:
        self._post.take(self._email)
        return len(messages)
