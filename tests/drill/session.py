"""One drill: the service starts, people play, things go wrong, and everything is checked."""

from __future__ import annotations

import os
import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from celery import current_app
from django.db import connection
from django.utils import timezone

from games.base import task_queue
from games.features.puzzles import days
from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail
from tests.drill import askers, checks, home_page, scene
from tests.drill.askers import Asker
from tests.drill.chaos import Chaos
from tests.drill.ledger import Ledger
from tests.drill.mail_server import MailServer
from tests.drill.outages import Outages
from tests.drill.people import Person, Place
from tests.drill.processes import Process, Supervisor, python
from tests.drill.site import site
from tests.drill.tables import tables_refilled
from tests.drill.visitors import Notes

SETTLING = 240.0  # seconds without progress after which work that is still pending counts as stuck
LONGEST = 4 * SETTLING  # seconds after which it does in any case
WARMING, QUIET = 5.0, 20.0  # seconds of looks at the home page that do not count, and without load
STARTING = 240.0  # seconds in which all workers must have started


class Session:
    """A drill with its servers, which run already."""

    def __init__(self, folder: Path, database: Process, broker: Process, mail: MailServer, *,
                 seed: int) -> None:
        self._folder, self._seed = folder, seed
        self._database, self._broker, self._mail = database, broker, mail
        self._notes = Notes(Ledger(), Outages())
        self._site = site(folder, database_url=os.environ["DATABASE_URL"],
                          redis_url=os.environ["REDIS_URL"], mail=mail)
        self._ours, self._workers = scene.processes(self._site), len(task_queue.QUEUES)

    def run(self, *, minutes: float, people: int) -> int:
        """Runs for this long; returns the exit status."""
        ledger, chance = self._notes.ledger, random.Random(self._seed)
        days.sweep(timezone.now())
        with self._service(), self._home_page_watched() as looks:
            chaos = self._chaos(chance)
            self._await_workers()
            time.sleep(WARMING)
            quiet = (time.monotonic(), time.monotonic() + QUIET)
            time.sleep(QUIET)
            players, others = self._players(people), self._askers()
            with tables_refilled([player.user for player in players], chance):
                end = time.monotonic() + minutes * 60
                chaos.cause(end)
            home = home_page.account(home_page.read(looks), quiet=quiet, until=end,
                                     is_harmed=self._notes.outages.touch)
            self._settle(players, others)
            faults = [*checks.faults(ledger, self._mail, killed=chaos.killed),
                      *self._home_faults(home)]
            self._report(len(chaos.done), home, faults)
        return 1 if faults else 0

    @contextmanager
    def _service(self) -> Iterator[None]:
        for process in self._ours:
            process.start()
        supervisor = Supervisor([*self._ours, self._database, self._broker])
        supervisor.start()
        try:
            yield
        finally:
            supervisor.end()

    def _chaos(self, chance: random.Random) -> Chaos:
        return Chaos(self._ours, self._database, self._broker, os.environ["REDIS_URL"], self._mail,
                     self._site.web, self._notes.ledger, self._notes.outages, chance)

    def _home_faults(self, home: home_page.Account) -> Iterator[str]:
        return home.faults()

    def _await_workers(self) -> None:
        """Waits until each worker answers: while they start, they keep the machine busy."""
        end = time.monotonic() + STARTING
        while len(current_app.control.ping(timeout=1)) < self._workers:
            assert time.monotonic() < end, "not all workers have started"

    @contextmanager
    def _home_page_watched(self) -> Iterator[Path]:
        """Has the home page looked at within the block; yields the file that says how long."""
        looks = self._folder / "home page"
        visitor = python("visitor of the home page",
                         ["-m", "tests.drill.home_page", str(self._site.web), str(looks)],
                         environment=os.environ, folder=self._folder)
        visitor.start()
        try:
            yield looks
        finally:
            visitor.stop()

    def _players(self, count: int) -> list[Person]:
        place = Place(self._site.web, self._site.door, self._mail)
        players = scene.people(count, place=place, notes=self._notes, seed=self._seed)
        for player in players:
            player.start()
        return players

    def _askers(self) -> list[Asker]:
        people = askers.gather(port=self._site.web, notes=self._notes, seed=self._seed)
        for person in people:
            person.start()
        return people

    def _settle(self, players: Sequence[Person], others: Sequence[Asker]) -> None:
        """Lets people finish what they have begun, and the service all work that is pending."""
        print("Nothing more goes wrong; the service settles.", flush=True)
        start = changed = time.monotonic()
        for visitor in [*players, *others]:
            visitor.leaving.set()
        connection.close()  # the drill may have stopped the database since it was opened
        before = checks.progress()
        while time.monotonic() < min(changed + SETTLING, start + LONGEST) and (
                any(visitor.is_alive() for visitor in [*players, *others]) or checks.pending()):
            time.sleep(1)
            if (now := checks.progress()) != before:
                before, changed = now, time.monotonic()
        for other in others:
            if other.is_alive():
                self._notes.ledger.complain(f"stuck: {other.name} still waits for {other.waiting}")
        print(f"It settled within {time.monotonic() - start:.0f} s.", flush=True)

    def _report(self, harms: int, home: home_page.Account, faults: list[str]) -> None:
        ledger = self._notes.ledger
        print(f"\n{harms} things went wrong; {Game.objects.count()} games,"
              f" {LoggedMove.objects.count()} moves, {OutgoingEmail.objects.count()} emails queued,"
              f" {len(self._mail.deliveries)} delivered, {IncomingEmail.objects.count()} received")
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(f"{used.ru_utime + used.ru_stime:6.0f} seconds of processor time of everybody here")
        for what, count in sorted(ledger.counts.items()):
            print(f"{count:6} {what}")
        print("\n".join(["", *ledger.table(), "", *home.table(), "",
                         *(f"WRONG: {each}" for each in faults)]))
        print("Something is wrong." if faults else "Nothing was lost, doubled or stuck.")
        sys.stdout.flush()
