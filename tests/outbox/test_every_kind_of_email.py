"""What is true of every kind of email about a game (R15, R19)."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from django.db import connection

from games.models import EmailPreferences, EmailTiming, Game, OutgoingEmail, Seat, User
from games.post.emails import rendering
from games.post.emails.rendering import InOneLine, compose
from games.post.outbox import digest, reminders
from games.post.outbox.queue import queue_email
from games.table.lobby import expiry, open_tables
from games.table.play import turn_clocks
from games.table.seats import leaving, taking_over
from tests.conftest import NOW
from tests.outbox.test_notifications import html_of, play_a_turn, text_of
from tests.row_numbers import found_in, texts_of
from tests.sample_games import clocked_table, mover

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

KINDS = ("invitation", "started", "turn", "reminder", "left", "over", "digest", "expiring",
        "expired", "extended", "stood-in", "table", "replaced", "deserted",
         "succeeded", "cancelled", "uninvited", "listed", "freed")
PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
CONTROL_CHARACTERS = "[\0\x1b\u2028\u202e]"
HOSTILE = (
    "Issus\r\nBcc: eve@example.org", "Issus\nX-Evil: 1\n\n<script>alert(1)</script>",
    "Issus\0", "\r", "a" * 80, "ü" * 80, "🏛" * 80, "<b>Issus</b>", "{{ seed }}{% debug %}",
    "=?utf-8?q?Bcc:_eve?=", "\u202egnp.exe", "\x1b[2J", "Issus\u2028Bcc: eve@example.org",
    "\"><img src=x onerror=alert(1)>", "javascript:alert(1)", "%0d%0aBcc:eve@example.org",
)


def emails_of_every_kind(users: list[User], *, now) -> dict[str, OutgoingEmail]:
    """An email of each kind, ready to be sent; they come from playing two games."""
    alice, bob, carol = users
    game = _table([alice, bob, carol], now=now)
    emails = {kind: OutgoingEmail.objects.filter(kind=kind).first() for kind in ("started", "turn")}
    reminders.queue_reminders(now + reminders.REMIND_AFTER)
    emails["reminder"] = OutgoingEmail.objects.get(kind="reminder")
    leaving.leave(game, user=carol, now=now)
    emails["left"] = OutgoingEmail.objects.filter(kind="left").last()
    over = _table([alice, bob], now=now)
    while over.status == Game.Status.RUNNING:
        play_a_turn(over, mover(over), now)
    emails["over"] = OutgoingEmail.objects.filter(kind="over").last()
    EmailPreferences.objects.create(user=carol, when=EmailTiming.QUIET)
    for _ in range(2):
        _table([carol, alice], now=now)
    digest.release_due(now + timedelta(hours=1))
    emails["digest"] = OutgoingEmail.objects.get(kind="digest")
    open_tables.create_table(by=alice, name="Issus", players=2, invite_emails=["eve@example.org"],
                        now=now)
    emails["invitation"] = OutgoingEmail.objects.get(to="eve@example.org")
    emails |= _expiry_emails(alice, now=now)
    emails |= _emails_before_the_start(users, now=now)
    return emails | _clock_emails(users, now=now)


def _clock_emails(users: list[User], *, now) -> dict[str, OutgoingEmail]:
    """The emails about a player's time, of a game that the player has left in the end."""
    game = clocked_table(users, now=now)
    seat = game.seats.get(index=0)
    turn_clocks.ask(game, seat=0, actor="clock", now=now)
    emails = {kind: _about(game, seat, kind, user=users[0], now=now)
              for kind in ("extended", "stood-in", "table")}
    over = clocked_table(users, now=now)
    left = over.seats.get(index=0)
    leaving.leave(over, user=users[0], now=now)
    emails |= {kind: _about(over, left, kind, user=users[0], now=now)
               for kind in ("replaced", "deserted")}
    return emails | {"succeeded": _about_successor(users, now=now)}


def _about_successor(users: list[User], *, now) -> OutgoingEmail:
    """The email to somebody whose seat another person has taken over."""
    game = clocked_table(users, now=now)
    leaving.leave(game, user=users[0], now=now)
    taking_over.show_in_lobby(game, by=users[1], seat=0, now=now)
    taking_over.take_over(game, user=User.objects.create_guest(name="Dave"), seat=0, now=now)
    return OutgoingEmail.objects.get(kind="succeeded")


def _about(game: Game, seat: Seat, kind: str, *, user: User, now) -> OutgoingEmail:
    email = queue_email(kind, to=user.email, now=now, game=game, seat=seat, user=user,
                        number=game.number, deadline=now + timedelta(days=2))
    assert email is not None
    return email


