"""What sends tasks to Redis is made once, not for every task; workers stop when told to."""

from __future__ import annotations

from typing import Any

import pytest
import redis
from kombu import Connection
from kombu.transport import memory

from alexandros_site import broker


def test_a_channel_keeps_its_client_as_long_as_its_connections() -> None:
    channel: Any = object.__new__(broker.Channel)  # without a Redis that it could ask
    channel.Client, channel._pool = redis.Redis, redis.ConnectionPool()

    first, second = channel._create_client(), channel._create_client()
    channel._pool = redis.ConnectionPool()
    third = channel._create_client()

    assert second is first
    assert third is not first
    assert third.connection_pool is channel._pool


def test_a_worker_of_this_process_often_checks_whether_it_is_to_stop(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float | None] = []
    monkeypatch.setattr(memory.Transport, "drain_events",
                        lambda _, connection, *, timeout: waits.append(timeout))
    transport: Any = Connection("memory://").transport
    for timeout in (2.0, 0.01, None):
        transport.drain_events(None, timeout=timeout)
    assert waits == [broker.WAIT, 0.01, None]
