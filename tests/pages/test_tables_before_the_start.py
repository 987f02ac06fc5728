"""Creating a table, filling it, and the links that lead to it."""

from __future__ import annotations

import pytest

from games.models import Game, Seat, User
from games.people import handles
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db


def make(sit: Sit, user: User, **wishes: object) -> Game:
    browser = sit(user)
    browser.open("/games/new/?game=alexandros")
    browser.press("Open the table", name="Friends", board="delta", **wishes)
    assert browser.page.status == 200, browser.page.words
    return Game.objects.latest("pk")


def test_a_table_in_the_lobby_starts_when_it_is_full(sit: Sit, alice: User, bob: User) -> None:
    game = make(sit, alice, players="2", company="anybody")
    browser = sit(bob)
    browser.open("/lobby/")
    assert "Friends" in browser.page.words
    browser.follow("Friends")
    assert "Waiting for 1 more player." in browser.page.words
    browser.press("Take a seat")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert "turn" in browser.page.words


def test_a_private_table_is_reached_by_its_link_only(sit: Sit, alice: User, bob: User) -> None:
    game = make(sit, alice, players="2")
    stranger = sit(bob)
    assert stranger.open(f"/games/{game.code}/").status == 404
    stranger.open("/lobby/")
    assert "Friends" not in stranger.page.words
    assert stranger.open(f"/games/{game.code}/invitation/{'0' * 32}/").status == 404
    owner = sit(alice)
    owner.open(f"/games/{game.code}/")
    link = next(v for tag, n, v in owner.page.attributes if n == "value" and "/invitation/" in v)
    stranger.open(link.removeprefix("http://testserver"))
    assert "Come and play: Friends" in stranger.page.words
    assert 'property="og:title" content="Come and play: Friends"' in stranger.page.html
    assert game.seats.filter(user=bob).count() == 0
    stranger.press("Take a seat")
    assert game.seats.filter(user=bob).count() == 1


def test_a_visitor_joins_by_the_link_as_a_guest(sit: Sit, alice: User) -> None:
    game = make(sit, alice, players="2")
    visitor = sit(None)
    visitor.open(f"/games/{game.code}/invitation/{game.invite_token}/")
    visitor.press("Take a seat")
    assert game.seats.get(index=1).user.is_guest  # type: ignore[union-attr]


@pytest.mark.promise("R12")
def test_an_invitation_by_mail_is_accepted_or_declined_by_a_button_only(
    sit: Sit, alice: User, bob: User
) -> None:
    game = make(sit, alice, players="3", emails="bob@example.org")
    seat = game.seats.get(status=Seat.Status.INVITED)
    assert seat.invited_email == "bob@example.org"
    visitor = sit(None)
    visitor.open(f"/games/{game.code}/invitation/{seat.invite_token}/")
    visitor.client.head(f"/games/{game.code}/invitation/{seat.invite_token}/")
    seat.refresh_from_db()
    assert seat.status == Seat.Status.INVITED
    visitor.press("Decline")
    seat.refresh_from_db()
    assert seat.status == Seat.Status.OPEN
    assert "You declined the invitation" in visitor.page.words


def test_an_invited_member_finds_the_invitation_in_the_lobby(
    sit: Sit, alice: User, bob: User
) -> None:
    game = make(sit, alice, players="2", emails="BOB@example.org")
    browser = sit(bob)
    browser.open("/lobby/")
    assert "Alice invites you." in browser.page.words
    browser.press("Accept")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_an_invited_member_without_a_name_is_asked_for_one_in_the_lobby(
    sit: Sit, alice: User
) -> None:
    nameless = User.objects.create_user("carol@example.org")
    game = make(sit, alice, players="2", emails="carol@example.org")
    browser = sit(nameless)
    assert "Accept" in browser.open("/lobby/").words
    browser.press("Accept", name="Carol")
    nameless.refresh_from_db()
    assert nameless.name == "Carol"
    assert game.seats.get(user=nameless).name == "Carol"


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"players": "2", "bots": "3"}, "not enough free seats"),
        ({"players": "3", "emails": "nobody"}, "is not an email address"),
        ({"players": "2", "emails": "alice@example.org"}, "You already have a seat at this table"),
        ({"players": "3", "option_first": "3"}, "First player must be one of the table's seats"),
    ],
)
def test_a_table_that_cannot_be_made_keeps_the_form(
    sit: Sit, alice: User, wishes: dict[str, str], sentence: str
) -> None:
    browser = sit(alice)
    browser.open("/games/new/?game=alexandros")
    browser.press("Open the table", name="Odd", board="delta", **wishes)
    assert browser.page.status == 400
    assert sentence in browser.page.words.replace("’", "'")
    assert browser.page.form("Open the table").data()["name"] == ["Odd"]
    assert not Game.objects.exists()


