"""The service's processes and servers, which the drill starts, kills, stops and pauses."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.with_servers import wait_for

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0  # seconds that a process may take to end after SIGTERM


@dataclass
class Process:
    """One process with its children, in a group of its own.

    ``wanted`` is False while the drill keeps it down; otherwise ``Supervisor`` starts it again.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    port: int = 0  # that it listens on, 0 if it does not
    host: str = "127.0.0.1"
    user: str | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    wanted: bool = True
    starts: int = 0
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        """Starts the process; waits until it listens if it has a port."""
        with self.log.open("ab") as out:
            self._process = subprocess.Popen(
                list(self.command), env=dict(self.environment), cwd=ROOT if not self.user else "/",
                stdout=out, stderr=out, process_group=0, user=self.user,
            )
        self.starts += 1
        self.wanted = True
        if self.port:
            wait_for(self.port, self._process, self.log, host=self.host)

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        """Sends a signal to the process and its children."""
        assert self._process is not None, f"{self.name} was never started"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """Kills the process without warning; the supervisor starts it again."""
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait(PATIENCE)

    def stop(self) -> None:
        """Asks the process to end, and keeps it down until it is started again."""
        self.wanted = False
        if self._process is None:
            return
        self.signal(signal.SIGCONT)
        try:
            os.kill(self._process.pid, self.stop_signal)
            self._process.wait(PATIENCE)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            self.kill()
        self.signal(signal.SIGKILL)  # children that stayed behind


class Supervisor(threading.Thread):
    """Starts every process again that has ended though it is wanted, like systemd would."""

    def __init__(self, processes: Sequence[Process]) -> None:
        super().__init__(name="supervisor", daemon=True)
        self._processes = processes
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.wait(0.5):
            for process in self._processes:
                if process.wanted and not process.is_running():
                    self._start(process)

    def _start(self, process: Process) -> None:
        try:
            process.start()
        except RuntimeError:  # it does not listen yet; the next round tries again
            time.sleep(1)

    def end(self) -> None:
        """Starts nothing more, and stops all processes."""
        self._ended.set()
        self.join(PATIENCE)
        for process in self._processes:
            process.stop()


def python(name: str, arguments: Sequence[str], *, environment: Mapping[str, str],
           folder: Path, port: int = 0) -> Process:
    """A process of ours, which runs this interpreter."""
    return Process(name, [sys.executable, *arguments], environment, folder / f"{name}.log", port)
