"""The response to orders that cannot be played: a status, a sentence, and no change."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Game, User
from games.table.lobby import open_tables
from tests.pages.page_reader import Sit
from tests.sample_games import advance, legal


def send(sit: Sit, user: User | None, game: Game, orders: str, **more: str) -> HttpResponse:
    data = {"orders": orders, "number": str(game.number), "key": "k", **more}
    return sit(user).client.post(f"/games/{game.code}/orders/", data)


ODD = ("", "hello", "take take", "march to the moon", "\x00", "occupy")


@pytest.mark.parametrize("orders", ODD)
def test_an_unreadable_order_is_answered_with_400(
    fresh: Game, alice: User, sit: Sit, orders: str
) -> None:
    response = send(sit, alice, fresh, orders)
    assert response.status_code == 400
    assert "Not played." in response.content.decode()
    assert fresh.rows.count() == 1


def test_the_typed_text_is_kept_beside_the_reason(fresh: Game, alice: User, sit: Sit) -> None:
    response = send(sit, alice, fresh, "dance around <b>")
    html = response.content.decode()
    assert "dance around &lt;b&gt;" in html
    assert "dance around <b>" not in html
    assert "We cannot read" in html


@pytest.mark.promise("R18")
def test_an_illegal_line_applies_none_of_the_others(fresh: Game, alice: User, sit: Sit) -> None:
    response = send(sit, alice, fresh, f"{legal(fresh)[0]}\nend")
    assert response.status_code == 400
    assert "Now say where Alexander marches" in response.content.decode()
    assert fresh.rows.count() == 1


def test_an_order_for_a_passed_position_is_answered_with_409(
    fresh: Game, alice: User, sit: Sit, now: datetime
) -> None:
    first = legal(fresh)[0]
    number = str(fresh.number)
    advance(fresh, now=now)
    response = send(sit, alice, fresh, first, number=number)
    assert response.status_code == 409
    assert "the game has moved on" in response.content.decode()
    assert fresh.rows.count() == 2


def test_an_order_out_of_turn_is_answered_with_403(fresh: Game, bob: User, sit: Sit) -> None:
    response = send(sit, bob, fresh, legal(fresh)[0])
    assert response.status_code == 403
    assert "It is not your turn" in response.content.decode()
    assert fresh.rows.count() == 1


def test_a_stranger_cannot_tell_a_private_table_from_none(
    fresh: Game, carol: User, sit: Sit
) -> None:
    foreign = send(sit, carol, fresh, "draw")
    assert foreign.status_code == 404
    there = sit(carol).client.get(f"/games/{fresh.code}/")
    missing = sit(carol).client.get("/games/aaaaaaaaaa/")
    assert there.status_code == missing.status_code == 404
    assert there.content.decode().replace(fresh.code, "") == missing.content.decode().replace(
        "aaaaaaaaaa", ""
    )


def test_a_spectator_who_sends_orders_is_answered_with_403(
    running: Game, dave: User, sit: Sit
) -> None:
    response = send(sit, dave, running, "draw")
    assert response.status_code == 403
    assert "You have no seat at this table" in response.content.decode()


@pytest.mark.promise("R6")
def test_a_double_click_plays_once(fresh: Game, alice: User, sit: Sit) -> None:
    first = legal(fresh)[0]
    one = send(sit, alice, fresh, first)
    two = send(sit, alice, fresh, first)
    assert one.status_code == two.status_code == 302
    assert one["Location"] == two["Location"]
    assert fresh.rows.count() == 2


def test_going_back_and_sending_something_else_is_told_apart(
    fresh: Game, alice: User, sit: Sit
) -> None:
    options = legal(fresh)
    send(sit, alice, fresh, options[0])
    response = send(sit, alice, fresh, options[1])
    assert response.status_code == 409
    assert fresh.rows.count() == 2


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 30, "²"])
def test_a_number_that_is_none_is_answered_with_a_sentence(
    fresh: Game, alice: User, sit: Sit, number: str
) -> None:
    response = send(sit, alice, fresh, "draw", number=number)
    assert response.status_code == 400
    assert "These orders do not say which position they are for" in response.content.decode()


def test_a_draft_that_no_longer_fits_is_shown_as_far_as_it_goes(
    fresh: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    page = browser.open(f"/games/{fresh.code}/?draft={legal(fresh)[0]};take%20nothing")
    assert page.status == 200
    assert "Not played." in page.words
    assert "Your draft" in page.words


def test_an_enormous_draft_is_refused_with_a_sentence(fresh: Game, alice: User, sit: Sit) -> None:
    page = sit(alice).open(f"/games/{fresh.code}/?draft={'draw;' * 1000}")
    assert "Write the orders of one turn only" in page.words


def test_orders_need_the_forms_token(fresh: Game, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    response = client.post(f"/games/{fresh.code}/orders/", {"orders": "draw", "number": "1"})
    assert response.status_code == 403
    assert "Nothing was done" in response.content.decode()


def test_orders_after_the_end_are_answered_with_409(finished: Game, alice: User, sit: Sit) -> None:
    response = send(sit, alice, finished, "draw")
    assert response.status_code == 409
    assert "The game is over" in response.content.decode()


def test_orders_before_the_start_are_answered_with_a_sentence(
    alice: User, sit: Sit, now: datetime
) -> None:
    table = open_tables.create_table(by=alice, board="delta", players=2, now=now)
    response = send(sit, alice, table, "take nothing")
    assert response.status_code == 409
    assert "This game has not started yet" in response.content.decode()
    for do in ("add", "look"):
        page = sit(alice).open(f"/games/{table.code}/draft/?do={do}&province=A1&guard=A1")
        assert page.status == 200
        assert "Waiting for 1 more player." in page.words
