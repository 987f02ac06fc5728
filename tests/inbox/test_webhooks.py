"""A hosted email service: its webhooks, and its responses to emails we send."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import b64encode
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import requests
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import include, path

from alexandros_site import environment
from alexandros_site import urls as site_urls
from games.models import Game, IncomingEmail, OutgoingEmail, User
from games.post.emails.rendering import compose
from games.post.inbox import processing, quotas
from games.post.inbox.gateways import webhooks
from games.post.outbox import bounces, delivery
from games.post.outbox.queue import queue_email
from tests.inbox.email_replies import PostOffice, written

ROOT = Path(__file__).resolve().parents[2]
SECRET = "alexandros:open sesame"
ENVIRON = {"ALEXANDROS_ANYMAIL": "postmark", "ANYMAIL_POSTMARK_SERVER_TOKEN": "token",
           "ANYMAIL_WEBHOOK_SECRET": SECRET}


class HostedUrls:
    urlpatterns = (*site_urls.urlpatterns, path("anymail/", include("anymail.urls")))


@pytest.fixture(autouse=True)
def service(settings: Any) -> None:
    for name, value in environment.email_service(ENVIRON).items():
        setattr(settings, name, value)
    settings.ROOT_URLCONF = HostedUrls
    webhooks.connect()


def tell(kind: str, event: dict[str, Any], *, secret: str = SECRET) -> int:
    """Posts an event as Postmark does; the status of the answer."""
    basic = "Basic " + b64encode(secret.encode()).decode()
    client = Client(raise_request_exception=False)
    return client.post(f"/anymail/postmark/{kind}/", json.dumps(event), headers={
        "authorization": basic}, content_type="application/json").status_code


def came_in(raw: bytes, *, to: str, sender: str = "alice@example.org") -> dict[str, Any]:
    return {"FromFull": {"Email": sender}, "OriginalRecipient": to, "MessageID": "1",
            "Headers": [{"Name": "Return-Path", "Value": f"<{sender}>"}],
            "RawEmail": raw.decode()}


def bounce(kind: str, address: str) -> dict[str, Any]:
    record = "SpamComplaint" if kind == "SpamComplaint" else "Bounce"
    return {"RecordType": record, "Type": kind, "ID": 42, "Email": address,
            "BouncedAt": "2026-01-02T03:04:05Z", "Details": f"550 no {address} here"}


def answering(monkeypatch: pytest.MonkeyPatch, status: int, body: dict[str, Any]) -> list[Any]:
    """Makes the service's interface answer so; what it is sent."""
    asked: list[Any] = []

    def request(self: requests.Session, *args: Any, **values: Any) -> requests.Response:
        asked.append(json.loads(values["data"]))
        response = requests.Response()
        response.status_code, response.reason = status, "reason"
        response._content = json.dumps(body).encode()
        return response

    monkeypatch.setattr(requests.Session, "request", request)
    return asked


def send(user: User, game: Game, now: datetime) -> OutgoingEmail:
    queue_email("turn", to=user.email or "", now=now, game=game, seat=game.seats.get(user=user),
                user=user, number=game.number)
    email = OutgoingEmail.objects.filter(to=user.email).latest("pk")
    delivery.deliver(email.pk, compose=compose, now=now)
    email.refresh_from_db()
    return email


@pytest.fixture
def turn_email(settings: Any, office: PostOffice, game: Game, alice: User) -> Any:
    hosted_backend = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    email = office.turn_email(game, alice)
    settings.EMAIL_BACKEND = hosted_backend
    return email


@pytest.mark.parametrize("forwarded", [False, True])
def test_a_reply_from_the_service_is_stored_as_it_came_and_played(
    turn_email: Any, game: Game, alice: User, now: datetime, forwarded: bool
) -> None:
    to = str(turn_email["Reply-To"])
    raw = written("take temple", to=to, sender=alice.email or "")
    hook = "0123456789abcdef@inbound.example.net" if forwarded else to
    assert tell("inbound", came_in(raw, to=hook, sender=alice.email or "")) == 200
    message = IncomingEmail.objects.get()
    assert (message.gateway, processing.unseal(bytes(message.raw)).raw) == ("hook", raw)
    assert message.recipients == ("" if forwarded else "turn-…@alexandros.localhost")
    assert message.envelope_sender == alice.email
    assert processing.process(message.pk, now=now) == "done", message.finding
    game.refresh_from_db()
    assert game.number > 0


