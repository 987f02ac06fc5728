"""The visitor who looks at the home page again and again, and how long that takes.

    python -m tests.drill.home_page PORT FILE

is a process of its own, which imports little and shares no interpreter with the drill's people, so
that it waits for the site and for nothing else.  It writes a line for each look.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import monotonic, sleep

PAUSE = 0.1  # seconds from the beginning of a look to that of the next one
# How many times as long as without load a look may take with it.  The slowest of a hundred may take
# longer, because a few pages at a time share an interpreter, and two cores serve the drill as well.
TIMES = {"median": 3, "p99": 6}
PRIORITY = -10  # a visitor's own machine has time; only root may ask for this


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the home page: when it began, how long it took, and the status (0: none)."""

    start: float
    seconds: float
    status: int

    @property
    def end(self) -> float:
        return self.start + self.seconds


def watch(port: int, file: Path) -> None:
    """Looks at the page until the process is ended."""
    with contextlib.suppress(PermissionError):
        os.nice(PRIORITY)
    with file.open("a", buffering=1, encoding="ascii") as out:
        while True:
            start = monotonic()
            status = _look(port)
            end = monotonic()
            out.write(f"{start} {end - start} {status}\n")
            sleep(max(0.0, start + PAUSE - end))


def _look(port: int) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/")
        response = connection.getresponse()
        response.read()
        return response.status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def read(file: Path) -> list[Look]:
    """All looks so far."""
    rows = [line.split() for line in file.read_text(encoding="ascii").splitlines()]
    return [Look(float(row[0]), float(row[1]), int(row[2])) for row in rows if len(row) == 3]


@dataclass(frozen=True, slots=True)
class Account:
    """How long the home page took without load, with load, and while the drill held it down."""

    quiet: Sequence[Look]
    loaded: Sequence[Look]
    harmed: Sequence[Look]

    def table(self) -> list[str]:
        """A line for each of the three, and how they compare."""
        lines = [f"{'the home page':34}{'looks':>8}{'p50':>12}{'p99':>12}{'longest':>12}"]
        for name, looks in (("without load", self.quiet), ("with load", self.loaded),
                            ("while the drill held it down", self.harmed)):
            if looks:
                p50, p99 = _p50_and_p99(looks)
                longest = max(look.seconds for look in looks)
                lines.append(f"{name:34}{len(looks):>8}"
                             + "".join(f"{1000 * each:>9.0f} ms" for each in (p50, p99, longest)))
        if self.quiet and self.loaded:
            p50, p99 = self.ratios()
            lines.append(f"{'with load, in times without':34}{'':>8}{p50:>12.1f}{p99:>12.1f}")
        return lines

    def ratios(self) -> tuple[float, float]:
        """The times with load in times without it: the median and p99."""
        quiet, loaded = _p50_and_p99(self.quiet), _p50_and_p99(self.loaded)
        return loaded[0] / quiet[0], loaded[1] / quiet[1]

    def faults(self) -> Iterator[str]:
        """A sentence for each promise that was not kept."""
        for look in self.loaded:
            if look.status != http.client.OK:
                yield f"the home page: {look.status or 'no response'} after {look.seconds:.1f} s"
        if self.quiet and self.loaded:
            for (what, most), ratio in zip(TIMES.items(), self.ratios(), strict=True):
                if ratio > most:
                    yield f"the home page: its {what} is {ratio:.1f} times that without load"


def account(looks: Sequence[Look], *, quiet: tuple[float, float], until: float,
            is_harmed: Callable[[float, float], bool]) -> Account:
    """Tells the looks apart: those of the quiet span, and those after it until a moment."""
    later = [look for look in looks if quiet[1] < look.start and look.end < until]
    harmed = {look for look in later if is_harmed(look.start, look.end)}
    return Account([look for look in looks if quiet[0] <= look.start and look.end <= quiet[1]],
                   [look for look in later if look not in harmed],
                   [look for look in later if look in harmed])


def _p50_and_p99(looks: Sequence[Look]) -> tuple[float, float]:
    """Two quantiles; a long look also stands for those that would have begun meanwhile."""
    seconds = [left for look in looks for left in _meanwhile(look.seconds)]
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
    return cuts[49], cuts[98]


def _meanwhile(seconds: float) -> Iterator[float]:
    yield seconds
    for number in range(1, int(seconds / PAUSE) + 1):
        yield seconds - number * PAUSE


if __name__ == "__main__":
    watch(int(sys.argv[1]), Path(sys.argv[2]))
