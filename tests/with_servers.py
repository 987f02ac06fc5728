"""Runs a command beside a real PostgreSQL and a real Redis of its own, and cleans up after it.

    python tests/with_servers.py -- pytest -q

The command finds them in DATABASE_URL and REDIS_URL.  Both listen on loopback only, keep
their files in a temporary directory and care for nothing but speed.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

PATIENCE = 120.0  # seconds for a server that does not come
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


def free_port() -> int:
    """A loopback port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Returns as soon as the port answers; raises with the log's end when it never does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} does not answer:\n{log.read_text()[-2000:]}")


@contextmanager
def server(command: list[str], port: int, log: Path, *, user: str | None) -> Iterator[None]:
    """The server within the block."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, user=user, cwd="/")
    try:
        wait_for(port, process, log)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def program(name: str) -> str:
    """The path of a PostgreSQL program; Debian keeps them out of PATH."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(kept[-1]) if kept else shutil.which(name)
    if not found:
        raise SystemExit(f"{name} is missing; install the package postgresql.")
    return found


@contextmanager
def postgres(directory: Path) -> Iterator[str]:
    """The URL of a database server of our own; root must lend it another user."""
    user = "postgres" if os.geteuid() == 0 else None
    data, port = directory / "postgres", free_port()
    data.mkdir()
    if user:
        directory.chmod(0o711)
        os.chown(data, pwd.getpwnam(user).pw_uid, -1)
    subprocess.run(
        [program("initdb"), "-D", str(data), "-U", "alexandros", "-A", "trust", "-E", "UTF8",
         "--locale=C", "--no-sync"],
        check=True, user=user, cwd="/", stdout=subprocess.DEVNULL,
    )
    options = [part for option in CARELESS for part in ("-c", option)]
    command = [program("postgres"), "-D", str(data), "-p", str(port), "-h", "127.0.0.1",
               "-k", str(data), *options]
    with server(command, port, directory / "postgres.log", user=user):
        yield f"postgresql://alexandros@127.0.0.1:{port}/postgres"


@contextmanager
def redis(directory: Path) -> Iterator[str]:
    """The URL of a Redis of our own."""
    found = shutil.which("redis-server")
    if not found:
        raise SystemExit("redis-server is missing; install the package redis-server.")
    port = free_port()
    command = [found, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir",
               str(directory)]
    with server(command, port, directory / "redis.log", user=None):
        yield f"redis://127.0.0.1:{port}/0"


def main(arguments: list[str]) -> int:
    command = arguments[1:] if arguments[:1] == ["--"] else arguments
    if not command:
        raise SystemExit("Say what to run: python tests/with_servers.py -- pytest -q")
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="services-")))
        urls = {
            "DATABASE_URL": stack.enter_context(postgres(directory)),
            "REDIS_URL": stack.enter_context(redis(directory)),
        }
        return subprocess.run(command, env={**os.environ, **urls}, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
