"""Who may open the pages of account, mailbox and admin (R11).

The URLs come from the URLconf, so a new one fails here until it is added to the lists below.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import URLPattern, URLResolver

from alexandros_site import urls
from games.models import Game, User
from games.post.outbox.local_mailbox import keep
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R11")]

ALL = frozenset({"visitor", "guest", "member", "staff", "operator"})
KNOWN = ALL - {"visitor"}
NOBODY: frozenset[str] = frozenset()

ACCOUNT = {
    "account": KNOWN, "account-delete": KNOWN, "account_logout": KNOWN, "account_inactive": ALL,
    "account-email": frozenset({"member", "staff", "operator"}),
    "account-email-code": NOBODY,  # it needs a pending code
    "account-download": NOBODY, "account-reviews": NOBODY, "account-page": NOBODY,
    "account-blocks": NOBODY, "choose-language": NOBODY,  # POST only
    "account_login": frozenset({"visitor", "guest"}),  # members are redirected
    "account_confirm_login_code": NOBODY,  # it needs a pending code
    "account_request_login_code": NOBODY, "account_signup": NOBODY,
}
# Only on this machine; tests/outbox/test_local_mailbox.py checks that it exists nowhere else.
MAILBOX = dict.fromkeys(("mailbox", "mailbox-message", "mailbox-html", "mailbox-raw"), ALL)
MAILBOX |= {"mailbox-answer": NOBODY, "mailbox-clock": NOBODY, "mailbox-write": NOBODY,  # POST only
            "mailbox-picture": NOBODY}  # no such picture
# Staff without permissions see an empty index and its service pages.
FOR_STAFF = {"index", "password_change", "password_change_done", "jsi18n", "logout", "autocomplete"}


def routes(patterns: list[Any], before: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        else:
            assert isinstance(pattern, URLPattern)
            yield pattern.name or "", path


@pytest.fixture
def people(alice: User, guest: User) -> dict[str, Client]:
    staff = User.objects.create_user("staff@example.org", name="Staff", is_staff=True)
    operator = User.objects.create_superuser("root@example.org", name="Root")
    users = {"visitor": None, "guest": guest, "member": alice, "staff": staff,
             "operator": operator}
    clients = {kind: Client(headers={"host": "localhost"}) for kind in users}
    for kind, user in users.items():
        if user is not None:
            clients[kind].force_login(user)
    return clients


def readers(people: dict[str, Client], path: str) -> set[str]:
    return {kind for kind, client in people.items() if client.get(path).status_code == 200}


def test_every_url_of_account_and_mailbox_is_in_the_list() -> None:
    assert {name for name, _ in routes(urls.account_urls, "")} == set(ACCOUNT)
    assert {name for name, _ in routes(urls.mailbox_urls, "")} == set(MAILBOX)


@pytest.mark.parametrize(("name", "path"), list(routes(urls.account_urls, "/account/")))
def test_pages_of_the_account(people: dict[str, Client], name: str, path: str) -> None:
    assert readers(people, path) == ACCOUNT[name]


@pytest.mark.parametrize(("name", "path"), list(routes(urls.mailbox_urls, "/mailbox/")))
def test_pages_of_the_mailbox(people: dict[str, Client], name: str, path: str) -> None:
    email = EmailMultiAlternatives("Your turn", "It is your turn.", to=["alice@example.org"])
    email.attach_alternative("<p>It is your turn.</p>", "text/html")
    row = keep(email)
    path = path.replace("<int:pk>", str(row.pk)).replace("<str:cid>", "board")
    assert readers(people, path) == MAILBOX[name]


@pytest.fixture
def game(alice: User, bob: User, now: Any) -> Game:
    return seat_table([alice, bob], now=now)


def test_the_operators_pages_are_theirs(people: dict[str, Client], game: Game) -> None:
    for name, path in routes(admin.site.urls[0], "/admin/"):
        found = readers(people, path.replace("<path:object_id>", str(game.pk)))
        allowed = {"operator", "staff"} if name in FOR_STAFF else {"operator"}
        assert found <= allowed, (name, path)
        if name.endswith("_changelist") or name == "games_game_change":
            assert "operator" in found, (name, path)
