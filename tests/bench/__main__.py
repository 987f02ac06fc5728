"""Runs all benchmarks (``python -m tests.bench``) or some (``python -m tests.bench engine``).

A benchmark is a module ``bench_*.py`` in this folder with a ``run()`` that yields figures.  They
are printed, and written as JSON to ``build/bench.json`` or the file that ``--json`` names.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from tests.bench.measurement import Fact, Figure, play_chess, timed

HERE = Path(__file__).parent


def main(wanted: Sequence[str], target: Path) -> None:
    """Prints the unit of measurement, then the figures of the benchmarks, and writes them all."""
    ply = median(timed(play_chess, process_time) for _ in range(9))
    print(f"One ply: a checked move of python-chess (push_uci), {ply * 1e6:.1f} µs on this machine"
          " now; it is timed anew in turns with every piece of work.")
    found: dict[str, list[dict[str, Any]]] = {}
    for name in _names(wanted):
        bench = import_module(f"tests.bench.bench_{name}")
        print(f"\n{(bench.__doc__ or name).splitlines()[0]}", flush=True)
        found[name] = [asdict(figure) for figure in _printed(bench.run())]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(), "seconds_of_a_ply": ply, "figures": found,
    }, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"\nAll of it as JSON: {target}")


def _names(wanted: Sequence[str]) -> list[str]:
    """The benchmarks to run; exits with a sentence if there is none of a wanted name."""
    known = [path.stem.removeprefix("bench_") for path in sorted(HERE.glob("bench_*.py"))]
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise SystemExit(f"There is no benchmark {unknown[0]}. There are: {', '.join(known)}.")
    return [name for name in known if not wanted or name in wanted]


def _printed(figures: Iterator[Figure | Fact]) -> Iterator[Figure | Fact]:
    for figure in figures:
        print(f"  {figure}", flush=True)
        yield figure


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("wanted", nargs="*", metavar="benchmark", help="for example: engine pages")
    parser.add_argument("--json", type=Path, default=HERE.parents[1] / "build" / "bench.json",
                        help="the file to write")
    arguments = parser.parse_args()
    main(arguments.wanted, arguments.json)
