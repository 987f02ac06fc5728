"""One more day, or a seat back, by a reply or by a link in an email."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game, OutgoingEmail, Seat, SeatClock, User
from games.post.outbox.queue import queue_email
from games.table.seats import leaving, taking_over, time_outs
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.sample_games import clocked_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice: User, bob: User, now) -> Game:
    """A game of Alice and Bob with a clock; Alice is to move."""
    game = clocked_table([alice, bob], now=now)
    time_outs.start_waiting(now)
    return game


@pytest.fixture
def game_of_three(alice: User, bob: User, carol: User, now) -> Game:
    """The same with Carol: a game that goes on when somebody leaves it."""
    return clocked_table([alice, bob, carol], now=now)


@pytest.fixture
def seat(game: Game) -> Seat:
    return game.seats.get(index=0)


def extensions_left(seat: Seat) -> int:
    return SeatClock.objects.get(seat=seat).extensions


@pytest.mark.parametrize("words", ["I need one more day", "one more day please!\n\nAlice",
                                   "Extension", "Could I have some more time?"])
def test_a_reply_asks_for_one_more_day(game, seat, office: PostOffice, alice, words: str) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, words, sender=alice.email)
    assert (message.status, message.outcome) == ("done", "extension")
    assert extensions_left(seat) == 2
    [answer] = office.deliver()
    assert "You have one more day for your turn in Friends." in text_of(answer)
    assert "You have until Tuesday 3 March, 22:00 UTC" in " ".join(text_of(answer).split())
    assert "You have one more day in Friends" in html_of(answer)


def test_orders_and_a_plea_in_one_email_are_refused(game, seat, office, alice) -> None:
    email = office.turn_email(game, alice)
    message = office.reply(email, "one more day\ntake temple", sender=alice.email)
    assert message.status == "refused"
    assert (extensions_left(seat), game.rows.count()) == (3, 1)


def test_a_reply_without_an_extension_left_is_refused(game, seat, office, alice) -> None:
    SeatClock.objects.update(extensions=0)
    email = office.turn_email(game, alice)
    message = office.reply(email, "one more day", sender=alice.email)
    assert (message.status, message.outcome) == ("refused", "no-extension")
    [answer] = office.deliver()
    assert "You have no extension left in this game." in " ".join(text_of(answer).split())


def test_a_turn_email_says_until_when_and_links_to_one_more_day(game, seat, office, alice,
                                                                now) -> None:
    queue_email("turn", to=alice.email, now=now, game=game, seat=seat, user=alice,
                number=game.number, deadline=now + timedelta(days=2))
    [email] = office.deliver()
    text = " ".join(text_of(email).split())
    assert "You have until Tuesday 3 March, 12:00 UTC (about 2 days)." in text
    assert "/more-time/" in text
    assert "I need one more day</a>" in html_of(email)


@pytest.mark.promise("R12")
def test_opening_the_link_changes_nothing_and_its_button_gives_a_day(game, seat, alice) -> None:
    url = taking_over.url(taking_over.EXTENSION, seat, alice.pk, to=alice.email,
                          since=game.turn)
    client = Client()
    page = client.get(url)
    assert "Do you need one more day in Friends?" in page.content.decode()
    assert extensions_left(seat) == 3
    done = client.post(url).content.decode()
    assert "You have one more day" in done
    assert extensions_left(seat) == 2


@pytest.mark.promise("R6")
def test_pressing_the_button_of_a_link_twice_gives_a_day_once(game, seat, alice) -> None:
    url = taking_over.url(taking_over.EXTENSION, seat, alice.pk, to=alice.email,
                          since=game.turn)
    assert 'name="given" value="0"' in Client().get(url).content.decode()
    first, second = (Client().post(url, {"given": "0"}).content.decode() for _ in range(2))
    assert "You have one more day" in first
    assert "You had already asked for this day." in second
    assert extensions_left(seat) == 2


@pytest.mark.parametrize("of_turn", [0, 2])
def test_the_link_works_for_its_own_turn_only(game, seat, alice, of_turn: int) -> None:
    url = taking_over.url(taking_over.EXTENSION, seat, alice.pk, to=alice.email,
                          since=of_turn)
    response = Client().post(url)
    assert response.status_code == 409
    assert "This turn is over" in response.content.decode()
    assert extensions_left(seat) == 3


def test_a_link_that_was_cut_short_leads_nowhere(game, seat, alice) -> None:
    url = taking_over.url(taking_over.EXTENSION, seat, alice.pk, to=alice.email,
                          since=1)
    response = Client().get(url[:-3] + "/")
    assert response.status_code == 404
    assert "copy it from the email again" in response.content.decode()


def test_a_link_for_a_seat_gives_it_back(game_of_three, alice, now) -> None:
    game, seat = game_of_three, game_of_three.seats.get(index=0)
    leaving.leave(game, user=alice, now=now)
    url = taking_over.url(taking_over.RETURN, seat, alice.pk, to=alice.email, since=game.number)
    client = Client()
    assert "Take my seat back" in client.get(url).content.decode()
    assert Seat.objects.get(pk=seat.pk).user is None
    assert "Welcome back!" in client.post(url).content.decode()
    assert Seat.objects.get(pk=seat.pk).user == alice
    assert "nothing to take back" in client.get(url).content.decode()


def test_nobody_takes_a_seat_back_that_somebody_else_has(game_of_three, alice, dave, now) -> None:
    game, seat = game_of_three, game_of_three.seats.get(index=0)
    leaving.leave(game, user=alice, now=now)
    Seat.objects.filter(pk=seat.pk).update(user=dave, bot="", left_by=None)
    response = Client().post(taking_over.url(taking_over.RETURN, seat, alice.pk, to=alice.email,
                                             since=game.number))
    assert response.status_code == 403
    assert Seat.objects.get(pk=seat.pk).user == dave


def test_an_email_about_a_lost_seat_brings_its_link(game_of_three, office, alice, now) -> None:
    game, seat = game_of_three, game_of_three.seats.get(index=0)
    leaving.leave(game, user=alice, now=now)
    queue_email("replaced", to=alice.email, now=now, game=game, seat=seat, user=alice,
                number=game.number)
    OutgoingEmail.objects.filter(kind="left").delete()
    [email] = office.deliver()
    assert "/return/" in text_of(email)
    assert "Take my seat back" in html_of(email)
