"""Portraits of the bots: medallions with a bust and the sign of how a bot plays.

Each is drawn in a square of 160, from the back to the front.  The colours are the portrait's own
and attributes of its elements: a medallion brings its own ground, so it fits every page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from games.drawing import canvas
from games.drawing.canvas import Element

SIZE = 160
INK = "#241b17"
GOLD, DEEP_GOLD = "#e8b637", "#b98518"
SKIN, SHADE = "#f0c79b", "#d9a273"
PAPER = "#fdf6e3"
RED = "#b10f1c"

BUST = "M26 131C32 118 50 113 64 110V96H96V110C110 113 128 118 134 131A74 74 0 0 1 26 131z"
NECK = "M65 94H95V112Q80 124 65 112z"
FACE = "M56 62C56 44 66 38 80 38S104 44 104 62C104 86 95 106 80 106S56 86 56 62z"
EARS = "M57 66C49 62 48 78 58 82zM103 66C111 62 112 78 102 82z"
SMILE = "M71 91Q80 99 89 91"
NOSE = "M80 70Q76 80 78 83Q80 84 83 83"


@dataclass(frozen=True, slots=True)
class Shape:
    """One path: its fill, and the colour and width of its outline."""

    d: str
    fill: str = "none"
    line: str = INK
    width: float = 2.6


@dataclass(frozen=True, slots=True)
class Portrait:
    """The ground of the medallion, the bust, and the sign round (0, 0), 40 wide and high."""

    ground: str
    bust: tuple[Shape, ...]
    sign: tuple[Shape, ...]


def _dot(x: float, y: float, r: float) -> str:
    return f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"


def _eyes(x: float = 0, y: float = 0) -> tuple[Shape, ...]:
    """Return two eyes whose pupils look in this direction."""
    whites = "M63 67Q69 61 75 67 69 72 63 67zM85 67Q91 61 97 67 91 72 85 67z"
    return (Shape(whites, "#fffdf6", width=1.4),
            Shape(_dot(69 + x, 67 + y, 3) + _dot(91 + x, 67 + y, 3), INK, "none"))


def _plain(*shapes: tuple[str, str]) -> tuple[Shape, ...]:
    """Return shapes without an outline."""
    return tuple(Shape(d, fill, "none") for d, fill in shapes)


def _lines(d: str, colour: str = INK, width: float = 2.6) -> Shape:
    return Shape(d, "none", colour, width)


RANDOM = Portrait(
    "#a4c8d3",
    (
        Shape("M34 137C38 108 44 84 58 66L104 60C122 84 124 112 128 136A74 74 0 0 1 34 137z",
              "#4a3b36"),
        Shape("M54 48C46 38 48 22 55 16 66 22 70 34 69 44zM106 48C114 38 112 22 105 16"
              " 94 22 90 34 91 44z", "#4a3b36"),
        *_plain((("M56 40C53 34 54 27 56 23 61 28 64 34 64 40zM104 40C107 34 106 27 104 23"
                 " 99 28 96 34 96 40z"), "#c98f83")),
        Shape("M54 56C54 40 66 35 80 35S106 40 106 56C106 76 100 88 101 106C102 124 93 132 80 132"
              "S58 124 59 106C60 88 54 76 54 56z", "#5b4841"),
        *_plain((("M80 46C86 50 87 60 85 74 84 86 86 96 88 102H72C74 96 76 86 75 74"
                 " 73 60 74 50 80 46z"), "#fdf6e3")),
        Shape("M57 110C57 98 68 95 80 95S103 98 103 110C103 126 93 133 80 133S57 126 57 110z",
              "#a98b7b"),
        *_plain((_dot(70, 108, 4) + _dot(90, 108, 4), INK)),
        _lines("M67 121Q80 129 93 121", width=2.8),
        *_plain((_dot(63, 70, 6.6) + _dot(97, 70, 6.6), "#fffdf6"),
                (_dot(65, 71, 4) + _dot(98, 68, 4), INK),
                (_dot(66.4, 69.4, 1.3) + _dot(99.4, 66.4, 1.3), "#fffdf6")),
        Shape("M64 36C68 22 80 18 92 24 102 28 100 38 96 42 97 50 92 56 88 58 89 52 86 48 84 46"
              " 84 54 78 60 73 60 76 54 74 48 73 45 70 49 66 50 62 49 66 45 63 40 64 36z",
              "#221b1a"),
    ),
    (
        Shape("M-2-17 16-9V8L-1 17-17 7V-9z", "#ffffff"),
        _lines("M-17-9-1-1 16-9M-1-1V17", width=2),
        *_plain((_dot(-1, -9, 2.6), RED),
                (_dot(-12, -1, 2.1) + _dot(-9, 4, 2.1) + _dot(-6, 9, 2.1), INK),
                (_dot(5, 9, 2.2) + _dot(11, -1, 2.2), INK)),
    ),
)

FRIEND = Portrait(
    "#cfe0b0",
    (
        Shape("M52 66C48 84 50 98 60 100H100C110 98 112 84 108 66z", "#8a4f22"),
        Shape(NECK, SHADE),
        Shape(BUST, "#4f8a4a"),
        Shape("M64 110Q80 130 96 110L92 124Q80 134 68 124z", "#f6ebcf", width=2),
        Shape(EARS, SKIN), Shape(FACE, SKIN),
        *_plain((_dot(63, 82, 6) + _dot(97, 82, 6), "#ec9f84")),
        Shape("M56 62C58 50 64 46 72 47 76 52 84 52 88 47 96 46 102 50 104 62 107 50 104 38 80 36"
              " 56 38 53 50 56 62z", "#a5612c", width=2),
        *_eyes(0, 0.5),
        _lines("M62 59Q69 54 75 58M85 58Q91 54 98 59", "#7a4318", 2.6),
        _lines(NOSE, "#b5713d", 2.2),
        Shape("M68 88Q80 92 92 88 90 101 80 101T68 88z", "#fffdf6", width=2.2),
        Shape("M28 49C40 36 58 34 60 32 62 16 98 16 100 32 102 34 120 36 132 49 118 54 100 52 80 52"
              "S42 54 28 49z", "#ecd08a"),
        _lines("M60 33Q80 41 100 33", RED, 4.5),
    ),
    (
        _lines("M-15 15Q-2 6 12-14", "#5d4a1e", 2.6),
        Shape("M-9 10C-18 8-18-1-13-4-7 0-6 6-9 10zM-2 3C-11 0-10-9-5-12 1-7 1-1-2 3zM5-5C-2-9-1-16"
              " 4-18 9-14 9-9 5-5zM-6 8C-2 14 6 14 9 9 4 4-2 4-6 8zM2 0C7 6 14 4 16-1 11-5 5-4 2 0z"
              "M8-9C13-5 18-8 19-13 14-15 9-13 8-9z", "#6f9440", width=1.6),
        Shape(_dot(5, 13.5, 3.2), "#3f4f1c", width=1.2),
    ),
)

GREEDY = Portrait(
    "#b9627a",
    (
        Shape(NECK, SHADE),
        Shape(BUST, "#5f2f78"),
        _lines("M48 117Q80 150 112 117", GOLD, 5),
        Shape(EARS, SKIN),
        Shape("M53 64C52 44 64 36 80 36S108 44 107 64C110 90 98 108 80 108S50 90 53 64z", SKIN),
        *_plain((_dot(61, 83, 7.5) + _dot(99, 83, 7.5), "#eb9c7e")),
        Shape("M53 70C56 80 58 86 66 87 72 82 88 82 94 87 102 86 104 80 107 70 113 92 106 116 94"
              " 118"
              " 90 124 70 124 66 118 54 116 47 92 53 70z", "#6b3b1f"),
        _lines("M60 95Q63 103 58 106M72 103Q72 112 67 114M88 103Q88 112 93 114M100 95Q97 103 102"
               " 106",
               "#8f5730", 2.2),
        Shape("M69 94Q80 91 91 94 90 104 80 104T69 94z", "#fffdf6", width=2),
        Shape("M53 60C47 40 60 26 80 26S113 40 107 60C104 52 100 50 97 50 90 52 84 47 80 47 76 47"
              " 70 52 63 50 60 50 56 52 53 60z", "#6b3b1f"),
        Shape("M52 54Q80 36 108 54L107 46Q80 28 53 46z", GOLD, width=2),
        *_plain((_dot(80, 41, 4), RED)),
        *_eyes(2, 2.2),
        _lines("M61 60Q68 54 75 60M85 60Q92 54 99 60", "#4a2713", 3.2),
        _lines(NOSE, "#b5713d", 2.2),
    ),
    (
        Shape("M-16 4v8c0 9 32 9 32 0V4z", DEEP_GOLD, width=2),
        _lines("M-16 8c0 8 32 8 32 0", width=1.6),
        Shape("M-16 2c0-8 32-8 32 0s-32 8-32 0z", GOLD, width=2),
        Shape("M-12-7v6c0 8 30 8 30 0v-6z", DEEP_GOLD, width=2),
        Shape("M-12-8c0-8 30-8 30 0s-30 8-30 0z", "#f7d56b", width=2),
        _lines("M-5-8c0-4 16-4 16 0", "#fff3c4", 2),
    ),
)

COLLECTOR = Portrait(
    "#8fb3a0",
    (
        Shape("M60 40C60 30 100 30 100 40L104 66C100 56 60 56 56 66z", "#5a5148"),
        Shape(NECK, SHADE),
        Shape(BUST, "#2f6d6a"),
        _lines("M46 120Q80 138 114 120M50 128Q80 146 110 128", "#d9b44a", 3),
        Shape(EARS, SHADE), Shape(FACE, "#e2b183"),
        Shape("M58 50C62 42 98 42 102 50C98 34 92 30 80 30S62 34 58 50z", "#5a5148", width=2),
        Shape("M70 96C72 106 76 112 80 118 84 112 88 106 90 96 84 93 76 93 70 96z", "#5a5148",
              width=2),
        _lines("M70 91Q80 88 90 91", "#8f4c36", 2.8),
        *_eyes(2, 2),
        _lines("M60 57Q68 58 76 62M84 62Q92 58 100 57", "#3d362f", 3.4),
        _lines("M80 68Q72 82 76 85Q80 87 84 84", "#a8652f", 2.4),
    ),
    (
        Shape("M-12 16C-20 6-14-4-6-8H6C14-4 20 6 12 16z", "#c08a4a", width=2.2),
        Shape("M-8-8L-11-17Q0-12 11-17L8-8z", "#d8a766", width=2.2),
        _lines("M-8-8H8", RED, 3.4),
        Shape(_dot(0, 5, 6.5), GOLD, width=1.8),
    ),
)

GUARDIAN = Portrait(
    "#7a6a8f",
    (
        Shape(NECK, SHADE),
        Shape(BUST, "#6b7580"),
        Shape("M44 120L62 111 80 122 98 111 116 120 108 134 80 142 52 134z", "#93a0ab", width=2.2),
        Shape(EARS, SKIN), Shape(FACE, "#e6b78a"),
        Shape("M56 78C58 92 66 96 80 96S102 92 104 78C108 102 98 120 80 120S52 102 56 78z",
              "#6b4a33"),
        _lines("M71 98Q80 95 89 98", "#e6b78a", 3),
        *_eyes(),
        _lines("M61 59 76 62M84 62 99 59", "#3f2a1a", 4),
        _lines(NOSE, "#b5713d", 2.4),
        Shape("M50 62C48 34 62 20 80 20S112 34 110 62L104 54C96 48 64 48 56 54z", "#93a0ab"),
        Shape("M50 60L56 54 60 82 54 88C50 80 49 70 50 60zM110 60L104 54 100 82 106 88C110 80 111"
              " 70 110 60z", "#93a0ab", width=2.2),
        Shape("M52 26Q80-4 108 26Q94 16 80 16T52 26z", "#f3ead6", width=2.2),
        _lines("M56 46Q80 36 104 46", "#5f6a75", 2.6),
    ),
    (
        Shape(_dot(0, 0, 18), "#b9423a", width=2.4),
        Shape(_dot(0, 0, 13), "#f4dfa6", width=1.6),
        _lines("M0-12V12M-12 0H12M-8.500-8.500 8.500 8.500M8.500-8.500-8.500 8.500", "#7a2a22", 2),
        Shape(_dot(0, 0, 4.5), GOLD, width=1.8),
    ),
)

BUILDER = Portrait(
    "#dcb877",
    (
        Shape(NECK, SHADE),
        Shape(BUST, "#8a6a45"),
        Shape("M38 122L62 110 72 146 58 150zM122 122L98 110 88 146 102 150z", "#6d4f30", width=2),
        Shape(EARS, SHADE), Shape(FACE, "#dfae7c"),
        Shape("M55 72C58 80 62 82 68 82 74 79 86 79 92 82 98 82 102 80 105 72 110 96 104 118 80 126"
              " 56 118 50 96 55 72z", "#9a4a1c"),
        _lines("M64 94Q66 108 72 116M80 100V120M96 94Q94 108 88 116", "#c06a30", 2.4),
        _lines("M71 91Q80 95 89 91", "#fffdf6", 3.4),
        *_eyes(),
        _lines("M61 61L76 60M84 60L99 61", "#6d300f", 4.2),
        _lines(NOSE, "#a8652f", 2.4),
        Shape("M52 58C52 36 66 20 80 12 94 20 108 36 108 58 98 50 62 50 52 58z", "#c9bba4"),
        _lines("M53 52Q80 40 107 52M80 14V42", "#8d7c6e", 2.4),
    ),
    (
        Shape("M-18 16V-14H-9V-7H-4.5V-14H4.5V-7H9V-14H18V16z", "#d9cbb2", width=2.4),
        _lines("M-18 0H18M-18 8H18M-9-7H9M-6-7V0M8-7V0M-11 0V8M2 0V8M13 0V8M-5 8V16M8 8V16",
               "#6d5f50", 1.8),
    ),
)

RAIDER = Portrait(
    "#3f5568",
    (
        Shape("M80 8C50 6 32 26 34 62 40 52 46 50 54 52V40L106 40V52C114 50 120 52 126 62"
              " 128 26 110 6 80 8z", RED),
        _lines("M47 46Q42 34 50 24M60 36Q58 24 66 16M80 34V13M100 36Q102 24 94 16M113 46Q118 34"
               " 110 24", "#e0563f", 2.6),
        Shape(NECK, SHADE),
        Shape(BUST, "#a52a22"),
        Shape("M56 116Q80 138 104 116L108 124Q80 150 52 124z", DEEP_GOLD, width=2.2),
        *_plain((FACE, "#3a2a20")),
        *_plain(("M62 68Q69 61 76 69 69 74 62 68zM84 69Q91 61 98 68 91 74 84 69z", "#fffdf6"),
                (_dot(70, 68, 3.2) + _dot(90, 68, 3.2), INK)),
        Shape("M50 64C48 40 62 28 80 28S112 40 110 64V92C108 104 100 116 90 120L84 88V74"
              "C88 78 96 78 100 72 102 62 92 60 85 66L83 58H77L75 66C68 60 58 62 60 72"
              " 64 78 72 78 76 74V88L70 120C60 116 52 104 50 92z", GOLD),
        *_plain((("M101 40C108 48 109 58 108.600 66V91C107 100 102 108 95 114L92 98C100 94 104 84"
                 " 104 70"
                 " 105 58 104 48 101 40z"), DEEP_GOLD)),
        _lines("M56 56Q68 46 79 56M81 56Q92 46 104 56", "#8f6410", 2.6),
        _lines("M80 30V54", "#fbe29a", 3),
    ),
    (
        _lines("M-8 8-15 15", "#6d3b1c", 5.5),
        Shape("M-9 3C-7-3-1-13 20-20 13 1 3 7-3 9z", "#d6dde2", width=2),
        _lines("M-5 5 15-15", "#8b98a3", 1.8),
        _lines("M-14-1 1 14", INK, 6.5),
        _lines("M-14-1 1 14", GOLD, 3.6),
        Shape(_dot(-16, 16, 3.6), GOLD, width=1.8),
    ),
)

PLANNER = Portrait(
    "#5aa39a",
    (
        Shape("M53 56C49 74 51 90 57 96H103C109 90 111 74 107 56z", "#3d2a1e"),
        Shape(NECK, SHADE),
        Shape(BUST, "#f3ead6"),
        _lines("M60 113Q72 134 104 152M50 117Q60 140 84 153", "#b9a988", 2.4),
        Shape("M98 111Q112 115 122 121L100 150 92 152Q102 130 98 111z", "#3c6ea8", width=2.2),
        Shape(EARS, SKIN), Shape(FACE, SKIN),
        Shape("M56 72C58 84 64 88 70 87 76 84 84 84 90 87 96 88 102 84 104 72 107 92 98 114 80 118"
              " 62 114 53 92 56 72z", "#4f3524"),
        _lines("M72 94Q80 97 89 92", "#f0c79b", 3.2),
        Shape("M54 64C50 44 58 28 80 27S110 44 106 64C104 54 102 50 98 48 90 48 86 45 82 42 78 47"
              " 66 50 61 49 57 52 56 58 54 64z", "#4f3524"),
        _lines("M53 47Q80 33 107 47", "#f7f2e4", 5.5),
        _lines("M53 47Q80 33 107 47", "#c9483a", 1.8),
        *_eyes(2, -0.6),
        _lines("M62 60Q69 58 75 61M85 58Q91 51 98 57", "#33200f", 3),
        _lines(NOSE, "#b5713d", 2.2),
    ),
    (
        Shape("M-18-12-7-16 6-12 18-16V12L6 16-7 12-18 16z", "#f4dfa6", width=2.2),
        _lines("M-7-16V12M6-12V16", "#c0a263", 1.6),
        Shape("M-13 9Q-10 0-3 1T6-3", "none", RED, 2.6),
        _lines("M8-8 14-2M14-8 8-2", RED, 2.8),
        *_plain((_dot(-13, 9, 2.6), INK)),
    ),
)

STRATEGIST = Portrait(
    "#34477d",
    (
        Shape(NECK, SHADE),
        Shape(BUST, "#7d2331"),
        _lines("M44 119Q80 158 116 119", GOLD, 3.4),
        Shape(_dot(108, 121, 6), GOLD, width=2),
        Shape(EARS, SKIN), Shape(FACE, "#e9bd92"),
        Shape("M54 68C57 84 62 87 69 86 75 82 85 82 91 86 98 87 103 84 106 68 112 96 102 124 80 134"
              " 58 124 48 96 54 68z", "#eceae4"),
        _lines("M62 92Q64 110 72 120M72 98Q73 114 78 124M88 98Q87 114 82 124M98 92Q96 110 88 120",
               "#b9b6ae", 2.2),
        _lines("M72 93Q80 96 88 93", "#a5604a", 3),
        Shape("M54 60C48 42 58 28 80 27S112 42 106 60C102 50 98 48 92 50 86 46 74 46 68 50 62 48"
              " 58 50 54 60z", "#eceae4"),
        *_eyes(1, 0),
        _lines("M54 66 104 51", INK, 3),
        _lines("M84 61Q91 54 100 59", "#d8d5cd", 4),
        Shape("M59 60Q70 57 79 65 79 77 69 78 58 76 59 60z", "#33261a", width=2),
        _lines(NOSE, "#b5713d", 2.2),
        _lines("M52 54Q54 36 78 34M108 54Q106 36 82 34", "#4f6021", 2.4),
        Shape("M52 56C44 54 42 46 45 42 51 45 54 50 52 56zM53 47C46 42 47 34 51 31 56 36 57 42 53"
              " 47z"
              "M60 39C56 32 59 26 64 24 67 30 66 36 60 39zM71 35C69 28 73 22 79 22 80 28 77 34 71"
              " 35z"
              "M108 56C116 54 118 46 115 42 109 45 106 50 108 56zM107 47C114 42 113 34 109 31 104"
              " 36"
              " 103 42 107 47zM100 39C104 32 101 26 96 24 93 30 94 36 100 39zM89 35C91 28 87 22"
              " 81 22"
              " 80 28 83 34 89 35z", GOLD, width=1.8),
    ),
    (
        Shape("M-20 0Q0-20 20 0 0 20-20 0z", "#fffdf6", width=2.6),
        Shape(_dot(0, 0, 8.5), "#2f6fb0", width=1.8),
        *_plain((_dot(0, 0, 4.2), INK), (_dot(2.6, -2.8, 1.8), "#ffffff")),
    ),
)

STRANGER = Portrait(
    "#b8ad98",
    (
        Shape(NECK, SHADE),
        Shape(BUST, "#6b5f4d"),
        Shape(EARS, SKIN), Shape(FACE, SKIN),
        Shape("M54 64C50 42 60 30 80 30S110 42 106 64C102 52 92 48 80 48S58 52 54 64z", "#5b4636"),
        *_eyes(),
        _lines(NOSE, "#b5713d", 2.2), _lines(SMILE),
    ),
    (
        _lines("M-8-7C-8-18 9-18 9-7 9 1 0 0 0 8", width=5.5),
        *_plain((_dot(0, 15, 3.4), INK)),
    ),
)

PORTRAITS: Mapping[str, Portrait] = {
    "random": RANDOM, "friend": FRIEND, "greedy": GREEDY, "builder": BUILDER, "raider": RAIDER,
    "planner": PLANNER, "strategist": STRATEGIST, "collector": COLLECTOR,
    "guardian": GUARDIAN,
}


def _element(shape: Shape) -> Element:
    outlined = shape.line != "none"
    return canvas.path(
        shape.d, fill=shape.fill, stroke=shape.line if outlined else None,
        stroke_width=shape.width if outlined else None,
        stroke_linejoin="round" if outlined else None,
        stroke_linecap="round" if outlined else None,
    )


@cache  # pages show several
def draw_portrait(bot: str) -> str:
    """Draw the medallion of a bot, or that of a stranger for a bot without one."""
    portrait = PORTRAITS.get(bot, STRANGER)
    return canvas.sheet((SIZE, SIZE), [canvas.write(
        canvas.circle(80, 80, 76, fill=portrait.ground),
        *map(_element, portrait.bust),
        canvas.circle(80, 80, 75, fill="none", stroke=INK, stroke_width=8),
        canvas.circle(80, 80, 75, fill="none", stroke=GOLD, stroke_width=4.5),
        canvas.group(
            canvas.circle(0, 0, 30, fill=PAPER, stroke=INK, stroke_width=6),
            canvas.circle(0, 0, 30, fill="none", stroke=GOLD, stroke_width=3),
            *map(_element, portrait.sign), transform="translate(125 125)",
        ),
    )], aria_hidden="true", focusable="false")