def test_the_creator_fills_with_bots_or_cancels(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    game = make(sit, alice, players="3")
    browser.open(f"/games/{game.code}/")
    browser.press("Fill with bots and start")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    other = make(sit, alice, players="3")
    browser.open(f"/games/{other.code}/")
    browser.press("Cancel the table")
    other.refresh_from_db()
    assert other.status == Game.Status.CANCELLED
    assert "has been cancelled" in browser.page.words


@pytest.mark.parametrize("who", ["member", "guest", "invited"])
def test_whoever_was_at_a_cancelled_table_finds_who_has_cancelled_it(
    sit: Sit, alice: User, bob: User, who: str
) -> None:
    game = make(sit, alice, players="3", emails="bob@example.org" if who == "invited" else "")
    browser = sit(None if who == "guest" else bob)
    if who != "invited":
        browser.open(f"/games/{game.code}/invitation/{game.invite_token}/")
        browser.press("Take a seat")
    owner = sit(alice)
    owner.open(f"/games/{game.code}/")
    owner.press("Cancel the table")
    assert "Friends" not in owner.open("/games/").words
    page = browser.open("/games/")
    assert "Ended without a result Friends" in page.words
    assert "cancelled by Alice" in page.words
    assert 'cancelled by <a class="person" href="/people/Alice/"' in page.html
    browser.follow("Friends")
    assert "Alice has cancelled this table, so the game will not start." in browser.page.words
    browser.follow("make a new one")
    assert "/games/new/" in browser.page.url
    assert "You have cancelled this table." in owner.open(f"/games/{game.code}/").words


def test_the_link_to_a_cancelled_table_says_who_has_cancelled_it(sit: Sit, alice: User) -> None:
    game = make(sit, alice, players="3")
    owner, visitor = sit(alice), sit(None)
    owner.open(f"/games/{game.code}/")
    owner.press("Cancel the table")
    visitor.open(f"/games/{game.code}/invitation/{game.invite_token}/")
    assert "Alice has cancelled this table" in visitor.page.words


def test_only_the_creator_may_cancel(sit: Sit, alice: User, bob: User) -> None:
    game = make(sit, alice, players="3", company="anybody")
    browser = sit(bob)
    browser.open(f"/games/{game.code}/")
    assert not [f for f in browser.page.forms if f.action.endswith("/cancel/")]
    response = browser.client.post(f"/games/{game.code}/cancel/")
    assert response.status_code == 403
    browser.press("Take a seat")
    response = browser.client.post(f"/games/{game.code}/cancel/")
    assert response.status_code == 403
    assert "Only the player who made this table can do that" in response.content.decode()


def test_a_seat_can_be_given_up_again(sit: Sit, alice: User, bob: User) -> None:
    game = make(sit, alice, players="3", company="anybody")
    browser = sit(bob)
    browser.open(f"/games/{game.code}/")
    browser.press("Take a seat")
    browser.press("Give up my seat")
    assert game.seats.filter(user=bob).count() == 0


def test_an_invitation_is_taken_back(sit: Sit, alice: User) -> None:
    game = make(sit, alice, players="3", emails="bob@example.org")
    browser = sit(alice)
    browser.open(f"/games/{game.code}/")
    browser.press("withdraw")
    assert not game.seats.filter(status=Seat.Status.INVITED).exists()
    browser.press("Invite", email="carol@example.org")
    assert game.seats.filter(invited_email="carol@example.org").exists()


def test_one_missing_player_is_replaced_by_a_bot(sit: Sit, alice: User) -> None:
    game = make(sit, alice, players="3", emails="bob@example.org")
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/")
    assert "Waiting for 2 more players." in page.words
    assert "bob@example.org (invited)" in page.words
    page = browser.press("give to a bot: seat 2")
    assert game.seats.get(index=1).bot
    assert not game.seats.filter(status=Seat.Status.INVITED).exists()
    assert "Waiting for 1 more player." in page.words
    assert browser.client.post(f"/games/{game.code}/fill/", {"seat": "1"}).status_code == 400
    assert browser.client.post(f"/games/{game.code}/fill/", {"seat": "x"}).status_code == 400
    browser.press("give to a bot: seat 3")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING


def test_a_table_without_a_free_seat_offers_no_link_to_one(sit: Sit, alice: User) -> None:
    game = make(sit, alice, players="2", emails="bob@example.org")
    browser = sit(alice)
    page = browser.open(f"/games/{game.code}/")
    assert "/invitation/" not in page.html
    assert "Withdraw an invitation to free a seat" in page.words
    assert "/invitation/" in browser.press("withdraw").html


def test_who_waits_at_a_table_is_told_what_comes_next(
    sit: Sit, alice: User, bob: User, guest: User
) -> None:
    game = make(sit, alice, players="4", company="anybody")
    waiting = sit(bob)
    waiting.open(f"/games/{game.code}/")
    page = waiting.press("Take a seat")
    assert "Bob (you)" in page.words
    assert "we will email you when it starts" in page.words
    assert "give to a bot" not in page.words
    page = sit(guest).open(f"/games/{game.code}/")
    assert "a mail tells you" not in page.words


def test_people_without_a_name_give_one_when_they_sit_down(sit: Sit, alice: User) -> None:
    game = make(sit, alice, players="3")
    link = f"/games/{game.code}/invitation/{game.invite_token}/"
    visitor = sit(None)
    visitor.open(link)
    visitor.press("Take a seat", name="  Erin   of Troas ")
    assert game.seats.get(index=1).name == "Erin of Troas (guest)"
    assert "Erin of Troas (guest) (you)" in visitor.page.words
    another = sit(None)
    another.open(link)
    another.press("Take a seat", name="x" * 41)
    assert another.page.status == 400
    assert "at most 40" in another.page.words
    assert User.objects.filter(is_guest=True).count() == 1
    named = sit(alice)
    named.client.post(f"/games/{game.code}/join/", {"name": "Somebody else"})
    assert User.objects.get(pk=alice.pk).name == "Alice"


def test_a_first_name_comes_to_all_tables_a_later_one_to_those_that_wait(
    sit: Sit, alice: User, bob: User
) -> None:
    handles.take_like(bob, "")
    begun = make(sit, alice, players="2")
    browser = sit(bob)
    browser.open(f"/games/{begun.code}/invitation/{begun.invite_token}/")
    browser.press("Take a seat")
    assert begun.seats.get(index=1).name == User.objects.get(pk=bob.pk).shown_name
    browser.open("/account/")
    assert "Welcome, Bobby." in browser.press("Save the name", name="Bobby").words
    waits = make(sit, bob, players="2")
    browser.open("/account/")
    assert "Your name has been saved" in browser.press("Save the name", name="Robert").words
    assert begun.seats.get(index=1).name == "Bobby"
    assert waits.seats.get(index=0).name == "Robert"


def test_a_private_table_is_shown_in_the_lobby_later(sit: Sit, alice: User, bob: User) -> None:
    game = make(sit, alice, players="2")
    owner, other = sit(alice), sit(bob)
    owner.open(f"/games/{game.code}/")
    assert "anybody can join" in owner.press("Show it in the lobby").words
    assert "Show it in the lobby" not in owner.page.words
    assert other.client.post(f"/games/{game.code}/list/").status_code == 403
    other.open("/lobby/")
    other.follow("Friends")
    other.press("Take a seat")
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert owner.client.post(f"/games/{game.code}/list/").status_code == 409


def test_joining_a_full_table_is_answered_with_409(
    sit: Sit, alice: User, bob: User, carol: User
) -> None:
    game = make(sit, alice, players="2", company="anybody")
    late = sit(carol)
    late.open(f"/games/{game.code}/")
    sit(bob).client.post(f"/games/{game.code}/join/")
    late.press("Take a seat")
    assert late.page.status == 409
    assert "has already started" in late.page.words


def test_a_link_to_a_table_that_has_started_says_so(sit: Sit, alice: User, bob: User) -> None:
    game = make(sit, alice, players="2", bots="1")
    page = sit(bob).open(f"/games/{game.code}/invitation/{game.invite_token}/")
    assert page.status == 200
    assert "every seat is taken" in page.words
