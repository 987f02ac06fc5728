"""The database and the broker of a drill, as processes that can be stopped and paused."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.drill.processes import Process
from tests.with_servers import postgres_command, postgres_url, redis_command

OPTIONS = ("max_connections=200", "synchronous_commit=off")


def postgres(folder: Path) -> tuple[Process, str]:
    """PostgreSQL and its URL; it ends with a "fast shutdown", which drops its clients."""
    command, port, user = postgres_command(folder / "postgres", options=OPTIONS)
    server = Process("the database", command, os.environ, folder / "postgres.log", port, user=user,
                     stop_signal=signal.SIGINT)
    return server, postgres_url(port)


def redis(folder: Path) -> tuple[Process, str]:
    """Redis and its URL; it keeps nothing when it is killed."""
    command, port = redis_command(folder)
    server = Process("the broker", command, os.environ, folder / "redis.log", port)
    return server, f"redis://127.0.0.1:{port}/0"
