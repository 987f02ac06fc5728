"""Starts, kills and cleans up real processes of the service."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path

from django.conf import settings
from django.db import connection

from tests.commands import start_program
from tests.concurrency import database_url

TIMEOUT = 90.0  # seconds


def eventually(condition: Callable[[], object], *, within: float = TIMEOUT) -> bool:
    """Waits until the condition is true; False if it is still false after ``within`` seconds."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return bool(condition())


def environment(directory: Path) -> dict[str, str]:
    """The environment variables of a program: only those that it needs to find its data."""
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
    """One of the service's programs, in its own process group."""

    arguments: tuple[str, ...]
    environment: dict[str, str]
    log: Path
    process: BaseProcess = field(init=False)

    def start(self) -> None:
        self.process = start_program("tests.kill.short_timeouts", *self.arguments,
                                     environment=self.environment, log=self.log)

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def kill(self) -> int:
        """Kills the process and its children; returns how many processes were killed."""
        killed = 1 + len(self.children())
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:  # it has ended, or has not yet begun
            killed = 0
            self.process.kill()
        self.process.join(TIMEOUT)
        assert self.process.exitcode is not None, f"{self.arguments} did not end"
        return killed

    def children(self) -> list[int]:
        """The process ids of a pool's child processes."""
        listed = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        try:
            return [int(word) for word in listed.read_text(encoding="ascii").split()]
        except (OSError, ValueError):
            return []

    def log_tail(self) -> str:
        """The end of the program's log, for messages of failed assertions."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-3000:]


@dataclass
class Programs:
    """The programs of one test, all on the test's database."""

    directory: Path
    running: list[Program] = field(default_factory=list)

    def start(self, *arguments: str, **variables: str) -> Program:
        """Starts a program; the keyword arguments are further environment variables."""
        log = self.directory / f"{len(self.running)}-{arguments[0]}.log"
        program = Program(arguments, {**environment(self.directory), **variables}, log)
        program.start()
        self.running.append(program)
        return program

    def end(self) -> None:
        """Kills all programs and closes this process's own database connection."""
        for program in self.running:
            program.kill()
        connection.close()

    def log_tail(self) -> str:
        """The ends of all logs."""
        return "\n".join(f"{p.arguments}: {p.log_tail()}" for p in self.running)
