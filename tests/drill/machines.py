"""The machines of a drill: two for the web and two for workers, each with its own data.

As root, each is a network namespace with a name, an address and a cable of its own, which can be
pulled.  Otherwise it is a group of processes with an address on loopback; ``REAL`` says which.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.drill.processes import Process

REAL = os.geteuid() == 0 and all(map(shutil.which, ("ip", "unshare", "hostname")))
SERVERS = "10.77.0.1" if REAL else "127.0.0.1"  # where PgBouncer, Redis and the mail server are
NETWORK = "10.77.0.0/16"
NAMES = ("web-1", "web-2", "worker-1", "worker-2")
WEB, DOOR = 8000, 2525  # ports
QUIET = ("--without-mingle", "--without-gossip", "--without-heartbeat", "--loglevel", "WARNING")
WORKERS = {"emails": ("codes,outbox,held,push,posts", 2),
           "turns": ("turns,inbox,sweeps,pictures", 2),
           "thinking": ("thinking,hints", 2), "reviews": ("reviews", 1)}


@dataclass
class Machine:
    """A machine with its processes; ``environment`` is theirs."""

    name: str
    number: int
    folder: Path
    environment: dict[str, str]
    processes: list[Process] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"10.77.{self.number}.2" if REAL else f"127.0.0.{10 + self.number}"

    @property
    def namespace(self) -> str:
        return f"drill-{self.name}"

    @property
    def cable(self) -> str:
        """The end of its cable that is not in the machine."""
        return f"drill-{self.number}"

    def add(self, name: str, *arguments: str) -> None:
        """Adds a program of ours, which is started in the machine."""
        command = [sys.executable, *arguments]
        if REAL:
            command = ["ip", "netns", "exec", self.namespace, "unshare", "--uts", "sh", "-c",
                       f'hostname {self.name} && exec "$0" "$@"', *command]
        self.processes.append(Process(f"{name} of {self.name}", command, self.environment,
                                      self.folder / f"{self.name} {name}.log"))

    def kill(self) -> None:
        """Ends everything at once, as a power cut does; nobody else is told."""
        for process in self.processes:
            process.wanted = False
        if REAL:
            _ip("link", "set", self.cable, "down")
            for pid in _ip("netns", "pids", self.namespace).split():
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
        for process in self.processes:
            process.kill()

    def boot(self) -> None:
        """Lets the supervisor start everything again."""
        if REAL:
            _ip("link", "set", self.cable, "up")
        for process in self.processes:
            process.wanted = True

    def plug_in(self) -> None:
        """Makes the machine's namespace and cable."""
        here, there = f"10.77.{self.number}.1", f"{self.cable}-in"
        _ip("netns", "add", self.namespace)
        _ip("link", "add", self.cable, "type", "veth", "peer", "name", there, "netns",
            self.namespace)
        _ip("addr", "add", f"{here}/30", "dev", self.cable)
        _ip("link", "set", self.cable, "up")
        for command in (("addr", "add", f"{self.address}/30", "dev", there),
                        ("link", "set", there, "up"), ("link", "set", "lo", "up"),
                        ("route", "add", "default", "via", here)):
            _ip("-n", self.namespace, *command)

    def unplug(self) -> None:
        """Removes whatever there is of the namespace and the cable."""
        for command in (("netns", "del", self.namespace), ("link", "del", self.cable)):
            with suppress(subprocess.CalledProcessError):
                _ip(*command)


def _ip(*arguments: str) -> str:
    return subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True).stdout


@contextmanager
def network() -> Iterator[None]:
    """Within the block, the servers' address exists, and machines can be plugged in."""
    if not REAL:
        print("Without root and iproute2, the machines are processes on loopback.", flush=True)
        yield
        return
    with socket.socket(socket.AF_UNIX) as lock:
        try:
            lock.bind("\0drill-machines")
        except OSError:
            raise SystemExit("Another drill with machines is running. Wait until it has ended."
                             ) from None
        yield from _network()


def _network() -> Iterator[None]:
    for number, name in enumerate(NAMES, start=1):  # what a drill that was killed has left
        Machine(name, number, Path(), {}).unplug()
    with suppress(subprocess.CalledProcessError):
        _ip("addr", "add", f"{SERVERS}/32", "dev", "lo")
    # What is meant for a machine whose cable is pulled must not leave by the default route.
    _ip("route", "replace", "unreachable", NETWORK)
    try:
        yield
    finally:
        _ip("route", "del", "unreachable", NETWORK)
        _ip("addr", "del", f"{SERVERS}/32", "dev", "lo")


@contextmanager
def plugged_in(machines: Sequence[Machine]) -> Iterator[None]:
    """Within the block, the machines have their network."""
    with ExitStack() as stack:
        for machine in machines if REAL else ():
            stack.callback(machine.unplug)
            machine.plug_in()
        yield


def site_machines(folder: Path, environment: dict[str, str]) -> list[Machine]:
    """The machines of a site, with the processes that docs/running.md gives them."""
    made = [Machine(name, number, folder, {**environment, "ALEXANDROS_DATA": str(folder / name)})
            for number, name in enumerate(NAMES, start=1)]
    hosts = ",".join(machine.address for machine in made)
    for machine in made:
        machine.environment["ALEXANDROS_HOSTS"] = f"127.0.0.1,{hosts}"
        if machine.name.startswith("web"):
            _add_web(machine)
        else:
            _add_workers(machine)
    return made


def _add_web(machine: Machine) -> None:
    machine.add("web", "manage.py", "serve", "--bind", f"{machine.address}:{WEB}")
    machine.add("door", "manage.py", "receive_mail", "--listen", f"{machine.address}:{DOOR}")


def _add_workers(machine: Machine) -> None:
    celery = ("-m", "celery", "-A", "alexandros_site")
    for name, (queues, processes) in WORKERS.items():
        machine.add(name, *celery, "worker", "--queues", queues, "--concurrency", str(processes),
                    "--hostname", f"{name}@{machine.name}", *QUIET)
    machine.add("beat", *celery, "beat")


def wait_until_all_answer(addresses: Sequence[tuple[str, int]], *, within: float) -> None:
    """Waits until something listens at each of these addresses."""
    end = time.monotonic() + within
    for address in addresses:
        while True:
            with suppress(OSError), socket.create_connection(address, timeout=1):
                break
            if time.monotonic() > end:
                raise TimeoutError(f"nothing listens at {address}")
            time.sleep(0.2)
