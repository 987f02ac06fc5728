"""A Redis cache that fails softly, so that no page fails or hangs when Redis is down (R3).

If Redis does not answer, the cache answers as an empty one would, and does not ask Redis again
for a few seconds.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

PAUSE = 5.0  # seconds before Redis is asked again; each failed attempt may cost a page its timeout

log = logging.getLogger(__name__)

_away_since = float("-inf")


def _call(method: Callable[..., Any], *args: Any, fallback: Any, **options: Any) -> Any:
    """The method's result; ``fallback`` if Redis does not answer or has just failed to."""
    global _away_since
    if time.monotonic() - _away_since < PAUSE:
        return fallback
    try:
        return method(*args, **options)
    except (RedisError, OSError) as error:
        _away_since = time.monotonic()
        log.warning("the cache does not answer (%s)", type(error).__name__)
        return fallback


def _forgiving(name: str, *, fallback: Any) -> Any:
    """The method of this name of RedisCache, with a result for when Redis is down."""
    original = getattr(RedisCache, name)

    def method(self: RedisCache, *args: Any, **options: Any) -> Any:
        return _call(partial(original, self), *args, fallback=fallback, **options)

    return method


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, except that it behaves like an empty cache when Redis is down."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The cached value; ``default`` if there is none or Redis is down."""
        return _call(super().get, key, default, version, fallback=default)

    add = _forgiving("add", fallback=True)  # as if nobody else had the key
    incr = _forgiving("incr", fallback=1)
    has_key = _forgiving("has_key", fallback=False)
    get_many = _forgiving("get_many", fallback={})
    set = _forgiving("set", fallback=None)
    set_many = _forgiving("set_many", fallback=[])
    touch = _forgiving("touch", fallback=False)
    delete = _forgiving("delete", fallback=False)
    delete_many = _forgiving("delete_many", fallback=None)
    clear = _forgiving("clear", fallback=False)
