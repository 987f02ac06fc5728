"""Whether the processes are alive, and how long work has been waiting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from celery import current_app
from django.conf import LazySettings

from games.base import heartbeats, queues
from games.models import Game, IncomingEmail, OutgoingEmail, Seat
from games.operations import sweeps
from games.operations.doctor import work_checks
from games.operations.doctor.findings import Level
from games.operations.embedded import instance_lock
from games.post.outbox.queue import new_message_id
from tests.doctor.conftest import Examine

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
PARTS = ("sweep", *(f"queue:{name}" for name in queues.QUEUES))


def test_processes_that_were_at_work_a_minute_ago_are_alive(
    examine: Examine, public: LazySettings, now: datetime
) -> None:
    for part in PARTS:
        heartbeats.record(part, now=now - MINUTE)
    found = examine(work_checks.check_processes)
    assert {about: finding.level for about, finding in found.items()} == dict.fromkeys(
        PARTS, Level.OK)


@pytest.mark.promise("R4")
@pytest.mark.parametrize("part", PARTS)
def test_each_process_that_has_stopped_is_named(
    examine: Examine, public: LazySettings, now: datetime, part: str
) -> None:
    public.REDIS_URL = "redis://redis.example.org/0"
    for other in PARTS:
        heartbeats.record(other, now=now - (5 * MINUTE if other == part else MINUTE))
    found = examine(work_checks.check_processes)
    assert [about for about, one in found.items() if one.level is Level.PROBLEM] == [part]
    assert found[part].text.endswith("was last at work 5 minutes ago.")
    assert "celery -A alexandros_site worker" in found[part].next_step


def test_a_process_that_never_ran_is_named(examine: Examine, public: LazySettings) -> None:
    assert examine(work_checks.check_processes)["queue:turns"].text == (
        "The worker of the queue turns has never been at work.")


def test_a_local_service_that_is_not_running_is_no_problem(
    examine: Examine, settings: LazySettings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.REDIS_URL = tmp_path, ""
    assert examine(work_checks.check_processes)["processes"].level is Level.SKIPPED
    with instance_lock.lock(tmp_path):
        assert examine(work_checks.check_processes)["sweep"].level is Level.PROBLEM
    assert not instance_lock.is_locked(tmp_path)


@pytest.mark.servers  # only workers on a broker can report
@pytest.mark.parametrize(("kind", "level"), [
    ("worker-heartbeat", Level.WARNING), ("worker-online", Level.OK)])
def test_workers_that_report_every_two_seconds_are_named(
    examine: Examine, kind: str, level: Level
) -> None:
    ended = Event()

    def report() -> None:
        with current_app.connection_for_write() as broker:
            sender = current_app.events.Dispatcher(broker, hostname="outbox@example")
            while not ended.wait(0.5):
                sender.send(kind)

    with ThreadPoolExecutor() as threads:
        threads.submit(report)
        try:
            (finding,) = examine(work_checks.check_reports).values()
        finally:
            ended.set()
    assert finding.level is level
    if level is Level.WARNING:
        assert finding.text.startswith("outbox@example: every two seconds,")
        assert "--without-heartbeat" in finding.next_step


def test_a_site_without_redis_has_no_workers_that_report(
    examine: Examine, settings: LazySettings
) -> None:
    settings.REDIS_URL = ""
    (finding,) = examine(work_checks.check_reports).values()
    assert finding.level is Level.SKIPPED


def email(now: datetime, age: timedelta, **fields: object) -> None:
    values = {"kind": "test", "to": "alice@example.org", "message_id": new_message_id(),
              "created_at": now - age, "not_before": now - age, **fields}
    OutgoingEmail.objects.create(**values)


def test_nothing_is_waiting_on_a_quiet_site(examine: Examine) -> None:
    assert {finding.level for finding in examine(work_checks.check_pending).values()} == {Level.OK}


@pytest.mark.parametrize(("age", "level"), [
    (MINUTE, Level.OK), (5 * MINUTE, Level.WARNING), (60 * MINUTE, Level.PROBLEM),
])
def test_the_oldest_work_of_each_kind_counts(
    examine: Examine, running: Game, now: datetime, age: timedelta, level: Level
) -> None:
    email(now, MINUTE)
    email(now, age)
    email(now, age, status=OutgoingEmail.Status.HELD)
    IncomingEmail.objects.create(raw=b"", received_at=now - age,
                                 gateway=IncomingEmail.Gateway.PIPE)
    Seat.objects.filter(game=running, to_move=True).update(bot="greedy", user=None)
    Game.objects.filter(pk=running.pk).update(moved_at=now - age)
    found = examine(work_checks.check_pending)
    kinds = ("unsent email", "held email", "unread message", "bot to move")
    assert {found[kind].level for kind in kinds} == {level}
    assert found["unsent email"].text.startswith("2 waiting, the oldest for")


def test_held_email_that_is_not_due_is_not_waiting(examine: Examine, now: datetime) -> None:
    email(now, 60 * MINUTE, status=OutgoingEmail.Status.HELD, not_before=now + MINUTE)
    assert examine(work_checks.check_pending)["held email"].level is Level.OK


def test_retries_and_failures_are_shown_with_the_last_error(
    examine: Examine, now: datetime
) -> None:
    email(now, MINUTE, status=OutgoingEmail.Status.RETRY, attempts=4, error="SMTPAuth: 535")
    email(now, MINUTE, status=OutgoingEmail.Status.FAILED, error="550 no such user")
    email(now, MINUTE, status=OutgoingEmail.Status.FAILED, error="Obsolete: no longer true")
    found = examine(work_checks.check_pending)
    assert "up to 4 attempts. The last error: SMTPAuth: 535" in found["retried email"].text
    assert found["failed email"].text == "1 email was given up in the last day."


def test_a_part_that_was_never_at_work_was_never_seen() -> None:
    assert heartbeats.last_seen("sweep") is None


def test_the_last_sign_of_life_counts(now: datetime) -> None:
    heartbeats.record("sweep", now=now)
    heartbeats.record("sweep", now=now + timedelta(minutes=1))
    assert heartbeats.last_seen("sweep") == now + timedelta(minutes=1)


def test_a_sweep_leaves_a_sign_of_life(now: datetime) -> None:
    sweeps.run_all(now)
    assert heartbeats.last_seen(heartbeats.SWEEP) == now
