"""Requests: how many pages two web server processes answer in a second to fifty clients.

The site, and an empty Django page for comparison, are served on loopback, in turns.  The clients
share the machine with the server, so only the ratio tells something.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from games.models import User  # noqa: E402
from tests import with_servers  # noqa: E402
from tests.bench import long_games  # noqa: E402
from tests.bench.bench_service import CAST, EARLY, LATE, create_table, database  # noqa: E402
from tests.bench.measurement import Fact  # noqa: E402
from tests.platform import web_servers  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
PROCESSES, CLIENTS, TABLES = 2, 50, 20
SECONDS, ROUNDS = 4.0, 3

Request = tuple[str, str]  # a path and the cookies to send


def run() -> Iterator[Fact]:
    """Yields the rates of the current player's page and of an empty one."""
    with database():
        users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                 for name in CAST]
        pages = {number: _pages(users, number) for number in (EARLY, LATE)}
        web_servers.manage(Path(settings.DATA_DIR), "collectstatic", "--noinput")
        with (_served("tests.platform.separate_static_files") as port,
              _served("tests.bench.empty_site") as empty_port):
            rates: dict[str, list[float]] = {}
            for _ in range(ROUNDS):
                rates.setdefault("an empty Django page", []).append(
                    asyncio.run(_rate(empty_port, [("/empty/", "")])))
                for number, requests in pages.items():
                    rates.setdefault(f"the current player's page, row {number}", []).append(
                        asyncio.run(_rate(port, requests)))
    most = median(rates["an empty Django page"])
    for name, found in rates.items():
        yield Fact(name, f"{median(found):.0f}",
                   f"a second; an empty page takes 1/{most / median(found):.0f} of the time")


def _pages(users: list[User], number: int) -> list[Request]:
    rows, _ = long_games.rows(number)
    tables = [create_table(users, rows) for _ in range(TABLES)]
    return [(table.address, "; ".join(f"{name}={morsel.value}"
                                      for name, morsel in table.client.cookies.items()))
            for table in tables]


@contextmanager
def _served(site_settings: str) -> Iterator[int]:
    """Serves a site on a port of loopback within the block, and yields the port."""
    port = with_servers.free_port()
    log = Path(settings.DATA_DIR) / f"{site_settings}.log"
    environment = {**os.environ, "ALEXANDROS_DATA": str(settings.DATA_DIR),
                   "DATABASE_URL": _database_url(),
                   "DJANGO_SETTINGS_MODULE": site_settings}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "uvicorn", "tests.bench.served:application", "--lifespan", "off",
             "--no-access-log", "--port", str(port), "--workers", str(PROCESSES)],
            cwd=ROOT, env=environment, stdout=out, stderr=out,
        )
    try:
        with_servers.wait_for(port, process, log)
        yield port
    finally:
        process.terminate()
        process.wait(with_servers.TIMEOUT)


def _database_url() -> str:
    """The URL of the database with the tables."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{facts['NAME']}"
    password = f":{facts['PASSWORD']}" if facts["PASSWORD"] else ""
    return (f"postgresql://{facts['USER']}{password}@{facts['HOST']}:{facts['PORT'] or 5432}"
            f"/{facts['NAME']}")


async def _rate(port: int, requests: Sequence[Request]) -> float:
    """Requests in a second, after each of them was answered once."""
    for path, cookies in requests:
        await _get(port, path, cookies)
    end = perf_counter() + SECONDS
    counts = await asyncio.gather(*(
        _client(port, requests[number % len(requests)], end) for number in range(CLIENTS)))
    return sum(counts) / SECONDS


async def _client(port: int, request: Request, end: float) -> int:
    count = 0
    while perf_counter() < end:
        await _get(port, *request)
        count += 1
    return count


async def _get(port: int, path: str, cookies: str) -> None:
    """Asks for a page on a connection of its own, as browsers on many machines do."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n"
                 "Connection: close\r\n\r\n".encode())
    answer = await reader.read(-1)
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200 "):
        raise RuntimeError(f"{path} was answered by {answer[:200]!r}")
