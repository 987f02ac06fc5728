"""The pages of a vacant seat: the lobby, the page on which it is taken over, and its offers."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from games.models import Game, Seat, User
from games.table.seats import leaving, taking_over
from tests.pages.page_reader import Sit
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SEAT = 0  # Alice's
GONE = "This seat is not free, or there is no such table."


@pytest.fixture
def private(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A private game of three that Alice, who was to move, has left; nobody offers her seat."""
    game = clocked_table([alice, bob, carol], now=now)
    leaving.leave(game, user=alice, now=now)
    return game


def page_of(game: Game, token: str = "") -> str:
    return f"/games/{game.code}/take-over/{SEAT}/" + (f"{token}/" if token else "")


def linked(game: Game, by: User) -> str:
    """A link to the seat, made by this player."""
    taking_over.make_link(game, by=by, seat=SEAT)
    return page_of(game, game.seats.get(index=SEAT).takeover_token)


def test_the_lobby_shows_what_is_public_about_a_vacant_seat(
    vacant: Game, dave: User, sit: Sit
) -> None:
    page = sit(dave).open("/lobby/").html
    assert "Seats to take over" in page
    assert "Alice’s seat (red) has been vacant for" in page
    assert page_of(vacant) in page
    assert "A slow turn of yours takes" in page


def test_the_lobby_does_not_offer_it_to_the_players_of_the_table(
    vacant: Game, alice: User, bob: User, sit: Sit
) -> None:
    for user in (alice, bob):
        assert "Seats to take over" not in sit(user).open("/lobby/").html


def test_the_lobby_shows_no_position_or_scores_of_a_private_table(
    private: Game, bob: User, dave: User, sit: Sit, now: datetime
) -> None:
    Seat.objects.filter(game=private).update(score=4711)
    assert "Seats to take over" not in sit(dave).open("/lobby/").html
    taking_over.show_in_lobby(private, by=bob, seat=SEAT, now=now)
    page = sit(dave).open("/lobby/").html
    assert page_of(private) in page
    assert "4711" not in page
    assert f'href="/games/{private.code}/"' not in page
    page = sit(dave).open(page_of(private)).html
    assert "This table is private" in page
    assert "4711" not in page
    assert "Watch the game first" not in page
    assert Client().get(f"/games/{private.code}/").status_code == 404


@pytest.mark.promise("R10")
def test_before_accepting_nobody_sees_what_only_the_seat_sees(
    vacant: Game, bob: User, dave: User, sit: Sit
) -> None:
    """More about that is in test_hidden_facts.py."""
    link, table = linked(vacant, bob), f"/games/{vacant.code}/"
    for path in (link, page_of(vacant), table, f"{table}replay/1/"):
        assert "Your cards:" not in sit(dave).open(path).words
    sit(dave).client.post(link)
    assert "Your cards:" in sit(dave).open(f"{table}replay/1/").words


def test_a_button_takes_the_seat_over(vacant: Game, dave: User, bob: User, sit: Sit) -> None:
    link = linked(vacant, bob)
    page = sit(dave).open(link)
    assert "Take over this seat" in page.html
    assert Seat.objects.get(game=vacant, index=SEAT).user is None
    response = sit(dave).client.post(link)
    assert (response.status_code, response["Location"]) == (302, f"/games/{vacant.code}/")
    assert Seat.objects.get(game=vacant, index=SEAT).user == dave
    assert sit(dave).client.get(link)["Location"] == f"/games/{vacant.code}/"


def test_a_visitor_takes_it_over_as_a_guest_with_a_name(vacant: Game, bob: User) -> None:
    client = Client()
    client.post(linked(vacant, bob), {"name": "Eve"})
    seat = Seat.objects.select_related("user").get(game=vacant, index=SEAT)
    assert seat.user is not None
    assert (seat.user.is_guest, seat.name) == (True, "Eve (guest)")


def test_the_creators_wishes_hold_for_the_lobby_and_not_for_the_link(
    vacant: Game, bob: User, dave: User, sit: Sit
) -> None:
    Game.objects.filter(pk=vacant.pk).update(newcomers=False)
    page = sit(dave).open(page_of(vacant))
    assert "This table is for people who have played" in page.html
    assert "Take over this seat" not in page.html
    assert sit(dave).client.post(page_of(vacant)).status_code == 400
    assert "Take over this seat" in sit(dave).open(linked(vacant, bob)).html


@pytest.mark.promise("R11")
def test_a_seat_that_is_not_offered_looks_like_no_table(
    private: Game, dave: User, sit: Sit
) -> None:
    client = sit(dave).client
    wrong = page_of(private, "0" * 32)
    for path in (page_of(private), wrong, "/games/aaaaaaaaaa/take-over/0/"):
        for answer in (client.get(path), client.post(path)):
            assert answer.status_code == 404
            assert GONE in answer.content.decode()


