"""A real server tells of a move while a stream is open, and stops although streams are open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from alexandros_site import asgi
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

    def send(self, method: str, path: str, body: Any = None) -> HTTPConnection:
        """A connection on which this request was sent."""
        connection = connect(self._server)
        connection.request(method, f"/api/1/{path}", json.dumps(body) if body else None, {
            "Host": "127.0.0.1", "Authorization": f"Bearer {self._token}",
            "Content-Type": "application/json"})
        return connection


def events(stream: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name and data of each event, as it arrives."""
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
        streams = [program.send("GET", path)
                   for path in (f"games/{program.code}/stream", "me/stream")]
        open_streams = [events(connection.getresponse()) for connection in streams]
        for told in open_streams:
            name, table = next(told)
            assert (name, table["code"], table["row"]) == ("table", program.code, 1)
        (move, *_) = program.ask("GET", f"games/{program.code}/moves")["moves"]
        played = program.ask("POST", f"games/{program.code}/orders",
                             {"orders": move, "expected_row": 1})
        for told in open_streams:
            name, news = next(told)
            assert (name, news["entries"][0]["move"]) == ("news", move)
            assert news["row"] >= played["last"]
    with serve(tmp_path) as server:
        told = events(program.at(server).send("GET", "me/stream").getresponse())
        assert next(told)[0] == "table"
    assert list(told) == []


def test_a_header_that_only_a_proxy_may_set_has_no_second_spelling(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        seen.extend(scope["headers"])

    monkeypatch.setattr(asgi, "_pages", page)
    scope = {"path": "/", "headers": [(b"x-forwarded-for", b"1"), (b"x_forwarded_for", b"2")]}
    asyncio.run(asgi.application(scope, None, None))
    assert seen == [(b"x-forwarded-for", b"1")]
