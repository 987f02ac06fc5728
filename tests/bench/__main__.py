"""Runs all benchmarks (``python -m tests.bench``) or some (``python -m tests.bench engine``).

A benchmark is a module ``bench_*.py`` in this folder.  It has a ``run()`` that yields figures, or a
``main()`` that prints them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time

from tests.bench.measurement import play_chess, timed


def main(wanted: list[str]) -> None:
    """Prints the unit of measurement, then the figures of every benchmark."""
    ply = median(timed(play_chess, process_time) for _ in range(9))
    print(f"One ply: a checked move of python-chess (push_uci), {ply * 1e6:.1f} µs on this machine"
          " now; it is timed anew in turns with every piece of work.")
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        if wanted and path.stem.removeprefix("bench_") not in wanted:
            continue
        bench = import_module(f"tests.bench.{path.stem}")
        print(f"\n{(bench.__doc__ or path.stem).splitlines()[0]}", flush=True)
        if hasattr(bench, "run"):
            for figure in bench.run():
                print(f"  {figure}", flush=True)
        else:
            bench.main()


if __name__ == "__main__":
    main(sys.argv[1:])
