"""Unsubscribing with one click and without signing in, from as much as the reader likes."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import AddressStatus, EmailPreferences, GameEmailPreference, OutgoingEmail, Seat
from games.post.emails.rendering import compose
from games.post.outbox import delivery, preferences
from games.post.outbox.queue import queue_email
from games.table.lobby import open_tables

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R12", "R15")]


@pytest.fixture
def game(alice, bob, now):
    game = open_tables.create_table(by=alice, name="Issus", board="delta", players=2,
                               options={"first": 0}, invite_emails=[bob.email], now=now)
    open_tables.accept(game, user=bob, now=now)
    game.refresh_from_db()
    return game


@pytest.fixture
def client() -> Client:
    """An email program: it has no cookies, and the site checks for forged posts."""
    return Client(enforce_csrf_checks=True)


def link(email: OutgoingEmail) -> str:
    """The path of the link in the email's header."""
    header = compose(email).extra_headers["List-Unsubscribe"]
    return re.fullmatch(r"<http://127\.0\.0\.1:8000(/unsubscribe/\S+)>", header)[1]


@pytest.fixture
def turn_link(game, alice) -> str:
    return link(OutgoingEmail.objects.get(kind="turn", to=alice.email))


def test_opening_the_link_changes_nothing(client, turn_link):
    for _ in range(2):
        assert client.get(turn_link).status_code == 200
        assert client.head(turn_link).status_code == 200
    assert not GameEmailPreference.objects.exists()
    assert not EmailPreferences.objects.exists()
    assert not AddressStatus.objects.exists()


def test_an_email_program_unsubscribes_from_a_game_with_one_post(client, game, alice, bob, now,
                                                                 turn_link):
    answer = client.post(turn_link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not answer.cookies
    assert not preferences.wants("turn", user=alice, game=game)
    assert preferences.wants("turn", user=alice, game=None)
    assert preferences.wants("turn", user=bob, game=game)
    assert queue_email("turn", to=alice.email, user=alice, game=game, now=now) is None


def test_an_email_queued_before_unsubscribing_is_not_sent(client, game, alice, now, turn_link):
    email = OutgoingEmail.objects.get(kind="turn", to=alice.email)
    client.post(turn_link)
    assert delivery.deliver(email.pk, compose=compose, now=now) == "failed"


def test_the_reader_can_unsubscribe_from_all_games(client, game, alice, turn_link):
    preferences.set_for_game(alice, game, "now")
    assert "We will not email you about your games again." in client.post(
        turn_link, {"scope": "turns"}).content.decode()
    assert not preferences.wants("turn", user=alice, game=game)
    assert not preferences.wants("over", user=alice, game=None)


def test_the_reader_can_unsubscribe_from_everything(client, alice, now, turn_link):
    client.post(turn_link, {"scope": "all"})
    assert queue_email("invitation", to=alice.email, user=alice, now=now) is None


def test_somebody_without_an_account_can_stop_invitations(client, alice, now):
    open_tables.create_table(by=alice, name="Issus", players=2, invite_emails=["eve@example.org"],
                        now=now)
    path = link(OutgoingEmail.objects.get(kind="invitation"))
    page = client.get(path).content.decode()
    assert "Stop all emails" in page
    assert "Stop emails about" not in page
    client.post(path, {"List-Unsubscribe": "One-Click"})
    assert queue_email("invitation", to="Eve@example.org", now=now) is None


def test_an_unknown_scope_means_the_links_own_scope(client, game, alice, turn_link):
    client.post(turn_link, {"scope": "the world"})
    assert GameEmailPreference.objects.get().user == alice
    assert not EmailPreferences.objects.exists()


@pytest.mark.parametrize("change", [
    lambda path: path[:-3] + "xx/", lambda path: "/unsubscribe/nonsense/",
    lambda path: "/unsubscribe/" + "a" * 3000 + "/",
])
def test_a_link_that_was_not_made_here_does_nothing(client, turn_link, change):
    assert client.get(change(turn_link)).status_code == 404
    assert client.post(change(turn_link)).status_code == 404
    assert not GameEmailPreference.objects.exists()


def test_the_link_signs_nobody_in_and_is_not_sent_as_a_referrer(client, turn_link):
    answer = client.get(turn_link)
    assert "sessionid" not in answer.cookies
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert client.get("/mail/").status_code == 302


def test_an_email_rendered_again_has_the_same_link(game, alice, turn_link):
    assert link(OutgoingEmail.objects.get(kind="turn", to=alice.email)) == turn_link


def test_the_game_goes_on_without_email(client, game, alice, turn_link):
    client.post(turn_link)
    assert Seat.objects.get(game=game, user=alice).status == Seat.Status.TAKEN
