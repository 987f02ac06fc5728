"""Pictures of the figures in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.alexandros import figures
from engine.alexandros.figures import Figure
from engine.alexandros.lattice import bits
from games.rulesets.alexandros.drawing import draw_board

SCALE = 0.6  # pixels on a page for a unit of the drawing, the same for all figures


@dataclass(frozen=True, slots=True)
class Picture:
    """A figure as SVG with its size on a page, and its caption."""

    id: str
    svg: str
    caption: str


@lru_cache(maxsize=4)
def figure_pictures(*, theme: str = "auto", stylesheet: str = "none") -> Mapping[str, Picture]:
    """The pictures by the figures' ids, FIG1 first; each process draws them once."""
    return {
        id_: Picture(id_, _drawn(figure, theme, stylesheet), figure.caption)
        for id_, figure in figures.figures().items()
    }


def _drawn(figure: Figure, theme: str, stylesheet: str) -> str:
    return draw_board(
        figure.state, theme=theme, stylesheet=stylesheet, ids=figure.id.lower(),
        marks=_marks(figure), coordinates=True, titles=False, label=figure.caption, scale=SCALE,
    )


def _marks(figure: Figure) -> dict[str, Any]:
    state = figure.state
    points = list(figure.points) if figure.target is None else [figure.target]
    return {
        "space": bits(figure.spaces), "point": points, "way": figure.route,
        "wall": figure.route & ~state.walls,
        "guard": dict.fromkeys(bits(figure.new_guards), state.seat),
    }
