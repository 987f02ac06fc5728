"""Posts reach their receiver once, signed, after failures again, and never somewhere else."""

from __future__ import annotations

import base64
import hmac
import socket
import time
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.base import fault_points, outgoing_http, queues, retention
from games.base.refusals import TableRefusal
from games.features.webhooks import telling
from games.models import Delivery, Game, OutgoingEmail, User, Webhook
from games.post.deliveries import delivery, hooks, signing
from games.post.emails.rendering import compose
from tests.features.webhooks.conftest import Enter
from tests.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DAY = timedelta(days=1)


@pytest.fixture
def hook(alice: User, enter: Enter, receiver: Receiver) -> Webhook:
    """Alice's webhook for all her games."""
    return enter(alice, None, receiver.url())


@pytest.fixture
def post(alice: User, hook: Webhook, now: datetime) -> Delivery:
    """A test that has not been posted yet."""
    telling.test(alice, hook, now=now)
    return Delivery.objects.get()


def fail(post: Delivery, receiver: Receiver, times: int, *, status: int = 500) -> datetime:
    """Lets the post fail so many times, each when it is due; returns when it is due next."""
    for _ in range(times):
        receiver.answer(status)
        post.refresh_from_db()
        delivery.deliver(post.pk, now=post.not_before)
    post.refresh_from_db()
    return post.not_before


def test_a_receiver_can_tell_that_a_post_is_ours_and_new(
    post: Delivery, hook: Webhook, receiver: Receiver, now: datetime
) -> None:
    assert delivery.deliver(post.pk, now=now) == "sent"
    (request,) = receiver.requests
    identity, timestamp = request.headers["Webhook-Id"], request.headers["Webhook-Timestamp"]
    secret = base64.b64decode(hooks.secret_of(hook).removeprefix("whsec_"))
    signed = hmac.digest(secret, f"{identity}.{timestamp}.".encode() + request.body, "sha256")
    assert request.headers["Webhook-Signature"] == f"v1,{base64.b64encode(signed).decode()}"
    assert abs(time.time() - int(timestamp)) < signing.WINDOW
    assert request.headers["Content-Type"] == "application/json"
    post.refresh_from_db()
    assert (post.status, post.status_code, post.attempts) == ("sent", 201, 1)


def test_a_receiver_that_fails_seven_times_gets_the_post_at_the_eighth(
    post: Delivery, hook: Webhook, receiver: Receiver, now: datetime
) -> None:
    due = fail(post, receiver, 7)
    assert due == now + DAY
    assert delivery.deliver(post.pk, now=due) == "sent"
    assert len(receiver.requests) == 8
    assert len({request.headers["Webhook-Id"] for request in receiver.requests}) == 1
    hook.refresh_from_db()
    assert (hook.failing_since, hook.disabled_at) == (None, None)


def test_the_attempts_are_spread_over_a_day(
    post: Delivery, receiver: Receiver, now: datetime
) -> None:
    due = [fail(post, receiver, 1) - now for _ in range(7)]
    assert [moment / timedelta(minutes=1) for moment in due] == [1, 5, 20, 60, 180, 480, 1440]


def test_after_a_day_of_failures_the_webhook_is_off_and_its_owner_gets_one_email(
    post: Delivery, hook: Webhook, alice: User, receiver: Receiver, now: datetime
) -> None:
    fail(post, receiver, 7)
    telling.test(alice, hook, now=now + DAY)
    fail(post, receiver, 1)
    post.refresh_from_db()
    hook.refresh_from_db()
    assert (post.status, post.error) == ("failed", "HTTP 500")
    assert (hook.disabled_at, hook.why) == (now + DAY, "failing")
    other = Delivery.objects.exclude(pk=post.pk).get()
    assert delivery.deliver(other.pk, now=now + DAY) == "failed"
    assert len(receiver.requests) == 8
    email = OutgoingEmail.objects.get()
    assert (email.kind, email.to) == ("webhook-off", alice.email)
    message = compose(email)
    assert "/webhooks/" in message.body
    assert message.message().as_bytes() == compose(email).message().as_bytes()
    with pytest.raises(TableRefusal):
        telling.test(alice, hook, now=now + DAY)
    hooks.turn_on(hook)
    delivery.send_again(alice, post.pk, now=now + DAY)
    assert delivery.deliver(post.pk, now=now + DAY) == "sent"


def test_a_receiver_that_is_gone_for_good_turns_the_webhook_off_at_once(
    post: Delivery, hook: Webhook, receiver: Receiver, now: datetime
) -> None:
    fail(post, receiver, 1, status=410)
    hook.refresh_from_db()
    assert (hook.disabled_at, hook.why) == (now, "gone")
    assert OutgoingEmail.objects.count() == 1


