"""One drill: the service starts, people play, things go wrong, and everything is checked."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail
from tests.drill import checks, scene
from tests.drill.chaos import Chaos
from tests.drill.ledger import Ledger
from tests.drill.mail_server import MailServer
from tests.drill.people import Person, Place
from tests.drill.processes import Process, Supervisor
from tests.drill.tables import tables_refilled

SETTLING = 240.0  # seconds after which work that is still pending counts as stuck


class Session:
    """A drill with its servers, which run already."""

    def __init__(self, folder: Path, database: Process, broker: Process, mail: MailServer, *,
                 seed: int) -> None:
        self._database, self._broker, self._mail = database, broker, mail
        self._seed, self._ledger = seed, Ledger()
        self._site = scene.site(folder, database_url=os.environ["DATABASE_URL"],
                                redis_url=os.environ["REDIS_URL"], mail=mail)
        self._ours = scene.processes(self._site)

    def run(self, *, minutes: float, people: int) -> int:
        """Runs for this long; returns the exit status."""
        with self._service():
            chaos = Chaos(self._ours, self._database, self._broker, os.environ["REDIS_URL"],
                          self._mail, self._site.web, self._ledger, random.Random(self._seed))
            players = self._players(people)
            with tables_refilled(random.Random(self._seed)):
                chaos.cause(time.monotonic() + minutes * 60)
            self._settle(players)
            faults = checks.faults(self._ledger, self._mail, killed=chaos.killed)
            self._report(len(chaos.done), faults)
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

    def _players(self, count: int) -> list[Person]:
        place = Place(self._site.web, self._site.door, self._mail)
        players = scene.people(count, place=place, ledger=self._ledger, seed=self._seed)
        for player in players:
            player.start()
        return players

    def _settle(self, players: list[Person]) -> None:
        """Lets people finish what they have begun, and the service all work that is pending."""
        print("Nothing more goes wrong; the service settles.", flush=True)
        start = time.monotonic()
        for player in players:
            player.leaving.set()
        for player in players:
            player.join(SETTLING)
        connection.close()  # the drill may have stopped the database since it was opened
        while checks.pending() and time.monotonic() < start + SETTLING:
            time.sleep(1)
        print(f"It settled within {time.monotonic() - start:.0f} s.", flush=True)

    def _report(self, harms: int, faults: list[str]) -> None:
        print(f"\n{harms} things went wrong; {Game.objects.count()} games,"
              f" {LoggedMove.objects.count()} moves, {OutgoingEmail.objects.count()} emails queued,"
              f" {len(self._mail.deliveries)} delivered, {IncomingEmail.objects.count()} received")
        for what, count in sorted(self._ledger.counts.items()):
            print(f"{count:6} {what}")
        print("\n".join(["", *self._ledger.table(), "", *(f"WRONG: {each}" for each in faults)]))
        print("Something is wrong." if faults else "Nothing was lost, doubled or stuck.")
