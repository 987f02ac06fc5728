"""Guests who sign in, and accounts nobody has signed in to, in games that people have left."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.base.refusals import Foreign
from games.models import Game, Seat, User
from games.people import accounts
from games.post.inbox import turn_links
from games.table.lobby import open_tables
from games.table.play import bots, event_log, turns
from games.table.seats import leaving, taking_over
from tests.absence.conftest import BOBS, advance_to_bob, seat_of_bob
from tests.sample_games import legal

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R25")]


def people(game):
    return list(game.seats.order_by("index").values_list("user", flat=True))


def test_a_guest_who_signs_in_keeps_a_seat_they_can_take_back(game, guest, bob, now):
    Seat.objects.filter(game=game, index=BOBS).update(user=guest)
    leaving.leave(game, user=guest, now=now)
    accounts.merge_guest(guest, bob, now=now)
    taking_over.take_back(game, user=bob, now=now)
    assert seat_of_bob(game).user == bob


def test_nobody_gets_a_second_seat_where_they_have_left_one(vacant, guest, alice, bob, carol, now):
    leaving.leave(vacant, user=carol, now=now)
    taking_over.take_over(vacant, user=guest, seat=2, now=now)
    assert accounts.merge_guest(guest, bob, now=now) == 0
    taking_over.take_back(vacant, user=bob, now=now)
    assert people(vacant) == [alice.pk, bob.pk, guest.pk]


def test_nobody_gets_a_seat_where_they_have_been_replaced(vacant, guest, bob, carol, dave, now):
    taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    leaving.leave(vacant, user=carol, now=now)
    taking_over.take_over(vacant, user=guest, seat=2, now=now)
    assert accounts.merge_guest(guest, bob, now=now) == 0


def test_nobody_takes_back_a_second_seat(vacant, alice, now):
    Seat.objects.filter(game=vacant, index=BOBS).update(left_by=alice)
    with pytest.raises(Foreign, match="no seat here"):
        taking_over.take_back(vacant, user=alice, now=now)


@pytest.fixture
def by_email(bob, now):
    """Bob, who plays by email and has never signed in."""
    User.objects.filter(pk=bob.pk).update(last_login=None, date_joined=now - timedelta(days=30))
    bob.refresh_from_db()
    return bob


@pytest.mark.parametrize("replaced", [False, True])
def test_somebody_who_has_lost_their_seat_and_plays_by_email_keeps_their_account(
        vacant, by_email, dave, now, *, replaced):
    if replaced:
        taking_over.take_over(vacant, user=dave, seat=BOBS, now=now)
    accounts.forget_unused(now)
    assert User.objects.filter(pk=by_email.pk).exists()
    assert not accounts.is_unused(by_email)


def test_the_link_back_works_for_somebody_who_has_never_signed_in(vacant, by_email, now):
    accounts.forget_unused(now)
    link = taking_over.url(taking_over.RETURN, seat_of_bob(vacant), by_email.pk,
                           to=by_email.email, since=vacant.number)
    assert Client().post(link).status_code == 200
    assert seat_of_bob(vacant).user == by_email


@pytest.mark.promise("R13")
def test_a_forwarded_invitation_gives_nobody_the_seat_that_its_owner_has_left(
        vacant, by_email, alice, now):
    other = open_tables.create_table(by=alice, name="Issus", board="delta", players=2, now=now,
                                invite_emails=[by_email.email])
    stranger = Client()
    stranger.post(f"/games/{other.code}/join/",
                  {"token": other.seats.get(status=Seat.Status.INVITED).invite_token})
    stranger.post(f"/games/{vacant.code}/return/")
    assert seat_of_bob(vacant).user is None


@pytest.fixture
def replaced_meanwhile(monkeypatch, bob, dave, now):
    """Dave takes over Bob's seat just after Bob's right to it has been checked."""
    submit = turns.submit

    def late(game, **sent):
        leaving.leave(Game.objects.get(pk=game.pk), user=bob, now=now)
        taking_over.take_over(Game.objects.get(pk=game.pk), user=dave, seat=BOBS, now=now)
        return submit(game, **sent)

    monkeypatch.setattr(turns, "submit", late)


@pytest.fixture
def turn_of_bob(game, now):
    """The same game, in which it is Bob's turn."""
    advance_to_bob(game, now)
    return game


@pytest.mark.promise("R13")
def test_nobody_plays_for_their_successor_on_the_page(turn_of_bob, bob, replaced_meanwhile):
    game, client = turn_of_bob, Client()
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"/games/{game.code}/orders/", {
        "orders": legal(game)[0], "number": str(game.number), "key": "k"})
    assert answer.status_code == 403
    assert "Somebody else is playing this seat now" in answer.content.decode()
    assert "Your hand" not in answer.content.decode()
    assert game.rows.last().move == "@successor"


@pytest.mark.promise("R13")
def test_nobody_plays_for_their_successor_by_a_link(turn_of_bob, now, request):
    game = turn_of_bob
    move = next(each for each in legal(game) if each.startswith("take"))
    url = turn_links.action_url(game, seat_of_bob(game), "", now=now)
    request.getfixturevalue("replaced_meanwhile")
    answer = Client().post(url, {"orders": move})
    assert "Your hand" not in answer.content.decode()
    assert answer.status_code in (403, 404)
    assert game.rows.last().move == "@successor"


def test_whoever_has_left_reads_that_a_bot_plays_for_them(vacant, alice, bob):
    def told(reader):
        return bots.describe_bots(event_log.ruleset_of(vacant), vacant.seats.all(), reader=reader)

    assert told(bob).startswith("A bot is playing for you (playing style: ")
    assert told(alice).startswith("A bot is playing for Bob (playing style: ")
