"""Every operation of the API declares what it needs, and keeps to it, whoever asks (R11, R30)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from games.models import Game, User
from games.web.access import HOST, PLAYER, SECRET, TABLE, Declaration, Locks, declaration_of
from games.web.api.api import api, description, routers
from tests.api.programs import program_of
from tests.pages.test_declarations import ROUTES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database,
              pytest.mark.promise("R11"), pytest.mark.promise("R30")]

# The page that does the same as an operation; both need and lock the same.
LIKE_PAGES = {
    "give_orders": "game-orders", "say": "talk-say", "save_plan": "game-plan",
    "drop_plan": "game-plan", "join": "game-join", "leave": "game-leave", "cancel": "game-cancel",
    "fill": "game-fill", "open_table": "new-game", "change_time": "playing-hours",
    "add_vacation": "vacation-add", "cancel_vacation": "vacation-cancel",
    "enter_league": "season-enter", "leave_league": "season-withdraw", "enter_cup": "cup-enter",
    "leave_cup": "cup-withdraw", "join_by_link": "game-join", "import_game": "import",
    "delete_import": "import-delete",
}
CHANGES_NOTHING = {"preview"}


def operations() -> Iterator[tuple[str, str, Any]]:
    """The method, the path and the function of every operation."""
    for router in routers():
        for path, view in router.path_operations.items():
            for operation in view.operations:
                yield operation.methods[0], path, operation.view_func


OPERATIONS = list(operations())


def declared(function: Any) -> Declaration:
    found = declaration_of(function)
    assert found is not None, function.__name__
    return found


def test_every_operation_is_described_and_declares_what_it_needs() -> None:
    described = {(method.upper(), re.sub(r"\{\w+:", "{", path))
                 for path, methods in description()["paths"].items() for method in methods}
    assert described == {(method, "/api/1" + re.sub(r"\{\w+:", "{", path))
                         for method, path, _function in OPERATIONS}
    names = [function.__name__ for _method, _path, function in OPERATIONS]
    assert len(names) == len({*names})
    assert all(declared(function) for _method, _path, function in OPERATIONS)
    assert api.version == "1"


def test_what_changes_something_needs_and_locks_what_its_page_does() -> None:
    pages = {name: declaration_of(view) for name, _path, view in ROUTES}
    changing = {function.__name__: declared(function) for method, _path, function in OPERATIONS
                if method != "GET"}
    assert {*changing} - CHANGES_NOTHING == {*LIKE_PAGES}
    for name, page in LIKE_PAGES.items():
        there = pages[page]
        assert there is not None
        assert changing[name].locks == there.locks, name
        # Every program has an owner, and their address is proved.
        assert changing[name].needs & (PLAYER | HOST) == there.needs & (PLAYER | HOST), name


def test_operations_lock_games_before_people() -> None:
    order = list(Locks)
    for _method, _path, function in OPERATIONS:
        places = [order.index(lock) for lock in declared(function).locks]
        assert places == sorted(places), function.__name__


@pytest.mark.parametrize("listed", [False, True], ids=["private", "listed"])
def test_every_operation_lets_in_whom_it_declares(listed: bool, fresh: Game, alice: User,
                                                  dave: User, now: datetime,
                                                  subtests: pytest.Subtests) -> None:
    Game.objects.filter(pk=fresh.pk).update(listed=listed)
    people = {"Alice": program_of(alice), "Dave": program_of(dave), "nobody": Client()}
    for method, path, function in OPERATIONS:
        if "{slug:code}" not in path:
            continue
        needs = declared(function).needs
        assert needs & (TABLE | PLAYER | HOST | SECRET), path
        with subtests.test(f"{method} {path}"):
            asked = f"/api/1{filled(path, fresh)}"
            assert answer(people["nobody"], method, asked).status_code == 401
            outsider = answer(people["Dave"], method, asked)
            if not listed or needs & SECRET:
                assert outsider.status_code == 404
                unknown = answer(people["Dave"], method, f"/api/1{filled(path, None)}")
                assert outsider.json()["detail"] == unknown.json()["detail"]
            elif needs & (PLAYER | HOST):
                assert (outsider.status_code, outsider.json()["code"]) == (403, "no-seat")
            assert answer(people["Alice"], method, asked).status_code != 403


def filled(path: str, game: Game | None) -> str:
    code = game.code if game else "aaaaaaaaaa"
    return path.replace("{slug:code}", code).replace("{int:row}", "1").replace(
        "{slug:token}", "wrong")


def answer(client: Client, method: str, path: str) -> Any:
    """The answer to a request with all that it needs, which changes nothing for good."""
    cache.clear()
    body = {"orders": "take lyre", "expected_row": 1, "text": "take lyre"}
    form = {key: value for key, value in body.items() if key in FIELDS.get(path.rpartition("/")[2],
                                                                           ())}
    with transaction.atomic():
        response = client.generic(method, path, json.dumps(form),
                                  content_type="application/json")
        transaction.set_rollback(True)
    return response


FIELDS = {"orders": ("orders", "expected_row"), "preview": ("orders",), "plan": ("text",),
          "talk": ("text",)}
