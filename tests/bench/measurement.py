"""Measures work relative to python-chess, which plays a real game in the same interleaved run.

Machines differ and may be busy, so every figure is a multiple of one checked ply
(``chess.Board.push_uci``), timed alternately with the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

import chess

# Kasparov against Topalov, Wijk aan Zee 1999.
GAME = (
    "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6"
    " Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5"
    " Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4"
    " c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4 f5 Kc1"
    " Rd2 Qa7"
)


def _uci() -> tuple[str, ...]:
    board = chess.Board()
    return tuple(board.push_san(move).uci() for move in GAME.split())


PLIES = _uci()


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured time.

    ``seconds``  per item; ``units`` is the same in checked plies of python-chess.
    ``aim``      the most units it should take, None if there is no aim.
    ``unit``     what the work is compared with, in the plural.
    """

    name: str
    seconds: float
    units: float
    aim: float | None = None
    note: str = ""
    unit: str = "plies"

    def __str__(self) -> str:
        aim = "" if self.aim is None else f"  (aim {self.aim:g}{'' if self.good else ', MISSED'})"
        note = f"  {self.note}" if self.note else ""
        units = f"{self.units:9.{1 if self.units >= 3 else 2}f} {self.unit}"
        return f"{self.name:52} {_time(self.seconds):>10} {units}{aim}{note}"

    @property
    def good(self) -> bool:
        return self.aim is None or self.units <= self.aim


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure other than a time, such as a size or a rate."""

    name: str
    value: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.name:52} {self.value:>10}  {self.note}".rstrip()


def _time(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.1f} µs"


def play_chess() -> int:
    """Plays a game of checked plies and returns their number."""
    board = chess.Board()
    for ply in PLIES:
        board.push_uci(ply)
    return len(PLIES)


def interleave(
    works: Mapping[str, Callable[[], int]], *, rounds: int,
    clock: Callable[[], float] = process_time,
    prepare: Mapping[str, Callable[[], object]] | None = None,
) -> Iterator[tuple[str, float, float]]:
    """Runs work alternately with chess; yields (name, seconds per item, plies per item).

    Each function returns the number of items it processed.  ``prepare`` has what is to be done
    before some of them, without being timed.  The results are medians over the
    rounds: of the times, and of their ratios to the chess game of the same round.
    """
    times: dict[str, list[float]] = {name: [] for name in works}
    ratios: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            if prepare and name in prepare:
                prepare[name]()
            ply = timed(play_chess, clock)
            seconds = timed(work, clock)
            times[name].append(seconds)
            ratios[name].append(seconds / ply)
    for name in works:
        yield name, median(times[name]), median(ratios[name])


def timed(work: Callable[[], int], clock: Callable[[], float] = perf_counter) -> float:
    """Calls a function and returns the seconds per item."""
    begun = clock()
    items = work()
    return (clock() - begun) / items


def percentile(values: list[float], share: float) -> float:
    """Returns the smallest value that at least this share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
