"""Portraits of the bots: medallions with what each of them lives by.

Each is drawn in a square of 160.  The colours are the portrait's own and attributes of its
elements: a medallion brings its own ground, so it fits every page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, pi, sin

from games.drawing import canvas
from games.drawing.canvas import Element
from games.rulesets.campaign.drawing.piece_shapes import star
from games.rulesets.campaign.drawing.signs import CHIT_SIGNS

SIZE, MIDDLE = 160, 80
INK, GOLD, PAPER, SHADE = "#241b17", "#e8b637", "#fdf6e3", "#e0cfa4"
RED, BLUE, GREEN, VIOLET, BROWN = "#b10f1c", "#2b4f86", "#2f6b52", "#5b3a78", "#8a5a2b"
LEAVES = 7  # on each branch of a laurel wreath
LEAF = "M0 0C5-7 15-8 21-3 15 4 6 5 0 0z"
ROLL = "M-34-40H34C42-40 42-28 34-28H-34C-42-28-42-40-34-40z"
FACES = ((-20, 4, -14, (1, 5)), (20, 16, 12, (3, 4)))  # of two dice: place, turn, numbers
DOTS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
}


@cache  # pages show several
def draw_portrait(bot: str) -> str:
    """Draw the medallion of a bot; one with a settlement for a bot without its own."""
    ground, emblem = _EMBLEMS.get(bot, (VIOLET, _settlement))
    return canvas.sheet((SIZE, SIZE), [canvas.write(
        canvas.circle(MIDDLE, MIDDLE, 76, fill=ground),
        canvas.group(*emblem(), transform=f"translate({MIDDLE} {MIDDLE})"),
        canvas.circle(MIDDLE, MIDDLE, 75, fill="none", stroke=INK, stroke_width=8),
        canvas.circle(MIDDLE, MIDDLE, 75, fill="none", stroke=GOLD, stroke_width=4.5),
    )], aria_hidden="true", focusable="false")


def _outlined(d: str, fill: str, **attributes: str) -> Element:
    return canvas.path(d, fill=fill, stroke=INK, stroke_width=2.6, stroke_linejoin="round",
                       **attributes)


def _counselor() -> Iterator[Element]:
    """Draw a scroll with a plan of the route, sealed, in a laurel wreath."""
    yield from _wreath()
    yield _outlined("M-30-32H30V32C30 38-30 38-30 32z", PAPER)
    yield _outlined(ROLL, SHADE)
    yield _outlined(ROLL, SHADE, transform="scale(1 -1)")
    yield canvas.path("M-20-14L-6-20 6-8-8 4 8 16", fill="none", stroke=GREEN, stroke_width=4,
                      stroke_linecap="round", stroke_linejoin="round", stroke_dasharray="1 7")
    yield canvas.group(canvas.path(CHIT_SIGNS["temple"].solid, fill=VIOLET),
                       transform="translate(16 18)scale(.62)")
    yield canvas.circle(-16, 18, 8, fill=RED, stroke=INK, stroke_width=2)


def _wreath() -> Iterator[Element]:
    for side in (1, -1):
        for i in range(LEAVES):
            angle = pi / 2 + 0.35 + i * 0.36
            x, y = 58 * cos(angle), 58 * sin(angle)
            turn = round(angle * 180 / pi) + 60
            yield canvas.path(LEAF, fill=GOLD, stroke=INK, stroke_width=1.6, transform=(
                f"scale({side} 1)translate({x:.1f} {y:.1f})rotate({turn})"))


def _random() -> Iterator[Element]:
    """Draw two dice before the sun."""
    yield canvas.path(star(66), fill=GOLD, fill_opacity=0.55)
    for x, y, turn, (front, top) in FACES:
        yield canvas.group(
            _outlined("M-22-14L0-26 22-14 0-2z", "#ffffff"),
            _outlined("M-22-14L0-2V24L-22 12z", PAPER),
            _outlined("M22-14L0-2V24L22 12z", SHADE),
            *_dots(front, "matrix(.85 .46 0 1 -11 5)"),
            *_dots(top, "matrix(.85 .46 -.85 .46 0 -14)"),
            transform=f"translate({x} {y})rotate({turn})scale(1.25)")


def _dots(number: int, transform: str) -> Iterator[Element]:
    yield canvas.group(*(canvas.circle(7 * x, 7 * y, 2.7, fill=RED if number == 1 else INK)
                         for x, y in DOTS[number]), transform=transform)


def _satrap() -> Iterator[Element]:
    """Draw the gate of a palace before the sun."""
    yield canvas.circle(0, -14, 40, fill=GOLD, fill_opacity=0.55)
    yield _outlined("M-46 44V-18H-38V-28H-28V-18H-20V-28H-10V-18H10V-28H20V-18H28V-28H38V-18"
                    "H46V44z", SHADE)
    yield _outlined("M-14 44V14C-14-4 14-4 14 14V44z", INK)
    yield canvas.path("M-46-6H46M-46 8H-20M20 8H46M-46 26H-20M20 26H46", fill="none", stroke=INK,
                      stroke_width=2)


def _treasurer() -> Iterator[Element]:
    """Draw three piles of gold."""
    for x, y, pieces in ((-26, 30, 4), (26, 30, 3), (0, 42, 6)):
        for i in range(pieces):
            yield _outlined("M-22 0V8C-22 18 22 18 22 8V0z", GOLD,
                            transform=f"translate({x} {y - 11 * i - 10})")
        yield _outlined("M-22 0C-22-10 22-10 22 0S-22 10-22 0z", PAPER,
                        transform=f"translate({x} {y - 11 * pieces + 1})")


def _regent() -> Iterator[Element]:
    """Draw the king's ring with a star in its stone."""
    yield canvas.circle(0, 16, 34, fill="none", stroke=INK, stroke_width=16)
    yield canvas.circle(0, 16, 34, fill="none", stroke=GOLD, stroke_width=10)
    yield _outlined("M-22-20L-14-44H14L22-20 0-4z", RED)
    yield canvas.path(star(11), fill=PAPER, transform="translate(0 -26)")


def _settlement() -> Iterator[Element]:
    yield canvas.path(CHIT_SIGNS["settlement"].solid, fill=PAPER, transform="scale(3.4)")


_EMBLEMS = {
    "counselor": (BLUE, _counselor), "random": (GREEN, _random), "satrap": (BROWN, _satrap),
    "treasurer": (RED, _treasurer), "regent": (VIOLET, _regent),
}
