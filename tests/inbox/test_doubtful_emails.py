"""Emails that may be a program's: legal orders are a person's, and nothing else is answered."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.base import retention
from games.models import Game, IncomingEmail, LoggedMove, User
from games.post.emails.rendering import texts
from games.post.inbox import processing
from tests.inbox.email_replies import PostOffice, words, written

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TURN = "take temple\nmarch B5.NW via E\ndraw\ndraw"
SIGNS = [{"X-Auto-Response-Suppress": "All"}, {"List-Unsubscribe": "<https://example.org/u>"},
         {"List-Id": "<archers.example.org>"}, {"Precedence": "bulk"},
         {"Sender": "no-reply@example.org"}]
NOTES: list[list[str]] = tomllib.loads(
    (Path(__file__).parent / "absence_notes.toml").read_text("utf-8"))["notes"]


@pytest.fixture(autouse=True)
def _today(now: datetime) -> Iterator[None]:
    """The pages show the time of the post office."""
    with time_machine.travel(now, tick=False):
        yield


def received(office: PostOffice, game: Game, user: User, text: str, **parts: Any) -> IncomingEmail:
    to = str(office.turn_email(game, user)["Reply-To"])
    raw = written(text, to=to, sender=user.email or "", **parts)
    return office.take_in(raw, to=to, sender=user.email)


def page(client: Client, user: User) -> str:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return " ".join(client.get(reverse("email-settings")).content.decode().split())


def press(client: Client, user: User, office: PostOffice) -> None:
    """Press the button "These are my orders", and let a worker read the email."""
    named = page(client, user).partition('name="email" value="')[2].partition('"')[0]
    client.post(reverse("claim-email"), {"email": named})
    for message in IncomingEmail.objects.filter(status="received"):
        processing.process(message.pk, now=office.now, render=texts)


@pytest.mark.promise("R28")
@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: next(iter(sign)))
def test_one_weak_sign_does_not_keep_legal_orders_from_being_played(
    game: Game, office: PostOffice, alice: User, sign: dict[str, str]
) -> None:
    message = received(office, game, alice, TURN, headers=sign)
    assert (message.status, message.outcome) == ("done", "orders")


@pytest.mark.promise("R16")
@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: next(iter(sign)))
@pytest.mark.parametrize("text", ["I am away until Monday.", "levy horse", "help", "plan: draw"])
def test_anything_else_with_a_weak_sign_is_not_answered(
    game: Game, office: PostOffice, alice: User, sign: dict[str, str], text: str
) -> None:
    message = received(office, game, alice, text, headers=sign)
    assert (message.status, message.answer) == ("ignored", None)


@pytest.mark.promise("R16")
def test_legal_orders_with_a_weak_sign_from_another_address_are_not_answered(
    game: Game, office: PostOffice, alice: User
) -> None:
    to = str(office.turn_email(game, alice)["Reply-To"])
    raw = written(TURN, to=to, sender="eve@example.net", headers=SIGNS[0])
    message = office.take_in(raw, to=to, sender="eve@example.net")
    assert (message.status, message.answer) == ("ignored", None)


@pytest.mark.promise("R16")
@pytest.mark.parametrize("note", NOTES, ids=lambda note: note[0].partition(":")[0])
def test_an_absence_note_without_headers_is_not_answered_in_any_language(
    game: Game, office: PostOffice, alice: User, note: list[str]
) -> None:
    subject, text = note
    message = received(office, game, alice, text, subject=subject.format(
        subject="Friends (Alexandros)"))
    assert (message.status, message.outcome, message.answer) == ("ignored", "other-subject", None)


@pytest.mark.promise("R16")
def test_an_absence_note_is_not_answered_after_the_turn_either(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    office.reply(email, TURN, sender=alice.email or "")
    to = str(email["Reply-To"])
    raw = written(NOTES[0][1], to=to, sender=alice.email or "", subject="Automatic reply: Friends")
    assert office.take_in(raw, to=to, sender=alice.email).answer is None


@pytest.mark.parametrize("subject", [
    "Friends (Alexandros)", "AW: Friends (Alexandros)", "Antw\uff1aFriends", "回复：Friends",
    "[EXTERN] Re: [list] FW:  Friends (Alexandros)",
])
def test_a_mistake_under_our_subject_is_answered(
    game: Game, office: PostOffice, alice: User, subject: str
) -> None:
    message = received(office, game, alice, "Fly me to the moon", subject=subject)
    assert (message.status, message.outcome) == ("refused", "nothing")
    assert message.answer is not None


@pytest.mark.parametrize("text", ["levy horse", "taek horse", "help", "draw; draw; draw"])
def test_orders_and_commands_are_answered_under_any_subject(
    game: Game, office: PostOffice, alice: User, text: str
) -> None:
    assert received(office, game, alice, text, subject="My turn at last").answer is not None


@pytest.mark.promise("R29")
def test_the_owner_sees_what_came_of_each_email(
    game: Game, office: PostOffice, alice: User, bob: User, client: Client
) -> None:
    received(office, game, alice, "nonsense")
    received(office, game, alice, "Gone fishing.", subject="Out of office")
    received(office, game, alice, TURN, headers={"Auto-Submitted": "auto-generated"})
    shown = page(client, alice)
    assert "Your latest emails to us" in shown
    assert shown.count("These are my orders") == 2
    assert "nothing was played" in shown
    assert "taken for an automatic email" in shown
    received(office, game, alice, TURN)
    assert "orders played" in page(client, alice)
    assert "Your latest emails to us" not in page(client, bob)


@pytest.mark.promise("R29")
def test_the_button_plays_the_orders_of_an_email_that_was_taken_for_a_programs(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    message = received(office, game, alice, TURN, headers={"Auto-Submitted": "auto-generated"})
    assert (message.status, message.outcome) == ("ignored", "auto-reply")
    press(client, alice, office)
    message.refresh_from_db()
    assert (message.status, message.outcome) == ("done", "orders")
    assert not IncomingEmail.objects.defer(None).get(pk=message.pk).raw
    receipt = next(each for each in office.deliver() if each["X-Game-Post"] == "receipt")
    assert "Your orders in Friends have been played" in words(receipt)


@pytest.mark.promise("R29")
def test_orders_that_come_too_late_are_refused_by_the_button_too(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    message = received(office, game, alice, TURN, headers={"Auto-Submitted": "auto-generated"})
    received(office, game, alice, TURN)
    press(client, alice, office)
    message.refresh_from_db()
    assert (message.status, message.outcome) == ("refused", "turn-over")
    assert message.answer is not None


@pytest.mark.promise("R29")
def test_nobody_else_can_press_the_button(
    game: Game, office: PostOffice, alice: User, bob: User, client: Client
) -> None:
    message = received(office, game, alice, TURN, headers={"Auto-Submitted": "auto-generated"})
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(reverse("claim-email"), {"email": processing.reference(message)})
    assert answer.status_code == 404
    assert not LoggedMove.objects.filter(game=game, number__gt=1).exists()


@pytest.mark.promise("R13", "R29")
def test_a_kept_email_is_forgotten_after_a_week(
    game: Game, office: PostOffice, alice: User, client: Client
) -> None:
    message = received(office, game, alice, "Gone fishing.", subject="Out of office")
    kept = IncomingEmail.objects.defer(None)
    assert kept.get(pk=message.pk).raw
    processing.forget_old(office.now + retention.SET_ASIDE + retention.CODES)
    assert not kept.get(pk=message.pk).raw
