"""Celery's Redis transport, except that a worker survives the loss of Redis while it works.

When a connection is lost, Celery clears it and then closes it.  Meanwhile kombu's channel wants
to acknowledge tasks and to hand back those that were reserved but not started.  It looks for the
connection that it no longer has, and the AttributeError ends the worker.  Here it is an error of
the connection, which Celery expects.  Nothing is lost by that: a task is only a hint, and the
sweep announces the work again.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError as LostConnection

ALIASES = ("redis", "rediss")


class Channel(redis.Channel):
    """A channel that knows when its connection is gone."""

    @property
    def do_restore(self) -> bool:  # type: ignore[override]  # kombu has a constant
        """Whether closing the channel hands back its reserved tasks."""
        return not self._is_cut_off()

    def _connparams(self, asynchronous: bool = False) -> Any:
        if self._is_cut_off():
            raise LostConnection("the connection to the broker was lost")
        return super()._connparams(asynchronous)  # type: ignore[no-untyped-call]

    def _is_cut_off(self) -> bool:
        return self.connection is None or self.connection.client is None


class Transport(redis.Transport):
    """The Redis transport with our channels."""

    Channel = Channel


def use() -> None:
    """Makes this the transport of all ``redis://`` and ``rediss://`` addresses."""
    for alias in ALIASES:
        TRANSPORT_ALIASES[alias] = f"{__name__}:Transport"
