"""What sends tasks to Redis is made once, not for every task."""

from __future__ import annotations

from typing import Any

import redis

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
