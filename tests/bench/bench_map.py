"""The map of The Campaign beside the board of Alexandros: SVG, PNG and thumbnail, in turns.

Each figure is for one picture in the middle of a game; "first" is the first picture in a process,
and "redraw" is the picture after another position.  The unit is the same picture of Alexandros.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import median
from time import process_time
from typing import Any

from alexandros_rules.bot_games import play_out
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.ruleset import Setup
from games.drawing.png import png
from games.rulesets.alexandros import drawing as alexandros
from games.rulesets.campaign import drawing as campaign
from tests.bench import bench_drawing as first_game
from tests.bench.measurement import Fact, Figure

PLAYERS = 4
AIM = 3
DRAWN = 40
MOVES = 200

Draw = Callable[[Any], object]


def run() -> Iterator[Figure | Fact]:
    """Yields all figures about the map."""
    ours, theirs = positions(), first_game.positions("bench")[-DRAWN:]
    for name, mine, other, before in (
        ("SVG, first", campaign.draw_map, alexandros.draw_board, forget_text),
        ("SVG, redraw", campaign.draw_map, alexandros.draw_board, None),
        ("thumbnail, redraw", campaign.draw_thumbnail, alexandros.draw_thumbnail, None),
        ("PNG for an email, next", _png, _first_png, png.cache_clear),
    ):
        yield _compared(name, (mine, ours), (other, theirs), before)
    yield _compared("PNG for an email, cold", (_png, ours[-3:]), (_first_png, theirs[-3:]),
                    first_game.forget_tiles)
    yield Fact("SVG", f"{len(campaign.draw_map(ours[-1]).encode())} B")
    yield Fact("PNG of 1200 pixels", f"{len(png(_picture(ours[-1]), width=1200))} B")


def positions() -> list[Any]:
    """Returns positions of a game of the default bots."""
    bots = [next(iter(RULESET.bots.values()))] * PLAYERS
    table = Setup(RULESET.boards()["campaign"], PLAYERS)
    game = play_out(RULESET, table, seed=bytes(32), bots=bots)
    return [state for state, _, _ in islice(game, MOVES)][-DRAWN:]


def _compared(name: str, mine: tuple[Draw, Sequence[Any]], other: tuple[Draw, Sequence[Any]],
              before: Callable[[], object] | None) -> Figure:
    """The median time of our picture, as a multiple of that of the first game."""
    for draw, states in (mine, other):
        draw(states[0])
    times: tuple[list[float], list[float]] = ([], [])
    for pair in zip(mine[1], other[1], strict=True):
        for spent, (draw, _), state in zip(times, (mine, other), pair, strict=True):
            if before:
                before()
            begun = process_time()
            draw(state)
            spent.append(process_time() - begun)
    ours, theirs = map(median, times)
    return Figure(name, ours, ours / theirs, AIM, unit="boards of Alexandros")


def forget_text() -> None:
    """Clears what the drawing of both games keeps."""
    first_game.forget_text()
    for name, module in list(sys.modules.items()):
        if name.startswith("games.rulesets.campaign.drawing."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _picture(state: Any) -> Any:
    return campaign.map_in_layers(state, frame=True, names=first_game.NAMES, heading="Bench")


def _png(state: Any) -> bytes:
    return png(_picture(state), width=first_game.EMAIL)


def _first_png(state: Any) -> bytes:
    return png(first_game.picture(state), width=first_game.EMAIL)
