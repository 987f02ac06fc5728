"""Shapes that are drawn at many points of a picture by a single path."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from games.drawing import canvas
from games.drawing.canvas import Element


def marker(id_: str, *shapes: Element) -> Element:
    """Shapes to be drawn at every point of a path that names this id as its ``marker-mid``.

    A path with its points is much shorter than a ``use`` for each of them.
    """
    return canvas.Element("marker", *shapes, id=id_, overflow="visible")


def at_points(id_: str, points: str, **attributes: Any) -> Element:
    """The path that draws a marker at these points: "x y x y ", or as ``relative`` writes them."""
    return canvas.path(f"M0 0 {points}0 0", marker_mid=f"url(#{id_})", **attributes)


def relative(points: Sequence[tuple[int, int]]) -> str:
    """Points for ``at_points``, each but the first by its distance from the one before."""
    (x, y), *rest = points or [(0, 0)]
    steps = [f"{u - a} {v - b}" for (a, b), (u, v) in pairwise([(x, y), *rest])]
    return f"{x} {y}l{' '.join(steps)}L".replace(" -", "-") if points else ""
