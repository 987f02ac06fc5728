"""Real processes of the service for tests that end them: started, killed, always cleaned up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.concurrency import database_url

PATIENCE = 90.0


def eventually(true: Callable[[], object], *, within: float = PATIENCE) -> bool:
    """Whether this becomes true while somebody patient would still wait."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.05)
    return bool(true())


def environment(directory: Path) -> dict[str, str]:
    """What a program is told: nothing of the test's own environment but where to look."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(directory),
        "DJANGO_SETTINGS_MODULE": "tests.kill.settings",
        "ALEXANDROS_DATA": str(directory),
        "SECRET_KEY": settings.SECRET_KEY,
        "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL,
    }


@dataclass
class Program:
    """One of the service's programs in a process group of its own."""

    arguments: tuple[str, ...]
    environment: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.kill.impatient", *self.arguments],
                env=self.environment, cwd=settings.BASE_DIR, stdout=out, stderr=out,
                start_new_session=True,
            )

    def kill(self) -> int:
        """Ends the process and its children without warning; returns how many those were."""
        victims = 1 + len(self.children())
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            victims = 0
        self.process.wait(PATIENCE)
        return victims

    def children(self) -> list[int]:
        """The process ids of a pool's workers."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        try:
            return [int(word) for word in listed.read_text(encoding="ascii").split()]
        except (OSError, ValueError):
            return []

    def told(self) -> str:
        """The end of what it said, for a test's complaint."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]


@dataclass
class Programs:
    """The programs of one test, all on the test's own database."""

    directory: Path
    running: list[Program] = field(default_factory=list)

    def start(self, *arguments: str, **variables: str) -> Program:
        """A program at work; keywords are variables of its environment."""
        log = self.directory / f"{len(self.running)}-{arguments[0]}.log"
        program = Program(arguments, {**environment(self.directory), **variables}, log)
        program.start()
        self.running.append(program)
        return program

    def end(self) -> None:
        """Kills whatever still runs and forgets this process's own connection."""
        for program in self.running:
            program.kill()
        connection.close()

    def told(self) -> str:
        """The end of what each said."""
        return "\n".join(f"{p.arguments}: {p.told()}" for p in self.running)
