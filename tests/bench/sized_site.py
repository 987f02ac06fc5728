"""A process that does, in one filled database, what ``bench_size`` asks for.

It reads the name of one kind of work from each line of its input, does it in a transaction that is
rolled back, and answers with the seconds that it took.  ``WORKS`` are all kinds of work.

Seconds are those of the CPU, in this process and in PostgreSQL's process that serves it; other
processes of a busy machine do not add to them.  If PostgreSQL runs on another machine, they are
those that pass.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.core.cache import cache  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from games.base import task_queue  # noqa: E402
from tests.bench import size_of_sweeps  # noqa: E402
from tests.bench.sized_pages import PAGES, prepare  # noqa: E402

# To add another kind of work, add a dictionary of functions without arguments.
WORKS: dict[str, Callable[[], object]] = {**PAGES, **size_of_sweeps.WORKS}


class Stopwatch:
    """Measures the work of this process and of the database's process that serves it."""

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET max_parallel_workers_per_gather = 0")  # which we would not see
            cursor.execute("SELECT pg_backend_pid()")
            number = cursor.fetchone()[0]
        self._served_by = Path(f"/proc/{number}/schedstat")
        status = Path(f"/proc/{number}/comm")
        self.is_local = status.is_file() and status.read_text().startswith("postgres")

    def read(self) -> tuple[float, float]:
        """The seconds of both processes until now, and those of the database alone."""
        if not self.is_local:
            return perf_counter(), 0.0
        nanoseconds = int(self._served_by.read_text().split()[0])
        return process_time() + nanoseconds / 1e9, nanoseconds / 1e9


@contextmanager
def rolled_back() -> Iterator[None]:
    """Within the block, nothing is stored for good, and no worker hears of anything."""
    cache.clear()  # the limits of how often somebody may do something
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def measure(work: Callable[[], object]) -> tuple[float, float]:
    """Does it once; returns the seconds it took, and those of the database."""
    stopwatch = Stopwatch()
    with rolled_back():
        begun = stopwatch.read()
        work()
        ended = stopwatch.read()
    return ended[0] - begun[0], ended[1] - begun[1]


def main() -> None:
    """Names all kinds of work, then does what it is asked for."""
    setup_test_environment()
    task_queue.send_task = lambda task, *args: True  # type: ignore[assignment]
    prepare()
    answer = sys.stdout
    print(*WORKS, sep="\t", file=answer, flush=True)
    for name in sys.stdin:
        print(*measure(WORKS[name.rstrip("\n")]), sep="\t", file=answer, flush=True)


if __name__ == "__main__":
    main()