def test_a_service_is_asked_to_send_again_later_when_there_is_too_much(
    turn_email: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(quotas.QUOTAS, "stranger", quotas.Quota(1, 1_000_000))
    to = str(turn_email["Reply-To"])
    event = came_in(written("draw", to=to, sender="eve@example.net"), to=to,
                    sender="eve@example.net")
    assert [tell("inbound", event) for _ in range(2)] == [200, 400]
    assert IncomingEmail.objects.count() == 1


@pytest.mark.django_db
def test_a_webhook_with_a_wrong_secret_is_refused_and_nothing_is_stored(alice: User) -> None:
    raw = written("draw", to="turn-x@example.org", sender="mallory@example.org")
    event = came_in(raw, to="turn-x@example.org")
    assert tell("inbound", event, secret="alexandros:guess") == 400
    assert tell("tracking", bounce("HardBounce", alice.email or ""), secret="a:b") == 400
    assert not IncomingEmail.objects.exists()
    assert not bounces.reason_not_to_send(alice.email or "")


def test_a_message_that_cannot_be_stored_is_not_acknowledged(
    turn_email: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **values: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(processing, "store", fail)
    to = str(turn_email["Reply-To"])
    assert tell("inbound", came_in(written("draw", to=to, sender="d@e.f"), to=to)) == 500


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "why"), [
    ("HardBounce", "the address bounced"), ("BadEmailAddress", "the address bounced"),
    ("SpamComplaint", "its reader wants no email"), ("SoftBounce", ""), ("Transient", ""),
    ("DMARCPolicy", ""), ("VirusNotification", ""),
])
def test_a_delivery_report_stops_an_address_only_for_a_permanent_error(
    kind: str, why: str
) -> None:
    assert tell("tracking", bounce(kind, "Bob@example.org")) == 200
    assert bounces.reason_not_to_send("bob@example.org") == why
    found = bounces.address_status("bob@example.org")
    assert found is None or "@" not in found.error


def test_a_turn_email_goes_out_through_the_service_with_its_picture_and_reply_address(
    monkeypatch: pytest.MonkeyPatch, game: Game, alice: User, now: datetime
) -> None:
    asked = answering(monkeypatch, 200, {
        "ErrorCode": 0, "Message": "OK", "MessageID": "1", "To": alice.email})
    email = send(alice, game, now)
    assert (email.status, email.error) == ("sent", "")
    assert asked[0]["ReplyTo"].startswith("turn-")
    assert asked[0]["TextBody"]
    pictures = [part["ContentID"] for part in asked[0]["Attachments"]]
    assert pictures
    assert all(name in asked[0]["HtmlBody"] for name in pictures)


@pytest.mark.parametrize(("status", "body", "ends", "stopped"), [
    (503, {}, "retry", False), (429, {}, "retry", False), (401, {"ErrorCode": 10}, "retry", False),
    (422, {"ErrorCode": 406, "Message": "You tried to send to a recipient that has been marked "
           "as inactive.\nFound inactive addresses: alice@example.org.\nInactive recipients are "
           "ones that have generated a hard bounce."}, "failed", True),
])
def test_a_temporary_refusal_of_the_service_is_retried_and_a_permanent_one_is_not(
    monkeypatch: pytest.MonkeyPatch, game: Game, alice: User, now: datetime,
    status: int, body: dict[str, Any], ends: str, stopped: bool,
) -> None:
    answering(monkeypatch, status, body)
    email = send(alice, game, now)
    assert email.status == ends, email.error
    assert bool(bounces.reason_not_to_send(alice.email or "")) is stopped
    assert "@" not in email.error


@pytest.mark.parametrize(("change", "sentence"), [
    ({"ANYMAIL_WEBHOOK_SECRET": ""}, "ANYMAIL_WEBHOOK_SECRET is not of the form user:password"),
    ({"ANYMAIL_WEBHOOK_SECRET": "word"}, "ANYMAIL_WEBHOOK_SECRET is not of the form"),
    ({"ALEXANDROS_ANYMAIL": "pigeon"}, "which django-anymail does not know"),
    ({"EMAIL_URL": "smtp://localhost"}, "only one can send emails"),
])
def test_wrong_settings_of_a_service_are_refused_with_a_sentence(
    change: dict[str, str], sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=sentence):
        environment.email_service(ENVIRON | change)


def test_a_service_without_its_package_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match="django-anymail is not installed"):
        environment.email_service(ENVIRON)
    assert environment.email_service({}) == {}


def test_the_variables_alone_open_the_webhooks_of_the_site(tmp_path: Path) -> None:
    look = (
        "import django; django.setup()\n"
        "from django.conf import settings; from django.urls import reverse\n"
        "from anymail import signals\n"
        "print(reverse('anymail:postmark_inbound_webhook'), settings.LOCAL_MAILBOX,\n"
        "      settings.ANYMAIL['POSTMARK_SERVER_TOKEN'], len(signals.inbound.receivers),\n"
        "      len(signals.tracking.receivers))\n"
    )
    environ = {**os.environ, **ENVIRON, "ALEXANDROS_DATA": str(tmp_path), "EMAIL_URL": "",
               "DJANGO_SETTINGS_MODULE": "alexandros_site.settings"}
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, env=environ, check=True,
                          capture_output=True, text=True)
    assert done.stdout.split() == ["/anymail/postmark/inbound/", "False", "token", "1", "1"]
