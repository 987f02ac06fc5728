"""Starts a PostgreSQL and a Redis, runs a command with them, and cleans up.

    python tests/with_servers.py -- pytest -q

The command finds the servers in DATABASE_URL and REDIS_URL.  Both listen on loopback only and
keep their files in a temporary directory.  They are configured for speed, not for safety.
"""

from __future__ import annotations

import configparser
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 120.0  # seconds to wait for a server to start or stop
# Autovacuum would count the rows of an open transaction as none, at any moment, and change plans.
FAST_OPTIONS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off",
                "max_connections=200")


def free_port() -> int:
    """A free loopback port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path, *,
             host: str = "127.0.0.1") -> None:
    """Waits until the port answers; raises RuntimeError with the end of the log if it does not."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((host, port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} does not answer:\n{log.read_text()[-2000:]}")


@contextmanager
def server(command: list[str], port: int, log: Path, *, user: str | None) -> Iterator[None]:
    """Within the block, runs the server."""
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, user=user, cwd="/")
    try:
        wait_for(port, process, log)
        yield
    finally:
        process.terminate()
        process.wait(TIMEOUT)


def program(name: str) -> str:
    """The path of a PostgreSQL program, which on Debian is not in PATH."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    path = str(installed[-1]) if installed else shutil.which(name)
    if not path:
        raise SystemExit(f"{name} is missing; install the package postgresql.")
    return path


def postgres_command(data: Path, *, options: Sequence[str]) -> tuple[list[str], int, str | None]:
    """Makes a new database directory; returns the server's command, its port and its user.

    As root, PostgreSQL runs as the user ``postgres``.
    """
    user = "postgres" if os.geteuid() == 0 else None
    port = free_port()
    data.mkdir()
    if user:
        data.parent.chmod(0o711)
        os.chown(data, pwd.getpwnam(user).pw_uid, -1)
    subprocess.run(
        [program("initdb"), "-D", str(data), "-U", "alexandros", "-A", "trust", "-E", "UTF8",
         "--locale=C", "--no-sync"],
        check=True, user=user, cwd="/", stdout=subprocess.DEVNULL,
    )
    settings = [part for option in options for part in ("-c", option)]
    command = [program("postgres"), "-D", str(data), "-p", str(port), "-h", "127.0.0.1",
               "-k", str(data), *settings]
    return command, port, user


def postgres_url(port: int) -> str:
    """The URL of the database that ``postgres_command`` serves on this port."""
    return f"postgresql://alexandros@127.0.0.1:{port}/postgres"


def pgbouncer_command(folder: Path, database: int, *, host: str = "127.0.0.1",
                      **options: object) -> tuple[list[str], int, str | None]:
    """The command of a PgBouncer before the PostgreSQL on this port, its own port and its user.

    It pools as docs/running.md says: transactions, and no client that is gone keeps its locks.
    """
    found = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if not found:
        raise SystemExit("pgbouncer is missing; install the package pgbouncer.")
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    port = free_port()
    documented = configparser.ConfigParser()
    documented.read(ROOT / "docs" / "public-site" / "pgbouncer.ini")
    settings = {**documented["pgbouncer"], "listen_addr": host, "listen_port": port,
                "auth_type": "any", "unix_socket_dir": "", **options}
    for file in ("auth_file", "logfile", "pidfile"):
        settings.pop(file, None)
    folder.mkdir()
    folder.parent.chmod(0o711)
    ini = folder / "pgbouncer.ini"
    ini.write_text("\n".join([
        "[databases]", f"* = host=127.0.0.1 port={database} user=alexandros", "[pgbouncer]",
        *(f"{name} = {value}" for name, value in settings.items()), ""]))
    return [found, str(ini)], port, user


def redis_command(directory: Path, *, host: str = "127.0.0.1") -> tuple[list[str], int]:
    """The command of a Redis that keeps nothing, and its port."""
    found = shutil.which("redis-server")
    if not found:
        raise SystemExit("redis-server is missing; install the package redis-server.")
    port = free_port()
    command = [found, "--port", str(port), "--bind", host, "--save", "", "--dir", str(directory),
               "--protected-mode", "no"]
    return command, port


@contextmanager
def postgres(directory: Path) -> Iterator[str]:
    """Runs PostgreSQL and yields its URL."""
    command, port, user = postgres_command(directory / "postgres", options=FAST_OPTIONS)
    with server(command, port, directory / "postgres.log", user=user):
        yield postgres_url(port)


@contextmanager
def redis(directory: Path) -> Iterator[str]:
    """Runs Redis and yields its URL."""
    command, port = redis_command(directory)
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
