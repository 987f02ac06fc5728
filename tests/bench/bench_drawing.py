"""Drawing: how long a picture takes, compared with ``chess.svg.board`` in the same run.

python tests/bench/bench_drawing.py

The figures are ratios, because machines differ.  "first" is the first picture of a board in a
process, including its geometry, terrain and place names.  "whole" draws every layer again and may
take at most 8 times as long; "redraw" is the picture after a move and may take at most 3 times as
long.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from types import ModuleType

import chess
import chess.svg
import django
from django.conf import settings
from django.utils import translation

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
translation.activate(settings.LANGUAGE_CODE)  # the pictures' descriptions are translated

from engine.alexandros import provinces as engine_provinces  # noqa: E402
from engine.alexandros.rules import RULESET  # noqa: E402
from engine.alexandros.state import State  # noqa: E402
from engine.bot_games import play_out  # noqa: E402
from engine.ruleset import Setup  # noqa: E402
from games.drawing.png import png  # noqa: E402
from games.rulesets.alexandros.drawing import (  # noqa: E402
    board_geometry,
    board_picture,
    descriptions,
    draw_board,
    draw_thumbnail,
    ground,
    pieces,
    place_names,
    terrain,
)

LAYERS = (ground, pieces, board_picture, descriptions)
ROUNDS = 60
MOVES = 90


def positions() -> list[State]:
    """Returns the positions of a game of four greedy bots on the large board, move by move."""
    ruleset = RULESET
    greedy = [ruleset.bots["greedy"]] * 4
    table = Setup(ruleset.boards()["persia"], 4)
    game = play_out(ruleset, table, seed=hashlib.sha256(b"bench").digest(), bots=greedy)
    return [state for (state, _, _), _ in zip(game, range(MOVES), strict=False)]


def forget(*modules: ModuleType) -> None:
    """Clears the caches of these drawing modules and the engine's cache of provinces."""
    for module in modules:
        for value in vars(module).values():
            if hasattr(value, "cache_clear") and value.__module__ == module.__name__:
                value.cache_clear()
    engine_provinces.provinces.cache_clear()


def timed(run: Callable[[], object]) -> float:
    begun = perf_counter()
    run()
    return perf_counter() - begun


def measure(states: list[State]) -> Iterator[tuple[str, float]]:
    """Yields the seconds for each task, as the median of interleaved rounds."""
    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(move)
    runs: dict[str, list[float]] = {"chess": [], "first": [], "whole": [], "redraw": []}
    for i in range(ROUNDS):
        state = states[-1 - i % 20]
        runs["chess"].append(timed(lambda: chess.svg.board(board)))
        forget(board_geometry, terrain, place_names, *LAYERS)
        runs["first"].append(timed(lambda state=state: draw_board(state)))
        forget(*LAYERS)
        runs["whole"].append(timed(lambda state=state: draw_board(state)))
    for state in states:
        draw_board(states[0])
        runs["chess"].append(timed(lambda: chess.svg.board(board)))
        runs["redraw"].append(timed(lambda state=state: draw_board(state)))
    for name, times in runs.items():
        yield name, median(times)


def main() -> None:
    states = positions()
    times = dict(measure(states))
    unit = times["chess"]
    svg = draw_board(states[-1])
    print(f"chess.svg.board      {unit * 1e3:7.2f} ms")
    for name, what in (("first", ""), ("whole", "(at most 8)"), ("redraw", "(at most 3)")):
        print(f"{name:20} {times[name] * 1e3:7.2f} ms, {times[name] / unit:5.2f} times {what}")
    packed = len(gzip.compress(svg.encode()))
    print(f"SVG                  {len(svg):7} bytes, {packed} compressed (at most 80000, 15000)")
    print(f"thumbnail            {len(draw_thumbnail(states[-1])):7} bytes (less than 10000)")
    begun = perf_counter()
    size = len(png(svg, width=1200))
    took = (perf_counter() - begun) * 1e3
    print(f"PNG of 1200 px       {size:7} bytes (at most 150000) in {took:.0f} ms")


if __name__ == "__main__":
    main()
