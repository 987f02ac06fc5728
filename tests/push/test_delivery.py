"""Notices reach browsers encrypted and signed, again after failures, and never somewhere else."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from py_vapid import Vapid02

from games.base import fault_points, outgoing_http, queues
from games.models import Game, PushDevice, PushNotice, User
from games.post.push import keys, notices, web_push
from games.post.push.keys import decoded
from tests.push.browsers import Browser
from tests.receiver import HOST, Receiver
from tests.sample_games import advance

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Register = Callable[..., PushDevice]
Deliver = Callable[..., str]


@pytest.fixture(autouse=True)
def _announced(announced: list[Any]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def device(alice: User, register: Register, service: Receiver) -> PushDevice:
    """Alice's phone."""
    return register(alice, service.url())


@pytest.fixture
def notice(device: PushDevice, fresh: Game, now: datetime) -> PushNotice:
    """It is Alice's turn, and her phone has not been told."""
    notices.queue(notices.TURN, device, game=fresh, now=now, not_before=now)
    return PushNotice.objects.get()


def after(notice: PushNotice) -> PushNotice:
    notice.refresh_from_db()
    return notice


def test_the_browser_reads_the_games_name_a_sentence_and_the_page_and_nothing_else(
    notice: PushNotice, fresh: Game, service: Receiver, phone: Browser, now: datetime
) -> None:
    assert notices.deliver(notice.pk, now=now) == "sent"
    (request,) = service.requests
    assert phone.read(request) == {
        "name": fresh.name, "sentence": "Your turn", "url": f"/games/{fresh.code}/"}
    assert request.headers["Content-Encoding"] == "aes128gcm"
    assert request.headers["Topic"] == fresh.code
    assert int(request.headers["TTL"]) > 3600
    assert after(notice).status == "sent"
    assert notice.device.last_success_at == now


def test_the_push_service_can_see_that_we_have_signed_the_request_for_it(
    notice: PushNotice, service: Receiver, now: datetime
) -> None:
    notices.deliver(notice.pk, now=now)
    header = service.requests[0].headers["Authorization"]
    assert Vapid02.verify(header)
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(","))
    assert key == keys.public_key()
    claims = decoded(token.split(".")[1]).decode()
    assert f'"aud":"https://{HOST}:{service.port}"' in claims
    assert '"sub":"mailto:post@alexandros.localhost"' in claims
    assert int(time.time()) < int(claims.split('"exp":')[1].split(",")[0].rstrip("}"))


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_deleted(
    notice: PushNotice, service: Receiver, now: datetime, status: int
) -> None:
    service.answer(status)
    notices.deliver(notice.pk, now=now)
    assert not PushDevice.objects.exists()
    assert not PushNotice.objects.exists()


def test_after_a_failure_we_wait_longer_and_longer_and_then_give_up(
    notice: PushNotice, service: Receiver, now: datetime
) -> None:
    waits = []
    for _ in range(notices.MAX_ATTEMPTS):
        service.answer(500)
        moment = after(notice).not_before
        notices.deliver(notice.pk, now=moment)
        waits.append((after(notice).not_before - moment) / timedelta(minutes=1))
    assert waits == [1, 2, 4, 8, 16, 32, 64, 0]
    assert notice.status == "failed"
    assert notice.error == "HTTP 500"
    assert PushDevice.objects.get().failures == notices.MAX_ATTEMPTS


def test_a_busy_push_service_says_how_long_to_wait(
    notice: PushNotice, service: Receiver, now: datetime
) -> None:
    service.answer(429, Retry_After="900")
    assert notices.deliver(notice.pk, now=now) == "retry"
    assert after(notice).not_before == now + timedelta(minutes=15)
    assert notices.deliver(notice.pk, now=now + timedelta(minutes=14)) == ""
    assert notices.deliver(notice.pk, now=now + timedelta(minutes=15)) == "sent"
    assert PushDevice.objects.get().failures == 0


def test_a_device_that_nothing_has_reached_for_a_week_is_given_up(
    notice: PushNotice, service: Receiver, now: datetime
) -> None:
    PushDevice.objects.update(failures=notices.MAX_FAILURES)
    service.answer(403)
    assert notices.deliver(notice.pk, now=now) == "retry"
    service.answer(403)
    notices.deliver(notice.pk, now=now + notices.SILENCE + timedelta(hours=1))
    assert not PushDevice.objects.exists()


def test_a_push_service_that_never_answers_is_left_after_a_time_limit(
    notice: PushNotice, service: Receiver, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_push, "TIME_LIMIT", 0.3)
    service.silent.set()
    assert notices.deliver(notice.pk, now=now) == "retry"
    assert after(notice).error == "TimeoutError"


