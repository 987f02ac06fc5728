"""Somebody deletes their account while the same person does something else in another tab."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import resolve, reverse

from games.base import site_clock
from games.models import Game, User
from games.people import account_deletion
from games.web.access import GAME, PEOPLE, READER, TABLES, declaration_of
from tests.concurrency import at_once
from tests.conftest import NOW
from tests.lock_order import recorder
from tests.sample_games import FINISHED, POSITION, clocked_table

# SQLite, which knows no locks of rows, lets one transaction write at a time.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.promise("R30"),
              pytest.mark.servers]

ROUNDS = 3
PLAN = "take horse; march B3; draw; end"
NEW_TABLE = {"players": "2", "board": "delta", "bot": "greedy"}


def in_days(days: int) -> str:
    return str(date.today() + timedelta(days=days))  # noqa: DTZ011 - pages read the real clock


RANKS_OF = {GAME: 0, TABLES: 0, PEOPLE: 1, READER: 1}
# What a person can store for themselves, twice each so that the second changes the first's row.
ACTIONS: dict[str, tuple[str, list[dict[str, str]]]] = {
    "note": ("game-note", [{"text": "Beware of Bob."}, {"text": "Trust Bob."}]),
    "what-if": ("what-if-new", [{"number": "1"}, {"number": "1"}]),
    "plan": ("game-plan", [{"text": PLAN, "do": "save"}, {"text": PLAN, "do": "off"}]),
    "talk": ("talk-say", [{"text": "Hello"}, {"text": "Hello again"}]),
    "mute": ("talk-mute", [{"do": "table"}, {"do": "hear-table"}]),
    "name": ("account", [{"name": "Zoe"}, {"name": "Zoe-Quux"}]),
    "hours": ("playing-hours", [
        {"time_zone": "Europe/Paris", "opens": opens, "closes": "22:00"}
        for opens in ("08:00", "09:00")]),
    "vacation": ("vacation-add", [
        {"first_day": in_days(first), "last_day": in_days(first + 2)} for first in (10, 20)]),
    "feed": ("calendar-renew", [{}, {}]),
    "reviews": ("account-reviews", [{}, {"reviews": "on"}]),
    "language": ("choose-language", [{"language": "fr"}, {"language": "en-gb"}]),
    "audience": ("account-page", [{"audience": "played"}, {"audience": "everybody"}]),
    "block": ("account-blocks", [{"name": "Bob"}, {"name": "Bob", "do": "unblock"}]),
    "leave": ("game-leave", [{}, {}]),
    "settings": ("email-settings", [
        {"when": when, "time_zone": "Europe/Paris", "hour": "8", "minutes": "5", "chat": "turn"}
        for when in ("now", "daily")]),
    "extension": ("game-extend", [{}, {}]),
    "lesson": ("lesson-orders", [{"orders": "draw"}, {"orders": "end"}]),
    "pause": ("game-pause", [{}, {"do": "withdraw"}]),
    "cup": ("new-cup", [{"title": "Spring cup", "what": "cup-alexandros-4", "day": in_days(9),
                         "weeks": "2"}] * 2),
    "wish": ("find", [
        {"game": "alexandros", "players": "2", "paces": pace} for pace in ("day", "relaxed")]),
    "another week": ("find-wish", [{"game": "alexandros", "do": "renew"},
                                   {"game": "alexandros"}]),
    "webhook": ("webhooks", [{"address": f"https://hooks.example/{number}", "format": "json"}
                             for number in range(2)]),
    "bot": ("own-bots", [{"do": "make", "name": f"Hal-{word}"} for word in ("one", "two")]),
    "import": ("import", [{"text": FINISHED}] * 2),
    "new table": ("play-now", [NEW_TABLE, NEW_TABLE]),
    "play on": ("play-on-from", [{"seat_0": "me", "seat_1": "bot greedy"}] * 2),
}


def address(name: str, game: Game) -> str:
    if name.startswith(("game-", "talk-", "what-")):
        return reverse(name, kwargs={"code": game.code})
    of_its_own = {"lesson-orders": {"lesson": "walls"}, "play-on-from": {"string": POSITION}}
    return reverse(name, kwargs=of_its_own.get(name, {}))


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
        game = clocked_table([zoe, bob], now=site_clock.now())
        path, delete = address(name, game), reverse("account-delete")
        assert post(zoe, path, first)() < 500
        statuses: list[int] = at_once(post(zoe, path, second), post(zoe, delete, {"sure": "on"}),
                                      post(zoe, path, first))
        assert max(statuses) < 500, (number, statuses)
        if User.objects.filter(pk=zoe.pk).exists():  # refused: a table was joined at that moment
            account_deletion.delete_account(zoe, now=NOW)


@pytest.mark.parametrize("action", ACTIONS)
def test_a_page_locks_what_it_declares_before_it_stores_anything(action: str, bob: User) -> None:
    name, forms = ACTIONS[action]
    zoe = User.objects.create_user("zoe@example.org", name="Zoe")
    path = address(name, clocked_table([zoe, bob], now=site_clock.now()))
    wanted = declaration_of(resolve(path).func)
    assert wanted is not None
    for form in forms:
        send = post(zoe, path, form)
        recorder.begin(None)
        assert send() < 500
        assert recorder.unlocked == []
        ranks = recorder.ranks
        assert ranks <= {RANKS_OF[lock] for lock in wanted.locks}, ranks
