"""Streams of server-sent events: open pages and programs hear at once what has changed.

Each process looks every moment at everything that somebody watches there, with a few queries for
all of it together.  Where something has changed, it asks the function that makes the page or the
answer what is new for this reader, who is told only what differs from what they were told before.

A stream needs the ASGI server.  Without it, and when there are too many, the answer has what is new
and ends, and whoever asked comes back after the time that it names.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, close_old_connections, connections
from django.db.models import Count, Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils import translation

from alexandros_rules.errors import Refusal
from games.base.rate_limits import client_network
from games.models import ChatMessage, Game, Seat, User
from games.web.access import user_or_none

PAUSE = 0.7  # seconds between two looks
SILENCE = 20.0  # seconds after which a line without content shows that a stream still stands
LASTS = 600.0  # seconds; then the reader connects again, and everything about them is checked anew
MOST, MOST_EACH = 500, 20  # streams of one process; of one person or network
AGAIN, LATER = 3000, 30_000  # milliseconds after which to come back; LATER if there are too many
CONTENT_TYPE = "text/event-stream"

log = logging.getLogger(__name__)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Event:
    """Something to tell; ``key`` is what a reader sends to hear what has happened since."""

    data: dict[str, Any]
    kind: str = ""
    key: str = field(default="", compare=False)

    def encoded(self) -> bytes:
        """Return the event as it is sent."""
        lines = [f"event: {self.kind}"] * bool(self.kind) + [f"id: {self.key}"] * bool(self.key)
        lines.append(f"data: {json.dumps(self.data, cls=DjangoJSONEncoder)}")
        return "\n".join([*lines, "", ""]).encode()


@dataclass(frozen=True, slots=True)
class Subject:
    """A table (Game), what waits for a person (Seat), or all about their tables (User)."""

    model: type[Game | Seat | User]
    pk: int


Tell = Callable[[str], list[Event]]  # what is new for a reader since an event with this key


def respond(request: HttpRequest, subjects: Iterable[Subject], tell: Tell) -> HttpResponseBase:
    """Return a stream of what there is to tell about these subjects.

    ``tell`` is called whenever something has changed, in the language of the request.  It checks
    each time what the reader may see; the stream ends when it refuses (Refusal, Http404).
    """
    tell = translation.override(translation.get_language())(tell)
    since = request.headers.get("Last-Event-ID", "")
    user = user_or_none(request)
    reader = user.pk if user else client_network(request)
    streamed = isinstance(request, ASGIRequest)
    response: HttpResponseBase
    if streamed and watched.has_room(reader):
        response = StreamingHttpResponse(_stream(reader, frozenset(subjects), tell, since),
                                         content_type=CONTENT_TYPE)
    else:
        again = f"retry: {LATER if streamed else AGAIN}\n\n".encode()
        response = HttpResponse([again, *(event.encoded() for event in tell(since))],
                                content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    # Compressed, each event would be a file of its own, and browsers read only the first.
    response["Content-Encoding"] = "identity"
    response["X-Accel-Buffering"] = "no"  # for nginx, which would wait for more
    return response


async def _stream(
    reader: Hashable, subjects: frozenset[Subject], tell: Tell, since: str
) -> AsyncIterator[bytes]:
    # The thread that has checked the request belongs to it to its end, with its connection.
    await sync_to_async(connections.close_all, thread_sensitive=True)()
    told: list[Event] = []
    ends = asyncio.get_running_loop().time() + LASTS
    with watched.watching(subjects, reader) as changed:
        yield f"retry: {AGAIN}\n\n".encode()
        while asyncio.get_running_loop().time() < ends:
            try:
                await asyncio.wait_for(changed.wait(), SILENCE)
            except TimeoutError:
                yield b":\n\n"
                continue
            changed.clear()
            try:
                events = await _in_thread(tell, since)
            except (Refusal, Http404):
                return
            for event in events:
                if event not in told:
                    yield event.encoded()
            told, since = events or told, next((e.key for e in reversed(events) if e.key), since)


class Watched:
    """What the streams of this process watch, and what it looked like at the last look."""

    def __init__(self) -> None:
        self._readers: Counter[Hashable] = Counter()
        self._alarms: dict[Subject, set[asyncio.Event]] = {}
        self._marks: dict[Subject, Hashable] = {}
        self._looking: asyncio.Task[None] | None = None

    def has_room(self, reader: Hashable) -> bool:
        """Return whether one more stream of this reader is not too much."""
        return self._readers.total() < MOST and self._readers[reader] < MOST_EACH

    @contextmanager
    def watching(
        self, subjects: Iterable[Subject], reader: Hashable
    ) -> Iterator[asyncio.Event]:
        """Watch these subjects within the block; the event is set at once and after each change."""
        alarm = asyncio.Event()
        alarm.set()
        self._readers[reader] += 1
        for subject in subjects:
            self._alarms.setdefault(subject, set()).add(alarm)
        if self._looking is None or self._looking.done():
            # In a context of its own, since it serves others when this request has ended.
            self._looking = asyncio.get_running_loop().create_task(
                self._look(), context=contextvars.Context())
        try:
            yield alarm
        finally:
            self._readers -= Counter([reader])  # which forgets those who have none
            for subject in subjects:
                self._alarms[subject].discard(alarm)
                if not self._alarms[subject]:
                    del self._alarms[subject]

    async def _look(self) -> None:
        while self._alarms:
            await asyncio.sleep(PAUSE)
            try:
                found = await _in_thread(marks, frozenset(self._alarms))
            except DatabaseError:  # the database is away; what has changed will be seen later
                log.warning("what streams watch could not be looked at", exc_info=True)
                continue
            for subject, mark in found.items():
                # What is new here may have changed since its reader was told of it first.
                if self._marks.get(subject) != mark:
                    for alarm in self._alarms.get(subject, ()):
                        alarm.set()
            self._marks = found


watched = Watched()


def marks(subjects: Iterable[Subject]) -> dict[Subject, Hashable]:
    """Return for each subject a value that changes whenever there may be something to tell."""
    wanted: dict[Any, set[int]] = {Game: set(), Seat: set(), User: set()}
    for subject in subjects:
        wanted[subject.model].add(subject.pk)
    found: dict[Subject, list[Any]] = {subject: [] for subject in subjects}
    own = Seat.objects.filter(user__in=wanted[Seat] | wanted[User],
                              game__status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    tables = {pk: [Subject(Game, pk)] for pk in wanted[Game]}
    for pk, game, *facts in own.order_by("game").values_list("user", "game", "to_move", "stand_in"):
        if pk in wanted[Seat]:
            found[Subject(Seat, pk)].append((game, *facts))
        if pk in wanted[User]:
            tables.setdefault(game, []).append(Subject(User, pk))
    said = ChatMessage.objects.filter(game__in=tables).values_list("game")
    for pk, *facts in (
        *Game.objects.filter(pk__in=tables).order_by("pk").values_list(
            "pk", "status", "number", "match", "paused_at"),
        *Seat.objects.filter(game__in=tables).order_by("game", "index").values_list(
            "game", "status", "user", "bot", "to_move", "stand_in", "unanswered"),
        *said.annotate(Max("pk"), Count("hidden_at")).order_by("game"),
    ):
        for subject in tables[pk]:
            found[subject].append((pk, *facts))
    return {subject: tuple(facts) for subject, facts in found.items()}


_threads = ThreadPoolExecutor(4, thread_name_prefix="streams")


async def _in_thread(function: Callable[..., Value], *args: Any) -> Value:
    """Call a function that uses the database in a thread that keeps its connection."""
    def called() -> Value:
        close_old_connections()
        try:
            return function(*args)
        finally:
            close_old_connections()

    return await sync_to_async(called, thread_sensitive=False, executor=_threads)()
