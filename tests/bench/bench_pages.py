"""Pages: the processor time of the busiest ones, early in a game and late in a long log.

Each request goes through the whole application as a web server calls it, with routing, session,
templates and database (SQLite, or the one that DATABASE_URL names), but without the network.  An
empty page behind two of Django's own middlewares is timed in turns with them.  "Opened first" is
the page in a process that knows nothing of the game yet; a click is a card and a march in the
draft.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import process_time
from typing import Any
from urllib.parse import urlencode

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django import db  # noqa: E402
from django.core import signals  # noqa: E402
from django.core.handlers.wsgi import WSGIHandler  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.test.utils import override_settings, setup_test_environment, teardown_test_environment  # noqa: E402
from django.urls import path  # noqa: E402

from games.models import User  # noqa: E402
from games.table.play import log_cache  # noqa: E402
from tests.bench import long_games  # noqa: E402
from tests.bench.bench_service import CAST, EARLY, LATE, Table, create_table, database  # noqa: E402
from tests.bench.measurement import Fact, Figure, play_chess, timed  # noqa: E402

TABLES = 20
BETWEEN = (50, 200)  # more lengths of the log, for a chart
CONFIRMING = "confirming a turn"
TOKEN = "t" * 32  # of the forms; the cookie has the same one
BARE = ("django.middleware.security.SecurityMiddleware",
        "django.middleware.common.CommonMiddleware", f"{__name__}.own_addresses")
CLICK = {"HTTP_HX_REQUEST": "true"}


Answering = Callable[[Table], tuple[str, bytes]]  # the status and the body of a response

urlpatterns = [path("empty/", lambda request: HttpResponse("It is your turn."))]


def own_addresses(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., Any]:
    """A middleware that serves the addresses of this module."""
    def answer(request: HttpRequest) -> HttpResponse:
        request.urlconf = __name__  # type: ignore[attr-defined]  # as Django's documentation says
        return get_response(request)

    return answer


def run() -> Iterator[Figure | Fact]:
    """Yields all figures about pages."""
    with database(), _as_in_production():
        site = WSGIHandler()
        with override_settings(MIDDLEWARE=BARE):
            bare = WSGIHandler()
        users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                 for name in CAST]
        for number in (EARLY, *BETWEEN, LATE):
            rows, _ = long_games.rows(number)
            tables = [create_table(users, rows) for _ in range(TABLES)]
            for name, work in _works(site).items():
                yield from _measured(name, work, tables, bare, number)


def _works(site: WSGIHandler) -> dict[str, Answering]:
    def page(table: Table) -> tuple[str, bytes]:
        return _ask(site, table, table.address)

    def opened_first(table: Table) -> tuple[str, bytes]:
        log_cache.forget()
        return page(table)

    def click(table: Table) -> tuple[str, bytes]:
        drafted = urlencode({"draft": ";".join(table.orders.split("\n")[:2])})
        return _ask(site, table, table.address, QUERY_STRING=drafted, HTTP_HX_REQUEST="true")

    def confirm(table: Table) -> tuple[str, bytes]:
        orders = urlencode({"orders": table.orders, "number": table.game.number, "key": "bench"})
        return _ask(site, table, f"{table.address}orders/", body=orders.encode())

    def ask_for_changes(table: Table) -> tuple[str, bytes]:
        return _ask(site, table, f"{table.address}stream/")

    return {
        "the current player's page": page,
        "an open page that asks for changes": ask_for_changes,
        "the page, opened first": opened_first,
        "a click in the draft": click,
        CONFIRMING: confirm,
    }


def _measured(what: str, answer: Answering, tables: list[Table],
              bare: WSGIHandler, number: int) -> Iterator[Figure | Fact]:
    """Measures one kind of request at all tables, in turns with chess and an empty page."""
    if what != CONFIRMING:
        for table in tables:
            answer(table)
    seconds, plies, empty = [], [], []
    for table in tables:
        plies.append(timed(play_chess, process_time))
        empty.append(_timed(lambda: _ask(bare, table, "/empty/"), "200"))  # noqa: B023 - used now
        expected = "302" if what == CONFIRMING else "200"
        seconds.append(_timed(lambda: answer(table), expected))  # noqa: B023 - used now
    name = f"{what}, row {number}"
    yield Figure(name, median(seconds), _ratio(seconds, plies))
    yield Fact(name, f"{_ratio(seconds, empty):.0f}", "times an empty page of Django")


def _ratio(seconds: list[float], units: list[float]) -> float:
    return median(one / unit for one, unit in zip(seconds, units, strict=True))


def _timed(ask: Callable[[], tuple[str, bytes]], expected: str) -> float:
    begun = process_time()
    status, body = ask()
    seconds = process_time() - begun
    assert status.startswith(expected), body[:500]
    return seconds


def _ask(site: WSGIHandler, table: Table, address: str, *, body: bytes | None = None,
         **variables: str) -> tuple[str, bytes]:
    """Sends a request of the player whose turn it is, as a web server does."""
    cookies = {name: morsel.value for name, morsel in table.client.cookies.items()}
    cookies["csrftoken"] = TOKEN
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET" if body is None else "POST", "PATH_INFO": address,
        "SCRIPT_NAME": "", "QUERY_STRING": "", "SERVER_NAME": "testserver", "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "testserver",
        "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in cookies.items()),
        "HTTP_X_CSRFTOKEN": TOKEN, "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body or b"")), "wsgi.input": io.BytesIO(body or b""),
        "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr, "wsgi.multithread": False,
        "wsgi.multiprocess": True, "wsgi.run_once": False, "wsgi.version": (1, 0), **variables,
    }
    found: list[str] = []
    response = site(environ, lambda status, headers, error=None: found.append(status))
    content = b"".join(response)
    response.close()
    return found[0], content


@contextmanager
def _as_in_production() -> Iterator[None]:
    """Renders templates without the signals of tests, and keeps the database connection."""
    teardown_test_environment()
    closing = (signals.request_started, signals.request_finished)
    for signal in closing:
        signal.disconnect(db.close_old_connections)
    try:
        with override_settings(ALLOWED_HOSTS=["testserver"]):
            yield
    finally:
        for signal in closing:
            signal.connect(db.close_old_connections)
        setup_test_environment()
