"""HTMX requests get the same table without the rest of the page, and the URL is updated."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game, User
from tests.pages.page_reader import Sit


@pytest.fixture
def client(alice: User, sit: Sit) -> Client:
    return sit(alice).client


def draft(client: Client, game: Game) -> str:
    """The address of a page with one step in its draft."""
    page = client.get(f"/games/{game.code}/").content.decode()
    return page.partition('class="card symbol-')[2].partition('href="')[2].partition('"')[0]


def test_only_the_table_is_answered_and_its_address_pushed(client: Client, fresh: Game) -> None:
    address = draft(client, fresh)
    answer = client.get(address, headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert "<html" not in html
    assert 'id="turn"' in html
    assert html.partition("</title>")[0].split()[1:3] == ["Your", "turn:"]
    assert answer["HX-Push-Url"] == address
    assert "HX-Request" in answer["Vary"]
    whole = client.get(address).content.decode()
    assert html.partition("<h1>")[2].partition("csrf")[0] in whole


def test_a_page_come_back_to_is_whole(client: Client, fresh: Game) -> None:
    answer = client.get(draft(client, fresh), headers={
        "HX-Request": "true", "HX-History-Restore-Request": "true",
    })
    assert "<html" in answer.content.decode()
    assert "HX-Push-Url" not in answer


def test_orders_being_typed_replace_the_address_and_their_fault_stands_beside_them(
    client: Client, fresh: Game
) -> None:
    address = f"/games/{fresh.code}/?draft=take+nothing"
    answer = client.get(address, headers={"HX-Request": "true", "HX-Trigger": "typed"})
    html = answer.content.decode()
    assert answer["HX-Replace-Url"] == address
    assert "HX-Push-Url" not in answer
    assert "Not played." not in html
    assert "take nothing" in html.partition('id="typed-fault"')[2].partition("</p>")[0]


def test_a_refused_choice_keeps_the_address(client: Client, fresh: Game) -> None:
    answer = client.get(f"/games/{fresh.code}/draft/", {"do": "add", "draft": ""},
                        headers={"HX-Request": "true"})
    assert answer.status_code == 400
    assert answer["HX-Push-Url"] == "false"


@pytest.mark.promise("R10")
def test_a_swapped_table_shows_no_more_than_the_page(
    fresh: Game, bob: User, sit: Sit
) -> None:
    address = f"/games/{fresh.code}/?draft=take+horse"
    part = sit(bob).client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert 'id="turn"' not in part
    assert "Alice is dealt a" not in part
