"""Guests play without an account and keep their games when they sign in."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Game, Seat, StoredSetup, User
from games.people import accounts
from tests import emailed_codes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("local_mailbox")]


def table(*people: User, now) -> Game:
    """A game of these users."""
    game = Game.objects.create(
        name="Issus", ruleset="alexandros", rules_version=1, setup_id=StoredSetup.keep("{}"),
        created_at=now, created_by=people[0],
    )
    for index, person in enumerate(people):
        Seat.objects.create(game=game, index=index, user=person, name=person.shown_name,
                            status=Seat.Status.TAKEN)
    return game


def log_in(client: Client, email: str) -> None:
    client.post("/account/login/", {"email": email})
    client.post("/account/login/code/", {"code": emailed_codes.code_for(email)})


def test_a_guest_who_signs_in_keeps_their_games(client, guest, alice, now):
    game = table(guest, now=now)
    client.force_login(guest)
    log_in(client, alice.email)
    assert Seat.objects.get(game=game).user == alice
    assert Game.objects.get().created_by == alice
    assert int(client.session["_auth_user_id"]) == alice.pk


def test_the_seat_then_bears_the_name_of_the_account(guest, alice, now):
    table(guest, now=now)
    accounts.merge_guest(guest, alice, now=now)
    assert Seat.objects.get().name == "Alice"


def test_a_new_member_keeps_the_name_they_played_under(guest, alice, now):
    """If two players have the same name, one of them also gets their colour as a name."""
    User.objects.filter(pk=guest.pk).update(name="Zoe")
    guest.refresh_from_db()
    game = table(guest, now=now)
    Seat.objects.create(game=game, index=1, name="zoe", status=Seat.Status.TAKEN)
    newcomer = accounts.member("zoe@example.org", now=now)
    accounts.merge_guest(guest, newcomer, now=now)
    assert User.objects.get(pk=newcomer.pk).name == "Zoe"
    assert Seat.objects.get(user=newcomer).name == "Zoe (red)"


def test_a_guest_becomes_a_new_member_with_their_games(client, guest, now):
    table(guest, now=now)
    client.force_login(guest)
    log_in(client, "eve@example.org")
    assert Seat.objects.get().user.email == "eve@example.org"


def test_the_guest_account_is_deleted(guest, alice, now):
    table(guest, now=now)
    assert accounts.merge_guest(guest, alice, now=now) == 1
    assert not User.objects.filter(is_guest=True).exists()


def test_nobody_gets_two_seats_at_one_table(guest, alice, now):
    game = table(guest, alice, now=now)
    assert accounts.merge_guest(guest, alice, now=now) == 0
    assert list(Seat.objects.filter(game=game).values_list("user", flat=True)) == [
        guest.pk, alice.pk,
    ]


def test_a_guest_stays_a_guest_until_they_enter_the_code(client, guest, now):
    table(guest, now=now)
    client.force_login(guest)
    client.post("/account/login/", {"email": "eve@example.org"})
    assert client.get("/account/").context["user"] == guest


def test_a_member_is_never_merged_into_another(alice, bob, now):
    table(alice, now=now)
    assert accounts.merge_guest(alice, bob, now=now) == 0
    assert Seat.objects.get().user == alice


def test_guests_have_no_address_and_a_neutral_name(db, now):
    guest = accounts.create_guest(now)
    assert guest.email is None
    assert re.fullmatch(r"Guest \d{4,5}", guest.shown_name)
    assert guest.shown_name == User.objects.get(pk=guest.pk).shown_name
    assert guest.shown_name != accounts.create_guest(now).shown_name
