"""Queues: nobody waits for somebody else's slow work, and an outage fills no queue.

In the run with Redis, these tests use it as their broker, and workers that are processes.
"""

from __future__ import annotations

import runpy
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from celery import current_app
from celery.beat import Scheduler
from celery.signals import celeryd_init
from django.conf import LazySettings, settings
from django.test import Client
from django.utils import timezone

from games.base import heartbeats, queues, task_queue
from games.models import Game, IncomingEmail, OutgoingEmail, Seat, User
from games.operations import sweeps
from games.operations.embedded import worker as embedded_worker
from games.post.inbox import processing
from games.post.outbox import codes
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables
from tests.kill import smtp_sink
from tests.kill.processes import Programs, eventually
from tests.kill.smtp_sink import Sink

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R3", "R4")]

NIGHT, INTERVAL = timedelta(hours=8), timedelta(seconds=15)
LIFETIME = timedelta(seconds=queues.LIFETIMES["sweep"])
SWEPT = timedelta(minutes=10)  # between two sweeps in the test: as often as beat would take minutes
GAMES, EMAILS, MESSAGES = 5, 8, 3
PLACES = {queues.TURNS: GAMES, queues.OUTBOX: EMAILS, queues.INBOX: MESSAGES}


@pytest.fixture(autouse=True)
def _empty_queues() -> Iterator[None]:
    purge()
    yield
    purge()


def purge() -> None:
    with current_app.connection_or_acquire() as connection:
        for queue in queues.QUEUES:
            connection.default_channel.queue_purge(queue)


@pytest.fixture
def mail_server(settings: LazySettings) -> Iterator[Sink]:
    """The mail server of this site, which can be held up."""
    with smtp_sink.listening() as sink:
        settings.EMAIL_BACKEND = "games.post.outbox.smtp_backend.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        yield sink
        sink.held = False