def test_a_redirect_is_not_followed(
    notice: PushNotice, service: Receiver, now: datetime
) -> None:
    service.answer(307, Location="https://127.0.0.1/")
    assert notices.deliver(notice.pk, now=now) == "retry"
    assert len(service.requests) == 1


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1",
                                     "::ffff:192.168.0.1", "64:ff9b::7f00:1", "224.0.0.1"])
def test_a_name_that_leads_into_our_own_network_is_looked_up_at_sending_and_refused(
    notice: PushNotice, service: Receiver, now: datetime, address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(outgoing_http, "PORTS", {service.port})
    monkeypatch.setattr(
        outgoing_http.socket, "getaddrinfo",
        lambda *args, **options: [(0, 0, 0, "", ("93.184.216.34", 0)), (0, 0, 0, "", (address, 0))])
    assert notices.deliver(notice.pk, now=now) == "retry"
    assert after(notice).error == "Forbidden"
    assert service.requests == []


def test_a_certificate_of_somebody_else_is_not_accepted(
    notice: PushNotice, service: Receiver, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing_http, "tls_context", outgoing_http.ssl.create_default_context)
    assert notices.deliver(notice.pk, now=now) == "retry"
    assert after(notice).error == "SSLCertVerificationError"
    assert service.requests == []


def test_a_turn_that_is_over_when_its_notice_is_due_is_not_announced(
    notice: PushNotice, fresh: Game, service: Receiver, now: datetime
) -> None:
    while fresh.seats.get(index=0).to_move:
        advance(fresh, now=now)
    PushNotice.objects.update(status="queued")
    assert notices.deliver(notice.pk, now=now) == "obsolete"
    assert service.requests == []


def test_news_that_come_while_an_older_notice_is_sent_are_sent_as_well(
    notice: PushNotice, fresh: Game, device: PushDevice, service: Receiver, phone: Browser,
    now: datetime, monkeypatch: pytest.MonkeyPatch,
) -> None:
    send = notices.web_push.send_message

    def overtaken(*args: Any) -> Any:
        monkeypatch.setattr(notices.web_push, "send_message", send)
        notices.queue(notices.REMINDER, device, game=fresh, now=now, not_before=now)
        return send(*args)

    monkeypatch.setattr(notices.web_push, "send_message", overtaken)
    notices.deliver(notice.pk, now=now)
    assert after(notice).status == "queued"
    notices.deliver(notice.pk, now=now)
    assert [phone.read(request)["sentence"] for request in service.requests] == [
        "Your turn", "Still your turn"]
    assert after(notice).status == "sent"


@pytest.mark.promise("R4")
def test_the_sweep_finds_what_was_never_started_and_what_a_dead_worker_left(
    notice: PushNotice, now: datetime, announced: list[Any]
) -> None:
    announced.clear()
    assert notices.sweep(now) == []  # its task is on its way
    later = now + timedelta(seconds=30)
    assert notices.sweep(later) == [notice.pk]
    assert announced == [("send_notice", notice.pk)]
    assert notices.claim(notice.pk, now=later)
    assert notices.claim(notice.pk, now=later) is None
    assert notices.sweep(later + timedelta(seconds=30)) == []
    assert notices.sweep(later + timedelta(minutes=2)) == [notice.pk]
    assert notices.deliver(notice.pk, now=later + timedelta(minutes=2)) == "sent"


class Killed(BaseException):
    """The worker ends here."""


def kill() -> None:
    raise Killed


@pytest.mark.promise("R4")
@pytest.mark.parametrize(("point", "times"), [("push.claimed", 1), ("push.sent", 2)])
def test_another_worker_takes_over_and_a_second_message_replaces_the_first(
    notice: PushNotice, service: Receiver, phone: Browser, now: datetime, point: str, times: int
) -> None:
    with fault_points.action_at(point, kill), pytest.raises(Killed):
        notices.deliver(notice.pk, now=now)
    assert notices.deliver(notice.pk, now=now) == ""
    later = now + timedelta(minutes=2)
    assert notices.sweep(later) == [notice.pk]
    assert notices.deliver(notice.pk, now=later) == "sent"
    assert len(service.requests) == times
    assert len({tuple(phone.read(request).items()) for request in service.requests}) == 1


def test_notifications_wait_only_for_notifications() -> None:
    assert [task for task, queue in queues.ROUTES.items() if queue == queues.PUSH] == [
        "send_notice"]


@pytest.mark.promise("R10")
def test_what_a_notification_says_does_not_depend_on_the_move(
    device: PushDevice, fresh: Game, bob: User, service: Receiver, phone: Browser, now: datetime
) -> None:
    said = []
    for _ in range(30):
        advance(fresh, now=now)
        for notice in PushNotice.objects.filter(status="queued"):
            if notices.deliver(notice.pk, now=now) == "sent":
                said.append(phone.read(service.requests[-1]))
    assert len(said) > 2
    assert {tuple(message.values()) for message in said} == {
        (fresh.name, "Your turn", f"/games/{fresh.code}/")}
