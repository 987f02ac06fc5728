"""Fuzzes everything that strangers and operators hand to the program: ``python -m tests.fuzz``.

    python -m tests.fuzz                        all targets, ten minutes
    python -m tests.fuzz emails --minutes 1     one of them, one minute
    python -m tests.fuzz --seed 7               other inputs

Each failure is saved in ``tests/fuzz/found`` with the smallest input that causes it; from then on
``make test`` tries it too.  The exit status is 1 if there was one.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.fuzz.fuzzing import Findings
from tests.fuzz.runs import run
from tests.fuzz.saved import save

NAMES = ("emails", "orders", "boards", "records", "positions", "addresses", "drafts", "imports",
         "replies", "commands")


def main(arguments: Sequence[str]) -> int:
    """Fuzzes the wanted targets, as many at a time as there are cores; prints what it found."""
    options = _parser().parse_args(arguments)
    targets = options.target or list(NAMES)
    jobs = min(os.cpu_count() or 1, len(targets))
    seconds = options.minutes * 60 * jobs / len(targets)
    failed = 0
    print(f"{len(targets)} targets, {seconds:.0f} s each, seed {options.seed}", flush=True)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        running = {name: pool.submit(run, name, seconds, options.seed) for name in targets}
        for name, future in running.items():
            failed += _print(name, future.result())
    return 1 if failed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="*", help=f"one or more of {', '.join(NAMES)}")
    parser.add_argument("--minutes", type=float, default=10.0, help="in all (default 10)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="which inputs to make")
    return parser


def _print(name: str, findings: Findings) -> int:
    """Prints and saves what a target found; returns how many failures there were."""
    print(f"{name}: {findings.tried:,} inputs, {findings.lines:,} lines of code reached,"
          f" {findings.kept:,} inputs kept, {len(findings.failures)} failures", flush=True)
    for place, failure in findings.failures.items():
        print(f"\n  {place}\n  saved as {save(name, failure)}\n\n{failure.description}", flush=True)
    return len(findings.failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
