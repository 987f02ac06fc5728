"""Redis as a cache that may be away.

Owns that no page fails or hangs for it: what is asked of a cache that does not answer is
answered as an empty one would, and it is left alone for a while (R3).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

QUIET = 5.0  # seconds without another attempt; every one may cost a page its whole timeout

log = logging.getLogger(__name__)

_away_since = float("-inf")


def _asked(instead: Any, ask: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """What the cache answers; ``instead`` when it does not, or did not a moment ago."""
    global _away_since
    if time.monotonic() - _away_since < QUIET:
        return instead
    try:
        return ask(*args, **options)
    except (RedisError, OSError) as error:
        _away_since = time.monotonic()
        log.warning("the cache does not answer (%s)", type(error).__name__)
        return instead


def _forgiving(name: str, *, instead: Any) -> Any:
    ask = getattr(RedisCache, name)

    def method(self: RedisCache, *args: Any, **options: Any) -> Any:
        return _asked(instead, partial(ask, self), *args, **options)

    return method


class ForgivingRedisCache(RedisCache):
    """Django's own, but for its errors."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """What is kept, ``default`` when nothing is or nobody knows."""
        return _asked(default, super().get, key, default, version)

    add = _forgiving("add", instead=True)  # nobody else has the key
    incr = _forgiving("incr", instead=1)
    has_key = _forgiving("has_key", instead=False)
    get_many = _forgiving("get_many", instead={})
    set = _forgiving("set", instead=None)
    set_many = _forgiving("set_many", instead=[])
    touch = _forgiving("touch", instead=False)
    delete = _forgiving("delete", instead=False)
    delete_many = _forgiving("delete_many", instead=None)
    clear = _forgiving("clear", instead=False)