@pytest.fixture
def prepare(alice: User, monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Creates work of every kind that no worker has been told about."""

    def create(now: datetime) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(task_queue, "send_task", lambda *task: True)
            for _ in range(GAMES):
                open_tables.create_table(by=alice, players=2, board="delta", options={"first": 1},
                                    bots=["random"], now=now)
            OutgoingEmail.objects.all().delete()
            for _ in range(EMAILS):
                queue_email("test", to=alice.email or "", user=alice, now=now)
            for number in range(MESSAGES):
                processing.store(
                    b"From: bob@example.org\r\n\r\n%d" % number, gateway="smtp", now=now
                )

    return create


Working = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def working(programs: Programs, mail_server: Sink) -> Working:
    """The site's workers: within its block, all tasks are carried out."""

    @contextmanager
    def at_work() -> Iterator[None]:
        for served in ("codes", "outbox,held", "turns,inbox,thinking,hints",
                       "push,posts,reviews,pictures,sweeps"):
            programs.start("worker", "--pool", "threads", "-c", "2", "-Q", served,
                           EMAIL_URL=mail_server.url)
        task_queue.send_task("sweep")
        yield

    return at_work if settings.REDIS_URL else embedded_worker.running


def bots_are_done() -> bool:
    bots = Seat.objects.exclude(bot="").filter(game__status=Game.Status.RUNNING)
    return not bots.filter(to_move=True).exists()


def emails_are_sent() -> bool:
    """Whether all emails have left; one that waits for advice leaves with the next sweep."""
    sweeps.run_all(timezone.now())
    return not OutgoingEmail.objects.exclude(status=OutgoingEmail.Status.SENT).exists()


def messages_are_read() -> bool:
    return not IncomingEmail.objects.filter(status=IncomingEmail.Status.RECEIVED).exists()


@pytest.mark.servers  # only a site with Redis has beat
def test_the_sweeps_of_a_night_without_a_worker_make_one_sweep(programs: Programs) -> None:
    scheduler = Scheduler(current_app)
    with time_machine.travel(timezone.now() - NIGHT - LIFETIME, tick=False) as clock:
        for _ in range(NIGHT // INTERVAL):
            scheduler.apply_entry(scheduler.schedule["sweep"])
            clock.shift(INTERVAL)
    assert task_queue.waiting(queues.SWEEPS) == NIGHT // INTERVAL
    task_queue.send_task("sweep")
    programs.start("worker", "--pool", "solo", "-Q", queues.SWEEPS, EMAIL_URL="")
    assert eventually(lambda: task_queue.waiting(queues.SWEEPS) < NIGHT // INTERVAL)
    begun = time.monotonic()
    assert eventually(lambda: heartbeats.last_seen(heartbeats.SWEEP))
    took = time.monotonic() - begun
    print(f"\nthe first sweep after a night took place after {took:.1f} s")
    assert not task_queue.waiting(queues.SWEEPS)
    assert took < 15


def test_after_a_night_there_are_no_more_tasks_than_work_and_all_of_it_is_done(
    prepare: Callable[[datetime], None], mail_server: Sink, working: Working
) -> None:
    with time_machine.travel(timezone.now() - NIGHT, tick=False) as clock:
        prepare(timezone.now())
        for _ in range(NIGHT // SWEPT):
            sweeps.run_all(timezone.now())
            clock.shift(SWEPT)
    counts = {queue: task_queue.waiting(queue) for queue in queues.QUEUES}
    print(f"\n{counts}")
    for queue in queues.QUEUES:
        work = PLACES.get(queue, 0)
        assert counts[queue] <= (work + task_queue.SPARE if work else 1), queue
    with working():
        assert eventually(bots_are_done)
        assert eventually(emails_are_sent)
        assert eventually(messages_are_read)


def test_bots_move_and_emails_are_read_while_the_mail_server_hangs(
    prepare: Callable[[datetime], None], mail_server: Sink, working: Working
) -> None:
    mail_server.held = True
    prepare(timezone.now() - timedelta(minutes=1))
    with working():
        assert eventually(lambda: mail_server.deliveries)
        assert eventually(bots_are_done)
        assert eventually(messages_are_read)
        assert not OutgoingEmail.objects.filter(status=OutgoingEmail.Status.SENT).exists()
        mail_server.held = False
        assert eventually(emails_are_sent)


@pytest.mark.promise("R14")
def test_a_code_overtakes_the_emails_that_are_waiting_for_a_mail_server(
    prepare: Callable[[datetime], None], mail_server: Sink, working: Working
) -> None:
    mail_server.held = True
    prepare(timezone.now() - timedelta(minutes=1))
    with working():
        assert eventually(lambda: mail_server.deliveries)
        answer = Client().post("/account/login/", {"email": "bob@example.org"})
        assert answer.status_code == 302, "the page does not wait"
        code = OutgoingEmail.objects.get(kind=codes.SIGN_IN)
        assert Client().get("/").status_code == 200
        assert eventually(lambda: code.message_id in mail_server.ids)
        others = OutgoingEmail.objects.filter(kind="test").values_list("message_id", flat=True)
        assert set(others) - mail_server.ids, "the others are still waiting"
        mail_server.held = False


def test_a_worker_of_two_queues_takes_a_task_from_each_in_turn() -> None:
    taken: list[str] = []

    def take(_: object, message: Any) -> None:
        taken.append(message.delivery_info["routing_key"])
        message.ack()

    for number in range(20):
        task_queue.send_task("deliver_held", number)
    for number in range(3):
        task_queue.send_task("deliver_email", number)
    both = [current_app.amqp.queues[name] for name in (queues.OUTBOX, queues.HELD)]
    with (current_app.connection_for_read() as connection,
          connection.Consumer(both, callbacks=[take], accept=["json"], prefetch_count=1)):
        while len(taken) < 8:
            connection.drain_events(timeout=10)
    assert taken[:8].count(queues.OUTBOX) == 3


def test_the_workers_of_every_queue_leave_signs_of_life(working: Working) -> None:
    parts = {heartbeats.of_queue(queue) for queue in queues.QUEUES}
    with working():
        assert eventually(lambda: all(heartbeats.last_seen(part) for part in parts))


def test_a_worker_with_much_to_do_needs_no_heartbeat(
    now: datetime, django_assert_num_queries: Any
) -> None:
    part = heartbeats.of_queue(queues.OUTBOX)
    heartbeats.worked(queues.OUTBOX, now=now)
    assert heartbeats.last_seen(part) == now
    with django_assert_num_queries(0):
        heartbeats.worked(queues.OUTBOX, now=now + timedelta(seconds=5))
    heartbeats.worked(queues.OUTBOX, now=now + heartbeats.PAUSE)
    assert heartbeats.last_seen(part) == now + heartbeats.PAUSE


def test_every_task_has_a_queue_and_a_lifetime() -> None:
    current_app.autodiscover_tasks(force=True)
    ours = {name.rpartition(".")[2] for name in current_app.tasks if name.startswith("games.")}
    assert set(queues.LIFETIMES) == ours
    assert set(queues.ROUTES) == ours - {"heartbeat"}, "which is sent to each queue"
    assert set(queues.ROUTES.values()) == set(queues.QUEUES)


def test_a_worker_that_names_no_queues_serves_all_of_them() -> None:
    assert set(current_app.amqp.queues.consume_from) >= set(queues.QUEUES)


@pytest.mark.promise("R27")
def test_workers_let_pages_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    niceness: list[int] = []
    monkeypatch.setattr("os.nice", niceness.append)
    celeryd_init.send(sender="worker", conf=current_app.conf, instance=None, options={})
    assert len(niceness) == 1
    assert niceness[0] > 0


PYTHONS = 0.005  # seconds for which Python lets a thread compute by default


@pytest.mark.promise("R27")
def test_a_web_server_lets_no_page_wait_long_for_a_thread_that_computes(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    intervals: list[float] = []
    monkeypatch.setattr("sys.setswitchinterval", intervals.append)
    monkeypatch.delitem(sys.modules, "alexandros_site.wsgi", raising=False)
    runpy.run_module("alexandros_site.wsgi")
    assert len(intervals) == 1
    assert intervals[0] < PYTHONS / 5
