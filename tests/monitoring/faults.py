"""What can go wrong with a game: functions that a test breaks, and what somebody does then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.test import Client

from alexandros_rules.alexandros.rules import RULESET
from games.models import Game, OutgoingEmail, User
from games.post.emails import notifications, rendering
from games.post.inbox import turn_links
from games.post.outbox import delivery, digest, preferences
from games.post.outbox.queue import queue_email
from games.rulesets import registry

ROOM = registry.get("alexandros")
BOARDS, TABLE, RULES = type(ROOM.boards), type(ROOM.table), type(RULESET)


class Broken(Exception):
    """The fault that a test puts into the code."""


class Fault(NamedTuple):
    """A function to break, what Alice does then with a game and orders, and what that is called."""

    owner: Any
    name: str
    happen: Callable[[Game, User, str], None]
    doing: str


def break_with_secrets(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
    """Makes a function fail with a message that quotes everything it was given."""
    def fail(*args: Any, **kwargs: Any) -> Any:
        raise Broken(f"{args} {kwargs}")

    monkeypatch.setattr(owner, name, fail)


def sign_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def play_by_page(game: Game, alice: User, orders: str) -> None:
    response = sign_in(alice).post(f"/games/{game.code}/orders/", {
        "orders": orders, "number": str(game.number), "key": "k"})
    assert response.status_code == 500


def opening(address: str) -> Callable[[Game, User, str], None]:
    """Returns a function with which Alice opens a page, which fails."""
    def open_it(game: Game, alice: User, orders: str) -> None:
        assert sign_in(alice).get(address.format(code=game.code)).status_code == 500

    return open_it


open_page = opening("/games/{code}/")


def send_turn_email(game: Game, alice: User, orders: str) -> None:
    seat = game.seats.get(index=0)
    email = queue_email("turn", to="alice@example.org", now=game.created_at, game=game, seat=seat,
                        user=alice, number=game.number)
    assert email is not None
    delivery.deliver(email.pk, compose=rendering.compose, now=game.created_at)
    email.refresh_from_db()
    assert (email.status, email.error) == ("retry", "Uncomposed: Broken")


def follow_link(game: Game, alice: User, orders: str) -> None:
    url = turn_links.action_url(game, game.seats.get(index=0), orders, now=game.created_at)
    path = url.removeprefix(settings.BASE_URL)
    assert Client(raise_request_exception=False).get(path).status_code == 500


def send_digest(game: Game, alice: User, orders: str) -> None:
    """Two held emails, which become one; the first of them is about this game."""
    preferences.set_for_all(alice, "daily")
    for kind in ("turn", "started"):
        queue_email(kind, to="alice@example.org", now=game.created_at, game=game, user=alice,
                    seat=game.seats.get(index=0), number=game.number)
    later = game.created_at + timedelta(days=2)
    digest.release_due(later)
    email = OutgoingEmail.objects.filter(kind="digest").latest("pk")
    delivery.deliver(email.pk, compose=rendering.compose, now=later)
    email.refresh_from_db()
    assert (email.status, email.error) == ("retry", "Uncomposed: Broken")


FAULTS = {
    "deciding": Fault(RULES, "decide", play_by_page, "turn"),
    "showing a page": Fault(TABLE, "table", open_page, "page"),
    "drawing a position": Fault(BOARDS, "board", opening("/games/{code}/replay/5/"), "page"),
    "viewing": Fault(RULES, "view", open_page, "page"),
    "drawing a list": Fault(BOARDS, "thumbnail", opening("/games/"), "page"),
    "following a link": Fault(TABLE, "table", follow_link, "page"),
    "composing a digest": Fault(BOARDS, "standalone_thumbnail", send_digest, "email"),
    "composing": Fault(notifications, "with_board", send_turn_email, "email"),
    "folding": Fault(RULES, "evolve", open_page, "replay"),
}
ONLY_LOGGED = {"composing a digest"}  # it is about several games, a record about one
