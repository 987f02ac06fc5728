"""What pictures of positions in layers share: their first tag, their text, layers of elements."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec

from games.drawing import canvas
from games.drawing.layers import Layer, Picture, Piece

P = ParamSpec("P")


def as_text(draw: Callable[P, Picture]) -> Callable[P, str]:
    """Returns the same function, but with its picture as SVG text."""
    @wraps(draw)
    def write(*args: P.args, **options: P.kwargs) -> str:
        return str(draw(*args, **options))

    return write


@lru_cache(maxsize=64)
def opening(box: tuple[int, int], kind: str, role: str, width: int | None) -> canvas.Stencil:
    """Returns the tag that begins a picture, with a gap for its label.

    ``kind`` are its classes; ``width`` is that of the picture in pixels, None to fill its place.
    """
    height = width and round(width * box[1] / box[0])
    return canvas.Stencil(canvas.Opening(
        box, class_=kind, role=role, aria_label=canvas.gap("label"), width=width, height=height,
    ))


def layer_of(name: str, elements: Any) -> Layer:
    """Returns elements that are drawn together as a layer; it is empty if there are none."""
    text = canvas.layer(name, elements)
    return Layer([Piece(text)] if text else [])
