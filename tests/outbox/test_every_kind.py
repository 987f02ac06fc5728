"""What holds for every mail of a game, whatever its kind (R15, R19)."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.db import connection

from games.emails import rendering as composing
from games.emails.rendering import compose
from games.lobby import expiry, leaving, tables
from games.models import EmailPreferences, EmailTiming, Game, OutgoingEmail, Seat, User
from games.outbox import digest
from tests.outbox.test_notifications import html_of, play_a_turn, text_of

pytestmark = pytest.mark.django_db

NEWS = ("invitation", "started", "turn", "reminder", "left", "over", "digest", "expiring",
        "expired")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
OBEYED = "[\0\x1b\u2028\u202e]"
HOSTILE = (
    "Issus\r\nBcc: eve@example.org", "Issus\nX-Evil: 1\n\n<script>alert(1)</script>",
    "Issus\0", "\r", "a" * 80, "ü" * 80, "🏛" * 80, "<b>Issus</b>", "{{ seed }}{% debug %}",
    "=?utf-8?q?Bcc:_eve?=", "\u202egnp.exe", "\x1b[2J", "Issus\u2028Bcc: eve@example.org",
    "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "%0d%0aBcc:eve@example.org",
)


def told(users: list[User], *, now) -> dict[str, OutgoingEmail]:
    """A mail of each kind, its reader ready to read it; made by playing two games."""
    alice, bob, carol = users
    game = _table([alice, bob, carol], now=now)
    mails = {kind: OutgoingEmail.objects.filter(kind=kind).first() for kind in ("started", "turn")}
    digest.queue_reminders(now + digest.REMIND_AFTER)
    mails["reminder"] = OutgoingEmail.objects.get(kind="reminder")
    leaving.leave(game, user=carol, now=now)
    mails["left"] = OutgoingEmail.objects.filter(kind="left").last()
    over = _table([alice, bob], now=now)
    while over.status == Game.Status.RUNNING:
        play_a_turn(over, over.to_move, now)
    mails["over"] = OutgoingEmail.objects.filter(kind="over").last()
    EmailPreferences.objects.create(user=carol, when=EmailTiming.QUIET)
    for _ in range(2):
        _table([carol, alice], now=now)
    digest.release_due(now + timedelta(hours=1))
    mails["digest"] = OutgoingEmail.objects.get(kind="digest")
    tables.create_table(by=alice, name="Issus", players=2, invite_emails=["eve@example.org"],
                        now=now)
    mails["invitation"] = OutgoingEmail.objects.get(to="eve@example.org")
    mails |= _waited_in_vain(alice, now=now)
    return mails


def _waited_in_vain(user: User, *, now) -> dict[str, OutgoingEmail]:
    """The two emails about tables that nobody joined, of which one is closed by now."""
    for made in (now - expiry.CLOSE_AFTER, now - expiry.WARN_AFTER):
        tables.create_table(by=user, name="Issus", players=2, now=made)
        expiry.warn(made + expiry.WARN_AFTER)
    expiry.expire(now)
    return {"expiring": OutgoingEmail.objects.filter(kind="expiring").last(),
            "expired": OutgoingEmail.objects.get(kind="expired")}


def _table(users: list[User], *, now) -> Game:
    first, *others = users
    game = tables.create_table(by=first, name="Issus", board="delta", players=len(users),
                               options={"first": 0}, invite_emails=[u.email for u in others],
                               now=now)
    for user in others:
        tables.accept(game, user=user, now=now)
    game.refresh_from_db()
    return game


def arrived(mail: OutgoingEmail) -> EmailMessage:
    mail.refresh_from_db()
    return message_from_bytes(compose(OutgoingEmail.objects.get(pk=mail.pk)).message().as_bytes(),
                              policy=policy.default)


@pytest.fixture
def mails(alice, bob, carol, now) -> dict[str, OutgoingEmail]:
    return told([alice, bob, carol], now=now)


@pytest.mark.promise("R15")
def test_every_mail_has_text_html_and_a_png_of_at_most_250_kb_and_no_svg(mails):
    assert set(mails) == set(NEWS)
    for kind, mail in mails.items():
        message = arrived(mail)
        types = [part.get_content_type() for part in message.walk()]
        assert "text/plain" in types, kind
        assert "text/html" in types, kind
        assert "image/png" in types, kind
        assert "image/svg+xml" not in types, kind
        pictures = [part for part in message.walk() if part.get_content_maintype() == "image"]
        assert sum(len(part.get_content()) for part in pictures) <= 250_000, kind
        html = html_of(message)
        assert set(re.findall(r'src="cid:([^"]+)"', html)) == {
            part["Content-ID"].strip("<>") for part in pictures}, kind
        assert "<svg" not in html, kind


@pytest.mark.promise("R15", "R16")
def test_every_mail_has_the_headers_of_a_polite_machine(mails):
    for kind, mail in mails.items():
        message = arrived(mail)
        assert message["Message-ID"] == mail.message_id, kind
        assert message["Auto-Submitted"] == "auto-generated", kind
        assert re.fullmatch(r"<\S+\.games\.alexandros\.localhost>", message["List-Id"]), kind
        assert re.fullmatch(r"<http\S+/unsubscribe/\S+>", message["List-Unsubscribe"].strip()), kind
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click", kind
        assert message["In-Reply-To"], kind
        assert message["References"], kind
        assert arrived(mail)["Date"] == message["Date"], kind


@pytest.mark.promise("R15")
def test_all_mails_of_a_game_have_one_subject_and_one_thread(mails):
    same = [arrived(mails[kind]) for kind in ("started", "turn", "reminder", "left")]
    assert len({message["Subject"] for message in same}) == 1
    assert len({message["References"] for message in same}) == 1


def test_no_line_of_a_text_is_wider_than_72_columns_but_addresses(mails):
    for kind, mail in mails.items():
        for line in text_of(arrived(mail)).splitlines():
            assert len(line) <= 72 or re.fullmatch(r"\s*https?://\S+", line), (kind, line)


def test_every_mail_says_how_to_get_fewer_and_none(mails):
    for kind, mail in mails.items():
        message = arrived(mail)
        link = message["List-Unsubscribe"].strip().strip("<>")
        assert link in text_of(message), kind
        assert link in html_of(message), kind


@pytest.mark.promise("R19")
def test_no_name_adds_a_header_or_active_content(mails, monkeypatch):
    wanted = {kind: set(arrived(mail).keys()) for kind, mail in mails.items()}
    real = composing.png
    for hostile in HOSTILE:
        name(hostile)
        monkeypatch.setattr(composing, "png", real)
        arrived(mails["turn"])  # with its picture; the others have the same one
        monkeypatch.setattr(composing, "png", lambda svg, *, width: PNG)
        for kind, mail in mails.items():
            message = arrived(mail)
            assert set(message.keys()) == wanted[kind], (kind, hostile)
            assert len(message["Subject"]) <= 220
            html = html_of(message)
            assert not re.search(r"<(?:script|b>|img src=x)", html), (kind, hostile)
            assert not re.search(OBEYED, text_of(message) + html), (kind, hostile)


def name(hostile: str) -> None:
    """Calls every game, seat and person so."""
    if connection.vendor == "postgresql":  # it takes no NUL
        hostile = hostile.replace("\0", "")
    Game.objects.update(name=hostile, note=hostile)
    Seat.objects.exclude(name="").update(name=hostile)
    User.objects.update(name=hostile[:40])


@pytest.mark.promise("R10", "R24")
def test_no_mail_of_a_running_game_holds_its_seed_or_anothers_hand(mails):
    for kind in ("started", "turn", "reminder", "left"):
        mail = mails[kind]
        assert bytes(mail.game.seed).hex() not in arrived(mail).as_string(), kind
