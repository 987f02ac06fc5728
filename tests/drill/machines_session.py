"""A drill on several machines, of which whole ones are killed while people play."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from tests.drill import home_page, machines
from tests.drill.balancer import balanced
from tests.drill.chaos import Chaos
from tests.drill.machines import Machine
from tests.drill.mail_server import MailServer
from tests.drill.processes import Process
from tests.drill.session import Session

DOWN = (3.0, 20.0)  # seconds for which a machine is gone
START = 300.0  # seconds that all machines may take to start
# Emails that may be under way on a worker machine, and be sent again by another one
UNDER_WAY = 2 * machines.WORKERS["emails"][1]


@dataclass
class MachineChaos(Chaos):
    """Kills one machine after another."""

    machines: list[Machine] = field(default_factory=list)
    kills: int = 20

    def cause(self, until: float) -> None:
        """Kills so many machines until this time (of the monotonic clock), and lets them boot."""
        pause = (until - time.monotonic()) / self.kills
        for number in range(self.kills):
            begin = time.monotonic()
            self._note(self.kill_machine(f"{number + 1}/{self.kills}", longest=pause))
            time.sleep(max(0.0, begin + pause - time.monotonic()))

    def kill_machine(self, which: str, *, longest: float) -> str:
        """Kills a machine, cuts it off for a while and boots it; returns a sentence about it."""
        machine = self.chance.choice(self.machines)
        seconds = min(self.chance.uniform(*DOWN), longest)
        serves = machine.name.startswith("web")
        with self.outages.one() if serves else nullcontext():  # what it was asked is not answered
            machine.kill()
            if not serves:
                self.killed += UNDER_WAY
            time.sleep(seconds)
        machine.boot()
        return f"{which}: {machine.name} killed with all its processes, gone for {seconds:.0f} s"


class MachinesSession(Session):
    """A drill on several machines behind a load balancer; they reach PostgreSQL by PgBouncer."""

    def __init__(self, folder: Path, database: Process, broker: Process, mail: MailServer, *,
                 seed: int, pooled_url: str, kills: int) -> None:
        super().__init__(folder, database, broker, mail, seed=seed)
        self._kills = kills
        self._machines = machines.site_machines(folder, {
            **self._site.environment, "DATABASE_URL": pooled_url,
            "EMAIL_URL": f"smtp://{machines.SERVERS}:{mail.port}",
            "ALEXANDROS_URL": "http://play.example.net", "ALEXANDROS_BEHIND_PROXY": "1"})
        self._ours = [process for machine in self._machines for process in machine.processes]
        self._workers = 2 * len(machines.WORKERS)

    @contextmanager
    def _service(self) -> Iterator[None]:
        web = [(machine.address, machines.WEB) for machine in self._machines[:2]]
        doors = [(machine.address, machines.DOOR) for machine in self._machines[:2]]
        with ExitStack() as stack:
            stack.enter_context(machines.plugged_in(self._machines))
            stack.enter_context(balanced(self._site.web, web, names_visitors=True))
            stack.enter_context(balanced(self._site.door, doors))
            stack.enter_context(super()._service())
            machines.wait_until_all_answer([*web, *doors], within=START)
            yield

    def _home_faults(self, home: home_page.Account) -> Iterator[str]:
        yield from ()  # all machines share the cores of this one, and boot again and again

    def _chaos(self, chance: random.Random) -> Chaos:
        made = super()._chaos(chance)
        return MachineChaos(**vars(made), machines=self._machines, kills=self._kills)
