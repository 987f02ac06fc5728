"""Old links and reply addresses of somebody whose seat another person has taken over."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from games.models import ChatMessage, Game, Seat, User
from games.post.inbox import tokens, turn_links
from games.table.seats import leaving, taking_over
from tests.inbox.email_replies import PostOffice, text_of, written
from tests.sample_games import clocked_table, legal

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    """A game of three with a clock; Alice is to move."""
    return clocked_table([alice, bob, carol], now=now)


def take_over(game: Game, user: User, *, by: User, now: datetime) -> None:
    """Lets Alice leave and this person take her seat over, by a link."""
    leaving.leave(game, user=User.objects.get(name="Alice"), now=now)
    taking_over.make_link(game, by=by, seat=0)
    token = game.seats.get(index=0).takeover_token
    taking_over.take_over(game, user=user, seat=0, token=token, now=now)


def test_a_reply_to_an_old_turn_email_is_refused_and_says_why(
    game: Game, office: PostOffice, alice: User, bob: User, dave: User
) -> None:
    email = office.turn_email(game, alice)
    take_over(game, dave, by=bob, now=office.now)
    office.deliver()
    message = office.reply(email, "take temple", sender=alice.email or "")
    assert (message.status, message.outcome) == ("refused", "replaced")
    [answer] = office.deliver()
    assert answer["To"] == alice.email
    assert "Somebody else has taken over your seat" in " ".join(text_of(answer).split())
    assert not game.rows.filter(actor="mail").exists()


def test_nothing_is_said_at_the_table_by_an_old_address(
    game: Game, office: PostOffice, alice: User, bob: User, dave: User
) -> None:
    address = tokens.talk_address(game.seats.get(index=0), now=office.now)
    take_over(game, dave, by=bob, now=office.now)
    raw = written("Hello", to=address, sender=alice.email or "")
    message = office.take_in(raw, to=address, sender=alice.email)
    assert (message.status, message.outcome) == ("refused", "replaced")
    assert not ChatMessage.objects.exists()


def test_the_successors_own_address_works(
    game: Game, office: PostOffice, bob: User, dave: User
) -> None:
    take_over(game, dave, by=bob, now=office.now)
    email = next(each for each in office.deliver() if each["To"] == dave.email)
    message = office.reply(email, legal(game, 0)[0], sender=dave.email or "")
    assert message.status == "done"
    assert game.rows.get(actor="mail").seat == 0


def test_old_links_open_nothing_and_change_nothing(
    game: Game, alice: User, bob: User, dave: User, now: datetime
) -> None:
    seat = game.seats.get(index=0)
    urls = [turn_links.action_url(game, seat, "", now=now),
            turn_links.resign_url(game, seat, now=now),
            taking_over.url(taking_over.EXTENSION, seat, alice.pk, to=alice.email,
                            since=game.turn)]
    back = taking_over.url(taking_over.RETURN, seat, alice.pk, to=alice.email, since=game.number)
    take_over(game, dave, by=bob, now=now)
    number = Game.objects.get(pk=game.pk).number
    for url in urls:
        for response in (Client().get(url), Client().post(url, {"orders": "draw"})):
            assert response.status_code in (404, 409, 410), url
            assert "Your hand" not in response.content.decode()
    for response in (Client().get(back), Client().post(back)):  # Alice has left by herself
        assert "You have left this game since" in " ".join(response.content.decode().split())
    assert Seat.objects.get(pk=seat.pk).user == dave
    assert Game.objects.get(pk=game.pk).number == number