def _expiry_emails(user: User, *, now) -> dict[str, OutgoingEmail]:
    """The two emails about tables that nobody joined; one of these has been closed."""
    for created in (now - expiry.CLOSE_AFTER, now - expiry.WARN_AFTER):
        open_tables.create_table(by=user, name="Issus", players=2, now=created)
        expiry.warn(created + expiry.WARN_AFTER)
    expiry.expire(now)
    return {"expiring": OutgoingEmail.objects.filter(kind="expiring").last(),
            "expired": OutgoingEmail.objects.get(kind="expired")}


def _emails_before_the_start(users: list[User], *, now) -> dict[str, OutgoingEmail]:
    """The emails about an open table that its creator lists and cancels, and that Carol leaves."""
    alice, bob, carol = users
    kinds = "cancelled", "uninvited", "listed", "freed"
    for kind in kinds:
        table = open_tables.create_table(by=alice, name="Issus", players=4, now=now,
                                         invite_emails=[f"{kind}@example.org"])
        for user in (bob, carol):
            open_tables.join(table, user=user, token=table.invite_token, now=now)
        OutgoingEmail.objects.filter(kind="invitation").update(status="sent")
        {"cancelled": lambda table=table: open_tables.cancel(table, by=alice, now=now),
         "uninvited": lambda table=table: open_tables.withdraw(table, by=alice, seat=1, now=now),
         "listed": lambda table=table: open_tables.show_in_lobby(table, by=alice, now=now),
         "freed": lambda table=table: leaving.leave(table, user=carol, now=now)}[kind]()
    return {kind: OutgoingEmail.objects.filter(kind=kind).first() for kind in kinds}


def _table(users: list[User], *, now) -> Game:
    first, *others = users
    game = open_tables.create_table(by=first, name="Issus", board="delta", players=len(users),
                               options={"first": 0}, invite_emails=[u.email for u in others],
                               now=now)
    for user in others:
        open_tables.accept(game, user=user, now=now)
    game.refresh_from_db()
    return game


def received(email: OutgoingEmail) -> EmailMessage:
    email.refresh_from_db()
    return message_from_bytes(compose(OutgoingEmail.objects.get(pk=email.pk)).message().as_bytes(),
                              policy=policy.default)


def _made() -> dict[str, OutgoingEmail]:
    users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
             for name in ("Alice", "Bob", "Carol")]
    return emails_of_every_kind(users, now=NOW)


@pytest.fixture(scope="module")
def made(made_once) -> dict[str, OutgoingEmail]:
    return made_once(_made)


@pytest.fixture
def emails(made, db) -> dict[str, OutgoingEmail]:
    return {kind: OutgoingEmail.objects.get(pk=email.pk) for kind, email in made.items()}


@pytest.mark.promise("R15")
def test_every_email_has_text_html_and_a_png_of_at_most_110_kb_and_no_svg(emails):
    assert set(emails) == set(KINDS)
    for kind, email in emails.items():
        message = received(email)
        types = [part.get_content_type() for part in message.walk()]
        assert "text/plain" in types, kind
        assert "text/html" in types, kind
        assert "image/png" in types, kind
        assert "image/svg+xml" not in types, kind
        pictures = [part for part in message.walk() if part.get_content_maintype() == "image"]
        assert sum(len(part.get_content()) for part in pictures) <= 110_000, kind
        html = html_of(message)
        assert set(re.findall(r'src="cid:([^"]+)"', html)) == {
            part["Content-ID"].strip("<>") for part in pictures}, kind
        assert "<svg" not in html, kind


def test_an_email_contains_the_png_of_its_drawing_in_short_lines(emails, monkeypatch):
    monkeypatch.setattr(rendering, "png", lambda drawing, *, width, part: PNG * 50)
    message = received(emails["turn"])
    (picture,) = (part for part in message.walk() if part.get_content_type() == "image/png")
    assert picture.get_content() == PNG * 50
    assert max(map(len, picture.get_payload().splitlines())) <= 76
    assert picture["Content-Disposition"] == 'inline; filename="board.png"'
    assert message.get_content_type() == "multipart/related"
    assert message["Content-Type"].params["type"] == "multipart/alternative"


@pytest.mark.promise("R15")
def test_no_server_on_the_way_has_to_change_letters_beyond_ascii(emails):
    Game.objects.update(name="Ἰσσός")
    message = received(emails["turn"])
    assert message.as_bytes().isascii()
    assert "Ἰσσός" in text_of(message)
    assert "Ἰσσός" in html_of(message)


