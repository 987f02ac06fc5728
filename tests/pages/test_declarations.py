"""Every view declares what it needs and locks, and keeps to it, whoever visits (R30).

The views come from the URLconf, so a new one fails here until it is declared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, transaction
from django.test import Client
from django.urls import URLPattern, URLResolver

from alexandros_site import urls
from games.models import Game, Puzzle, User
from games.people import accounts
from games.web.access import (
    ACCOUNT,
    HOST,
    PLAYER,
    PROVED,
    TABLE,
    Declaration,
    Locks,
    Needs,
    declaration_of,
)
from tests.api.programs import ADDRESSES
from tests.pages.page_reader import Sit
from tests.sample_games import POSITION

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R30"), pytest.mark.any_database]

# Views of libraries.  The admin's look for an operator themselves, the email service's for its
# secret; tests/platform/test_permissions.py tries them.
OF_LIBRARIES = {
    "account_logout", "account_inactive", "account_request_login_code", "account_signup",
}
# tests/api/test_operations.py tries those of the API.
OF_OPERATORS = ("admin/", "anymail/", ADDRESSES)
# What somebody who has only followed an invitation, which may have been forwarded, may change: the
# game to which it leads, until its owner proves their address.
ALSO_UNPROVED = {
    # of the game
    "game-leave", "game-cancel", "game-keep", "game-list", "game-fill", "game-invite",
    "game-withdraw", "game-offer", "game-extend", "game-pause", "game-resume", "game-return",
    "game-preview", "game-orders", "game-plan", "game-hint", "review-ask", "end-sharing",
    "choose-language",  # it is kept for the browser alone
    # in the game: what they say and note, and their own boards
    "talk-say", "talk-report", "game-note",
    "what-if-new", "what-if-add", "what-if-suppose", "what-if-name", "what-if-delete",
    "what-if-share",
    # like a visitor: their attempts stay in the session
    "lesson-orders", "puzzle-orders", "puzzle-vote",
    "review-again",  # nothing of it is kept
    # in order to sign in
    "account_login", "account_confirm_login_code", "admin-login",
    # with a link from an email, which needs no session
    "keep-open", "extension-link", "return-link", "turn-link", "resign-link", "unsubscribe",
    # on this machine only
    "mailbox-answer", "mailbox-clock", "mailbox-write",
}
# What changes something and locks neither a game nor its reader.
WITHOUT_LOCKS = {
    "game-preview",  # leads to another page
    "review-again",  # keeps nothing
    "account_login", "account_confirm_login_code", "admin-login", "account-email",
    "account-download", "unsubscribe", "mailbox-answer", "mailbox-clock", "mailbox-write",
}
WHO = ("visitor", "guest", "stranger", "Alice", "Bob", "former", "invited", "operator")
CHECKED = ACCOUNT | TABLE | PLAYER | HOST | PROVED  # what ``declare`` itself checks
SIGNED_OUT, NO_TABLE, NO_SEAT, UNPROVED = "sign-in", "no table", "no seat", "unproved"
SENTENCES = {NO_SEAT: "You have no seat at this table, so you can only watch.",
             UNPROVED: "You came here through an invitation"}


def routes(patterns: list[Any], before: str = "") -> Iterator[tuple[str, str, Any]]:
    """The name, path and view of every URL, but those of operators and programs."""
    for pattern in patterns:
        path = before + str(pattern.pattern)
        if path.startswith(OF_OPERATORS) and path != "admin/login/":
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        else:
            assert isinstance(pattern, URLPattern)
            yield pattern.name or path.strip("/").replace("/", "-"), path, pattern.callback


ROUTES = [route for route in routes(urls.urlpatterns) if route[0] not in OF_LIBRARIES]


def declared(view: Any) -> Declaration:
    found = declaration_of(view)
    assert found is not None
    return found


def test_every_view_declares_what_it_needs() -> None:
    assert [name for name, _, view in ROUTES if declaration_of(view) is None] == []


def test_every_view_locks_games_before_people() -> None:
    order = list(Locks)
    for name, _, view in ROUTES:
        places = [order.index(lock) for lock in declared(view).locks]
        assert places == sorted(places), name


@pytest.fixture
def people(fresh: Game, dave: User, guest: User, now: datetime,
           sit: Sit) -> dict[str, tuple[Client, User | None]]:
    """A browser of each kind of person; ``fresh`` is a game of Alice and Bob, who are playing."""
    carol = User.objects.create_user("carol@example.org", name="Carol")
    eve = User.objects.create_user("eve@example.org")
    fresh.seats.filter(index=0).update(left_by=carol)  # as after a bot has played for her
    operator = User.objects.create_superuser("root@example.org", name="Root")
    seats = {seat.name: seat.user for seat in fresh.seats.select_related("user")}
    users = {"visitor": None, "guest": guest, "stranger": dave, "Alice": seats["Alice"],
             "Bob": seats["Bob"], "former": carol, "invited": eve, "operator": operator}
    clients = {who: sit(user).client for who, user in users.items()}
    session = clients["invited"].session
    session[accounts.INVITED] = True
    session.save()
    return {who: (clients[who], users[who]) for who in WHO}


def with_seat(game: Game, user: User | None) -> None:
    """Give the person Bob's seat, as if they had accepted an invitation to it."""
    game.seats.filter(index=1).update(user=user)


