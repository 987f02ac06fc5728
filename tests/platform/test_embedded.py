"""The worker in the web server's process carries out tasks and survives errors."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from celery import Celery, current_app
from django.db import transaction
from django.utils import timezone

from alexandros_site.logs import MaskingFormatter
from games import tasks
from games.base import queues, task_queue
from games.models import MailboxEmail, OutgoingEmail
from games.operations.embedded import worker as embedded_worker
from games.post.outbox import delivery
from games.table.lobby import open_tables
from tests.kill.processes import eventually
from tests.sample_games import mover

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def worker(local_mailbox, transactional_db) -> Iterator[None]:
    """A running worker and beat, which deliver to the local mailbox.

    Each test has its own, which stops before the tables are emptied.
    """
    with embedded_worker.running():
        yield


def invite(alice, bob) -> OutgoingEmail:
    with transaction.atomic():
        open_tables.create_table(by=alice, name="Issus", players=2, invite_emails=[bob.email],
                            now=timezone.now())
    return OutgoingEmail.objects.get(kind="invitation")


def is_sent(email: OutgoingEmail) -> bool:
    return OutgoingEmail.objects.get(pk=email.pk).status == OutgoingEmail.Status.SENT


def test_an_email_is_sent_as_soon_as_its_reason_is_committed(worker, alice, bob):
    email = invite(alice, bob)
    assert eventually(lambda: MailboxEmail.objects.filter(message_id=email.message_id).exists())
    assert eventually(lambda: is_sent(email))


def test_bots_play_until_it_is_a_persons_turn(worker, alice):
    game = open_tables.create_table(by=alice, players=3, board="delta", options={"first": 1},
                               bots=["random", "random"], now=timezone.now())

    def alices_turn() -> bool:
        game.refresh_from_db()
        return mover(game) == 0

    assert eventually(alices_turn)
    game.refresh_from_db()  # the bots may have moved between the game's row and its seats
    assert game.turn >= 3


def test_a_task_that_fails_does_not_stop_the_worker(worker, alice, bob, monkeypatch):
    failed = threading.Event()

    def broken(*args: object, **kwargs: object) -> None:
        failed.set()
        raise RuntimeError("a fault of ours")

    with monkeypatch.context() as patched:
        patched.setattr(delivery, "deliver", broken)
        task_queue.send_task("deliver_email", 1)
        assert failed.wait(120)
    email = invite(alice, bob)
    assert eventually(lambda: is_sent(email))


def test_what_a_task_raises_is_logged_as_by_any_worker(worker, monkeypatch, caplog):
    monkeypatch.setattr(delivery, "deliver", lambda *args, **kwargs: 1 // 0)
    task_queue.send_task("deliver_email", 1)
    assert eventually(lambda: caplog.records)
    (record,) = caplog.records
    line = MaskingFormatter("text").format(record)
    assert " ERROR celery.app.trace: a task failed [task=games.tasks.deliver_email task_id=" in line
    assert "ZeroDivisionError" in line


@pytest.mark.parametrize("at_stake", ["waiting", "running"])
def test_the_worker_ends_promptly_and_forgets_what_waits(
    transactional_db, monkeypatch, at_stake
):
    begun, may_end, done = threading.Event(), threading.Event(), []

    def slow(email_id: int, **kwargs: object) -> None:
        begun.set()
        may_end.wait(60)
        done.append(email_id)

    monkeypatch.setattr(delivery, "deliver", slow)
    with embedded_worker.running():
        for number in range(10 if at_stake == "waiting" else 1):
            task_queue.send_task("deliver_email", number)
        assert begun.wait(60)
        threading.Timer(0.2, may_end.set).start()
        begun_to_stop = time.monotonic()
    assert time.monotonic() - begun_to_stop < embedded_worker.TIMEOUT / 2
    assert 1 <= len(done) <= embedded_worker.THREADS[queues.OUTBOX]
    assert not [each for each in threading.enumerate() if each.name.startswith("worker-")]


@pytest.mark.promise("R3")
def test_an_email_whose_task_was_lost_is_sent_after_a_sweep(worker, alice, bob, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(task_queue, "send_task", lambda *task: False)
        email = invite(alice, bob)
    OutgoingEmail.objects.filter(pk=email.pk).update(
        not_before=timezone.now() - timedelta(minutes=5)
    )
    task_queue.send_task("sweep")
    assert eventually(lambda: is_sent(email))


@pytest.mark.promise("R3")
def test_a_broker_that_is_down_causes_no_error(monkeypatch):
    unreachable = Celery("unreachable", broker="redis://127.0.0.1:1/0", set_as_current=False)
    unreachable.conf.update(task_publish_retry=False, broker_transport_options={"max_retries": 0})
    monkeypatch.setattr(task_queue, "current_app", unreachable)
    assert task_queue.send_task("sweep") is False


@pytest.mark.promise("R3")
def test_a_page_that_sends_many_tasks_waits_for_a_broken_broker_once(monkeypatch):
    calls = []

    def unreachable(*args: object, **kwargs: object) -> None:
        calls.append(args)
        raise ConnectionRefusedError

    monkeypatch.setattr("celery.current_app.send_task", unreachable)
    assert [task_queue.send_task("deliver_email", number) for number in range(5)] == [False] * 5
    assert len(calls) == 1


def test_every_task_that_is_sent_exists():
    names = {"deliver_email", "play_bot", "sweep"}
    assert {f"games.tasks.{name}" for name in names} <= set(current_app.tasks)


def test_a_sweep_covers_emails_bots_and_addresses(monkeypatch):
    swept = []
    monkeypatch.setattr("games.post.outbox.delivery.sweep", lambda now: swept.append("post"))
    monkeypatch.setattr("games.table.play.bots.sweep", lambda now: swept.append("bots"))
    monkeypatch.setattr("games.people.accounts.forget_unused", lambda now: swept.append("people"))
    tasks.sweep()
    assert swept == ["post", "bots", "people"]


def test_an_error_in_one_search_does_not_stop_the_others(monkeypatch, caplog):
    swept = []
    monkeypatch.setattr("games.post.outbox.reminders.queue_reminders", lambda now: 1 // 0)
    monkeypatch.setattr("games.post.outbox.delivery.sweep", lambda now: swept.append("post") or [])
    tasks.sweep()
    assert swept == ["post"]
    assert "the search for 'reminders queued' failed" in caplog.text
