"""Pictures in layers: their text as SVG, and pieces that can be rasterised one by one.

Owns how pieces, layers and scenes make up a picture.  Most pieces of a picture are the same in the
next one, so a rasteriser may keep them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from typing import Any, NamedTuple, ParamSpec, Protocol

from games.drawing import canvas

REFERENCE = re.compile(r"#([\w-]+)")
Box = tuple[float, float, float, float]  # left, top, right, bottom


class Piece(NamedTuple):
    """A part of a layer that looks the same whatever else the layer contains.

    ``text``  its elements, or its share of the attribute that the layer's pieces write together.
    ``box``   what it covers in units of its scene, lines included; None for the whole scene.
    """

    text: str
    box: Box | None = None


class Layer(NamedTuple):
    """Pieces, with what is written before the first and after the last of them.

    Each piece between ``before`` and ``after`` must be complete.  ``seen`` is False for layers
    that only catch the pointer or are read aloud.  ``instead`` is shorter and looks the same: it
    may refer to what earlier layers have written, so only the text of a whole picture contains it.
    """

    pieces: Sequence[Piece]
    before: str = ""
    after: str = ""
    seen: bool = True
    instead: str = ""

    def __str__(self) -> str:
        if not self.pieces:
            return ""
        if self.instead:
            return self.instead
        return f"{self.before}{''.join([piece.text for piece in self.pieces])}{self.after}"


@dataclass(frozen=True, slots=True)
class Scene:
    """Layers from the bottom to the top, in a group that is scaled and moved together."""

    layers: Sequence[Layer]
    before: str = ""
    after: str = ""
    scale: float = 1
    x: float = 0
    y: float = 0

    def __str__(self) -> str:
        return f"{self.before}{''.join(map(str, self.layers))}{self.after}"


class Style(Protocol):
    """The maker of a style element with the rules that a text uses."""

    def __call__(self, text: str, /) -> str: ...

    def __hash__(self) -> int:
        """Return equal hashes for equal styles."""
        ...


@dataclass(frozen=True, slots=True)
class Definitions:
    """Definitions of elements that other elements refer to, under ids with a common prefix."""

    prefix: str
    by_id: Mapping[str, str] = field(compare=False)

    def __str__(self) -> str:
        return f"<defs>{''.join(self.by_id.values())}</defs>"

    def needed(self, text: str) -> str:
        """Return the definitions that this text refers to, with those that they refer to."""
        found: dict[str, str] = {}
        pending = [text]
        while pending:
            for id_ in REFERENCE.findall(pending.pop()):
                if id_ in self.by_id and id_ not in found:
                    found[id_] = self.by_id[id_]
                    pending.append(found[id_])
        return f"<defs>{''.join(found.values())}</defs>" if found else ""


@dataclass(frozen=True, eq=False)
class Picture:
    """A whole picture; ``str`` makes it SVG, and pictures are equal if that is.

    ``box``      its width and height.
    ``kind``     the class of its root.
    ``opening``  the tag that begins it.
    ``words``    its title and description.
    ``label``    a few sentences that say what it shows.
    ``focus``    the part that the next turn is about, None if the picture is small enough to be
                 read on a phone as a whole.
    """

    box: tuple[int, int]
    kind: str
    opening: str
    words: str
    style: Style
    definitions: Definitions
    scenes: Sequence[Scene]
    label: str = ""
    focus: Box | None = None

    def __str__(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    @cached_property
    def _text(self) -> str:
        body = f"{self.definitions}{''.join(map(str, self.scenes))}"
        return f"{self.opening}{self.words}{self.style(body)}{body}</svg>"


Drawing = Picture | str  # a string is SVG


P = ParamSpec("P")


def as_text(draw: Callable[P, Picture]) -> Callable[P, str]:
    """Return a function that returns this function's picture as SVG text."""
    @wraps(draw)
    def write(*args: P.args, **options: P.kwargs) -> str:
        return str(draw(*args, **options))

    return write


@lru_cache(maxsize=64)
def opening(box: tuple[int, int], kind: str, role: str, width: int | None) -> canvas.Stencil:
    """Return the tag that begins a picture, with a gap for its label.

    ``kind`` are its classes; ``width`` is that of the picture in pixels, None to fill its place.
    """
    height = width and round(width * box[1] / box[0])
    return canvas.Stencil(canvas.Opening(
        box, class_=kind, role=role, aria_label=canvas.gap("label"), width=width, height=height,
    ))


def layer_of(name: str, elements: Any) -> Layer:
    """Return elements that are drawn together as a layer; it is empty if there are none."""
    text = canvas.layer(name, elements)
    return Layer([Piece(text)] if text else [])
