"""Drawing: pictures, PNGs and animations, compared with ``chess.svg.board`` in the same run.

The unit is one picture of a chess board, drawn alternately with ours, because machines differ.
"first" is the first picture of a board in a process, with everything that we compute when it is
needed; "redraw" is the picture after a move.  A PNG is that of an email.  "cold" begins without any
kept piece, "next" comes after the position before it, and "other game" after another game on the
same board.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import median
from time import process_time

import chess
import chess.svg
import django
from django.conf import settings
from django.utils import translation

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
translation.activate(settings.LANGUAGE_CODE)  # the pictures' descriptions are translated

from alexandros_rules.alexandros.provinces import provinces  # noqa: E402
from alexandros_rules.alexandros.rules import RULESET  # noqa: E402
from alexandros_rules.alexandros.state import State  # noqa: E402
from alexandros_rules.bot_games import play_out  # noqa: E402
from alexandros_rules.ruleset import Setup  # noqa: E402
from games.drawing import png as raster  # noqa: E402
from games.drawing.animation import animate  # noqa: E402
from games.drawing.layers import Picture  # noqa: E402
from games.drawing.png import png  # noqa: E402
from games.rulesets.alexandros.drawing import (  # noqa: E402
    board_in_layers,
    draw_board,
    draw_frames,
    draw_thumbnail,
)
from tests.bench.measurement import Fact, Figure  # noqa: E402

OURS = ("games.rulesets.alexandros.drawing.", "alexandros_rules.alexandros.text_board")
NAMES = ("Alice", "Bob", "Carol", "Dave")
ROUNDS = 40
MOVES = 90
EMAIL, PREVIEW = 1000, 1200  # widths in pixels


def run() -> Iterator[Figure | Fact]:
    """Yields all figures about pictures."""
    states = positions("bench")
    yield from _svg(states)
    yield from _png(states, positions("another"))
    frames = list(draw_frames(states[:30], names=NAMES, heading="Bench"))
    yield _figure("animation of 30 frames, for each frame", [
        ratio(partial(animate, frames), rounds=1, before=forget_tiles, items=len(frames))
    ])
    yield from _sizes(states)


def positions(seed: str) -> list[State]:
    """Returns the positions of a game of four greedy bots on the large board, move by move."""
    greedy = [RULESET.bots["greedy"]] * 4
    table = Setup(RULESET.boards()["persia"], 4)
    game = play_out(RULESET, table, seed=hashlib.sha256(seed.encode()).digest(), bots=greedy)
    return [state for state, _, _ in islice(game, MOVES)]


def _svg(states: Sequence[State]) -> Iterator[Figure]:
    last = states[-20:]
    yield _figure("SVG, first", [
        ratio(partial(draw_board, last[i % 20]), before=forget_text) for i in range(ROUNDS)
    ], aim=1.7)
    yield _figure("SVG, redraw", [
        ratio(partial(draw_board, state), before=partial(draw_board, states[0])) for state in states
    ], aim=0.35)


def _png(states: Sequence[State], others: Sequence[State]) -> Iterator[Figure]:
    last = states[-1]
    yield _figure("PNG for an email, cold", [
        ratio(lambda: png(picture(last), width=EMAIL), before=forget_tiles) for _ in range(3)
    ])
    yield _figure("PNG for an email, next", list(_one_after_another(states, EMAIL)), aim=24)
    yield _figure("PNG for an email, other game", list(_one_after_another(others[::4], EMAIL)),
                  aim=36)
    forget_tiles()
    yield _figure("PNG for a link preview, next", list(_one_after_another(states, PREVIEW))[1:])


def _one_after_another(states: Sequence[State], width: int) -> Iterator[tuple[float, float]]:
    for state in states:
        yield ratio(partial(_new_png, state, width), before=png.cache_clear)


def _new_png(state: State, width: int) -> int:
    return len(png(picture(state), width=width))


def picture(state: State) -> Picture:
    """The picture of a position as an email shows it."""
    return board_in_layers(state, frame=True, coordinates=True, names=NAMES, heading="Bench")


def _sizes(states: Sequence[State]) -> Iterator[Fact]:
    for name, svg in (
        ("SVG of a late position", draw_board(states[-1])),
        ("the same with frame and coordinates", str(picture(states[-1]))),
        ("thumbnail", draw_thumbnail(states[-1])),
    ):
        packed = len(gzip.compress(svg.encode()))
        yield Fact(name, f"{len(svg.encode())} B", f"{packed} compressed")
    for width in (EMAIL, PREVIEW):
        yield Fact(f"PNG of {width} pixels", f"{len(png(picture(states[-1]), width=width))} B")
    kept = raster.tile.cache_info()
    yield Fact("pieces kept for this board in two widths", str(kept.currsize),
               f"at most {kept.maxsize}")


def forget_text() -> None:
    """Clears what the drawing and the text board keep, and the provinces of this position."""
    provinces.cache_clear()
    for name, module in list(sys.modules.items()):
        if name.startswith(OURS):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def forget_tiles() -> None:
    """Clears all PNGs and pieces, as at the start of a process."""
    png.cache_clear()
    raster.tile.cache_clear()


def ratio(work: Callable[[], object], *, before: Callable[[], object], rounds: int = 3,
          items: int = 1) -> tuple[float, float]:
    """Seconds of CPU time for the work, and how many chess boards could have been drawn."""
    before()
    chess.svg.board(BOARD)
    begun = process_time()
    for _ in range(rounds):
        chess.svg.board(BOARD)
    unit = (process_time() - begun) / rounds
    begun = process_time()
    work()
    seconds = (process_time() - begun) / items
    return seconds, seconds / unit


def _figure(name: str, measured: Sequence[tuple[float, float]], *,
            aim: float | None = None) -> Figure:
    seconds, units = (median(column) for column in zip(*measured, strict=True))
    return Figure(name, seconds, units, aim, unit="chess boards")


def _opening() -> chess.Board:
    board = chess.Board()
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(move)
    return board


BOARD = _opening()
