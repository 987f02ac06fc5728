"""Small pictures for the legend of the map, for a page that shows the map.

They refer to what the map has defined there, so they look like it in every theme.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from engine.campaign.state import COLOURS
from engine.campaign.world import KINDS
from games.drawing import canvas
from games.drawing.canvas import Element

SIZE = 44
HEXAGON = "M0-21l18.2 10.5v21L0 21-18.2 10.5v-21z"
Parts = tuple[Element, ...]


@lru_cache(maxsize=64)
def legend_sign(name: str, ids: str = "cm") -> str:
    """Returns a picture of a sign by its name; ``ids`` is the prefix of the map's ids."""
    return canvas.sheet((SIZE, SIZE), [sign_group(name, ids, x=SIZE // 2, y=SIZE // 2)],
                        class_="cm cm-auto", aria_hidden="true", focusable="false", width=SIZE,
                        height=SIZE)


def sign_group(name: str, ids: str, *, x: int, y: int) -> str:
    """Returns the same sign round (x, y), for a larger picture."""
    return canvas.group(*_SIGNS[name](ids), transform=f"translate({x} {y})").tostring()


def _land(kind: str) -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        return (
            canvas.path(HEXAGON, class_="cm-hex", fill=f"url(#{ids}-{kind}-field)"),
            canvas.group(canvas.use(f"{ids}-{kind}", transform="scale(.8)"),
                         class_=f"cm-glyph cm-{kind}"),
        )
    return parts


def _number(ids: str) -> Parts:
    dots = "".join(f"M{x - 1.7} 12a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0z"
                   for x in range(-10, 11, 5))
    return (canvas.circle(0, 0, 20, class_="cm-disc cm-often-disc"),
            canvas.text("6", 0, 6, class_="cm-number cm-often"),
            canvas.path(dots, class_="cm-dot cm-often"))


def _piece(name: str, scale: float = 1, kind: str = "") -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        return (canvas.use(f"{ids}-{name}", class_=kind or None, transform=f"scale({scale})"),)
    return parts


def _building(name: str) -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        piece = canvas.use(f"{ids}-{COLOURS[0]}-{name}")
        return (canvas.group(piece, class_=f"cm-building cm-{COLOURS[0]}"),)
    return parts


def _road(ids: str) -> Parts:
    return tuple(canvas.path("M-13 7L13-7", class_=kind) for kind in (
        "cm-road-edge", f"cm-road cm-{COLOURS[0]}", f"cm-track cm-{COLOURS[0]}"))


def _harbour(sign: str, kind: str, rate: str) -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        return (canvas.rect(-17, -17, 34, 34, rx=7, class_="cm-harbour"),
                canvas.use(f"{ids}-{sign}", class_=f"cm-glyph cm-{kind}",
                           transform="translate(0 -6)scale(.6)"),
                canvas.text(rate, 0, 14, class_="cm-rate"))
    return parts


_SIGNS: Mapping[str, Callable[[str], Parts]] = {
    **{kind: _land(kind) for kind in KINDS if kind != "sea"},
    "number": _number,
    "settlement": _building("settlement"), "city": _building("city"), "road": _road,
    "robber": _piece("robber"), "alexander": _piece("alexander"),
    "arrow": _piece("arrow", kind="cm-arrow"), "violet": _piece("violet", kind="cm-arrow cm-seven"),
    "temple": _piece("temple"), "chit": _piece("chit"), "blank": _piece("blank"),
    "goal": _piece("goal", .75),
    "any-harbour": _harbour("anchor", "ore", "3:1"), "harbour": _harbour("wool", "wool", "2:1"),
}
