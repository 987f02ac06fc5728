"""The service in a season: the worker, and the sweeps, one a minute as long as it is up.

A sweep in which nothing can be due would change nothing, so it is left out; a season that makes
every sweep has the same logs (tests/season).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import Min, QuerySet

from games import heartbeats, sweeps, task_queue
from games.clocks import stops
from games.lobby import deserted, expiry
from games.models import Game, OutgoingEmail, SeatClock
from games.outbox import delivery, reminders
from games.play import bots
from games.season.incidents import Trouble
from games.season.post import Post

MINUTE = timedelta(minutes=1)
CLOCKS = "clocks due"  # the search that also starts clocks and notices outages
ALL_SEARCHES = timedelta(days=1)  # how often the others are made, too: they only tidy up

Status = OutgoingEmail.Status


def next_minute(moment: datetime) -> datetime:
    """The first whole minute after this moment."""
    return moment.replace(second=0, microsecond=0) + MINUTE


class Service:
    """Carries out tasks at once, and knows when the next sweep is."""

    def __init__(self, post: Post, troubles: Sequence[Trouble], *, begin: datetime,
                 every_minute: bool) -> None:
        self._post, self._every_minute = post, every_minute
        self._outages = [each for each in troubles if each.kind == "service"]
        self._tasks: deque[tuple[str, tuple[int | str, ...]]] = deque()
        self._last_sweep = begin
        self._due: dict[str, datetime] | None = None  # unknown since something has changed
        self._everything = False  # whether the next sweep makes all searches
        self._tidied = begin
        self.next_sweep = begin + MINUTE
        heartbeats.record(heartbeats.SWEEP, now=begin)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Within the block, tasks are handed to this service."""
        with task_queue.handed_to(lambda task, args: self._tasks.append((task, args))):
            yield

    def outage(self, moment: datetime) -> Trouble | None:
        """The outage of the service at this moment; None while it is up."""
        return next((each for each in self._outages if each.covers(moment)), None)

    def go_down(self, now: datetime) -> bool:
        """Begins an outage: the last sweep was at the last whole minute."""
        heartbeats.record(heartbeats.SWEEP, now=now.replace(second=0, microsecond=0))
        return True

    def carry_out(self, now: datetime) -> bool:
        """Carries out all tasks, and those that they cause; returns whether there were any."""
        self._post.now = now
        worked = bool(self._tasks)
        while self._tasks:
            task, args = self._tasks.popleft()
            if task in ("deliver_email", "deliver_code"):
                delivery.deliver(int(args[0]), compose=self._post.compose, now=now)
            elif task == "play_bot" and bots.play(int(args[0]), now=now):
                self._tasks.append((task, args))
        return worked

    def wake(self, now: datetime) -> None:
        """Makes the next sweep happen soon, because something has changed."""
        self._due = None
        self.next_sweep = min(self.next_sweep, next_minute(now))

    def search_everything(self) -> None:
        """Makes the next sweep a whole one, for changes whose effects are hard to foresee."""
        self._everything = True

    def sweep(self) -> datetime:
        """Makes the next sweep, unless the service is down; returns when that was."""
        now = self.next_sweep
        outage = self.outage(now)
        if outage is not None:
            self.next_sweep, self._everything = next_minute(outage.end), True
            return now
        if not any(self._last_sweep < each.end <= now for each in self._outages):
            heartbeats.record(heartbeats.SWEEP, now=now - MINUTE)
        sweeps.run_all(now, only=self._searches(now))
        self._last_sweep = now
        self.carry_out(now)
        self._due = _all_due(now)
        self.next_sweep = now + MINUTE if self._every_minute else self._next_due(now)
        return now

    def _searches(self, now: datetime) -> set[str] | None:
        """The searches that can find something; all of them once a day, as some only tidy up."""
        if (self._every_minute or self._everything
                or now - self._tidied >= ALL_SEARCHES):
            self._tidied, self._everything = now, False
            return None
        due = self._due if self._due is not None else _all_due(now)
        return {CLOCKS, *(name for name, moment in due.items() if moment <= now)}

    def _next_due(self, now: datetime) -> datetime:
        """The next whole minute at which something can be due."""
        assert self._due is not None  # it has just been computed
        earliest = min([*self._due.values(), self._tidied + ALL_SEARCHES])
        # What is due at a whole minute is found by the sweep at that minute.
        return max(now + MINUTE, next_minute(earliest - timedelta(microseconds=1)))


def _first(rows: QuerySet[OutgoingEmail] | QuerySet[Game] | QuerySet[SeatClock], field: str,
           after: timedelta = timedelta(0)) -> datetime | None:
    found: datetime | None = rows.aggregate(first=Min(field))["first"]
    return found + after if found is not None else None


_RUNNING, _OPEN = Game.Status.RUNNING, Game.Status.OPEN
# When each search can find something next.
_DUE: Sequence[tuple[str, Callable[[datetime], datetime | None]]] = (
    (CLOCKS, lambda now: _first(SeatClock.objects.all(), "due_at")),
    (CLOCKS, lambda now: _first(
        SeatClock.objects.filter(held_until__gt=now, since=None), "held_until")),
    (CLOCKS, lambda now: _first(OutgoingEmail.objects.filter(
        status=Status.RETRY, created_at__gt=now - stops.EMAIL_DOWN_AFTER), "created_at",
        stops.EMAIL_DOWN_AFTER)),
    ("held emails released", lambda now: _first(
        OutgoingEmail.objects.filter(status=Status.HELD), "not_before")),
    ("emails to send", lambda now: _first(
        OutgoingEmail.objects.filter(status__in=[Status.QUEUED, Status.RETRY]), "not_before")),
    ("deserted games finished", lambda now: _first(
        Game.objects.filter(status=_RUNNING), "deserted_at", deserted.REST)),
    ("warnings about open tables", lambda now: _first(
        Game.objects.filter(status=_OPEN, warned_at=None), "active_at", expiry.WARN_AFTER)),
    ("open tables closed", lambda now: _first(
        Game.objects.filter(status=_OPEN), "warned_at", expiry.GRACE)),
    ("reminders queued", lambda now: _first(Game.objects.filter(
        status=_RUNNING, bank_per_turn=timedelta(0),
        moved_at__gte=now - reminders.REMIND_AFTER - MINUTE), "moved_at", reminders.REMIND_AFTER)),
)


def _all_due(now: datetime) -> dict[str, datetime]:
    """When each search can find something next; nothing for one that has nothing to find."""
    due: dict[str, datetime] = {}
    for name, find in _DUE:
        moment = find(now)
        if moment is not None:
            due[name] = min(moment, due.get(name, moment))
    return due
