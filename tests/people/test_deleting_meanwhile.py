"""Somebody deletes their account while the same person does something else in another tab."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, User
from games.people import account_deletion
from tests.concurrency import at_once
from tests.conftest import NOW
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R30")]

ROUNDS = 4
# What a person can store for themselves, twice each so that the second changes the first's row.
ACTIONS: dict[str, tuple[str, list[dict[str, str]]]] = {
    "note": ("game-note", [{"text": "Beware of Bob."}, {"text": "Trust Bob."}]),
    "what-if": ("what-if-new", [{"number": "1"}, {"number": "1"}]),
    "plan": ("game-plan", [{"text": "draw", "do": "save"}, {"text": "draw", "do": "off"}]),
    "talk": ("talk-say", [{"text": "Hello"}, {"text": "Hello again"}]),
    "mute": ("talk-mute", [{"do": "table"}, {"do": "hear-table"}]),
    "name": ("account", [{"name": "Zoe"}, {"name": "Zoe Quux"}]),
    "hours": ("playing-hours", [
        {"time_zone": "Europe/Paris", "opens": opens, "closes": "22:00"}
        for opens in ("08:00", "09:00")]),
    "vacation": ("vacation-add", [
        {"first_day": "2099-03-10", "last_day": "2099-03-12"},
        {"first_day": "2099-05-10", "last_day": "2099-05-12"}]),
    "feed": ("calendar-renew", [{}, {}]),
    "reviews": ("account-reviews", [{}, {"reviews": "on"}]),
    "leave": ("game-leave", [{}, {}]),
    "more time": ("game-extend", [{}, {}]),
    "new table": ("play-now", [{"players": "2"}, {"players": "2"}]),
}


def address(name: str, game: Game) -> str:
    return reverse(name, kwargs={"code": game.code} if name.startswith(("game-", "talk-", "what-"))
                   else {})


def post(user: User, path: str, form: dict[str, str]) -> Callable[[], int]:
    """Sends the form from a browser of its own when it is called, and returns the status."""
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return lambda: client.post(path, form).status_code


@pytest.mark.parametrize("action", ACTIONS)
def test_neither_fails_when_an_account_is_deleted_meanwhile(action: str, bob: User) -> None:
    name, (first, second) = ACTIONS[action]
    for number in range(ROUNDS):
        zoe = User.objects.create_user(f"zoe{number}@example.org", name="Zoe")
        game = seat_table([zoe, bob], now=NOW)
        path, delete = address(name, game), reverse("account-delete")
        assert post(zoe, path, first)() < 500
        statuses: list[int] = at_once(post(zoe, path, second), post(zoe, delete, {"sure": "on"}),
                                      post(zoe, path, first))
        assert max(statuses) < 500, (number, statuses)
        if User.objects.filter(pk=zoe.pk).exists():  # refused: a table was joined at that moment
            account_deletion.delete_account(zoe, now=NOW)
