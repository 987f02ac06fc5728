"""Outages of the service's email: what is one, when it begins and when it ends (R23)."""

from __future__ import annotations

import re
import smtplib
from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.base import heartbeats
from games.models import (
    ClockStop,
    EmailPreferences,
    EmailTiming,
    LoggedMove,
    OutgoingEmail,
    SeatClock,
)
from games.post.outbox import delivery, digest
from games.post.outbox.queue import queue_email
from games.table.clocks import outages
from games.table.seats import time_outs
from tests.sample_games import clocked_table, never_sleep

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R23")]

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
DOWN = ConnectionRefusedError("the mail server is down")
DENIED = (554, b"5.7.1 Relay access denied")
UNKNOWN = (550, b"5.1.1 no such mailbox")


@pytest.fixture
def game(alice, bob, now):
    """A game of Alice and Bob, who never sleep; Alice is to move and has no extension."""
    never_sleep(alice, bob, now=now)
    game = clocked_table([alice, bob], now=now)
    time_outs.start_waiting(now)
    SeatClock.objects.update(extensions=0)
    return game


def failing(error):
    """A ``compose`` whose email cannot be sent because of this error, or this answer to RCPT."""
    class Unsendable(EmailMessage):
        def send(self, fail_silently: bool = False) -> int:
            raise (smtplib.SMTPRecipientsRefused({self.to[0]: error})
                   if isinstance(error, tuple) else error)
    return lambda email: Unsendable(to=[email.to])


def working(email):
    return EmailMessage("Your turn", "It is.", to=[email.to])


def write_to(*addresses, now, kind="invitation"):
    return [queue_email(kind, to=address, now=now) for address in addresses]


def due(now):
    """The emails that a worker would try now."""
    return list(OutgoingEmail.objects.filter(
        status__in=["queued", "retry"], not_before__lte=now).values_list("pk", flat=True))


def serve(since, until, *, compose=None, step=4 * MINUTE):
    """Sweeps between these moments, and a worker that composes with ``compose``, if any."""
    moment = since
    while moment <= until:
        sweep(moment)
        digest.release_due(moment)
        delivery.sweep(moment)
        for email_id in due(moment) if compose else ():
            delivery.deliver(email_id, compose=compose, now=moment)
        moment += step


def sweep(moment):
    heartbeats.record(heartbeats.SWEEP, now=moment)
    time_outs.sweep(moment)


def stand_ins():
    return LoggedMove.objects.filter(move="@stand-in").count()


def stops_of_email():
    return list(ClockStop.objects.filter(cause="email").order_by("begins_at").values_list(
        "begins_at", "ends_at"))


def test_nobody_is_replaced_while_the_worker_that_sends_emails_is_away(game, now):
    write_to("carol@example.org", now=now)
    serve(now, now + 30 * HOUR, step=HOUR)
    assert stops_of_email() == [(now, None)]
    assert not stand_ins()


def test_a_worker_that_hangs_while_it_sends_an_email_is_an_outage(now):
    [email] = write_to("carol@example.org", now=now)
    for minutes in range(0, 16, 2):
        delivery.claim(email.pk, now=now + minutes * MINUTE)
    sweep(now + 15 * MINUTE)
    assert stops_of_email() == [(now, None)]


def test_a_worker_that_goes_away_in_the_middle_of_its_work_is_an_outage(now):
    first, _second = write_to("carol@example.org", "dave@example.org", now=now)
    delivery.deliver(first.pk, compose=working, now=now + MINUTE)
    sweep(now + 15 * MINUTE)
    assert not stops_of_email()
    sweep(now + 16 * MINUTE)
    assert stops_of_email() == [(now + MINUTE, None)]


def test_an_email_that_is_tried_again_does_not_end_the_outage(now):
    write_to("carol@example.org", now=now)
    serve(now, now + 6 * HOUR, compose=failing(DOWN))
    assert stops_of_email() == [(now, None)]
    sweep(now + 7 * HOUR)  # announces it to a worker
    assert stops_of_email() == [(now, None)]


def test_the_first_email_that_is_sent_ends_the_outage(now):
    [email] = write_to("carol@example.org", now=now)
    sweep(now + HOUR)
    delivery.deliver(email.pk, compose=working, now=now + 2 * HOUR)
    sweep(now + 2 * HOUR + MINUTE)
    assert stops_of_email() == [(now, now + 2 * HOUR)]


def test_the_outage_ends_when_no_email_has_to_leave_any_more(now):
    [email] = write_to("carol@example.org", now=now)
    sweep(now + HOUR)
    email.delete()
    sweep(now + 2 * HOUR)
    assert stops_of_email() == [(now, now + 2 * HOUR)]


def test_codes_neither_begin_nor_end_an_outage(now):
    [code] = write_to("carol@example.org", now=now, kind="login_code")
    sweep(now + HOUR)
    assert not stops_of_email()
    write_to("carol@example.org", now=now + HOUR)
    delivery.deliver(code.pk, compose=working, now=now + HOUR + MINUTE)
    sweep(now + 2 * HOUR)
    assert stops_of_email() == [(now + HOUR, None)]


def test_emails_that_waited_while_the_service_was_down_get_time_to_leave(now):
    write_to("carol@example.org", now=now)
    heartbeats.record(heartbeats.SWEEP, now=now)
    time_outs.sweep(now + 5 * HOUR)
    assert not stops_of_email()
    sweep(now + 5 * HOUR + 15 * MINUTE)
    assert stops_of_email() == [(now, None)]


