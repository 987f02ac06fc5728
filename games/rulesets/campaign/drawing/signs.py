"""The signs and patterns: what hexes yield, and what chits are about.  Shapes only, as path data.

Each sign is drawn round (0, 0) in a square of 32 and told from the others by its outline alone;
``currentColor`` is its ink.  It has a solid part and may have a drawn part, whose lines are given a
width by the style sheet.  Each kind of hex has a pattern of its own, too.
"""

from __future__ import annotations

from typing import NamedTuple

from games.drawing import canvas
from games.drawing.canvas import Element


class Sign(NamedTuple):
    """A sign: ``solid`` is filled, ``drawn`` is stroked."""

    solid: str
    drawn: str = ""


class Pattern(NamedTuple):
    """What is repeated on a hex: the size of a tile, its lines and its filled spots."""

    width: int
    height: int
    lines: str = ""
    spots: str = ""


_EAR = "q3.4-1 3.6-4.6-3.4-.4-3.6 3.4 0 .6 0 1.2zq-3.4-1-3.6-4.6 3.4-.4 3.6 3.4 0 .6 0 1.2z"

KIND_SIGNS = {
    "brick": Sign(
        "M-6.4-11.6H6.4v6.8H-6.4zM-14.4-2.6h13.4v6.8h-13.4zM1-2.6h13.4v6.8H1z"
        "M-14.4 6.4H-8v6.4h-6.4zM-6 6.4H6v6.4H-6zM8 6.4h6.4v6.4H8z"
    ),
    "lumber": Sign(
        "M-6-15l6 9h-3l5.4 7.6h-3.6l5 7.4h-8v5h-3.6v-5h-8l5-7.4h-3.6L-9-6h-3z"
        "M9-9.4l5 7.6h-2.4l4.6 6.6h-2.8l2.6 4.2h-5.4v5H7.4v-5H5l-2-4 2.2-.2-2.4-5.4z"
    ),
    "wheat": Sign(
        f"M0-9{_EAR}M0-4{_EAR}M0 1{_EAR}M0-16q2.6 3 0 6.4-2.6-3.4 0-6.4z"
        f"M-9.6-5{_EAR}M-9.6 0{_EAR}M-9.6-12q2.6 3 0 6.4-2.6-3.4 0-6.4z"
        f"M9.6-5{_EAR}M9.6 0{_EAR}M9.6-12q2.6 3 0 6.4-2.6-3.4 0-6.4z",
        "M0-4V15M-9.6-2q.6 8 5.6 17M9.6-2q-.6 8-5.6 17M-5.6 9.4H5.6",
    ),
    "wool": Sign(
        "M-9-6c1-3.4 5.4-4 7.4-2 1.8-2.6 6-2.4 7.2.2 3.6-.6 6 2.4 5 5.2 2.6 2.2 1.6 6.6-1.8 7"
        "-1 3-5.4 3.6-7.4 1.6-2 2-6 1.8-7.4-.6-3.4.8-6.6-2-6-5.2C-11.8-1.8-11.4-5-9-6z"
        "M-9.4-5.6c-2.4-1.6-6-.6-6.4 2.2l-.6 3c.2 2.2 3 2.8 4.6 1.2l3.4-3zM-6 6.6h3V14h-3z"
        "M4.6 6.6h3V14h-3z"
    ),
    "ore": Sign(
        "M-15.6 12.6L-5.6-8.4l3 5.4 5-10.2 5.6 9.4 2-3 6 19.4z"
        "M-7.4-1.4l2 2.6 2.2-2.6 1-1.6-3.4-6.4zM-1.4-5.4l2.2 3.2 2-3.2 2.6 2.2 1-1-4-7z"
    ),
    "gold": Sign(
        "M-15 4.4a7 3.4 0 0 1 14 0v5.2a7 3.4 0 0 1-14 0zM1 4.4a7 3.4 0 0 1 14 0v5.2a7 3.4 0 0 1-14"
        " 0zM-7-6.6a7 3.4 0 0 1 14 0v5.2a7 3.4 0 0 1-14 0z",
        "M-15 4.6a7 3.4 0 0 0 14 0M1 4.6a7 3.4 0 0 0 14 0M-7-6.4a7 3.4 0 0 0 14 0",
    ),
    "desert": Sign(
        "M-4.6-2.8a5.4 5.4 0 1 0-10.8 0 5.4 5.4 0 1 0 10.8 0z"
        "M-16 12.8q4-7.4 10.4-8.4Q2 3.4 5.4-4.4 9.4 5.4 16 12.8z",
        "M5.4-4.4q-3.6 6.6-1 9.6T6 12",
    ),
}

