"""Celery's transports, but workers survive whatever happens to Redis, and stop when told to.

When a connection is lost, Celery clears it and then closes it.  Meanwhile kombu's channel wants
to acknowledge tasks and to hand back those that were reserved but not started.  It looks for the
connection that it no longer has, and the AttributeError ends the worker.  Here it is an error of
the connection, which Celery expects.

When Redis hangs, it does not hear that a task has begun, and Celery goes on.  But kombu counts that
task as reserved for ever, and a worker that may reserve one task never takes another.  Here such a
task counts as begun.

Nothing is lost by either: a task is only a hint, and the sweep announces the work again.

Kombu makes a new client for every task that it sends, which takes longer than to send it.  Here a
channel keeps one.

A worker of ``play`` asks whether it is to stop whenever it has waited for a task in vain.  Celery
lets it wait two seconds; here it waits a fifth of one, so ``play`` ends as soon as it is told to.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, memory, redis, virtual
from redis.exceptions import ConnectionError as LostConnection

WAIT = 0.2  # seconds for which a worker of this process waits for a task


class QoS(redis.QoS):
    """Counts the reserved tasks: those that have not begun, whatever Redis has heard of them."""

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)  # type: ignore[no-untyped-call]
        finally:
            self._no_longer_reserved(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        try:
            super().reject(delivery_tag, requeue=requeue)  # type: ignore[no-untyped-call]
        finally:
            self._no_longer_reserved(delivery_tag)

    def _no_longer_reserved(self, delivery_tag: str) -> None:
        virtual.QoS.ack(self, delivery_tag)  # type: ignore[no-untyped-call]


class Channel(redis.Channel):
    """A channel that knows when its connection is gone."""

    QoS = QoS
    _kept: Any = None  # the client of the present pool

    @property
    def do_restore(self) -> bool:  # type: ignore[override]  # kombu has a constant
        """Whether closing the channel hands back its reserved tasks."""
        return not self._is_cut_off()

    def _connparams(self, asynchronous: bool = False) -> Any:
        if self._is_cut_off():
            raise LostConnection("the connection to the broker was lost")
        return super()._connparams(asynchronous)  # type: ignore[no-untyped-call]

    def _create_client(self, asynchronous: bool = False) -> Any:
        if asynchronous:
            return super()._create_client(asynchronous=True)  # type: ignore[no-untyped-call]
        if self._kept is None or self._kept.connection_pool is not self.pool:
            self._kept = super()._create_client()  # type: ignore[no-untyped-call]
        return self._kept

    def _is_cut_off(self) -> bool:
        return self.connection is None or self.connection.client is None


class Transport(redis.Transport):
    """The Redis transport with our channels."""

    Channel = Channel


class MemoryTransport(memory.Transport):
    """Tasks in the memory of this process."""

    def drain_events(
        self, connection: Any, timeout: float | None = None, **options: Any
    ) -> None:
        """Takes the next task; raises ``TimeoutError`` if there is none within this time."""
        wait = None if timeout is None else min(timeout, WAIT)
        super().drain_events(  # type: ignore[no-untyped-call]
            connection, timeout=wait, **options)


def use() -> None:
    """Makes these the transports of all ``redis://``, ``rediss://`` and ``memory://`` addresses."""
    for alias, transport in {
        "redis": Transport, "rediss": Transport, "memory": MemoryTransport,
    }.items():
        TRANSPORT_ALIASES[alias] = f"{__name__}:{transport.__name__}"