@pytest.mark.promise("R15")
def test_a_long_address_in_a_header_stays_whole_in_the_newer_email_api() -> None:
    message, address = EmailMessage(policy=policy.SMTP), f"<https://example.org/{'a' * 90}/>"
    message["List-Unsubscribe"] = InOneLine("List-Unsubscribe", address)
    assert message.as_bytes() == f"List-Unsubscribe: {address}\r\n\r\n".encode()


@pytest.mark.promise("R2", "R15")
def test_a_picture_has_an_id_with_a_domain_that_no_other_email_has(
    emails: dict[str, OutgoingEmail]
) -> None:
    ids = [part["Content-ID"] for kind in ("turn", "over", "digest")
           for part in received(emails[kind]).walk() if part["Content-ID"]]
    assert len(ids) == len(set(ids)) > 3
    assert all(re.fullmatch(r"<[a-z0-9]+\.[0-9a-f]{16}@alexandros\.localhost>", each)
               for each in ids), ids
    for email in emails.values():
        assert received(email).as_bytes() == received(email).as_bytes()


@pytest.mark.promise("R15", "R16")
def test_every_email_has_headers_for_unsubscribing_and_against_automatic_replies(emails):
    for kind, email in emails.items():
        message = received(email)
        assert message["Message-ID"] == email.message_id, kind
        assert message["Auto-Submitted"] in ("auto-generated", "auto-replied"), kind
        assert message["X-Auto-Response-Suppress"] == "All", kind
        assert re.fullmatch(r"<\S+\.games\.alexandros\.localhost>", message["List-Id"]), kind
        assert re.fullmatch(r"<http\S+/unsubscribe/\S+>", message["List-Unsubscribe"].strip()), kind
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click", kind
        assert message["In-Reply-To"], kind
        assert message["References"], kind
        assert received(email)["Date"] == message["Date"], kind


@pytest.mark.promise("R15")
def test_all_emails_of_a_game_have_one_subject_and_one_thread(emails):
    same = [received(emails[kind]) for kind in ("started", "turn", "reminder", "left")]
    assert len({message["Subject"] for message in same}) == 1
    assert len({message["References"] for message in same}) == 1


def test_no_line_but_a_url_is_wider_than_72_columns(emails):
    for kind, email in emails.items():
        for line in text_of(received(email)).splitlines():
            assert len(line) <= 72 or re.fullmatch(r"\s*https?://\S+", line), (kind, line)


def test_no_url_in_a_text_is_followed_by_a_punctuation_mark(emails):
    """Programs that read email would make it part of the link."""
    for kind, email in emails.items():
        assert re.findall(r"https?://\S*[^\w\s/=-](?=\s)", text_of(received(email))) == [], kind


def test_every_email_has_an_unsubscribe_link(emails):
    for kind, email in emails.items():
        message = received(email)
        link = message["List-Unsubscribe"].strip().strip("<>")
        assert link in text_of(message), kind
        assert link in html_of(message), kind


@pytest.mark.promise("R19")
def test_no_name_adds_a_header_or_active_content(emails, monkeypatch):
    wanted = {kind: set(received(email).keys()) for kind, email in emails.items()}
    real = rendering.png
    for hostile in HOSTILE:
        rename_everything(hostile)
        monkeypatch.setattr(rendering, "png", real)
        received(emails["turn"])  # render its picture once; the other emails have the same one
        monkeypatch.setattr(rendering, "png", lambda drawing, *, width, part: PNG)
        for kind, email in emails.items():
            message = received(email)
            assert set(message.keys()) == wanted[kind], (kind, hostile)
            assert len(message["Subject"]) <= 220
            html = html_of(message)
            assert not re.search(r"<(?:script|b>|img src=x)", html), (kind, hostile)
            assert not re.search(CONTROL_CHARACTERS, text_of(message) + html), (kind, hostile)


def rename_everything(hostile: str) -> None:
    """Gives every game, seat and user this name."""
    if connection.vendor == "postgresql":  # it does not accept NUL
        hostile = hostile.replace("\0", "")
    Game.objects.update(name=hostile, note=hostile)
    Seat.objects.exclude(name="").update(name=hostile)
    User.objects.update(name=hostile[:40])


@pytest.mark.promise("R10", "R24")
def test_no_email_about_a_running_game_contains_its_seed(emails):
    for kind in ("started", "turn", "reminder", "left"):
        email = emails[kind]
        assert bytes(email.game.seed).hex() not in received(email).as_string(), kind


def test_no_email_tells_the_number_of_a_row(emails):
    for kind, email in emails.items():
        found = [each for text in texts_of(received(email)) for each in found_in(text)]
        assert found == [], kind
