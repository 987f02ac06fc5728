"""Addresses that are too long for an account are refused wherever somebody enters one."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import IncomingEmail, Seat, User
from games.models.user import ADDRESS_LENGTH
from games.post.inbox import processing
from games.post.inbox.parsing.message_reader import Envelope
from games.table.lobby import open_tables
from tests.conftest import NOW

pytestmark = pytest.mark.django_db

SENTENCE = "An email address has at most 254 characters, so please check it."
DOMAIN = ".".join(["a" * 60] * 4) + ".example"


def address(length: int) -> str:
    """An address of this many characters that is valid in all other respects."""
    return f"{'b' * (length - len(DOMAIN) - 1)}@{DOMAIN}"


# This letter becomes two when it is lower case, which is how addresses are stored.
GROWING = f"{'b' * 8}@{'İ' * 8}.{DOMAIN[:225]}.example"


@pytest.fixture
def browser_of_alice(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


@pytest.mark.parametrize("email", [address(255), address(285), address(302), GROWING])
def test_signing_in_with_a_longer_one_is_refused(client: Client, email: str) -> None:
    page = client.post("/account/login/", {"email": email})
    assert page.status_code == 200
    assert SENTENCE in page.content.decode()
    assert not User.objects.exists()


def test_the_longest_one_signs_in(client: Client) -> None:
    assert client.post("/account/login/", {"email": address(254)}).status_code == 302
    assert User.objects.get().email == address(ADDRESS_LENGTH)


@pytest.mark.parametrize("email", [address(255), address(302), GROWING])
def test_changing_to_a_longer_one_is_refused(browser_of_alice: Client, email: str) -> None:
    page = browser_of_alice.post("/account/email/", {"email": email})
    assert page.status_code == 400
    assert SENTENCE in page.content.decode()


@pytest.mark.parametrize("email", [address(255), address(302), GROWING])
def test_inviting_a_longer_one_is_refused(
    browser_of_alice: Client, alice: User, email: str
) -> None:
    table = open_tables.create_table(by=alice, players=2, now=NOW)
    page = browser_of_alice.post(f"/games/{table.code}/invite/", {"email": email})
    assert page.status_code == 400
    assert SENTENCE in page.content.decode()
    page = browser_of_alice.post("/games/new/", {
        "players": "2", "board": "delta", "bots": "0", "bot": "greedy", "emails": email})
    assert SENTENCE in page.content.decode()
    assert not Seat.objects.exclude(invited_email="").exists()


@pytest.mark.parametrize("length", [255, 302, 454])
def test_an_email_from_a_longer_one_is_stored(length: int) -> None:
    sender = f"{'b' * (length - len(DOMAIN) - 1)}@{DOMAIN}"
    raw = f"From: {sender}\r\nTo: {sender}\r\n\r\ndraw\r\n".encode()
    message = processing.store(raw, gateway="smtp", now=NOW,
                             envelope=Envelope(sender, (sender,)))
    assert processing.process(message.pk, now=NOW) == IncomingEmail.Status.IGNORED
