"""The requests of ``every_request``, with people and tables made once for all tests of a module.

It is noon all the time: letting an hour pass leads to no other day, which has its own puzzles.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Game, User
from games.table.play import log_cache
from tests.api.programs import program_of
from tests.conftest import NOW
from tests.made_once import MadeOnce
from tests.pages import tables
from tests.pages.every_request import FORMS, Line, fixtures_in
from tests.pages.page_reader import Sit


class Prepare(Protocol):
    """Makes what a request needs; calling the result sends it, with this form or the usual one."""

    def __call__(self, line: Line, form: dict[str, str] | None = None) -> Callable[[], Any]: ...


@dataclass(frozen=True, slots=True)
class Made:
    """The people and tables as they were made; tests read them anew."""

    alice: User
    bob: User
    carol: User
    fresh: Game
    running: Game
    finished: Game
    waiting: Game
    vacant: Game


# Of the same length for all tests: at the end of an hour, time must not go back.
_TO_NOON = timezone.now().replace(hour=12) - timezone.now()


def noon() -> time_machine.travel:
    return time_machine.travel(timezone.now() + _TO_NOON)


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with noon():
        yield


@pytest.fixture(scope="module")
def made(made_once: MadeOnce) -> Made:
    with noon():
        return made_once(_make)


def _make() -> Made:
    alice, bob, carol = (User.objects.create_user(f"{name.lower()}@example.org", name=name)
                         for name in ("Alice", "Bob", "Carol"))
    fresh = tables.fresh_game(alice, bob, now=NOW)
    running = tables.running_game(alice, bob, carol, now=NOW)
    finished = tables.finished_game(alice, bob, now=NOW)
    waiting = tables.waiting_table(alice, bob, carol, now=NOW)
    vacant = tables.vacant_game(alice, bob, carol, now=NOW)
    tables.listed_table(alice, now=NOW)
    return Made(alice, bob, carol, fresh, running, finished, waiting, vacant)


@pytest.fixture
def alice(made: Made, db: None) -> User:
    return User.objects.get(pk=made.alice.pk)


@pytest.fixture
def bob(made: Made, db: None) -> User:
    return User.objects.get(pk=made.bob.pk)


@pytest.fixture
def carol(made: Made, db: None) -> User:
    return User.objects.get(pk=made.carol.pk)


@pytest.fixture
def fresh(made: Made, db: None) -> Game:
    return Game.objects.get(pk=made.fresh.pk)


@pytest.fixture
def running(made: Made, db: None) -> Game:
    return Game.objects.get(pk=made.running.pk)


@pytest.fixture
def finished(made: Made, db: None) -> Game:
    return Game.objects.get(pk=made.finished.pk)


@pytest.fixture
def waiting(made: Made, db: None) -> Game:
    return Game.objects.get(pk=made.waiting.pk)


@pytest.fixture
def vacant(made: Made, db: None) -> Game:
    return Game.objects.get(pk=made.vacant.pk)


@pytest.fixture
def every_table(fresh: Game, running: Game, finished: Game, vacant: Game) -> None:
    """Games and tables of every kind, for the pages that list them.

    This process knows their logs as they were made, not as another test has continued them.
    """
    log_cache.forget()
    for game in (fresh, running, finished, vacant):
        log_cache.recent(game, game.number)


@pytest.fixture
def prepare(request: pytest.FixtureRequest, sit: Sit, every_table: None,
            monkeypatch: pytest.MonkeyPatch) -> Prepare:
    """Prepares the requests of ``every_request``.

    Games that start on a page have the same first player in every test and every run.
    """
    monkeypatch.setattr(secrets, "token_bytes", lambda nbytes=32: bytes(nbytes))

    def prepared(line: Line, form: dict[str, str] | None = None) -> Callable[[], Any]:
        client, (method, path) = browser_of(line.who, request, sit), line.asks.split(" ")
        as_json = {"content_type": "application/json"} if is_program(line.who) else {}
        url = _filled(path, request)
        given = FORMS.get(line.asks, {}) if form is None else form
        data = {name: _filled(value, request) for name, value in given.items()}
        send = getattr(client, method.lower())
        return lambda: _read(send(url) if method == "GET" else send(url, data, **as_json))

    return prepared


def _read(response: Any) -> Any:
    """The response after reading it to its end, as browsers do, which closes files."""
    if response.streaming:
        response.getvalue()
    return response


def browser_of(who: str, request: pytest.FixtureRequest, sit: Sit) -> Client:
    if who == "visitor":
        return sit(None).client
    if who == "operator":
        return sit(User.objects.create_superuser("operator@example.org", name="Operator")).client
    if who == "reader on this machine":
        return Client(headers={"host": "localhost"})
    if who == "somebody with a code":
        client = Client(headers={"host": "localhost"})
        client.post("/account/login/", {"email": request.getfixturevalue("alice").email})
        return client
    if who == "Alice with a new address":
        client = sit(request.getfixturevalue("alice")).client
        client.post("/account/email/", {"email": "alice@new.example"})
        return client
    if is_program(who):
        return program_of(request.getfixturevalue(who.lower().partition("’")[0]))
    return sit(request.getfixturevalue(who.lower())).client


def is_program(who: str) -> bool:
    """Whether this is somebody's program, which uses the API."""
    return who.endswith("’s program")


def _filled(text: str, request: pytest.FixtureRequest) -> str:
    """The text with the fixtures it names: a game's code, or the value itself."""
    values = {name: request.getfixturevalue(name) for name in fixtures_in(text)}
    return text.format_map({name: getattr(value, "code", value) for name, value in values.items()})
