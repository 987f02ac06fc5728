"""Every address that takes a POST has an act in some world, but a few that lock nothing (R30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from alexandros_site import urls
from games.models import Game
from tests import sample_puzzles
from tests.pages.test_declarations import OF_LIBRARIES, declared, filled, routes
from tests.races.worlds import REPLY, WORLDS, Act

# What neither locks anything nor is about a game: signing in, and pages of this machine.
APART = {"account_login", "account_confirm_login_code", "admin-login", "mailbox-answer",
         "mailbox-clock", "mailbox-write", "review-again"}


def acts() -> Iterator[Act]:
    for world in WORLDS.values():
        yield from (*world.acts, *world.others)


@pytest.mark.django_db
@pytest.mark.any_database
def test_every_address_that_takes_a_post_races(fresh: Game) -> None:
    sample_puzzles.todays()
    client = Client()
    taken = {path for name, path, _view in routes(urls.urlpatterns)
             if name not in OF_LIBRARIES | APART
             and client.post(filled(path, fresh)).status_code != 405}
    assert {_route(act) for act in acts() if act.path != REPLY} == taken


def test_every_address_apart_locks_nothing() -> None:
    found = {name: view for name, _path, view in routes(urls.urlpatterns) if name in APART}
    assert {*found} == APART
    assert [name for name, view in found.items() if declared(view).locks] == []


def _route(act: Act) -> str:
    names: dict[str, Any] = _Ones()
    return str(resolve(act.path.format_map(names)).route)


class _Ones(dict[str, str]):
    """A value for every name in braces."""

    def __missing__(self, name: str) -> str:
        return "1"