def test_whoever_comes_too_late_is_told_so(
    vacant: Game, private: Game, bob: User, dave: User, guest: User, sit: Sit, now: datetime
) -> None:
    for game, status in ((vacant, 409), (private, 404)):
        link = linked(game, bob)
        client = sit(dave).client
        assert client.get(link).status_code == 200
        token = game.seats.get(index=SEAT).takeover_token
        taking_over.take_over(game, user=guest, seat=SEAT, token=token, now=now)
        answer = client.post(link)
        assert answer.status_code == status
        assert GONE in answer.content.decode()


def test_no_seat_is_offered_once_the_game_is_over(
    vacant: Game, private: Game, bob: User, dave: User, sit: Sit
) -> None:
    client = sit(dave).client
    for game, status, sentence in ((vacant, 409, "This game is over, so nobody can take a seat"),
                                   (private, 404, GONE)):
        paths = (linked(game, bob), page_of(game))
        Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
        for path in paths:
            for answer in (client.get(path), client.post(path)):
                assert answer.status_code == status
                assert sentence in answer.content.decode()


def test_the_players_offer_the_seat_on_the_tables_page(
    private: Game, bob: User, dave: User, sit: Sit
) -> None:
    address, client = f"/games/{private.code}/", sit(bob).client
    page = client.get(address).content.decode()
    assert "A bot keeps Alice’s seat." in page
    assert "Get a link for a friend" in page

    def act(do: str) -> str:
        client.post(f"{address}offer/", {"seat": SEAT, "do": do})
        return client.get(address).content.decode()

    page = act("link")
    token = private.seats.get(index=SEAT).takeover_token
    assert f"http://testserver{page_of(private, token)}" in page
    assert "Replace the link" in page
    assert token not in act("link")
    assert "Get a link for a friend" in act("revoke")
    assert "It is offered in the lobby." in act("lobby")
    assert sit(dave).open(page_of(private)).status == 200
    assert "It is offered in the lobby." not in act("withdraw")
    assert sit(dave).client.get(page_of(private)).status_code == 404


def test_nobody_but_the_players_sees_or_changes_the_offer(
    vacant: Game, alice: User, dave: User, sit: Sit
) -> None:
    token = vacant.seats.get(index=SEAT).takeover_token
    for user in (alice, dave, None):
        browser = sit(user)
        assert token not in browser.client.get(f"/games/{vacant.code}/").content.decode()
        answer = browser.client.post(f"/games/{vacant.code}/offer/", {"seat": SEAT, "do": "link"})
        assert answer.status_code == 403
    assert vacant.seats.get(index=SEAT).takeover_token == token


def test_my_games_end_with_those_that_a_bot_plays(
    vacant: Game, alice: User, dave: User, bob: User, sit: Sit, now: datetime
) -> None:
    page = sit(alice).open("/games/").html
    assert "A bot plays for you" in page
    assert f"/games/{vacant.code}/return/" in page
    token = vacant.seats.get(index=SEAT).takeover_token
    taking_over.take_over(vacant, user=dave, seat=SEAT, token=token, now=now)
    page = sit(alice).open("/games/").html
    assert "A bot plays for you" not in page
    assert vacant.code not in page


def taken_over(game: Game, user: User, now: datetime) -> None:
    token = game.seats.get(index=SEAT).takeover_token
    taking_over.take_over(game, user=user, seat=SEAT, token=token, now=now)


@pytest.mark.promise("R10")
def test_the_former_player_sees_what_spectators_see(
    vacant: Game, alice: User, dave: User, guest: User, sit: Sit, now: datetime
) -> None:
    taken_over(vacant, dave, now)
    base = f"/games/{vacant.code}/"
    former, spectator = sit(alice).client, sit(guest).client
    for path in ("replay/1/step.json", "replay/1/board.svg", f"replay/{vacant.number}/step.json"):
        assert former.get(base + path).content == spectator.get(base + path).content, path
    page = sit(alice).open(base)
    assert "You are watching." in page.words
    assert "Your cards:" not in page.words
    assert "Take my seat back" not in page.words
    assert former.post(f"{base}return/").status_code == 403
    assert former.post(f"{base}orders/", {"orders": "draw", "number": vacant.number}
                       ).status_code == 403
    assert former.post(f"{base}more-time/").status_code == 403


def test_the_former_player_of_a_private_table_may_go_on_watching(
    private: Game, alice: User, bob: User, dave: User, guest: User, sit: Sit, now: datetime
) -> None:
    linked(private, bob)
    taken_over(private, dave, now)
    page = sit(alice).open(f"/games/{private.code}/")
    assert page.status == 200
    assert "You are watching." in page.words
    assert "Your cards:" not in page.words
    assert sit(guest).client.get(f"/games/{private.code}/").status_code == 404


def test_the_replay_says_who_had_the_seat_when(
    vacant: Game, dave: User, sit: Sit, now: datetime
) -> None:
    taken_over(vacant, dave, now)
    client = sit(dave).client
    last = client.get(f"/games/{vacant.code}/replay/{vacant.number}/").content.decode()
    assert "You have taken over Alice’s seat." in last
    assert "Alice has left the game." in last
    first = client.get(f"/games/{vacant.code}/replay/1/step.json").json()["parts"]["standings"]
    assert "Alice" in first
    assert "Dave" not in first
