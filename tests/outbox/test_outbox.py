"""The life of a mail in the outbox: queued, claimed once, retried, found again when lost."""

from __future__ import annotations

import smtplib
from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail as sent
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import transaction

from games import fault_points, task_queue
from games.models import OutgoingEmail, User
from games.outbox import delivery
from games.outbox.queue import queue_email

pytestmark = pytest.mark.django_db

LATER = timedelta(hours=1)


def compose(mail: OutgoingEmail) -> EmailMessage:
    headers = {"Message-ID": mail.message_id}
    return EmailMessage("Your turn", "It is.", to=[mail.to], headers=headers)


def failing(error: Exception):
    """A compose whose message cannot be sent for this reason."""

    class Unsendable(EmailMessage):
        def send(self, fail_silently: bool = False) -> int:
            raise error

    return lambda mail: Unsendable(to=[mail.to])


@pytest.fixture
def mail(alice, now) -> OutgoingEmail:
    return queue_email("turn", to=alice.email, user=alice, now=now)


def state_of(mail: OutgoingEmail) -> str:
    mail.refresh_from_db()
    return mail.status


def test_a_queued_mail_is_sent_once_and_then_done(mail, now):
    assert delivery.deliver(mail.pk, compose=compose, now=now) == "sent"
    assert delivery.deliver(mail.pk, compose=compose, now=now) == ""
    assert len(sent.outbox) == 1
    assert state_of(mail) == OutgoingEmail.Status.SENT
    assert mail.sent_at == now


def test_somebody_without_an_address_gets_no_mail(guest, now):
    assert queue_email("turn", to="", user=guest, now=now) is None
    assert not OutgoingEmail.objects.exists()


def test_a_mail_is_gone_when_its_reason_was_rolled_back(alice, now):
    with transaction.atomic():
        queue_email("turn", to=alice.email, now=now)
        transaction.set_rollback(True)
    assert not OutgoingEmail.objects.exists()


