"""The database, its pooler and the broker of a drill, as processes that can be paused."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from urllib.parse import urlsplit

from tests.drill.processes import Process
from tests.with_servers import (
    pgbouncer_command,
    postgres_command,
    postgres_url,
    redis_command,
)

OPTIONS = ("max_connections=200", "synchronous_commit=off")


def postgres(folder: Path) -> tuple[Process, str]:
    """PostgreSQL and its URL; it ends with a "fast shutdown", which drops its clients."""
    command, port, user = postgres_command(folder / "postgres", options=OPTIONS)
    server = Process("the database", command, os.environ, folder / "postgres.log", port, user=user,
                     stop_signal=signal.SIGINT)
    return server, postgres_url(port)


def redis(folder: Path, *, host: str) -> tuple[Process, str]:
    """Redis and its URL; it keeps nothing when it is killed."""
    command, port = redis_command(folder, host=host)
    server = Process("the broker", command, os.environ, folder / "redis.log", port, host=host)
    return server, f"redis://{host}:{port}/0"


def pgbouncer(folder: Path, database_url: str, *, host: str) -> tuple[Process, str]:
    """PgBouncer before this database, as docs/public-site/ sets it up, and its URL."""
    database = urlsplit(database_url)
    assert database.port is not None
    command, port, user = pgbouncer_command(folder / "pgbouncer", database.port, host=host)
    server = Process("the pooler", command, os.environ, folder / "pgbouncer.log", port, host=host,
                     user=user)
    return server, f"postgresql://alexandros@{host}:{port}{database.path}"
