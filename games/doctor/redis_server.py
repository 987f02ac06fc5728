"""Checks that Redis answers and keeps what it is given."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import redis
from django.conf import settings

from games.doctor.findings import Finding, Options, ok, problem, skipped, warning
from games.post.outbox import delivery_errors

ABOUT = "redis"
TIMEOUT = 3.0  # seconds


def connect() -> redis.Redis:
    """A connection to the Redis of the settings; commands raise RedisError."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT,
                                socket_timeout=TIMEOUT)


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Whether Redis answers, its policy when its memory is full, and whether it saves to disk."""
    if not settings.REDIS_URL:
        yield skipped(ABOUT, "No Redis is configured; tasks stay in the memory of one process.")
        return
    try:
        with connect() as server:
            info: dict[str, Any] = dict(server.info())
            saves = _save_rule(server)
    except redis.RedisError as error:
        yield problem(ABOUT, f"Redis does not answer ({_reason(error)}).",
                      next_step="Start Redis, or correct REDIS_URL.")
        return
    yield ok(ABOUT, f"Redis {info.get('redis_version', '')} answers.")
    yield _memory(info)
    yield _persistence(info, saves=saves)


def _reason(error: redis.RedisError) -> str:
    """The error in one line, which names host and port but no password."""
    return delivery_errors.one_line(error).removesuffix(".")


def _save_rule(server: redis.Redis) -> str | None:
    """When Redis saves snapshots; "" for never, None if it does not tell."""
    try:
        configured: Any = server.config_get("save")
        return str(configured.get("save", ""))
    except redis.ResponseError:  # hosted servers refuse the command
        return None


def _memory(info: dict[str, Any]) -> Finding:
    about, policy = "redis memory", info.get("maxmemory_policy", "noeviction")
    if policy == "noeviction":
        return ok(about, "When its memory is full, Redis refuses new tasks and keeps the old ones.")
    text = f"When its memory is full, Redis throws tasks away (maxmemory-policy {policy})."
    step = "Set maxmemory-policy to noeviction in the configuration of Redis."
    return (problem if info.get("maxmemory") else warning)(about, text, next_step=step)


def _persistence(info: dict[str, Any], *, saves: str | None) -> Finding:
    about, appends = "redis persistence", bool(info.get("aof_enabled"))
    written = info.get("aof_last_write_status" if appends else "rdb_last_bgsave_status", "ok")
    if written != "ok":
        return problem(about, "Redis could not write to its disk, and may refuse new tasks.",
                       next_step="Look into the log of Redis; most often its disk is full.")
    if appends or saves:
        return ok(about, "Redis keeps its tasks over a restart.")
    step = "Set appendonly to yes in the configuration of Redis."
    if saves is None:
        return skipped(about, "Redis does not tell whether it saves snapshots.", next_step=step)
    return warning(about, "Redis loses its tasks when it restarts; the sweep then has to find"
                          " the work.", next_step=step)
