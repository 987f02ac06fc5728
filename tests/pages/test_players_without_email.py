"""Guests at a table with people are asked for an address, and the others are told."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import Game, Seat, User
from games.table.lobby import open_tables
from tests import emailed_codes
from tests.pages.page_reader import Sit
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db

ASKED = "Get an email when it’s your turn"


@pytest.fixture
def erin(guest: User) -> User:
    """A guest with a name."""
    User.objects.filter(pk=guest.pk).update(name="Erin")
    guest.refresh_from_db()
    return guest


@pytest.fixture
def waiting(alice: User, erin: User, now: datetime) -> Game:
    """Alice's table with Erin and a free seat."""
    game = open_tables.create_table(by=alice, name="Waiting", board="delta", players=3, listed=True,
                               now=now)
    open_tables.join(game, user=erin, now=now)
    return game


@pytest.fixture
def begun(alice: User, erin: User, now: datetime) -> Game:
    """A game of Alice and Erin that waits for Erin."""
    return seat_table([alice, erin], now=now, options={"first": 1})


def test_a_guest_at_a_table_with_people_is_asked_for_an_address(
    waiting: Game, begun: Game, erin: User, sit: Sit
) -> None:
    browser = sit(erin)
    for game in (waiting, begun):
        page = browser.open(f"/games/{game.code}/")
        assert ASKED in page.words
        assert "(optional)" in page.words
    browser.press("Send me a code", email="erin@example.org")
    assert "We are emailing a code to erin@example.org" in browser.page.words
    assert f'value="/games/{begun.code}/"' in browser.page.html


def test_a_guest_who_confirms_an_address_during_their_turn_gets_its_email(
    begun: Game, alice: User, erin: User, sit: Sit, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "games.post.outbox.local_mailbox.MailboxBackend"
    browser = sit(erin)
    browser.open(f"/games/{begun.code}/")
    browser.press("Send me a code", email="erin@example.org")
    browser.press("Sign in", code=emailed_codes.code_for("erin@example.org"))
    assert "It is your turn." in browser.page.words
    [mail] = begun.emails.all()
    assert (mail.kind, mail.to, mail.number) == ("turn", "erin@example.org", 1)
    assert "gets no email" not in sit(alice).open(f"/games/{begun.code}/").words


def test_nobody_is_asked_about_a_game_that_is_over(
    finished: Game, erin: User, sit: Sit
) -> None:
    Seat.objects.filter(game=finished, index=0).update(user=erin)
    page = sit(erin).open(f"/games/{finished.code}/")
    assert ASKED not in page.words
    assert "get-email" not in page.html


def test_neither_members_nor_guests_among_bots_nor_watchers_are_asked(
    waiting: Game, alice: User, erin: User, sit: Sit, now: datetime
) -> None:
    alone = open_tables.play_now(erin, players=2, now=now)
    assert ASKED not in sit(erin).open(f"/games/{alone.code}/").words
    for user in (alice, None, User.objects.create_guest()):
        assert ASKED not in sit(user).open(f"/games/{waiting.code}/").words


def test_the_others_see_who_gets_no_email_while_the_table_fills(
    waiting: Game, alice: User, erin: User, sit: Sit
) -> None:
    assert "Erin (guest) (gets no email)" in sit(alice).open(f"/games/{waiting.code}/").words
    assert "gets no email)" not in sit(erin).open(f"/games/{waiting.code}/").words


def test_the_others_see_who_gets_no_email_during_the_game(
    begun: Game, alice: User, erin: User, bob: User, sit: Sit
) -> None:
    sentence = "Erin gets no email, so please tell them yourself when it’s their turn."
    assert sentence in sit(alice).open(f"/games/{begun.code}/").words
    assert sentence not in sit(erin).open(f"/games/{begun.code}/").words
    Game.objects.filter(pk=begun.pk).update(listed=True)
    assert sentence not in sit(bob).open(f"/games/{begun.code}/").words
    Seat.objects.filter(game=begun, user=erin).update(user=bob)
    assert sentence not in sit(alice).open(f"/games/{begun.code}/").words


def test_two_players_without_email_are_named_in_one_sentence(
    alice: User, erin: User, sit: Sit, now: datetime
) -> None:
    other = User.objects.create_guest(name="Frank")
    game = seat_table([alice, erin, other], now=now, options={"first": 0})
    words = sit(alice).open(f"/games/{game.code}/").words
    assert "Erin and Frank get no email" in words


def test_the_list_of_games_says_when_it_waits_for_somebody_without_email(
    begun: Game, alice: User, erin: User, sit: Sit
) -> None:
    assert "Erin gets no email" in sit(alice).open("/games/").words
    assert "gets no email" not in sit(erin).open("/games/").words
