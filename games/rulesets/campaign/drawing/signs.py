"""The signs of hexes and chits, and the pattern of the sea, as path data.

Each sign is drawn round (0, 0) in a square of 32 and told from the others by its outline alone;
``currentColor`` is its ink.  It has a solid part and may have a drawn part, whose lines are given a
width by the style sheet.
"""

from __future__ import annotations

from typing import NamedTuple

from games.drawing import canvas
from games.drawing.canvas import Element


class Sign(NamedTuple):
    """A sign from the back to the front: ``light`` parts are pale and have an outline."""

    solid: str
    light: str = ""
    drawn: str = ""


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
        drawn="M0-4V15M-9.6-2q.6 8 5.6 17M9.6-2q-.6 8-5.6 17M-5.6 9.4H5.6",
    ),
    "wool": Sign(
        "M-6.6 6h3.2v8.6h-3.2zM4 6h3.2v8.6H4zM-1.6 6h2.4v7h-2.4zM9 6h2.4v7H9z",
        "M-6-7.4c2-3 5.6-3.4 7.6-1.2 2-2 6-1.4 6.8 1.2 3.6-.4 6.4 2.4 5.4 5.4 2.8 2 2 6-1 6.8"
        "-1 2.8-5 3.6-7 1.4-2 2.2-6 2-7.6-.4-3.4 1-6.6-1.6-6-5C-10.4-2-9.4-6-6-7.4z",
        "M1 2.6q1.6-1.6 3 0M3.6-3.4q1.6-1.6 3 0M8.4 2q1.6-1.6 3 0"
        "M-8-8.4l-3.6-2.2M-5.4-4.4c-.6 3-2.6 4.6-4.6 4.6-2.4 0-5.2-1-4.8-3 .4-2.2 2.6-4.4 4-5.6 2.2"
        "-1.6 5.8.2 5.4 4zM-7.6-5l-1.4.4M-9.6-3.6l-2 2M-7-2.4l-3 .6",
    ),
    "ore": Sign(
        "M-16 12.6L-6.8-6.4l4.2 5.8L3.4-14 16 12.6z",
        "M3.4-14l4.4 9-2.2-1-2.2 2.8-2-2.8-2.2 1.4zM-6.8-6.4l2.8 4-1.4.2-1.4 1.6-1.4-1.6-1.4.6z",
    ),
    "gold": Sign(
        "M-15.6 5a7 3.6 0 0 1 14.4 0v5.6a7 3.6 0 0 1-14.4 0zM1.2 5a7 3.6 0 0 1 14.4 0v5.6"
        "a7 3.6 0 0 1-14.4 0zM-7.2-8a7 3.6 0 0 1 14.4 0v6a7 3.6 0 0 1-14.4 0z",
        "M-14.4 4.8a6 2.8 0 1 0 12 0 6 2.8 0 1 0-12 0zM2.4 4.8a6 2.8 0 1 0 12 0 6 2.8 0 1 0-12 0z"
        "M-6-8.2a6 2.8 0 1 0 12 0 6 2.8 0 1 0-12 0z",
    ),
    "desert": Sign(
        "M-.6 13.4C.2 6 .4 0 2.4-5.4l2.4 1C3.4 1 3 7 3.8 13.4z"
        "M3.6-6.4C-2-11.6-8.6-10.4-12.6-4.4-7.6-7.6-2.6-7.4 3.6-6.4z"
        "M3.4-6C-2-7-6.4-3.6-7.6 2.4-4.4-2.4-1-4.6 3.4-6z"
        "M3.6-6.6C3-11.4 6.6-14.8 12-14.4 8-12.6 5.6-10.4 3.6-6.6z"
        "M3.8-6.4C8.4-10.6 13.4-9.4 16-3.6 12-6.8 8.4-7 3.8-6.4z"
        "M4-6C8.4-5.6 11.4-2 11.4 3.4 9.6-1.4 7.4-4.2 4-6z"
        "M3.2-6.8C1-11.6-3-14.4-8-13-3.6-12-.4-10 3.2-6.8zM-16 15C-9 10 8 10 16 15z"
    ),
}

CHIT_SIGNS = {
    "famine": Sign(
        "M9.4-8.6c4.2 2.6 5 8.2 2 13.6-4.6-3.6-5.4-9-2-13.6zM-2.6 2.4c-5.6-1.4-9.8 1.4-11 7 5.6.4"
        " 10-2 11-7zM-1.4-4.6C-1.8-9-4.8-11.4-9.2-11c1 4.2 3.6 6.4 7.8 6.4z",
        drawn="M-2 13.4V-2.4C-2-11.6 5.6-15 9.8-8M-15 14H15M-9.6 14l3-3.4M6 14l-2-3.6",
    ),
    "bridge": Sign(
        "M-16-2.4h32v13.8h-5.6a5.4 6.8 0 0 0-10.8 0h-3.2a5.4 6.8 0 0 0-10.8 0H-16z",
        drawn="M-15.4-7.4h30.8M-10.4-7v5M0-7v5M10.4-7v5",
    ),
    "battle": Sign(
        "M-14.6-14.6l5.2 1.6L8.6 6 6 8.6-13-9.4zM14.6-14.6l-5.2 1.6L-8.6 6-6 8.6 13-9.4z",
        drawn="M-12.4 5.2l7.2 7.2M-9 8.8l-5 5M12.4 5.2L5.2 12.4M9 8.8l5 5",
    ),
    "statue": Sign(
        "M-3.8-11.4a3.8 3.8 0 1 1 7.6 0 3.8 3.8 0 1 1-7.6 0zM-6.4-5.8h12.8l1 8.4H4.6V6.4h-9.2V2.6"
        "h-2.8zM-8.6 8h17.2v2.6H11v4.2H-11v-4.2h2.4z",
        drawn="M7.4-4.6l4.4-6.4",
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

SIGNS = KIND_SIGNS | CHIT_SIGNS


def sign_parts(name: str) -> tuple[Element, ...]:
    """Draw a sign."""
    sign = SIGNS[name]
    parts = [canvas.path(sign.solid)]
    if sign.light:
        parts.append(canvas.path(sign.light, class_=f"cm-pale cm-{name}-pale"))
    if sign.drawn:
        parts.append(canvas.path(sign.drawn, class_="cm-drawn"))
    return tuple(parts)


def sea_field(id_: str) -> Element:
    """Return the pattern of the sea."""
    waves = canvas.path("M4 8q4-4 8 0t8 0M24 21q4-4 8 0t8 0", class_="cm-wave")
    return canvas.Element("pattern", waves, id=id_, width=40, height=26,
                          patternUnits="userSpaceOnUse")
