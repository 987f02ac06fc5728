"""The life of an email in the outbox: queued, claimed once, retried, found again when lost."""

from __future__ import annotations

import smtplib
from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail as sent
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import transaction

from games.base import fault_points, task_queue
from games.base.queues import LIFETIMES
from games.models import OutgoingEmail, User
from games.post.outbox import delivery
from games.post.outbox.queue import queue_email

pytestmark = pytest.mark.django_db

LATER = timedelta(hours=1)


def compose(email: OutgoingEmail) -> EmailMessage:
    headers = {"Message-ID": email.message_id}
    return EmailMessage("Your turn", "It is.", to=[email.to], headers=headers)


def failing(error: Exception):
    """A ``compose`` whose email cannot be sent because of this error."""

    class Unsendable(EmailMessage):
        def send(self, fail_silently: bool = False) -> int:
            raise error

    return lambda email: Unsendable(to=[email.to])


@pytest.fixture
def email(alice, now) -> OutgoingEmail:
    return queue_email("turn", to=alice.email, user=alice, now=now)


def state_of(email: OutgoingEmail) -> str:
    email.refresh_from_db()
    return email.status


def test_a_queued_email_is_sent_once_and_then_done(email, now):
    assert delivery.deliver(email.pk, compose=compose, now=now) == "sent"
    assert delivery.deliver(email.pk, compose=compose, now=now) == ""
    assert len(sent.outbox) == 1
    assert state_of(email) == OutgoingEmail.Status.SENT
    assert email.sent_at == now


def test_somebody_without_an_address_gets_no_email(guest, now):
    assert queue_email("turn", to="", user=guest, now=now) is None
    assert not OutgoingEmail.objects.exists()


def test_an_email_is_rolled_back_with_its_cause(alice, now):
    with transaction.atomic():
        queue_email("turn", to=alice.email, now=now)
        transaction.set_rollback(True)
    assert not OutgoingEmail.objects.exists()


