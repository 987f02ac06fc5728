"""Invitations opened from an email: the seat goes to an account that gets turn emails."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.test import Client

from games.models import Game, OutgoingEmail, Seat, Session, User
from games.table.lobby import open_tables
from tests import emailed_codes
from tests.pages.page_reader import Browser, Sit

pytestmark = pytest.mark.django_db

EVE = "eve@example.org"


@pytest.fixture(autouse=True)
def _mailbox(settings: Any) -> None:
    settings.EMAIL_BACKEND = "games.post.outbox.local_mailbox.MailboxBackend"


def invite(alice: User, *emails: str, players: int = 2, now: datetime) -> Game:
    """A table of Alice's with seats kept for these addresses."""
    return open_tables.create_table(by=alice, name="Friends", board="delta", players=players,
                               invite_emails=emails, options={"first": 1}, now=now)


def link_of(game: Game, email: str = EVE) -> str:
    token = game.seats.get(invited_email=email).invite_token
    return f"/games/{game.code}/invitation/{token}/"


def account_of(browser: Browser) -> int:
    """The id of the user signed in in this browser, 0 if there is none."""
    return int(browser.client.session.get("_auth_user_id", 0))


def accept(browser: Browser, game: Game, *, email: str = EVE, **fields: str) -> None:
    browser.open(link_of(game, email))
    browser.press("Take a seat", **fields)


def sign_in(client: Client, email: str) -> None:
    client.post("/account/login/", {"email": email})
    client.post("/account/login/code/", {"code": emailed_codes.code_for(email)})


def test_the_link_leads_to_the_table_once_the_seat_is_taken(
    sit: Sit, alice: User, now: datetime
) -> None:
    game, visitor = invite(alice, EVE, players=3, now=now), sit(None)
    link = link_of(game)
    accept(visitor, game)
    assert visitor.open(link).url == f"/games/{game.code}/"
    gone = sit(None).open(link)
    assert gone.status == 404
    assert "If you have accepted it, sign in with its email address" in gone.words


def test_a_newcomer_gets_an_account_a_session_and_the_email_of_the_turn(
    sit: Sit, alice: User, now: datetime
) -> None:
    game, visitor = invite(alice, EVE, now=now), sit(None)
    accept(visitor, game, name="Eve")
    seat = game.seats.get(index=1)
    assert seat.user is not None
    assert (seat.user.email, seat.user.is_guest, seat.name) == (EVE, False, "Eve")
    assert account_of(visitor) == seat.user.pk
    assert "It is your turn." in visitor.page.words
    assert OutgoingEmail.objects.filter(kind="turn", to=EVE, game=game).count() == 1


@pytest.mark.promise("R13")
def test_a_link_signs_nobody_in_to_an_account_that_is_in_use(
    sit: Sit, alice: User, bob: User, carol: User, now: datetime
) -> None:
    invite(bob, "carol@example.org", now=now)  # so Bob has games
    game, visitor = invite(alice, bob.email or "", now=now), sit(None)
    accept(visitor, game, email="bob@example.org", name="Mallory")
    assert game.seats.get(index=1).user == bob
    assert User.objects.get(pk=bob.pk).name == "Bob"
    assert account_of(visitor) == 0
    assert "Sign in" in visitor.page.words
    assert "The seat now belongs to the person we invited" in visitor.page.words
    assert "bob@example.org" not in visitor.page.html
    assert visitor.client.get(f"/games/{game.code}/").status_code == 404
    assert OutgoingEmail.objects.filter(kind="turn", to=bob.email, game=game).count() == 1


@pytest.mark.promise("R14")
def test_an_address_somebody_only_typed_at_the_login_counts_as_new(
    sit: Sit, alice: User, now: datetime
) -> None:
    Client().post("/account/login/", {"email": EVE})
    game, visitor = invite(alice, EVE, now=now), sit(None)
    accept(visitor, game)
    assert account_of(visitor) == User.objects.get(email=EVE).pk


