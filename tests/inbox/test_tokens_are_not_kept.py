"""What is stored of an incoming email contains no token that still works (R13)."""

from __future__ import annotations

import base64
import re
from datetime import datetime
from email import policy
from email.message import EmailMessage

import pytest

from games.models import Game, IncomingEmail, OutgoingEmail, User
from games.post.inbox import processing, turn_links
from games.post.inbox.parsing.message_reader import Envelope
from tests.inbox.email_replies import PostOffice, text_of, written

pytestmark = pytest.mark.django_db

TOKEN = re.compile(r"[a-z2-7]{32}")


@pytest.fixture
def email(game: Game, office: PostOffice, alice: User) -> EmailMessage:
    return office.turn_email(game, alice)


def tokens_in(email: EmailMessage) -> set[str]:
    """The token of the reply address and that of the links to play the turn."""
    text = f"{email['Reply-To']} {text_of(email)}"
    return set(re.findall(r"turn[-/]([a-z2-7]{32})", text))


def kept() -> bytes:
    """Everything in the database about incoming emails and the answers to them."""
    rows = [*IncomingEmail.objects.defer(None).values_list(),
            *OutgoingEmail.objects.values_list()]
    return b"\n".join(value if isinstance(value, bytes) else repr(value).encode()
                      for row in rows for value in map(_plain, row))


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, memoryview) else value


def forms(token: str) -> list[bytes]:
    """The token as it could stand in an email: as it is, or in Base64 after 0, 1 or 2 bytes."""
    encoded = [base64.b64encode(b"\0" * shift + token.encode())[4:-4] for shift in range(3)]
    return [token.encode(), token.upper().encode(), *encoded]


def replies(email: EmailMessage, sender: str) -> list[bytes]:
    """Replies that quote the whole email, in each transfer encoding and with all tokens."""
    to, found = str(email["Reply-To"]), []
    quoted = "\n".join(f"> {line}" for line in text_of(email).split("\n"))
    for encoding in ("7bit", "quoted-printable", "base64"):
        message = EmailMessage(policy=policy.SMTP)
        message["Received"] = f"by mx.example.org for <{to}>; Sun, 22 Nov 2026 00:00:00 +0000"
        message["Delivered-To"] = to
        message["From"], message["To"], message["Subject"] = sender, to, f"Re: {to}"
        message["Message-ID"] = f"<{encoding}@example.org>"
        message.set_content(f"take temple\n\nBob wrote:\n{quoted}\n", cte=encoding, charset="utf-8")
        found.append(message.as_bytes())
    return found


@pytest.mark.promise("R13")
def test_neither_a_waiting_nor_a_handled_email_keeps_a_token(
    email: EmailMessage, office: PostOffice, alice: User
) -> None:
    tokens, to = tokens_in(email), str(email["Reply-To"])
    assert len(tokens) == 2
    for raw in replies(email, alice.email or ""):
        message = office.store(raw, to=to, sender=alice.email)
        assert not [token for token in tokens for form in forms(token) if form in kept()]
        processing.process(message.pk, now=office.now)
        assert not [token for token in tokens for form in forms(token) if form in kept()]
    assert IncomingEmail.objects.get(message_id="<7bit@example.org>").outcome == "orders"


@pytest.mark.promise("R13")
@pytest.mark.parametrize("text", [
    "draw {link}", "draw\nwhy {link}?", "draw {address}", "draw {token}",
])
def test_an_answer_that_repeats_what_somebody_wrote_repeats_no_token(
    email: EmailMessage, game: Game, office: PostOffice, alice: User, text: str
) -> None:
    link = turn_links.action_url(game, game.seats.get(user=alice), "", now=office.now)
    token = link.rstrip("/").rpartition("/")[2]
    address = str(email["Reply-To"])
    said = text.format(link=link, token=token, address=address)
    message = office.reply(email, said, sender=alice.email or "")
    assert message.status == "refused"
    assert message.orders, "what was wrong is kept, to be named in the answer"
    assert not [each for each in tokens_in(email) | {token} if each.encode() in kept()]


def test_a_handled_email_keeps_only_what_came_of_it(
    email: EmailMessage, office: PostOffice, alice: User
) -> None:
    message = office.reply(email, "take temple", sender=alice.email or "")
    message = IncomingEmail.objects.defer(None).get(pk=message.pk)
    assert (message.status, bytes(message.raw), message.orders) == (
        "done", b"", [[1, "take temple"]])
    assert message.recipients == "turn-…@alexandros.localhost"


@pytest.mark.promise("R1")
def test_an_email_that_could_not_be_handled_stays_readable_for_operators(
    email: EmailMessage, office: PostOffice, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = written("take temple", to=str(email["Reply-To"]), sender=alice.email or "")
    message = office.store(raw, to=str(email["Reply-To"]))
    monkeypatch.setattr("games.post.inbox.turn_replies.read_request", None)
    for _ in range(processing.MAX_ATTEMPTS + 1):
        IncomingEmail.objects.update(lease_until=None)
        processing.process(message.pk, now=office.now)
    message = IncomingEmail.objects.defer(None).get(pk=message.pk)
    assert message.outcome == "fault"
    assert processing.unseal(bytes(message.raw)).raw == raw


def test_what_is_sealed_can_be_opened_with_this_sites_key_only(settings: object) -> None:
    sealed = processing.seal(b"take temple", recipients=("turn-x@example.org",))
    opened = processing.unseal(sealed)
    assert (opened.raw, opened.recipients) == (b"take temple", ("turn-x@example.org",))
    old = settings.SECRET_KEY  # type: ignore[attr-defined]
    settings.SECRET_KEY = "another secret, long enough for anybody who guesses"  # type: ignore[attr-defined]
    with pytest.raises(processing.WrongKey):
        processing.unseal(sealed)
    settings.SECRET_KEY_FALLBACKS = [old]  # type: ignore[attr-defined]
    assert processing.unseal(sealed).raw == b"take temple"


@pytest.mark.promise("R1")
def test_a_worker_with_a_wrong_key_loses_no_email(
    email: EmailMessage, office: PostOffice, alice: User, settings: object, now: datetime
) -> None:
    to, secret = str(email["Reply-To"]), settings.SECRET_KEY  # type: ignore[attr-defined]
    raw = written("take temple", to=to, sender=alice.email or "")
    message = processing.store(raw, gateway="smtp", now=now, envelope=Envelope(None, (to,)))
    settings.SECRET_KEY = "another secret, long enough for anybody who guesses"  # type: ignore[attr-defined]
    assert processing.process(message.pk, now=now) == "received"
    settings.SECRET_KEY = secret  # type: ignore[attr-defined]
    IncomingEmail.objects.update(lease_until=None)
    assert processing.process(message.pk, now=now) == "done"