def test_the_worker_hears_of_a_mail_only_after_the_commit(alice, now, monkeypatch,
                                                          django_capture_on_commit_callbacks):
    told = []
    monkeypatch.setattr("games.task_queue.send_task", lambda *task: told.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        mail = queue_email("turn", to=alice.email, now=now)
        assert not told
    assert told == [("deliver_email", mail.pk)]


@pytest.mark.promise("R2")
def test_two_workers_cannot_claim_the_same_mail(mail, now):
    assert delivery.claim(mail.pk, now=now).attempts == 1
    assert delivery.claim(mail.pk, now=now) is None


@pytest.mark.promise("R4")
def test_a_mail_whose_worker_died_is_claimed_again_after_its_lease(mail, now):
    delivery.claim(mail.pk, now=now)
    assert delivery.claim(mail.pk, now=now + task_queue.LEASE) is None
    again = delivery.claim(mail.pk, now=now + task_queue.LEASE + timedelta(seconds=1))
    assert again.attempts == 2


@pytest.mark.promise("R1")
def test_a_worker_that_comes_back_late_does_not_overwrite_the_later_claim(mail, now):
    late = delivery.claim(mail.pk, now=now)
    delivery.claim(mail.pk, now=now + LATER)
    delivery._finish(late, status=OutgoingEmail.Status.FAILED)
    assert state_of(mail) == OutgoingEmail.Status.SENDING


@pytest.mark.promise("R1")
@pytest.mark.parametrize("point", ["outbox.claimed", "outbox.composed"])
def test_a_worker_killed_before_sending_loses_no_mail(mail, now, point):
    def die() -> None:
        raise SystemExit

    with fault_points.action_at(point, die), pytest.raises(SystemExit):
        delivery.deliver(mail.pk, compose=compose, now=now)
    assert delivery.sweep(now + LATER) == [mail.pk]
    assert delivery.deliver(mail.pk, compose=compose, now=now + LATER) == "sent"
    assert len(sent.outbox) == 1


@pytest.mark.promise("R2")
def test_a_worker_killed_after_sending_sends_the_same_message_id_again(mail, now):
    def die() -> None:
        raise SystemExit

    with fault_points.action_at("outbox.sent", die), pytest.raises(SystemExit):
        delivery.deliver(mail.pk, compose=compose, now=now)
    delivery.deliver(mail.pk, compose=compose, now=now + LATER)
    assert {message.extra_headers["Message-ID"] for message in sent.outbox} == {mail.message_id}


def test_a_mail_follows_its_reader_to_a_new_address(alice, mail, now):
    User.objects.filter(pk=alice.pk).update(email="alice@new.example.org")
    assert delivery.deliver(mail.pk, compose=compose, now=now) == "sent"
    [message] = sent.outbox
    assert message.to == ["alice@new.example.org"]
    assert OutgoingEmail.objects.get().to == "alice@new.example.org", (
        "a bounce stops the new address"
    )


def test_nothing_is_sent_to_an_account_that_is_closed(alice, mail, now):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert delivery.deliver(mail.pk, compose=compose, now=now) == "failed"
    assert not sent.outbox


def test_a_worker_whose_clock_is_behind_sends_a_mail_that_is_due(mail, now):
    assert delivery.deliver(mail.pk, compose=compose, now=now - timedelta(seconds=3)) == "sent"


@pytest.mark.promise("R4")
def test_a_clock_that_was_put_back_holds_up_no_mail(alice, mail, now):
    forgotten = queue_email("turn", to=alice.email, user=alice, now=now)
    delivery.claim(mail.pk, now=now)
    earlier = now - timedelta(days=1)
    assert set(delivery.sweep(earlier)) == {mail.pk, forgotten.pk}
    assert delivery.deliver(mail.pk, compose=compose, now=earlier) == "sent"


def test_a_mail_that_ends_every_worker_is_given_up_at_last(mail, now):
    for _ in range(delivery.MAX_ATTEMPTS):
        now += LATER
        assert delivery.claim(mail.pk, now=now) is not None, "and the worker is gone"
    assert delivery.deliver(mail.pk, compose=compose, now=now + LATER) == "failed"
    assert not sent.outbox
    assert "did not come back" in OutgoingEmail.objects.get().error


def test_the_sweep_leaves_a_mail_alone_that_was_just_queued(mail, now):
    assert delivery.sweep(now) == []


@pytest.mark.promise("R3")
def test_the_sweep_finds_a_mail_nobody_was_told_of(mail, now, monkeypatch):
    told = []
    monkeypatch.setattr(
        "games.task_queue.send_task", lambda *task: told.append(task) or True
    )
    assert delivery.sweep(now + task_queue.START_GRACE) == [mail.pk]
    assert told == [("deliver_email", mail.pk)]


def test_a_long_queue_is_not_announced_again_at_every_sweep(mail, now):
    moment = now + task_queue.START_GRACE
    assert delivery.sweep(moment) == [mail.pk]
    assert delivery.sweep(moment + timedelta(seconds=15)) == []
    assert delivery.sweep(moment + task_queue.START_GRACE) == [mail.pk]


@pytest.mark.promise("R3")
def test_a_broker_that_is_down_is_no_error(mail, now, monkeypatch):
    def unreachable(*args: object, **kwargs: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("celery.current_app.send_task", unreachable)
    assert delivery.sweep(now + task_queue.START_GRACE) == [mail.pk]
    assert state_of(mail) == OutgoingEmail.Status.QUEUED


def test_the_sweep_asks_the_database_the_same_for_many_mails(alice, now, django_assert_num_queries,
                                                            monkeypatch):
    monkeypatch.setattr("games.task_queue.send_task", lambda *task: True)
    for _ in range(50):
        queue_email("turn", to=alice.email, now=now)
    with django_assert_num_queries(2):
        assert len(delivery.sweep(now + LATER)) == 50


def test_a_fault_of_a_template_holds_the_mail_back_and_is_noted(mail, now):
    def broken(mail: OutgoingEmail) -> EmailMessage:
        raise KeyError("no such name")

    assert delivery.deliver(mail.pk, compose=broken, now=now) == "retry"
    assert state_of(mail) == OutgoingEmail.Status.RETRY
    assert "KeyError" in mail.error
    assert mail.not_before > now


def test_what_is_no_longer_true_is_not_sent(mail, now):
    def moot(mail: OutgoingEmail) -> EmailMessage:
        raise delivery.Obsolete("the invitation was withdrawn")

    assert delivery.deliver(mail.pk, compose=moot, now=now) == "failed"
    assert not sent.outbox


def test_a_mail_waits_longer_after_every_failure(mail, now):
    pauses = []
    for _ in range(4):
        mail.refresh_from_db()
        moment = max(now, mail.not_before)
        delivery.deliver(mail.pk, compose=failing(ConnectionRefusedError()), now=moment)
        mail.refresh_from_db()
        pauses.append((mail.not_before - moment).total_seconds())
    assert pauses == [10, 20, 40, 80]


def test_a_mail_is_given_up_in_the_end(mail, now):
    OutgoingEmail.objects.filter(pk=mail.pk).update(attempts=delivery.MAX_ATTEMPTS - 1)
    error = smtplib.SMTPResponseException(451, b"not now")
    assert delivery.deliver(mail.pk, compose=failing(error), now=now) == "failed"


def test_an_operator_gives_a_mail_another_try(mail, now):
    refused = smtplib.SMTPRecipientsRefused({mail.to: (550, b"no such user")})
    delivery.deliver(mail.pk, compose=failing(refused), now=now)
    assert delivery.send_again([mail.pk], now=now + LATER) == 1
    assert delivery.deliver(mail.pk, compose=compose, now=now + LATER) == "sent"


def test_a_mail_that_was_sent_cannot_be_sent_again(mail, now):
    delivery.deliver(mail.pk, compose=compose, now=now)
    assert delivery.send_again([mail.pk], now=now + LATER) == 0


@pytest.mark.promise("R25")
def test_neither_log_nor_error_tells_the_address(mail, now, caplog):
    refused = smtplib.SMTPRecipientsRefused({mail.to: (550, f"<{mail.to}>: unknown".encode())})
    delivery.deliver(mail.pk, compose=failing(refused), now=now)
    mail.refresh_from_db()
    assert mail.error == "SMTPRecipientsRefused: 550 (address) unknown"
    assert "example.org" not in caplog.text


def test_the_command_sweeps_what_the_worker_sweeps_and_says_what_it_found(alice, now, monkeypatch):
    mail = queue_email("test", to=alice.email, user=alice, now=now)
    OutgoingEmail.objects.filter(pk=mail.pk).update(status=OutgoingEmail.Status.RETRY)
    monkeypatch.setattr("games.task_queue.send_task", lambda *task: True)
    said = StringIO()
    call_command("sweep", stdout=said)
    assert said.getvalue() == "Found: 1 emails to send.\n"