@pytest.mark.parametrize("status", [301, 400, 404, 503])
def test_any_other_failure_is_tried_again(
    post: Delivery, hook: Webhook, receiver: Receiver, now: datetime, status: int
) -> None:
    assert fail(post, receiver, 1, status=status) == now + timedelta(minutes=1)
    hook.refresh_from_db()
    assert (hook.failing_since, hook.disabled_at) == (now, None)


def test_a_busy_receiver_says_how_long_to_wait(
    post: Delivery, receiver: Receiver, now: datetime
) -> None:
    receiver.answer(429, Retry_After="900")
    delivery.deliver(post.pk, now=now)
    post.refresh_from_db()
    assert post.not_before == now + timedelta(minutes=15)


def test_a_redirect_is_not_followed(post: Delivery, receiver: Receiver, now: datetime) -> None:
    receiver.answer(307, Location="https://127.0.0.1/")
    assert delivery.deliver(post.pk, now=now) == "retry"
    assert len(receiver.requests) == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "::127.0.0.1", "fec0::1", "169.254.169.254",
                                     "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::1"])
def test_a_name_that_leads_into_our_own_network_is_refused_when_we_connect(
    post: Delivery, receiver: Receiver, now: datetime, address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(outgoing_http, "PORTS", {receiver.port})
    monkeypatch.setattr(socket, "getaddrinfo",
                        lambda *args, **options: [(0, 0, 0, "", (address, 0))])
    assert delivery.deliver(post.pk, now=now) == "retry"
    post.refresh_from_db()
    assert post.error == "Forbidden"
    assert receiver.requests == []


@pytest.mark.parametrize("host", ["[::127.0.0.1]", "[fec0::1]", "2130706433", "0x7f.1", "127.1",
                                  "localhost.", "db.internal", "b\xfccher.example", "a@b.example",
                                  "example.org:8443"])
def test_an_internal_address_cannot_be_entered(alice: User, enter: Enter, host: str) -> None:
    with pytest.raises(TableRefusal) as refused:
        enter(alice, None, f"https://{host}/")
    assert refused.value.code == "address"
    assert not Webhook.objects.exists()


@pytest.mark.promise("R4")
def test_the_sweep_finds_what_was_never_started_and_what_a_dead_worker_left(
    post: Delivery, now: datetime, announced: list[Any]
) -> None:
    announced.clear()
    assert delivery.sweep(now) == []  # its task is on its way
    later = now + timedelta(seconds=30)
    assert delivery.sweep(later) == [post.pk]
    assert announced == [("send_post", post.pk)]
    assert delivery.claim(post.pk, now=later)
    assert delivery.claim(post.pk, now=later) is None
    assert delivery.sweep(later + timedelta(minutes=2)) == [post.pk]
    assert delivery.deliver(post.pk, now=later + timedelta(minutes=2)) == "sent"


class Killed(BaseException):
    """The worker ends here."""


def kill() -> None:
    raise Killed


@pytest.mark.promise("R4")
@pytest.mark.parametrize(("point", "times"), [("post.claimed", 1), ("post.sent", 2)])
def test_another_worker_takes_over_and_the_receiver_can_tell_the_repeated_post(
    post: Delivery, receiver: Receiver, now: datetime, point: str, times: int
) -> None:
    with fault_points.action_at(point, kill), pytest.raises(Killed):
        delivery.deliver(post.pk, now=now)
    later = now + timedelta(minutes=2)
    assert delivery.sweep(later) == [post.pk]
    assert delivery.deliver(post.pk, now=later) == "sent"
    assert len(receiver.requests) == times
    assert len({request.headers["Webhook-Id"] for request in receiver.requests}) == 1


def test_a_secret_or_an_address_is_never_stored_or_logged_as_it_is(
    hook: Webhook, post: Delivery, receiver: Receiver, now: datetime,
    caplog: pytest.LogCaptureFixture,
) -> None:
    fail(post, receiver, 1)
    stored = str([*Webhook.objects.values(), *Delivery.objects.values()])
    for secret in (receiver.url(), hooks.secret_of(hook)):
        assert secret not in stored
        assert secret not in caplog.text


def test_posts_are_forgotten_after_two_weeks(post: Delivery, now: datetime) -> None:
    assert delivery.forget_old(now + retention.DELIVERIES) == 0
    assert delivery.forget_old(now + retention.DELIVERIES + timedelta(seconds=1)) == 1


def test_posts_wait_only_for_posts() -> None:
    assert [task for task, queue in queues.ROUTES.items() if queue == queues.POSTS] == [
        "send_post"]


def test_nobody_can_send_the_post_of_somebody_else_again(
    post: Delivery, bob: User, fresh: Game, now: datetime
) -> None:
    with pytest.raises(Exception, match="no such delivery"):
        delivery.send_again(bob, post.pk, now=now)
