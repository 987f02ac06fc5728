"""The signs: five symbols, four shields, Alexander.  Shapes only, as path data.

Each symbol is drawn round (0, 0) in a square of 24 and told from the others by
its outline alone; ``currentColor`` is its ink.  A symbol has a solid part and
may have a drawn part, whose lines are given a width by the style sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.alexandros.board import SYMBOLS
from engine.alexandros.state import COLOURS
from games.drawing import canvas
from games.drawing.canvas import SHIELDS, Element, marker


@dataclass(frozen=True, slots=True)
class Glyph:
    """A symbol's outline: ``solid`` is filled, ``drawn`` is stroked.

    What is cut out of the solid part runs the other way round.
    """

    solid: str
    drawn: str = ""


GLYPHS = {
    "temple": Glyph(
        "M0-12 13-4.6V-2.4H-13V-4.6zM-10.6-1h4.2v8.4h-4.2zM-2.1-1h4.2v8.4h-4.2z"
        "M6.4-1h4.2v8.4h-4.2zM-13 8.6h26V12h-26z"
    ),
    "amphora": Glyph(
        "M-4.2-13h8.4v2.6h-1.8l.4 4.4c5 1.8 6.2 5.2 5.2 8.8-1.2 4.2-4.8 5.6-5.2 8.2h2.4v2.4"
        "h-10.4v-2.4h2.4c-.4-2.6-4-4-5.2-8.2-1-3.6.2-7 5.2-8.8l.4-4.4h-1.8z",
        "M-3.2-10.6c-7.4-1-8.6 5.2-4.6 9M3.2-10.6c7.4-1 8.6 5.2 4.6 9",
    ),
    "horse": Glyph(
        "M11.5 12.5h-16c-.4-4.6 4.4-6 5-10.2-2 1.2-4 1.4-5.6 1.8-1.2 1.6-2.4 3-4.2 2.8"
        "-1.8-.2-3.2-2-2.6-3.6 1.8-2.8 3-5.6 4.8-8 1-1.4 2-2.4 3.4-3.2l.6-4.2 3.2 2.6"
        "c8 1.6 12 9.4 11.4 22zM-2.6-3.2a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0z"
    ),
    "lyre": Glyph(
        "M-6.5 7.5h13l-2.2 4.8h-8.6z",
        "M-5.5 8.5C-15 1-5-4-9.5-12M5.5 8.5C15 1 5-4 9.5-12M-9-7.2H9M-2.6-7v15M2.6-7v15",
    ),
    "soldier": Glyph(
        "M0-8.2c6.4 0 9.6 3.6 9.6 9.2v6.4l-3.4 5h-3.8l.4-8.2 4.6-1.4c-1.8-2-4.4-2.6"
        "-6-1.8L0 9.6l-1.4-8.6c-1.6-.8-4.2-.2-6 1.8l4.6 1.4.4 8.2h-3.8l-3.4-5V1"
        "c0-5.6 3.2-9.2 9.6-9.2z"
        "M-1.6-9.4c-4 0-6.6 1.2-8.8 3.4C-10-11-6-13.4 0-13.4S10-11 10.4-6"
        "C8.2-8.2 5.6-9.4 1.6-9.4z"
    ),
}

SCALE = 1.12  # of a symbol where a board defines it

# Alexander, standing on (0, 0): cloak, face, helmet, plume, spear.
CLOAK = "M-13 3C-13-8-9-20-4-24h9C10-20 14-8 14 3 6 7-6 7-13 3z"
TUNIC = "M-6 2C-6-8-4-16-2-21h5C5-16 7-8 7 2 3 4-2 4-6 2z"
FACE = "M-5.5-35h11v6.5c0 3-3 5.5-5.5 5.5s-5.5-2.5-5.5-5.5z"
HELMET = "M-7-31.5C-8-39-4-43 0-43s8 4 7 11.5l-3.5 4.5v-6h-7v6z"
PLUME = "M-9-36C-12-48-3-52 5-49 12-47 14-40 12-33 10-40 6-44.5 0-44.5-4-44.5-8-41-9-36z"
SPEAR = "M18 6 15-46M13-45l1.6-10 3.6 9.4z"
SILHOUETTE = (
    "M-13 3C-13-8-9-20-4-24-6-26-6-29-7-31.5-9-36-10-38-9-38-11-48-3-52 5-49 12-47 14-40 12-33"
    "L7-30 5-24C10-20 14-8 14 3 6 7-6 7-13 3z"
)


def symbol_parts(name: str) -> tuple[Element, ...]:
    """The elements of a symbol."""
    glyph = GLYPHS[name]
    solid = canvas.path(glyph.solid)
    if not glyph.drawn:
        return (solid,)
    return solid, canvas.path(glyph.drawn, class_="ax-drawn")


def alexander_parts() -> tuple[Element, ...]:
    """The elements of the figure, from the back to the front."""
    return (
        canvas.path(SILHOUETTE, class_="ax-aura"),
        canvas.path(SPEAR, class_="ax-spear"),
        canvas.path(PLUME, class_="ax-plume"),
        canvas.path(CLOAK, class_="ax-cloak"),
        canvas.path(TUNIC, class_="ax-tunic"),
        canvas.path(FACE, class_="ax-face"),
        canvas.path(HELMET, class_="ax-helmet"),
    )


def _definitions(ids: str) -> Iterator[Element]:
    for name in SYMBOLS:
        yield canvas.group(*symbol_parts(name), id=f"{ids}-{name}", transform=f"scale({SCALE})")
    for colour, shield in zip(COLOURS, SHIELDS, strict=True):
        yield canvas.group(
            canvas.path(shield, class_="ax-shield"),
            canvas.path(shield, class_="ax-rim", transform="scale(.8)"),
            id=f"{ids}-{colour}",
        )
    yield canvas.group(*alexander_parts(), id=f"{ids}-alexander", transform="scale(1.15)")
    for name in SYMBOLS:
        yield marker(f"{ids}-{name}-spot", canvas.use(
            f"{ids}-{name}", class_=f"ax-glyph ax-{name}"
        ))


def definitions(ids: str) -> dict[str, str]:
    """What a picture refers to: symbols, shields and the figure, by ids with this prefix."""
    return {f"{ids}{name}": stencil.fill(ids=ids) for name, stencil in _STENCILS.items()}


_STENCILS = {
    element.attribs["id"].removeprefix(canvas.gap("ids")): canvas.Stencil(element)
    for element in _definitions(canvas.gap("ids"))
}
