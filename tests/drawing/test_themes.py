"""Themes: complete, in step with the page's file, and safe for colour-blind eyes."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.state import COLOURS
from games.rulesets.alexandros.drawing import css
from games.rulesets.alexandros.drawing.stylesheet import PAGE_FILE, THEMES, page_css, theme_values

Lab = tuple[float, float, float]
# What the two common kinds of colour blindness make of linear red, green and blue
# (Viénot, Brettel and Mollon 1999).
SIGHT = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def linear(colour: str) -> tuple[float, float, float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def lab(colour: str, sight: str) -> Lab:
    light = linear(colour)
    r, g, b = (
        max(0.0, sum(k * v for k, v in zip(row, light, strict=True))) for row in SIGHT[sight]
    )
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(a: str, b: str, sight: str) -> float:
    return sum((u - v) ** 2 for u, v in zip(lab(a, sight), lab(b, sight), strict=True)) ** 0.5


def contrast(a: str, b: str) -> float:
    dark, light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(a), linear(b)))
    return (light + 0.05) / (dark + 0.05)


def mixed(front: str, back: str, share: float) -> str:
    """The colour that comes of a front with this opacity."""
    pairs = ((int(front[i : i + 2], 16), int(back[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def test_the_page_file_is_in_step_with_rules_and_themes() -> None:
    assert PAGE_FILE.read_text(encoding="utf-8") == page_css(), (
        "run: python -m games.rulesets.alexandros.drawing.stylesheet"
    )


@pytest.mark.parametrize("theme", THEMES)
def test_every_property_has_a_value_and_symbols_and_walls_stand_out(theme: str) -> None:
    values = theme_values(theme)
    assert "var(" not in css(theme)
    assert all(re.fullmatch(r"#[0-9a-f]{6}|\.?\d+", value) for value in values.values())
    for name in SYMBOLS:
        assert contrast(values[name], values[f"{name}-tint"]) >= 2.6
    assert contrast(values["ink"], values["land"]) >= 7
    assert contrast(values["ink"], values["card"]) >= 7
    walls = [contrast(values[name], values["land"]) for name in ("wall", "wall-edge")]
    assert max(walls) >= 7


@pytest.mark.parametrize("theme", THEMES)
def test_the_names_of_regions_and_spaces_can_be_read(theme: str) -> None:
    values = theme_values(theme)
    share = float(re.search(r"ax-name\{[^}]*;opacity:([.\d]+)\}", css(theme))[1])  # type: ignore[index]
    assert contrast(values["region"], values["land"]) >= 4.5
    for ground in (values["land"], *(values[f"{name}-tint"] for name in SYMBOLS)):
        assert contrast(mixed(values["ink"], ground, share), ground) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_black_walls_are_dark_and_their_stones_are_too(theme: str) -> None:
    values = theme_values(theme)
    assert all(contrast(values[name], "#ffffff") >= 2.8 for name in ("wall", "stone"))
    assert contrast(values["wall"], "#ffffff") >= 15


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", THEMES)
def test_symbols_and_players_are_told_apart_by_colour_blind_eyes_too(
    theme: str, sight: str
) -> None:
    values = theme_values(theme)
    for names, least in ((SYMBOLS, 12), (COLOURS, 15)):
        for a, b in combinations(names, 2):
            found = distance(values[a], values[b], sight)
            assert found >= least, f"{a} and {b} are {found:.0f} apart to {sight} eyes"
