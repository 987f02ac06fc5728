"""Operators' lists: one page of many rows, what a search finds, and filters."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.models import OutgoingEmail, User
from games.operations import admin_bases
from games.post.outbox.queue import queue_email
from tests.sample_games import seat_table


@pytest.fixture
def operator(db: None, client: Client) -> Client:
    """A browser in which an operator with all rights is logged in."""
    user = User.objects.create_superuser("root@example.org", name="Root")
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def shown(client: Client, name: str, **query: str) -> str:
    response = client.get(reverse(f"admin:games_{name}_changelist"), query)
    assert response.status_code == 200
    return response.content.decode()


def found(client: Client, name: str, words: str) -> list[object]:
    """The rows that a search finds."""
    response = client.get(reverse(f"admin:games_{name}_changelist"), {"q": words})
    return list(response.context["cl"].result_list)


@pytest.mark.parametrize("words", ["alice@example.org", " ALICE@Example.org ", "alice", "Alice"])
def test_people_are_found_by_their_address_or_name_in_any_case(
    operator: Client, alice: User, bob: User, words: str
) -> None:
    assert found(operator, "user", words) == [alice]


def test_a_search_says_that_it_looks_for_whole_names(operator: Client, alice: User) -> None:
    assert found(operator, "user", "lice@example.org") == []
    assert "Please enter the whole name, email address, code or Message-ID." in shown(
        operator, "user")


def test_a_game_is_found_by_its_code_its_title_and_its_players(
    operator: Client, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    for words in (game.code, game.code.upper(), "friends", "alice", "bob@example.org"):
        assert found(operator, "game", words) == [game], words
    assert found(operator, "game", "carol") == []


def test_emails_are_found_by_address_game_and_message_id(
    operator: Client, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    email = queue_email("turn", to="alice@example.org", game=game, now=now)
    queue_email("turn", to="bob@example.org", now=now)
    assert email is not None
    for words in ("Alice@example.org", game.code, email.message_id):
        assert found(operator, "outgoingemail", words) == [email], words


def test_the_log_is_found_by_the_code_of_its_game(
    operator: Client, alice: User, bob: User, now: datetime
) -> None:
    game, _ = (seat_table([alice, bob], now=now) for _ in range(2))
    assert found(operator, "loggedmove", game.code) == list(game.rows.order_by("-pk"))


def test_an_address_that_an_operator_changes_is_stored_in_lower_case(
    operator: Client, bob: User
) -> None:
    operator.post(reverse("admin:games_user_change", args=[bob.pk]),
                  {"email": "Robert@Example.ORG", "name": "Bob", "is_active": "on"})
    bob.refresh_from_db()
    assert bob.email == "robert@example.org"


def test_a_long_list_has_pages_and_says_what_it_leaves_out(
    operator: Client, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_bases, "MOST", 2 * admin_bases.ROWS)
    for number in range(2 * admin_bases.ROWS + 1):
        queue_email("turn", to=f"bob{number}@example.org", now=now + timedelta(hours=number))
    first, second = shown(operator, "outgoingemail"), shown(operator, "outgoingemail", p="2")
    assert first.count("@example.org</td>") == second.count("@example.org</td>") == 25
    assert "There may be more. Please search or filter" in first
    assert "bob0@example.org" in shown(operator, "outgoingemail", q="bob0@example.org")


def test_a_short_list_leaves_nothing_out(operator: Client, alice: User) -> None:
    assert "There may be more." not in shown(operator, "user")


def test_the_outbox_can_be_filtered_by_every_kind_that_is_stored(
    operator: Client, now: datetime
) -> None:
    for kind in ("turn", "over", "turn", "chat"):
        queue_email(kind, to="bob@example.org", now=now)
    assert admin_bases.stored_values(OutgoingEmail, "kind") == ["chat", "over", "turn"]
    page = shown(operator, "outgoingemail", kind="over")
    assert page.count("bob@example.org</td>") == 1
    assert "?kind=chat" in page


def test_an_empty_outbox_has_no_kinds(db: None) -> None:
    assert admin_bases.stored_values(OutgoingEmail, "kind") == []
