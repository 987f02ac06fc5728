"""Thinking: what pages of the embedded service take while a bot computes, and how it ends then.

For comparison, the bot also computes in a thread of the service, as quick bots do; and bots of many
games that begin at once think one after the other, and side by side.
"""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.utils import timezone  # noqa: E402

from games.base.thinker import CORES, Thinker  # noqa: E402
from games.models import Game, User  # noqa: E402
from games.table.lobby import open_tables  # noqa: E402
from tests.bench.bench_service import database  # noqa: E402
from tests.bench.measurement import Fact  # noqa: E402
from tests.kill.http_client import signed_in_client  # noqa: E402
from tests.kill.processes import Program, Programs, eventually  # noqa: E402
from tests.thinking.bots import Ponderer  # noqa: E402
from tests.thinking.test_thinker import plan  # noqa: E402
from tests.with_servers import free_port  # noqa: E402

PAGES, WARM_UP = 200, 20
GAMES, THINKS = 20, 0.5  # games that begin at once, and seconds for which the bot of each thinks
BEGINS = 4.0  # seconds after the start of the service in which the sweep wakes the bot
CASES = {"nobody thinks": (0, "process"), "a bot thinks": (1, "process"),
         "a bot computes in a thread": (1, "thread")}


def run() -> Iterator[Fact]:
    """Yields the times of pages in each case, and how long the service takes to end."""
    alone, together = _at_once(1), _at_once(CORES)
    yield Fact(f"{GAMES} bots that think for {THINKS} s, one by one", f"{alone:.1f}", "s")
    yield Fact(f"the same side by side on {CORES} cores", f"{alone / together:.2f}",
               "times as fast")
    with database():
        alice = User.objects.create_user("alice@example.org", name="Alice")
        for name, (first, where) in CASES.items():
            Game.objects.update(status=Game.Status.OVER)
            game = open_tables.create_table(by=alice, players=2, board="persia", bots=["greedy"],
                                       options={"first": first}, now=timezone.now())
            with _service(where) as (service, port):
                times = _times(alice, game, port)
                yield Fact(f"a game's page, {name}", f"{median(times) * 1000:.1f}",
                           f"ms; 95% take at most {quantiles(times, n=20)[-1] * 1000:.1f} ms")
                start = perf_counter()
                os.kill(service.pid, signal.SIGTERM)
                service.process.join(60)
                yield Fact(f"ending after SIGTERM, {name}", f"{perf_counter() - start:.2f}", "s")


def _at_once(children: int) -> float:
    """Seconds until the last of several bots that are asked at once has planned."""
    thinker = Thinker(children=children)
    start = perf_counter()
    with ThreadPoolExecutor(GAMES) as games:
        for _ in range(GAMES):
            games.submit(plan, thinker, Ponderer(THINKS), seconds=60)
    seconds = perf_counter() - start
    with thinker.prevent():
        return seconds


@contextmanager
def _service(where: str) -> Iterator[tuple[Program, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(Path(folder))
        try:
            yield programs.start("play_with_ponderer", str(port), where,
                                 ALEXANDROS_BOT_SECONDS="60"), port
        finally:
            programs.end()


def _times(alice: User, game: Game, port: int) -> list[float]:
    """Seconds that Alice waits for each page."""
    client = signed_in_client(alice, port=port)
    assert eventually(client.can_connect)
    sleep(BEGINS)
    pages = [client.get(f"/games/{game.code}/") for _ in range(PAGES + WARM_UP)]
    assert {page.status for page in pages} == {200}
    return [page.seconds for page in pages[WARM_UP:]]
