"""What happened in a drill: accepted moves, emails sent, waiting times and complaints."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import quantiles
from time import monotonic


@dataclass(frozen=True, slots=True)
class Accepted:
    """A move that the service said it has played: in which rows of which game."""

    code: str
    seat: int
    order: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Unanswered:
    """An email with an order that got no answer within this many seconds."""

    code: str
    order: str
    message_id: str
    seconds: float


@dataclass
class Ledger:
    """Kept by all simulated people together."""

    accepted: list[Accepted] = field(default_factory=list)
    emailed: set[str] = field(default_factory=set)  # Message-IDs the service has acknowledged
    unanswered: list[Unanswered] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def accept(self, move: Accepted) -> None:
        with self._lock:
            self.accepted.append(move)

    def acknowledge(self, message_id: str) -> None:
        with self._lock:
            self.emailed.add(message_id)

    def miss(self, email: Unanswered) -> None:
        with self._lock:
            self.unanswered.append(email)

    def complain(self, sentence: str) -> None:
        with self._lock:
            self.complaints.append(sentence)

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] += 1

    def took(self, what: str, seconds: float) -> None:
        with self._lock:
            self.seconds[what].append(seconds)

    @contextmanager
    def timed(self, what: str) -> Iterator[None]:
        """Notes how long the block takes, if it ends without an exception."""
        start = monotonic()
        yield
        self.took(what, monotonic() - start)

    def table(self) -> list[str]:
        """One line for each thing that was timed: how often, median, p99 and longest."""
        lines = [f"{'':34}{'times':>8}{'p50':>10}{'p99':>10}{'longest':>10}"]
        for what, values in sorted(self.seconds.items()):
            cuts = quantiles(values, n=100, method="inclusive") if len(values) > 1 else values * 99
            lines.append(f"{what:34}{len(values):>8}{cuts[49]:>8.2f} s{cuts[98]:>8.2f} s"
                         f"{max(values):>8.2f} s")
        return lines
