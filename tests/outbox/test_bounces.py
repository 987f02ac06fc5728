"""After a bounce we send nothing, the reader sees it on every page, and a test email clears it."""

from __future__ import annotations

import smtplib

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from games.models import AddressStatus, OutgoingEmail
from games.post.inbox import processing
from games.post.outbox import bounces, delivery
from games.post.outbox.queue import queue_email
from tests.markup import squeezed

pytestmark = pytest.mark.django_db

OWN = "post@alexandros.localhost"


def refused(code: int):
    """A ``compose`` whose email the server rejects with this code."""

    class Refused(EmailMessage):
        def send(self, fail_silently: bool = False) -> int:
            raise smtplib.SMTPRecipientsRefused({self.to[0]: (code, b"no mailbox <x@example.org>")})

    return lambda email: Refused(to=[email.to])


def compose(email: OutgoingEmail) -> EmailMessage:
    return EmailMessage("Your turn", "It is.", to=[email.to])


def report(message_id: str, *, action: str = "failed", status: str = "5.1.1") -> bytes:
    """A bounce as mail servers send it."""
    return (
        "From: MAILER-DAEMON@mail.example.org\r\nTo: post@alexandros.localhost\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="r"\r\n\r\n'
        "--r\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.\r\n"
        "--r\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mail.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; alice@example.org\r\nAction: {action}\r\nStatus: {status}\r\n"
        f"--r\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {message_id}\r\n\r\n--r--\r\n"
    ).encode()


@pytest.fixture
def sent_email(alice, now) -> OutgoingEmail:
    email = queue_email("turn", to=alice.email, user=alice, now=now)
    delivery.deliver(email.pk, compose=compose, now=now)
    return email


def test_an_unknown_recipient_counts_as_a_bounce(alice, now):
    email = queue_email("turn", to=alice.email, user=alice, now=now)
    assert delivery.deliver(email.pk, compose=refused(550), now=now) == "failed"
    assert queue_email("turn", to="Alice@Example.org", user=alice, now=now) is None
    assert "no mailbox" in AddressStatus.objects.get(address=alice.email).error


def test_a_temporary_rejection_is_not_a_bounce(alice, now):
    email = queue_email("turn", to=alice.email, user=alice, now=now)
    delivery.deliver(email.pk, compose=refused(451), now=now)
    assert queue_email("turn", to=alice.email, user=alice, now=now) is not None


def test_an_email_queued_before_the_bounce_is_not_sent(alice, now):
    email = queue_email("turn", to=alice.email, user=alice, now=now)
    bounces.record_bounce(alice.email, error="550 unknown", now=now)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "failed"
    email.refresh_from_db()
    assert email.is_obsolete


def test_a_bounce_that_names_an_email_of_ours_is_believed(sent_email, now):
    assert bounces.process_report(report(sent_email.message_id), now=now)
    assert bounces.reason_not_to_send("alice@example.org") == "the address bounced"


@pytest.mark.parametrize("raw", [
    report("<0123456789abcdef0123456789abcdef@alexandros.localhost>"),
    report("<somebody@example.org>"),
    b"", b"\xff\x00 550 ", b"Status: 5.1.1\n" * 50_000,
])
def test_a_bounce_that_names_no_email_of_ours_changes_nothing(sent_email, now, raw):
    assert not bounces.process_report(raw, now=now)
    assert not AddressStatus.objects.exists()


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("delayed", "5.4.1"),
                                                ("failed", "4.4.1"), ("delivered", "2.0.0")])
def test_a_report_of_a_delay_or_a_delivery_is_not_a_bounce(sent_email, now, action, status):
    assert not bounces.process_report(
        report(sent_email.message_id, action=action, status=status), now=now
    )


def test_a_bounce_that_arrives_as_an_email_is_processed(sent_email, now):
    assert processing.accepts_address(OWN)
    message = processing.store(report(sent_email.message_id), gateway="smtp", now=now)
    assert processing.process(message.pk, now=now) == "ignored"
    assert bounces.reason_not_to_send("alice@example.org")


def test_the_page_shows_the_bounce_and_a_test_email_clears_it(alice, now):
    bounces.record_bounce(alice.email, error="550 no such user", now=now)
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/mail/").content.decode()
    assert "An email to you bounced. Please check your address." in page
    assert "550 no such user" in page
    assert client.post("/mail/test/").status_code == 302
    assert bounces.reason_not_to_send(alice.email) == ""
    assert OutgoingEmail.objects.get(kind="test").to == alice.email


def test_the_page_lists_ones_own_emails_only(alice, bob, now):
    mine = queue_email("turn", to=alice.email, user=alice, now=now)
    delivery.deliver(mine.pk, compose=compose, now=now)
    queue_email("started", to=bob.email, user=bob, now=now)
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    page = squeezed(client.get("/mail/").content.decode())
    assert "<td>it is your turn</td><td>sent</td>" in page
    assert "it has begun" not in page


def test_every_page_mentions_a_bounce_until_it_is_cleared(alice, now):
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert "An email to you bounced" not in client.get("/").content.decode()
    bounces.record_bounce(alice.email, error="550 no such user", now=now)
    assert "An email to you bounced, so" in client.get("/").content.decode()
    bounces.clear_bounce(alice.email)
    assert "An email to you bounced" not in client.get("/").content.decode()
