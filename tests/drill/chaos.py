"""What goes wrong in a drill: processes killed, paused and stopped, servers slow, full or gone."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from signal import SIGCONT, SIGSTOP

import redis

from tests.drill.ledger import Ledger
from tests.drill.mail_server import MailServer
from tests.drill.outages import Outages
from tests.drill.processes import Process
from tests.kill.http_client import HttpClient

OVERLOAD = 60  # visitors at once
RECOVERY = 60.0  # seconds in which pages must be there again


@dataclass
class Chaos:
    """Does one harmful thing after another, and notes each of them.

    ``ours`` are the service's own processes, ``database`` and ``broker`` the servers it needs.
    ``outages`` are the times in which what pages need is harmed, or too many visitors come.
    """

    ours: Sequence[Process]
    database: Process
    broker: Process
    broker_url: str
    mail: MailServer
    web_port: int
    ledger: Ledger
    outages: Outages
    chance: random.Random
    killed: int = 0  # processes that may have delivered an email without knowing it
    done: list[str] = field(default_factory=list)

    def cause(self, until: float) -> None:
        """Harms the service until this time (of the monotonic clock), then lets it recover."""
        while time.monotonic() < until - 15:
            harm = self.chance.choice(self._harms())
            self._note(harm())
            time.sleep(self.chance.uniform(4, 12))

    def _harms(self) -> list[Callable[[], str]]:
        return [
            self.kill, self.kill, self.kill, self.stop, self.pause, self.pause,
            self.kill_broker, self.pause_broker, self.empty_broker, self.restart_database,
            self.pause_database, self.slow_mail, self.silent_mail, self.busy_mail, self.overload,
        ]

    def _note(self, sentence: str) -> None:
        self.done.append(sentence)
        print(f"  {time.strftime('%H:%M:%S')} {sentence}", flush=True)

    @contextmanager
    def _harming(self, process: Process) -> Iterator[None]:
        """Counts the block as an outage if pages need this process, until they are there again."""
        if process not in (self.ours[0], self.database, self.broker):
            yield
            return
        with self.outages.one():
            yield
            end, visitor = time.monotonic() + RECOVERY, HttpClient(self.web_port, "")
            while time.monotonic() < end and not (
                    process.is_running() and visitor.can_connect()):
                time.sleep(0.2)

    def kill(self) -> str:
        process = self.chance.choice(self.ours)
        with self._harming(process):
            process.kill()
        self.killed += 2  # with the child of its pool
        return f"{process.name} killed"

    def stop(self) -> str:
        process, seconds = self.chance.choice(self.ours), self.chance.uniform(3, 20)
        with self._harming(process):
            process.stop()
            self.killed += 2
            time.sleep(seconds)
            process.wanted = True
        return f"{process.name} stopped for {seconds:.0f} s"

    def pause(self) -> str:
        process = self.chance.choice(self.ours)
        return self._pause(process, self.chance.choice((5, 10, 75)))

    def _pause(self, process: Process, seconds: float) -> str:
        with self._harming(process):
            process.signal(SIGSTOP)
            time.sleep(seconds)
            process.signal(SIGCONT)
        self.killed += 2  # its lease may have ended, so another worker has sent the same email
        return f"{process.name} paused for {seconds:.0f} s"

    def kill_broker(self) -> str:
        with self._harming(self.broker):
            self.broker.kill()
        return "the broker killed, with all tasks"

    def pause_broker(self) -> str:
        return self._pause(self.broker, 8)

    def empty_broker(self) -> str:
        try:
            redis.Redis.from_url(self.broker_url, socket_timeout=2).flushall()
        except redis.RedisError:
            return "the broker is away and cannot be emptied"
        return "the broker emptied"

    def restart_database(self) -> str:
        with self._harming(self.database):
            self.database.stop()
            self.killed += 2  # a delivery that could not be noted is made again
            self.database.wanted = True
        return "the database restarted"

    def pause_database(self) -> str:
        return self._pause(self.database, 6)

    def slow_mail(self) -> str:
        return self._mail("the mail server needs 3 s for each email", delay=3, seconds=25)

    def silent_mail(self) -> str:
        self.killed += 4  # it may take an email in after the sender has given up
        return self._mail("the mail server does not answer", delay=60, seconds=20)

    def busy_mail(self) -> str:
        return self._mail("the mail server takes no email", refuses=True, seconds=20)

    def _mail(self, what: str, *, seconds: float, delay: float = 0, refuses: bool = False) -> str:
        self.mail.delay, self.mail.refuses = delay, refuses
        time.sleep(seconds)
        self.mail.delay, self.mail.refuses = 0, False
        return f"{what} for {seconds:.0f} s"

    def overload(self) -> str:
        end = time.monotonic() + 10
        visitors = [threading.Thread(target=self._visit, args=[end], daemon=True)
                    for _ in range(OVERLOAD)]
        with self.outages.one():
            for visitor in visitors:
                visitor.start()
            for visitor in visitors:
                visitor.join()
        return f"{OVERLOAD} visitors at once for 10 s"

    def _visit(self, end: float) -> None:
        client = HttpClient(self.web_port, "")
        while time.monotonic() < end:
            try:
                self.ledger.took("page: a visitor under overload", client.get("/").seconds)
            except OSError:
                self.ledger.count("visitors without a response")