def test_a_single_email_that_keeps_failing_hides_no_outage(now):
    not_this_one = failing(smtplib.SMTPDataError(451, b"not this one"))
    write_to("carol@example.org", now=now)
    serve(now, now + 10 * MINUTE, compose=not_this_one)
    [other] = write_to("dave@example.org", now=now + 11 * MINUTE)
    delivery.deliver(other.pk, compose=working, now=now + 11 * MINUTE)
    serve(now + 12 * MINUTE, now + HOUR, compose=not_this_one)
    assert not stops_of_email()
    write_to("dave@example.org", now=now + HOUR)
    serve(now + HOUR, now + 2 * HOUR, compose=failing(DOWN))
    assert stops_of_email() == [(now + HOUR, None)]


def test_nobody_is_replaced_while_every_mail_server_refuses_our_emails(game, now):
    write_to(*(f"carol@d{number}.example.org" for number in range(10)), now=now)
    serve(now, now + 30 * HOUR, compose=failing(DENIED), step=HOUR)
    assert stops_of_email() == [(now, None)]
    assert not stand_ins()


def test_mail_servers_that_refuse_several_readers_for_good_are_an_outage(now):
    write_to(*(f"carol@d{number}.example.org" for number in range(3)), now=now)
    serve(now, now + HOUR, compose=failing(UNKNOWN))
    assert stops_of_email() == [(now, None)]


@pytest.mark.parametrize("answer", [DENIED, UNKNOWN])
def test_two_mail_servers_that_refuse_our_emails_are_no_outage(now, answer):
    write_to("carol@one.example.org", "dave@two.example.org", "carol@two.example.org", now=now)
    serve(now, now + HOUR, compose=failing(answer))
    assert not stops_of_email()


def test_refusals_before_another_email_was_sent_are_no_outage(now):
    write_to(*(f"carol@d{number}.example.org" for number in range(5)), now=now)
    serve(now, now + 10 * MINUTE, compose=failing(DENIED))
    [email] = write_to("dave@example.org", now=now + 11 * MINUTE)
    delivery.deliver(email.pk, compose=working, now=now + 11 * MINUTE)
    serve(now + 12 * MINUTE, now + 2 * HOUR, compose=failing(DENIED))
    assert not stops_of_email()


def test_emails_that_are_no_longer_true_are_no_sign_of_an_outage(now):
    write_to(*(f"carol@d{number}.example.org" for number in range(5)), now=now)
    serve(now, now + HOUR, compose=failing(delivery.Obsolete("it was withdrawn")))
    assert not stops_of_email()


def test_emails_leave_after_an_outage_of_many_days(game, now):
    write_to("carol@example.org", now=now)
    serve(now, now + 6 * DAY, compose=failing(DOWN), step=2 * HOUR)
    assert stops_of_email() == [(now, None)]
    assert not stand_ins()
    serve(now + 6 * DAY, now + 6 * DAY + 16 * MINUTE, compose=working)
    assert {email.status for email in OutgoingEmail.objects.filter(to="carol@example.org")} == {
        "sent"}
    assert stops_of_email()[0][1] is not None


def test_one_email_that_always_fails_does_not_stop_the_clocks_for_ever(game, now):
    [email] = write_to("carol@example.org", now=now)
    serve(now, now + 14 * DAY, compose=failing(DOWN), step=2 * HOUR)
    email.refresh_from_db()
    begin, end = stops_of_email()[0]
    assert (email.status, begin) == ("failed", now)
    assert end is not None
    assert OutgoingEmail.objects.filter(kind="reminder").exists()


def test_an_outage_uses_up_only_the_first_attempt(now):
    [email] = write_to("carol@example.org", now=now)
    serve(now, now + 6 * DAY, compose=failing(DOWN), step=2 * HOUR)
    ClockStop.objects.update(ends_at=now + 6 * DAY)
    delivery.deliver(email.pk, compose=failing((451, b"4.7.1 greylisted")),
                     now=now + 6 * DAY + HOUR)
    email.refresh_from_db()
    assert (email.status, email.attempts) == ("retry", 2)


def test_an_email_that_was_held_is_no_sign_of_an_outage_before_it_was_released(game, alice, now):
    EmailPreferences.objects.create(user=alice, when=EmailTiming.DAILY, hour=8)
    released = now + 20 * HOUR
    email = queue_email("turn", to=alice.email, user=alice, game=game, now=now,
                        seat=game.seats.get(user=alice))
    assert email.status == "held"
    assert digest.release_due(released) == 1
    delivery.deliver(email.pk, compose=failing(DOWN), now=released)
    sweep(released + MINUTE)
    assert not stops_of_email()
    sweep(released + 15 * MINUTE)
    assert stops_of_email() == [(released, None)]


@pytest.mark.parametrize("lasts", [False, True])
def test_looking_for_outages_takes_few_queries_that_scan_no_table(now, lasts):
    """There may be millions of emails, and every sweep looks."""
    [email] = write_to("carol@example.org", now=now)
    heartbeats.record(heartbeats.SWEEP, now=now + HOUR)
    if lasts:
        outages.notice(now + HOUR)
    else:
        delivery.deliver(email.pk, compose=working, now=now)
    with CaptureQueriesContext(connection) as asked:
        outages.notice(now + HOUR)
    assert len(asked) <= 6
    if connection.vendor != "sqlite":
        return  # PostgreSQL scans a table that is as small as here
    for query in asked:
        if "outgoingemail" not in query["sql"]:
            continue
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = " ".join(str(row[3]) for row in cursor.fetchall())
        assert re.search(r"USING (COVERING )?INDEX mail_", plan), plan
