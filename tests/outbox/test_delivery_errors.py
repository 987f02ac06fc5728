"""Whether and when to retry after each kind of delivery error."""

from __future__ import annotations

import smtplib
from datetime import timedelta

import pytest

from games.post.outbox import delivery_errors
from games.post.outbox.delivery_errors import Verdict

TO = "alice@example.org"


@pytest.mark.parametrize("error", [
    ConnectionRefusedError(), TimeoutError(), smtplib.SMTPServerDisconnected("gone"),
    smtplib.SMTPConnectError(554, b"no"), smtplib.SMTPDataError(421, b"closing"),
])
def test_an_unreachable_server_is_retried_soon(error):
    assert delivery_errors.classify(error) is Verdict.SOON


@pytest.mark.parametrize("error", [
    smtplib.SMTPDataError(452, b"mailbox full"),
    smtplib.SMTPAuthenticationError(535, b"wrong password"),
    smtplib.SMTPSenderRefused(550, b"who are you", "post@example.org"),
    smtplib.SMTPHeloError(550, b"who are you"),
    smtplib.SMTPRecipientsRefused({TO: (530, b"5.7.0 Authentication required")}),
    smtplib.SMTPRecipientsRefused({TO: (550, b"5.7.1 Relaying denied")}),
    smtplib.SMTPRecipientsRefused({TO: (554, b"5.7.1 <alice@example.org>: Access denied")}),
    smtplib.SMTPRecipientsRefused({TO: (552, b"5.2.2 Mailbox full")}),
    KeyError("a fault of a template"),
])
def test_temporary_rejections_and_our_own_errors_are_retried_later(error):
    assert delivery_errors.classify(error) is Verdict.LATER


@pytest.mark.parametrize("error", [
    smtplib.SMTPRecipientsRefused({TO: (550, b"no such user")}),
    smtplib.SMTPRecipientsRefused({TO: (550, b"5.1.1 no such user")}),
    smtplib.SMTPDataError(554, b"refused"),
])
def test_a_permanent_rejection_is_never_retried(error):
    assert delivery_errors.classify(error) is Verdict.NEVER


def test_a_server_that_rejects_us_does_not_reject_the_recipient():
    """A password that is wrong for an hour must not silence all recipients of that hour."""
    barred = smtplib.SMTPRecipientsRefused({TO: (550, b"5.7.1 No relay")})
    assert not delivery_errors.rejects_recipient(barred)
    assert delivery_errors.rejects_recipient(
        smtplib.SMTPRecipientsRefused({TO: (550, b"5.1.1 Unknown")})
    )


@pytest.mark.parametrize("error", [
    smtplib.SMTPRecipientsRefused({TO: (450, b"4.2.0 Please try again later")}),
    smtplib.SMTPRecipientsRefused({TO: (451, b"4.7.1 Greylisting in action")}),
    smtplib.SMTPRecipientsRefused({TO: (454, b"You are GREY-LISTED")}),
    smtplib.SMTPSenderRefused(451, b"4.7.1 Try again later", "post@example.org"),
    smtplib.SMTPDataError(451, b"4.3.2 Please try again later"),
])
def test_a_server_that_may_be_greylisting_us_is_asked_again_after_one_and_three_minutes(error):
    verdict = delivery_errors.classify(error)
    assert verdict is Verdict.GREYLISTED
    assert [delivery_errors.retry_delay(verdict, attempts=n) // timedelta(minutes=1)
            for n in (1, 2, 3, 4, 5, 30)] == [1, 3, 5, 10, 20, 360]


def test_pauses_double_up_to_six_hours():
    pauses = [delivery_errors.retry_delay(Verdict.LATER, attempts=n) for n in (1, 2, 3, 30)]
    assert pauses == [timedelta(minutes=5), timedelta(minutes=10), timedelta(minutes=20),
                      timedelta(hours=6)]


def test_the_line_for_operators_has_no_line_break():
    assert delivery_errors.one_line(smtplib.SMTPDataError(554, b"first\r\nsecond")) == (
        "SMTPDataError: 554 first second"
    )