CHIT_SIGNS = {
    "famine": Sign(
        "M-14 1h28c0 6-3.4 9.6-7.6 11.2V14.6H-6.4v-2.4C-10.6 10.6-14 7-14 1z",
        "M-5-3.4q-3-2.8 0-5.4t0-5.4M4.4-3.4q-3-2.8 0-5.4t0-5.4",
    ),
    "bridge": Sign(
        "M-16-2.4h32v13.8h-5.6a5.4 6.8 0 0 0-10.8 0h-3.2a5.4 6.8 0 0 0-10.8 0H-16z",
        "M-15.4-7.4h30.8M-10.4-7v5M0-7v5M10.4-7v5",
    ),
    "battle": Sign(
        "M-14-14.6l7 2.6L9 5.4l-3.6 3.6L-11.6-7.6zM14-14.6l-7 2.6L-9 5.4l3.6 3.6L11.6-7.6z",
        "M-13 4.6L-4.6 13M-9.4 8.8l-5 5M13 4.6L4.6 13M9.4 8.8l5 5",
    ),
    "statue": Sign(
        "M-3.8-11.4a3.8 3.8 0 1 1 7.6 0 3.8 3.8 0 1 1-7.6 0zM-6.4-5.8h12.8l1 8.4H4.6V6.4h-9.2V2.6"
        "h-2.8zM-8.6 8h17.2v2.6H11v4.2H-11v-4.2h2.4z",
        "M7.4-4.6l4.4-6.4",
    ),
    "settlement": Sign("M0-13L14-1.4h-3.4v13H3.2V4h-6.4v7.6h-7.4v-13H-14z"),
    "temple": Sign(
        "M0-13L15-4.8v3H-15v-3zM-11.6-.2h4.4v9.4h-4.4zM-2.2-.2h4.4v9.4h-4.4zM7.2-.2h4.4v9.4H7.2z"
        "M-15 10.6h30v3.6h-30z"
    ),
    "city": Sign("M-14 12.6V-2.4h2.8v3.2h4.2v-3.2h1.6V-13h3.2v3h4.4v-3h3.2v10.6H7v3.2h4.2v-3.2H14v"
                 "15H3V6.2a3 3 0 0 0-6 0v6.4z"),
    "palace": Sign(
        "M-16 10.4h32v4.2h-32zM-14.6-7.4h29.2v3h-29.2zM-12.4-3h3.4V9h-3.4zM-5.4-3H-2V9h-3.4z"
        "M2-3h3.4V9H2zM9-3h3.4V9H9zM-16-12.6h6.4v4H-16zM9.6-12.6H16v4H9.6zM-4-14.4h8v5.8h-8z"
    ),
    "anchor": Sign(
        "M0 14.6c-6.6-.4-11.4-4.2-13-10.2l6.8 2.4-3.4 1.4c1.6 2.4 4 3.8 7.4 4.4V-3.4h-5v-3.2h5v-1.6"
        "a4.2 4.2 0 1 1 4.4 0v1.6h5v3.2h-5v16c3.4-.6 5.8-2 7.4-4.4L6.2 6.8 13 4.4"
        "C11.4 10.4 6.6 14.2 0 14.6z"
    ),
}

PATTERNS = {
    "brick": Pattern(20, 14, "M0 .5h20M0 7.5h20M5 .5v7M15 7.5v6.5"),
    "lumber": Pattern(22, 18, "M2 8l4-6 4 6M4 12l2-4 2 4M13 17l4-6 4 6M17 11v6"),
    "wheat": Pattern(12, 16, "M3 2v11M3 6L.4 3.4M3 6l2.6-2.6M9 10v8M9 14l-2.6-2.6M9 14l2.6-2.6M9 0v3"),
    "wool": Pattern(20, 16, "M2 6q2.4-5 5 0M12 14q2.4-5 5 0", "M14 4h1.6v1.6H14zM4 12h1.6v1.6H4z"),
    "ore": Pattern(20, 16, "M0 12l5-8 5 8 5-8 5 8M2 16l3-4.6L8 16"),
    "gold": Pattern(16, 14, "", "M4 1.6l2.2 2.4L4 6.4 1.8 4zM12 8.6l2.2 2.4-2.2 2.4L9.8 11z"),
    "desert": Pattern(26, 18, "M1 8q6-5 12 0", "M18 4h1.5v1.5H18zM22 8h1.5v1.5H22zM8 14h1.5v1.5H8z"
                      "M15 13h1.5v1.5H15z"),
    "sea": Pattern(40, 26, "M4 8q4-4 8 0t8 0M24 21q4-4 8 0t8 0"),
}
SIGNS = KIND_SIGNS | CHIT_SIGNS


def sign_parts(name: str) -> tuple[Element, ...]:
    """The elements of a sign."""
    sign = SIGNS[name]
    solid = canvas.path(sign.solid)
    if not sign.drawn:
        return (solid,)
    return solid, canvas.path(sign.drawn, class_="cm-drawn")


def pattern(name: str, id_: str) -> Element:
    """The pattern of a kind of hex, on which its tint is laid first."""
    made = PATTERNS[name]
    parts = [canvas.rect(0, 0, made.width, made.height, class_=f"cm-tint cm-{name}-tint")]
    if made.lines:
        parts.append(canvas.path(made.lines, class_=f"cm-hatch cm-{name}-hatch"))
    if made.spots:
        parts.append(canvas.path(made.spots, class_=f"cm-speck cm-{name}-speck"))
    return canvas.Element("pattern", *parts, id=id_, width=made.width, height=made.height,
                          patternUnits="userSpaceOnUse")
