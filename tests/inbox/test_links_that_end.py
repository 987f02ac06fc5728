"""Links in emails that give a seat back, play or leave end with their reader's part in the game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.signing import Signer
from django.test import Client

from games.models import User
from games.people import accounts
from games.post.inbox import turn_links
from games.table.seats import leaving, seating, taking_over
from tests.sample_games import clocked_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R13")]


@pytest.fixture
def game(alice, bob, carol, now):
    return clocked_table([alice, bob, carol], now=now)


def replace_alice(game, now):
    """Let a bot play for Alice, who has not come back for three turns; return her link."""
    seating.hand_to_bot(game.seats.get(index=0), resigned=False, now=now)
    alice = User.objects.get(name="Alice")
    game.refresh_from_db()
    return taking_over.url(taking_over.RETURN, game.seats.get(index=0), alice.pk,
                           to=alice.email, since=game.number)


def test_the_link_to_a_lost_seat_ends_when_its_player_leaves(game, alice, now):
    link = replace_alice(game, now)
    assert Client().post(link).status_code == 200
    leaving.leave(game, user=alice, now=now)
    for response in (Client().get(link), Client().post(link)):
        assert response.status_code == 409
        assert "You have left this game since we sent you this link" in response.content.decode()
    assert game.seats.get(index=0).user is None

    taking_over.take_back(game, user=alice, now=now)  # on the page
    newer = replace_alice(game, now)
    assert Client().post(link).status_code == 409
    assert Client().post(newer).status_code == 200
    assert game.seats.get(index=0).user == alice


def test_it_ends_with_the_address_to_which_it_was_sent(game, alice, now):
    link = replace_alice(game, now)
    accounts.change_address(alice, "alice@example.com", now=now)
    response = Client().post(link)
    assert response.status_code == 409
    assert "You have changed your email address" in response.content.decode()
    assert game.seats.get(index=0).user is None


@pytest.mark.parametrize("moves", [False, True])
def test_a_link_of_an_older_version_works_until_its_reader_changes_their_address(
    moves, game, alice, now
):
    replace_alice(game, now)
    seat = game.seats.get(index=0)
    link = f"/return/{Signer(salt='games.return-link').sign(f'{seat.pk}-{alice.pk}-0')}/"
    if moves:
        accounts.change_address(alice, "alice@example.com", now=now)
    assert Client().post(link).status_code == (409 if moves else 200)


def test_links_to_a_turn_end_with_the_address_to_which_they_were_sent(game, alice, now):
    seat = game.seats.get(index=0)
    links = [turn_links.action_url(game, seat, "", now=now),
             turn_links.resign_url(game, seat, now=now)]
    accounts.change_address(alice, "alice@example.com", now=now + timedelta(hours=1))
    for link in links:
        for response in (Client().get(link), Client().post(link, {"orders": "draw"})):
            assert response.status_code == 410
            assert "You have changed your email address" in response.content.decode()
    assert (game.rows.count(), game.seats.get(index=0).user) == (1, alice)
