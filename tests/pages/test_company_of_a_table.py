"""Whoever makes a table says first who will play; settings that do not apply are ignored."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, OutgoingEmail, User
from tests.pages.page_reader import Sit

pytestmark = pytest.mark.django_db

FORM = "/games/new/?game=alexandros"


def made(sit: Sit, user: User, **wishes: Any) -> Game:
    browser = sit(user)
    browser.open(FORM)
    assert browser.press("Open the table", **wishes).status == 200
    return Game.objects.get()


def test_without_any_choice_a_table_is_for_a_friend_with_its_link(sit: Sit, alice: User) -> None:
    game = made(sit, alice)
    assert (game.status, game.listed, game.seats.count()) == (Game.Status.OPEN, False, 2)
    assert [seat.status for seat in game.seats.order_by("index")] == ["taken", "open"]


def test_a_table_for_anybody_is_in_the_lobby(sit: Sit, alice: User, bob: User) -> None:
    made(sit, alice, company="anybody", name="Issus")
    assert "Issus" in sit(bob).open("/lobby/").words


def test_a_table_against_bots_begins_at_once_and_invites_nobody(sit: Sit, alice: User) -> None:
    game = made(sit, alice, company="bots", players="3", bot="raider", emails="bob@example.org")
    assert game.status == Game.Status.RUNNING
    assert sorted(seat.bot for seat in game.seats.all()) == ["", "raider", "raider"]
    assert not OutgoingEmail.objects.filter(to="bob@example.org").exists()


def test_friends_may_be_joined_by_bots(sit: Sit, alice: User) -> None:
    game = made(sit, alice, players="3", bots="1", bot="raider")
    assert [(seat.status, seat.bot) for seat in game.seats.order_by("index")] == [
        ("taken", ""), ("open", ""), ("taken", "raider")]


def test_an_unknown_company_is_refused(sit: Sit, alice: User) -> None:
    browser = sit(alice)
    browser.open(FORM)
    assert browser.press("Open the table", company="dragons").status == 400
    assert not Game.objects.exists()
