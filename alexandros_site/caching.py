"""A Redis cache that fails softly, so that no page fails or hangs when Redis is down (R3).

If Redis does not answer, we do not ask again for a few seconds, and each process keeps small values
in a memory of its own.  So rate limits hold while Redis is down, although each process counts only
the requests that it has seen itself.

Values in memory are still there if Redis goes down again before they expire.  So nothing may be
cached that must not be lost or out of date.
"""

from __future__ import annotations

import logging
import pickle
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

PAUSE = 5.0  # seconds before Redis is asked again; each failed attempt may cost a page its timeout
MOST_VALUES = 20_000  # those that were not used for longest make room for new ones
LARGEST = 4096  # bytes; pictures are larger and would need too much memory

log = logging.getLogger(__name__)

_away_since = float("-inf")


class SmallMemory(LocMemCache):
    """A cache in the memory of this process that keeps only small values."""

    def __init__(self, params: dict[str, Any]):
        super().__init__("redis-is-down", {**params, "OPTIONS": {"MAX_ENTRIES": MOST_VALUES}})

    def set(self, key: Any, value: Any, *args: Any, **options: Any) -> None:
        """Keep a small value; a large one only removes the value that was kept before."""
        if len(pickle.dumps(value, pickle.HIGHEST_PROTOCOL)) <= LARGEST:
            super().set(key, value, *args, **options)
        else:
            self.delete(key)


def _forgiving(name: str) -> Any:
    """Return the method of this name of RedisCache, carried out in memory while Redis is down."""

    def method(self: ForgivingRedisCache, *args: Any, **options: Any) -> Any:
        in_redis = getattr(super(ForgivingRedisCache, self), name)
        return _call(in_redis, getattr(self.memory, name), *args, **options)

    return method


def _call(in_redis: Callable[..., Any], in_memory: Callable[..., Any], *args: Any,
          **options: Any) -> Any:
    """Return the result from Redis, or from memory while Redis does not answer."""
    global _away_since
    if time.monotonic() - _away_since >= PAUSE:
        try:
            return in_redis(*args, **options)
        except (RedisError, OSError) as error:
            _away_since = time.monotonic()
            log.warning("the cache does not answer (%s)", type(error).__name__)
    return in_memory(*args, **options)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, except that it keeps what is small in memory while Redis is down."""

    def __init__(self, server: str, params: dict[str, Any]):
        super().__init__(server, params)
        self.memory = SmallMemory(params)

    get = _forgiving("get")
    add = _forgiving("add")
    incr = _forgiving("incr")
    has_key = _forgiving("has_key")
    get_many = _forgiving("get_many")
    set = _forgiving("set")
    set_many = _forgiving("set_many")
    touch = _forgiving("touch")
    delete = _forgiving("delete")
    delete_many = _forgiving("delete_many")

    def clear(self) -> None:
        """Forget everything, in Redis as far as it answers, and in memory."""
        _call(super().clear, self.memory.clear)
        self.memory.clear()
