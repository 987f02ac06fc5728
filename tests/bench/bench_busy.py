"""A busy site: the home page while one person asks for sixteen hints at once.

The whole service runs in one process, as ``make play`` starts it, with an empty data directory.
Two processes keep two cores busy meanwhile, because a machine that has time hides what waits.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from tests import with_servers  # noqa: E402
from tests.bench.measurement import Fact  # noqa: E402
from tests.kill.http_client import HttpClient  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
HINTS, LOOKS, PAUSE = 16, 40, 0.2
PATIENCE = 120.0  # seconds for all hints
BUSY = "while True: pass"
# Sixteen games of one guest against three bots, in which some turns have been played.
PREPARE = f"""if True:
    import django
    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from alexandros_rules import drafts
    from games.base import site_clock, task_queue
    from games.people import accounts
    from games.table.lobby import open_tables
    from games.table.play import bots, event_log, history, turns
    call_command("migrate", verbosity=0)
    task_queue.send_task = lambda *task: True
    now = site_clock.now()
    guest = accounts.create_guest(now)
    client = Client()
    client.force_login(guest, backend="django.contrib.auth.backends.ModelBackend")
    print(client.cookies["sessionid"].value)
    for _ in range({HINTS}):
        game = open_tables.create_table(
            by=guest, players=4, options={{"first": 0}}, bots=["greedy"] * 3, now=now)
        for turn in range(4):
            game.refresh_from_db()
            order = drafts.example_turn(
                event_log.ruleset_of(game), history.view(game, 0), seat=0)
            turns.submit(game, seat=0, user_id=guest.pk, text=order, number=game.number,
                         key=f"turn {{turn}}", actor="page", now=now)
            while bots.play(game.pk, now=now):
                pass
        game.refresh_from_db()
        print(game.code, game.number)
"""


def run() -> Iterator[Fact]:
    """Yields how long the home page took before and meanwhile, and until all hints were there."""
    with tempfile.TemporaryDirectory() as data:
        variables = {"PATH": os.environ["PATH"], "HOME": data, "ALEXANDROS_DATA": data,
                     "DJANGO_SETTINGS_MODULE": "alexandros_site.settings"}
        made = subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, env=variables, text=True,
                              stdout=subprocess.PIPE, check=True)
        session, *games = made.stdout.split("\n")[:HINTS + 1]
        with _served(Path(data), variables) as port, _busy_cores():
            guest, visitor = HttpClient(port, session), HttpClient(port, "")
            _looks(visitor)  # the first pages take longer
            yield Fact("home page before", _seconds(_looks(visitor)))
            begun = monotonic()
            with ThreadPoolExecutor(HINTS) as pool:
                asked = [pool.submit(guest.post, f"/games/{code}/hint/", number=number)
                         for code, number in map(str.split, games)]
                sleep(PAUSE)
                yield Fact("home page meanwhile", _seconds(_looks(visitor)))
                answers = [each.result() for each in asked]
            yield Fact("answers", _seconds([each.seconds for each in answers]),
                       " ".join(sorted({str(each.status) for each in answers})))
            waiting = dict(map(str.split, games))
            while waiting and monotonic() - begun < PATIENCE:
                for code, number in list(waiting.items()):
                    page = guest.get(f"/games/{code}/").text
                    if "Try it as a draft" in page:
                        del waiting[code]
                    elif "Show a hint" in page:  # it was refused while another one was thought of
                        guest.post(f"/games/{code}/hint/", number=number)
                        break
                sleep(PAUSE)
            yield Fact("until the last hint was there", f"{monotonic() - begun:.0f} s",
                       f"{len(waiting)} were not" if waiting else "")


def _looks(visitor: HttpClient) -> list[float]:
    found = []
    for _ in range(LOOKS):
        found.append(visitor.get("/").seconds)
        sleep(PAUSE)
    return found


def _seconds(times: list[float]) -> str:
    return f"{median(times):.2f} s, at most {max(times):.2f} s"


@contextmanager
def _served(data: Path, variables: dict[str, str]) -> Iterator[int]:
    """Runs the whole service on a port of loopback within the block, and yields the port."""
    port, log = with_servers.free_port(), data / "log"
    with log.open("wb") as out:
        process = subprocess.Popen([sys.executable, "manage.py", "play", "--port", str(port)],
                                   cwd=ROOT, env=variables, stdout=out, stderr=out)
    try:
        with_servers.wait_for(port, process, log)
        yield port
    finally:
        process.terminate()
        process.wait(with_servers.TIMEOUT)


@contextmanager
def _busy_cores() -> Iterator[None]:
    """Keeps two cores busy within the block."""
    processes = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
