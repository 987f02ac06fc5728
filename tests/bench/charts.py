"""Draws charts of measured costs: against the length of the log, and the number of games.

    python -m tests.bench.charts build/bench.json [more.json ...]

reads what ``make bench`` wrote, draws ``cost-by-rows.svg`` and ``cost-by-games.svg`` in
``docs/pictures`` and prints their names.  Figures of ``size`` for several numbers of games come
from as many files.  A chart for which the files have no figures is left as it is.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from svgwrite import Drawing

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
WIDTH, HEIGHT = 760, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 250, 40, 50  # margins; names of lines stand at the right
NEXT = 18  # pixels, at least, between the names of two lines
COLOURS = ("#1b6fa8", "#b3501e", "#3d8a3d", "#8a4fa0", "#a3872b")
STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 } .grid { stroke: #ccc } .axis { stroke: #555 }
@media (prefers-color-scheme: dark) {
  text { fill: #ddd } .grid { stroke: #444 } .axis { stroke: #aaa } .sheet { fill: #161616 }
}
"""
ROW = re.compile(r"(?P<what>.+), row (?P<row>\d+)")
SHOWN_BY_GAMES = {  # requests and sweeps that grew with the database most easily
    "visitor: GET /lobby/": "the lobby",
    "Alice: GET /games/": "my games",
    "mover: GET /games/{asked}/": "the page of a game",
    "mover: POST /games/{asked}/orders/": "confirming a turn",
}

Series = Mapping[str, Sequence[tuple[float, float]]]  # points of each line, by its name


def by_rows(runs: Iterable[Mapping[str, Any]]) -> Series:
    """The plies that pages take, by the number of rows in the log."""
    lines: dict[str, dict[float, float]] = defaultdict(dict)
    for run in runs:
        for figure in run["figures"].get("pages", ()):
            match = ROW.fullmatch(figure["name"])
            if match and "units" in figure:
                lines[match["what"]][int(match["row"])] = figure["units"]
    return {name: sorted(points.items()) for name, points in lines.items()}


def by_games(runs: Iterable[Mapping[str, Any]]) -> Series:
    """How many times as long things take as with the fewest games, by the number of games."""
    lines: dict[str, dict[float, float]] = defaultdict(dict)
    for run in runs:
        figures = run["figures"].get("size", ())
        counts = [figure["value"] for figure in figures
                  if figure["name"] == "games in the two databases"]
        if not counts:
            continue
        small, large = map(int, counts[0].split(", "))
        for figure in figures:
            name = SHOWN_BY_GAMES.get(figure["name"])
            if name:
                lines[name][small] = 1.0
                lines[name][large] = figure["large"] / figure["small"]
    return {name: sorted(points.items()) for name, points in lines.items()}


def chart(title: str, series: Series, *, across: str, up: str) -> str:
    """An SVG with a line for each series; ``across`` and ``up`` say what the axes show."""
    xs = sorted({x for points in series.values() for x, _ in points})
    top = _round_up(max(y for points in series.values() for _, y in points))
    drawing = Drawing(size=(WIDTH, HEIGHT), viewBox=f"0 0 {WIDTH} {HEIGHT}", debug=False)
    drawing.embed_stylesheet(STYLE)
    drawing.add(drawing.rect((0, 0), (WIDTH, HEIGHT), fill="#fff", class_="sheet"))
    drawing.add(drawing.text(f"{title}: {up}", (LEFT, 22), font_weight="bold"))
    low, high = math.log(xs[0]), math.log(xs[-1])

    def place(x: float, y: float) -> tuple[float, float]:
        part = (math.log(x) - low) / (high - low) if high > low else 0.5
        return (round(LEFT + part * (WIDTH - LEFT - RIGHT), 1),
                round(HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM), 1))

    for step in range(5):
        value = top * step / 4
        height = place(xs[0], value)[1]
        drawing.add(drawing.line((LEFT, height), (WIDTH - RIGHT, height),
                                 class_="axis" if step == 0 else "grid"))
        drawing.add(drawing.text(f"{value:g}", (LEFT - 8, height + 4), text_anchor="end"))
    for x in xs:
        drawing.add(drawing.text(f"{x:,}", (place(x, 0)[0], HEIGHT - BOTTOM + 20),
                                 text_anchor="middle"))
    drawing.add(drawing.text(across, (place(xs[-1], 0)[0], HEIGHT - 10), text_anchor="end"))
    _add_lines(drawing, {name: [place(*point) for point in points]
                         for name, points in series.items()})
    return str(drawing.tostring())


def _add_lines(drawing: Drawing, lines: Series) -> None:
    below = math.inf
    for number, (name, points) in enumerate(
            sorted(lines.items(), key=lambda line: -line[1][-1][1])):
        colour = COLOURS[number % len(COLOURS)]
        drawing.add(drawing.polyline(points, fill="none", stroke=colour, stroke_width=2.5))
        for point in points:
            drawing.add(drawing.circle(point, 3.5, fill=colour))
        x, y = points[-1]
        below = min(y, below - NEXT)
        drawing.add(drawing.text(name, (x + 12, below + 4), style=f"fill: {colour}"))


def _round_up(value: float) -> float:
    """The next number that divides well into four."""
    size = 10.0 ** math.floor(math.log10(value))
    return next(size * part for part in (1, 1.2, 1.6, 2, 4, 6, 8, 10) if size * part >= value)


def main(files: Sequence[Path], folder: Path) -> None:
    """Draws the charts for which these files have figures."""
    runs = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    charts = {
        "cost-by-rows.svg": (by_rows(runs), "Processor time by length of the log",
                             "rows of the log", "checked moves of python-chess"),
        "cost-by-games.svg": (by_games(runs), "Time by number of games", "games",
                              "times as long as with the fewest"),
    }
    for name, (series, title, across, up) in charts.items():
        if series:
            text = chart(title, series, across=across, up=up)
            (folder / name).write_text(text + "\n", encoding="utf-8")
            print(folder / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.charts", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="what make bench wrote")
    arguments = parser.parse_args()
    main(arguments.files, PICTURES)
