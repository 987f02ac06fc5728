"""The web server gives pages to threads, and keeps streams open without any.

A real server tells of a move while a stream is open, and stops although streams are open.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import AsyncRequestFactory
from django.utils import translation

from games.web import streams
from tests.platform.web_servers import connect, manage, play, serve

TABLE = """
from games.base import site_clock
from games.models import User
from games.people import api_tokens
from games.table.lobby import open_tables
now = site_clock.now()
alice = User.objects.create_user("alice@example.org", name="Alice")
game = open_tables.play_now(alice, players=2, board="delta", options={"first": 0}, now=now)
print(game.code, api_tokens.make(alice, name="A program", scopes=["read", "play"], now=now))
"""


class Program:
    """A program of Alice’s, who is to move at a table."""

    def __init__(self, server: int | Path, code: str, token: str):
        self.code, self._server, self._token = code, server, token

    def at(self, server: int | Path) -> Program:
        """The same program, asking another server."""
        return Program(server, self.code, self._token)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON that the site answers."""
        with closing(self.send(method, path, body)) as connection:
            return json.load(connection.getresponse())

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> HTTPConnection:
        """A connection on which this request was sent."""
        connection = connect(self._server)
        connection.request(method, f"/api/1/{path}", json.dumps(body) if body else None, {
            "Host": "127.0.0.1", "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json", **headers})
        return connection


@contextmanager
def hearing(program: Program, path: str) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    """Opens a stream within the block, and yields the name and data of each event as it comes."""
    # Browsers ask for this, but read no stream whose events are compressed one by one.
    connection = program.send("GET", path, **{"Accept-Encoding": "gzip"})
    with closing(connection), connection.getresponse() as response:
        yield _events(response)


def _events(stream: HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    name = ""
    for line in stream:
        field, _, value = line.decode().strip().partition(": ")
        if field == "event":
            name = value
        elif field == "data":
            yield name, json.loads(value)


def test_a_stream_tells_of_a_move_when_it_is_made_and_ends_with_the_server(tmp_path: Path) -> None:
    with play(tmp_path) as port:
        code, token = manage(tmp_path, "shell", "-c", TABLE).stdout.split()[-2:]
        program = Program(port, code, token)
        with hearing(program, f"games/{code}/stream") as table, hearing(program, "me/stream") as me:
            for told in (table, me):
                name, facts = next(told)
                assert (name, facts["code"], facts["row"]) == ("table", code, 1)
            (move, *_) = program.ask("GET", f"games/{code}/moves")["moves"]
            played = program.ask("POST", f"games/{code}/orders",
                                 {"orders": move, "expected_row": 1})
            for told in (table, me):
                name, facts = next(told)
                assert (name, facts["entries"][0]["move"]) == ("news", move)
                assert facts["row"] >= played["last"]
    with ExitStack() as open_after_the_server:
        with serve(tmp_path) as server:
            told = open_after_the_server.enter_context(hearing(program.at(server), "me/stream"))
            assert next(told)[0] == "table"
        assert list(told) == []


def test_a_stream_tells_in_the_language_of_the_request_that_opened_it() -> None:
    request = AsyncRequestFactory().get("/")
    request.user = AnonymousUser()

    async def first_events() -> list[bytes]:
        with translation.override("fr"):
            response = streams.respond(
                request, [], lambda since: [streams.Event({"in": translation.get_language()})])
        stream = aiter(response)
        return [await anext(stream), await anext(stream)]

    assert b'{"in": "fr"}' in b"".join(asyncio.run(first_events()))


@pytest.fixture
def asgi(db: None) -> Any:
    """The module of the application, which first asks the database for the site's key."""
    return import_module("alexandros_site.asgi")


@pytest.fixture
def handed_on(asgi: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[Any], bytes]]:
    """The headers and the body of each request that a thread is to answer."""
    seen: list[tuple[list[Any], bytes]] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        seen.append((scope["headers"], (await receive())["body"]))

    monkeypatch.setattr(asgi, "_pages", page)
    return seen


def ask(*messages: dict[str, Any], headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
    """Sends a request whose body comes in these messages."""
    coming = iter(messages)

    async def receive() -> dict[str, Any]:
        return next(coming)

    application = import_module("alexandros_site.asgi").application
    asyncio.run(application({"path": "/", "headers": list(headers)}, receive, None))


def part(body: bytes, *, more: bool = True) -> dict[str, Any]:
    """A part of a body."""
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_header_that_only_a_proxy_may_set_has_no_second_spelling(handed_on: Any) -> None:
    ask(part(b"", more=False), headers=[(b"x-forwarded-for", b"1"), (b"x_forwarded_for", b"2")])
    assert handed_on == [([(b"x-forwarded-for", b"1")], b"")]


def test_a_request_is_answered_when_all_of_it_is_there(handed_on: Any) -> None:
    ask(part(b"orders="), part(b"draw", more=False))
    assert handed_on == [([(b"content-length", b"11")], b"orders=draw")]


def test_a_request_that_was_cut_off_is_not_carried_out(handed_on: Any) -> None:
    ask(part(b"orders=draw"), {"type": "http.disconnect"})
    assert handed_on == []


def test_of_a_body_that_is_too_large_no_more_is_kept(handed_on: Any, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    ask(part(b"a" * 8), part(b"b" * 8), part(b"c" * 8, more=False))
    assert handed_on == [([(b"content-length", b"16")], b"a" * 8 + b"b" * 8)]