def test_a_guest_keeps_the_browsers_games_until_a_code_joins_them_with_the_account(
    sit: Sit, alice: User, guest: User, now: datetime
) -> None:
    own = open_tables.play_now(guest, players=2, now=now)
    game, browser = invite(alice, EVE, now=now), sit(guest)
    accept(browser, game, name="Eve")
    eve = User.objects.get(email=EVE)
    assert game.seats.get(index=1).user == eve
    assert account_of(browser) == guest.pk
    assert "Sign in" in browser.page.words
    sign_in(browser.client, EVE)
    assert account_of(browser) == eve.pk
    assert own.seats.get(index=0).user == eve
    assert game.seats.get(index=1).name == "Eve"


def test_somebody_signed_in_with_another_address_takes_the_seat_themselves(
    sit: Sit, alice: User, carol: User, now: datetime
) -> None:
    game, browser = invite(alice, EVE, now=now), sit(carol)
    browser.open(link_of(game))
    assert "You are signed in as Carol" in browser.page.words
    browser.press("Take a seat")
    assert game.seats.get(index=1).user == carol
    assert not User.objects.filter(email=EVE).exists()


def test_a_member_without_a_name_gives_one_with_the_seat(
    sit: Sit, alice: User, now: datetime
) -> None:
    nameless = User.objects.create_user(EVE)
    game, browser = invite(alice, EVE, now=now), sit(nameless)
    accept(browser, game, name="Eve")
    assert game.seats.get(user=nameless).name == "Eve"


def test_a_closed_account_is_not_seated(sit: Sit, alice: User, bob: User, now: datetime) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    game, visitor = invite(alice, bob.email or "", now=now), sit(None)
    accept(visitor, game, email="bob@example.org")
    assert visitor.page.status == 409
    assert "account is closed" in visitor.page.words
    assert game.seats.get(index=1).status == Seat.Status.INVITED


@pytest.mark.promise("R13")
def test_a_forwarded_link_opens_the_account_only_until_its_owner_signs_in(
    sit: Sit, alice: User, now: datetime
) -> None:
    game, mallory, eve = invite(alice, EVE, now=now), sit(None), sit(None)
    accept(mallory, game)
    assert account_of(mallory)
    sign_in(eve.client, EVE)
    assert account_of(eve)
    assert account_of(mallory) == 0
    sign_in(sit(None).client, EVE)
    assert account_of(eve), "a session begun with a code stays"


@pytest.mark.promise("R13")
def test_a_second_invitation_ends_the_session_that_the_first_one_began(
    sit: Sit, alice: User, carol: User, now: datetime
) -> None:
    first, mallory = invite(alice, EVE, now=now), sit(None)
    accept(mallory, first)
    accept(sit(None), invite(carol, EVE, now=now))
    assert account_of(mallory) == 0
    assert not Session.objects.filter(person=User.objects.get(email=EVE).pk).exists()


def test_the_browser_that_took_the_seat_stays_signed_in_when_it_confirms_a_code(
    sit: Sit, alice: User, now: datetime
) -> None:
    game, browser = invite(alice, EVE, now=now), sit(None)
    accept(browser, game)
    browser.client.post("/account/logout/")
    sign_in(browser.client, EVE)
    sign_in(sit(None).client, EVE)
    assert account_of(browser)


def test_the_invitation_says_where_the_turn_emails_go(
    sit: Sit, alice: User, now: datetime
) -> None:
    game, visitor = invite(alice, EVE, players=3, now=now), sit(None)
    page = visitor.open(link_of(game))
    assert "the address that this invitation was sent to" in page.words
    page = visitor.open(f"/games/{game.code}/invitation/{game.invite_token}/")
    assert "the address that this invitation was sent to" not in page.words


@pytest.mark.parametrize("path", ["/account/", "/mail/", "/time/", "/games/new/"])
def test_whoever_came_by_an_invitation_is_told_what_to_do_instead_of_shown_a_form(
    sit: Sit, alice: User, now: datetime, path: str
) -> None:
    game, visitor = invite(alice, EVE, now=now), sit(None)
    accept(visitor, game)
    page = visitor.open(path)
    assert "Please sign out, then sign in with a code." in page.words
    assert [form for form in page.forms if form.fields and "/language/" not in form.action] == []
    visitor.open("/account/logout/?next=/account/login/")
    assert 'href="/account/logout/?next=/account/login/"' in page.html
    visitor.press("Sign out")
    assert visitor.page.url == "/account/login/"