def test_the_worker_is_notified_only_after_the_commit(alice, now, monkeypatch,
                                                      django_capture_on_commit_callbacks):
    tasks = []
    monkeypatch.setattr("games.base.task_queue.send_task", lambda *task: tasks.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        email = queue_email("turn", to=alice.email, now=now)
        assert not tasks
    assert tasks == [("deliver_email", email.pk)]


@pytest.mark.promise("R2")
def test_two_workers_cannot_claim_the_same_email(email, now):
    assert delivery.claim(email.pk, now=now).attempts == 1
    assert delivery.claim(email.pk, now=now) is None


@pytest.mark.promise("R4")
def test_an_email_whose_worker_died_is_claimed_again_after_its_lease(email, now):
    delivery.claim(email.pk, now=now)
    assert delivery.claim(email.pk, now=now + task_queue.LEASE) is None
    again = delivery.claim(email.pk, now=now + task_queue.LEASE + timedelta(seconds=1))
    assert again.attempts == 2


@pytest.mark.promise("R1")
def test_a_worker_that_comes_back_late_does_not_overwrite_the_later_claim(email, now):
    late = delivery.claim(email.pk, now=now)
    delivery.claim(email.pk, now=now + LATER)
    delivery._finish(late, status=OutgoingEmail.Status.FAILED)
    assert state_of(email) == OutgoingEmail.Status.SENDING


@pytest.mark.promise("R1")
@pytest.mark.parametrize("point", ["outbox.claimed", "outbox.composed"])
def test_a_worker_killed_before_sending_loses_no_email(email, now, point):
    def die() -> None:
        raise SystemExit

    with fault_points.action_at(point, die), pytest.raises(SystemExit):
        delivery.deliver(email.pk, compose=compose, now=now)
    assert delivery.sweep(now + LATER) == [email.pk]
    assert delivery.deliver(email.pk, compose=compose, now=now + LATER) == "sent"
    assert len(sent.outbox) == 1


@pytest.mark.promise("R2")
def test_a_worker_killed_after_sending_sends_the_same_message_id_again(email, now):
    def die() -> None:
        raise SystemExit

    with fault_points.action_at("outbox.sent", die), pytest.raises(SystemExit):
        delivery.deliver(email.pk, compose=compose, now=now)
    delivery.deliver(email.pk, compose=compose, now=now + LATER)
    assert {message.extra_headers["Message-ID"] for message in sent.outbox} == {email.message_id}


def test_an_email_follows_its_reader_to_a_new_address(alice, email, now):
    User.objects.filter(pk=alice.pk).update(email="alice@new.example.org")
    assert delivery.deliver(email.pk, compose=compose, now=now) == "sent"
    [message] = sent.outbox
    assert message.to == ["alice@new.example.org"]
    assert OutgoingEmail.objects.get().to == "alice@new.example.org", (
        "a bounce stops the new address"
    )


def test_nothing_is_sent_to_an_account_that_is_closed(alice, email, now):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "failed"
    assert not sent.outbox


def test_a_worker_whose_clock_is_behind_sends_an_email_that_is_due(email, now):
    assert delivery.deliver(email.pk, compose=compose, now=now - timedelta(seconds=3)) == "sent"


@pytest.mark.promise("R4")
def test_a_clock_that_was_set_back_delays_no_email(alice, email, now):
    forgotten = queue_email("turn", to=alice.email, user=alice, now=now)
    delivery.claim(email.pk, now=now)
    earlier = now - timedelta(days=1)
    assert set(delivery.sweep(earlier)) == {email.pk, forgotten.pk}
    assert delivery.deliver(email.pk, compose=compose, now=earlier) == "sent"


def test_an_email_that_kills_every_worker_is_given_up(email, now):
    for _ in range(delivery.MAX_ATTEMPTS):
        now += LATER
        assert delivery.claim(email.pk, now=now) is not None, "and the worker is gone"
    assert delivery.deliver(email.pk, compose=compose, now=now + LATER) == "failed"
    assert not sent.outbox
    assert "did not come back" in OutgoingEmail.objects.get().error


def test_the_sweep_leaves_an_email_alone_that_was_just_queued(email, now):
    assert delivery.sweep(now) == []


@pytest.mark.promise("R3")
def test_the_sweep_finds_an_email_whose_task_was_lost(email, now, monkeypatch):
    tasks = []
    monkeypatch.setattr(
        "games.base.task_queue.send_task", lambda *task: tasks.append(task) or True
    )
    assert delivery.sweep(now + task_queue.START_GRACE) == [email.pk]
    assert tasks == [("deliver_email", email.pk)]


def test_a_long_queue_is_not_announced_again_at_every_sweep(email, now, monkeypatch):
    monkeypatch.setattr("games.base.task_queue.send_task", lambda *task: True)
    monkeypatch.setattr("games.base.task_queue.waiting", lambda queue: 1)
    moment, lifetime = now + task_queue.START_GRACE, LIFETIMES["deliver_email"]
    assert delivery.sweep(moment) == [email.pk]
    assert delivery.sweep(moment + task_queue.START_GRACE) == []
    assert delivery.sweep(moment + timedelta(seconds=lifetime)) == [email.pk]


@pytest.mark.promise("R3")
def test_an_announcement_that_the_broker_has_lost_is_soon_repeated(email, now, monkeypatch):
    monkeypatch.setattr("games.base.task_queue.send_task", lambda *task: True)
    monkeypatch.setattr("games.base.task_queue.waiting", lambda queue: 0)
    moment = now + task_queue.START_GRACE
    assert delivery.sweep(moment) == [email.pk]
    assert delivery.sweep(moment + timedelta(seconds=15)) == []
    assert delivery.sweep(moment + task_queue.START_GRACE) == [email.pk]


def test_a_queue_gets_no_more_tasks_than_there_is_work(alice, now, monkeypatch):
    monkeypatch.setattr("games.base.task_queue.send_task", lambda *task: True)
    for _ in range(3):
        queue_email("turn", to=alice.email, now=now)
    monkeypatch.setattr("games.base.task_queue.waiting", lambda queue: task_queue.SPARE + 2)
    assert len(delivery.sweep(now + LATER)) == 1
    monkeypatch.setattr("games.base.task_queue.waiting", lambda queue: task_queue.SPARE + 3)
    assert delivery.sweep(now + 2 * LATER) == []


@pytest.mark.promise("R3")
def test_a_broker_that_is_down_is_not_an_error(email, now, monkeypatch):
    def unreachable(*args: object, **kwargs: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("celery.current_app.send_task", unreachable)
    assert delivery.sweep(now + task_queue.START_GRACE) == [email.pk]
    assert state_of(email) == OutgoingEmail.Status.QUEUED


def test_a_sweep_of_many_emails_takes_no_more_queries(alice, now, django_assert_num_queries,
                                                      monkeypatch):
    monkeypatch.setattr("games.base.task_queue.send_task", lambda *task: True)
    for _ in range(50):
        queue_email("turn", to=alice.email, now=now)
    with django_assert_num_queries(3):  # how many there are, which, and that they are announced
        assert len(delivery.sweep(now + LATER)) == 50


def test_a_template_bug_delays_the_email_and_is_recorded(email, now):
    def broken(email: OutgoingEmail) -> EmailMessage:
        raise KeyError("no such name")

    assert delivery.deliver(email.pk, compose=broken, now=now) == "retry"
    assert state_of(email) == OutgoingEmail.Status.RETRY
    assert "KeyError" in email.error
    assert email.not_before > now


def test_what_is_no_longer_true_is_not_sent(email, now):
    def moot(email: OutgoingEmail) -> EmailMessage:
        raise delivery.Obsolete("the invitation was withdrawn")

    assert delivery.deliver(email.pk, compose=moot, now=now) == "failed"
    assert not sent.outbox


def test_an_email_waits_longer_after_every_failure(email, now):
    pauses = []
    for _ in range(4):
        email.refresh_from_db()
        moment = max(now, email.not_before)
        delivery.deliver(email.pk, compose=failing(ConnectionRefusedError()), now=moment)
        email.refresh_from_db()
        pauses.append((email.not_before - moment).total_seconds())
    assert pauses == [10, 20, 40, 80]


def test_an_email_is_given_up_after_the_last_attempt(email, now):
    OutgoingEmail.objects.filter(pk=email.pk).update(attempts=delivery.MAX_ATTEMPTS - 1)
    error = smtplib.SMTPResponseException(451, b"not now")
    assert delivery.deliver(email.pk, compose=failing(error), now=now) == "failed"


def test_an_operator_can_retry_a_failed_email(email, now):
    refused = smtplib.SMTPRecipientsRefused({email.to: (550, b"no such user")})
    delivery.deliver(email.pk, compose=failing(refused), now=now)
    assert delivery.send_again([email.pk], now=now + LATER) == 1
    assert delivery.deliver(email.pk, compose=compose, now=now + LATER) == "sent"


def test_an_email_that_was_sent_cannot_be_sent_again(email, now):
    delivery.deliver(email.pk, compose=compose, now=now)
    assert delivery.send_again([email.pk], now=now + LATER) == 0


@pytest.mark.promise("R25")
def test_neither_log_nor_error_contains_the_address(email, now, caplog):
    refused = smtplib.SMTPRecipientsRefused({email.to: (550, f"<{email.to}>: unknown".encode())})
    delivery.deliver(email.pk, compose=failing(refused), now=now)
    email.refresh_from_db()
    assert email.error == "SMTPRecipientsRefused: 550 (address) unknown"
    assert "example.org" not in caplog.text


def test_the_command_sweeps_what_the_worker_sweeps_and_says_what_it_found(alice, now, monkeypatch):
    email = queue_email("test", to=alice.email, user=alice, now=now)
    OutgoingEmail.objects.filter(pk=email.pk).update(status=OutgoingEmail.Status.RETRY)
    monkeypatch.setattr("games.base.task_queue.send_task", lambda *task: True)
    output = StringIO()
    call_command("sweep", stdout=output)
    assert output.getvalue() == "Found: 1 emails to send, 3 puzzles chosen.\n"
