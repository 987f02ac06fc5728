"""The times in which the drill itself keeps the site from answering, by harming what pages need."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

AFTERWARDS = 5.0  # seconds in which a web server that has just begun to answer draws what it keeps


@dataclass
class Outages:
    """Spans of the monotonic clock; the last one may not have ended yet."""

    spans: list[tuple[float, float]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Counts the time of the block, and a little more, as an outage."""
        start = monotonic()
        with self._lock:
            self.spans.append((start, float("inf")))
        try:
            yield
        finally:
            with self._lock:
                self.spans.remove((start, float("inf")))
                self.spans.append((start, monotonic() + AFTERWARDS))

    def touch(self, start: float, end: float) -> bool:
        """Whether there was an outage at any moment between these."""
        with self._lock:
            return any(begun <= end and start <= over for begun, over in self.spans)