def filled(path: str, game: Game) -> str:
    parts = {"code": game.code, "token": "0" * 32, "number": "1", "seat": "1", "pk": "1",
             "vacation": "1",
             "theme": "light", "name": "FIG1", "game": "alexandros", "lesson": "walls",
             "subject": "privacy",
             "month": "2026-01",
             "tree": "aaaaaaaaaa", "node": "1", "players": "2", "cid": "board",
             "day": "2026-01-26", "cup": "aaaaaaaaaa",
             "string": POSITION, "given": "0",
             "puzzle": Puzzle.objects.values_list("key", flat=True)[0]}
    return "/" + re.sub(r"<\w+:(\w+)>", lambda found: parts[found[1]], path)


def expected(needs: Needs, who: str, game: Game, user: User | None) -> str:
    """Why this person is not let in, or "": what the declaration says."""
    seated = game.seats.filter(user=user).exists() if user else False
    host = seated or (user is not None and game.created_by_id == user.pk)
    sees = game.listed or host or who in ("former", "operator")
    if ACCOUNT in needs and user is None:
        return SIGNED_OUT
    if needs & (TABLE | PLAYER | HOST) and not sees:
        return NO_TABLE
    if (PLAYER in needs and not seated) or (HOST in needs and not host):
        return NO_SEAT
    return UNPROVED if PROVED in needs and who == "invited" else ""


def outcome(response: Any) -> str:
    """Why somebody was not let in, or "": what the answer says."""
    if response.status_code == 302 and response["Location"].startswith("/account/login/?next="):
        return SIGNED_OUT
    if response.status_code == 404:
        return NO_TABLE
    said = response.content.decode() if response.status_code == 403 else ""
    return next((why for why, sentence in SENTENCES.items() if sentence in said), "")


def answers(client: Client, path: str, method: str) -> str | None:
    """The outcome of a request, which changes nothing for good; None if the method is wrong."""
    cache.clear()
    with transaction.atomic():
        response = getattr(client, method)(path)
        if response.streaming:
            list(response)  # which closes its file
        transaction.set_rollback(True)
    return None if response.status_code in (303, 405) else outcome(response)


@pytest.mark.parametrize("listed", [False, True], ids=["private", "listed"])
def test_every_view_lets_in_whom_it_declares(
    listed: bool, people: dict[str, tuple[Client, User | None]], fresh: Game,
    puzzles: list[Puzzle], subtests: pytest.Subtests
) -> None:
    Game.objects.filter(pk=fresh.pk).update(listed=listed)
    fresh.refresh_from_db()
    with_seat(fresh, people["invited"][1])
    for _name, path, view in ROUTES:
        wanted = declared(view)
        if "shared/" in path or (listed and not wanted.needs & (PLAYER | HOST)):
            continue
        # What everybody may read, test_permissions.py tries.
        asked = ["get"] if wanted.needs & (ACCOUNT | PLAYER | HOST | PROVED) else []
        asked += ["post"] if wanted.needs & CHECKED else []
        for method in asked:
            if answers(people["visitor"][0], filled(path, fresh), method) is None:
                continue
            with subtests.test(f"{method} {path}"):
                for who, (client, user) in people.items():
                    found = answers(client, filled(path, fresh), method)
                    reason = expected(wanted.needs, who, fresh, user)
                    # A page may have no such thing for other reasons, too.
                    assert found == reason or (found == NO_TABLE and not reason), who


def test_what_is_changed_without_proof_or_locks_is_written_down(
    people: dict[str, tuple[Client, User | None]], fresh: Game, puzzles: list[Puzzle]
) -> None:
    client, _ = people["visitor"]
    changing = {(name, declared(view)) for name, path, view in ROUTES
                if answers(client, filled(path, fresh), "post") is not None}
    unproved = {name for name, wanted in changing if PROVED not in wanted.needs}
    assert unproved == ALSO_UNPROVED
    assert {name for name, wanted in changing if not wanted.locks} == WITHOUT_LOCKS


def test_a_deadlock_is_tried_once_more(alice: User, sit: Sit,
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """Our locks should rule them out; this is for those that nobody has thought of."""
    rename, calls = accounts.rename, []

    def ended(user: User, name: str, *, now: datetime) -> None:
        calls.append(name)
        rename(user, name, now=now)
        if len(calls) == 1:
            cause = Exception()
            cause.sqlstate = "40P01"  # type: ignore[attr-defined]
            raise OperationalError from cause

    monkeypatch.setattr(accounts, "rename", ended)
    assert sit(alice).client.post("/account/", {"name": "Alice-B"}).status_code == 302
    assert calls == ["Alice-B"] * 2
    assert User.objects.get(pk=alice.pk).name == "Alice-B"
