"""Themes: complete, in step with the page's file, and safe for colour-blind eyes."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from alexandros_rules.campaign.state import COLOURS
from alexandros_rules.campaign.world import KINDS
from games.drawing.stylesheets import THEMES
from games.rulesets.campaign.drawing import css
from games.rulesets.campaign.drawing.stylesheet import SHEETS
from tests.drawing.test_themes import SIGHT, contrast, distance

LAND = KINDS[1:]


def test_the_page_file_is_in_step_with_rules_and_themes() -> None:
    assert SHEETS.page_file.read_text(encoding="utf-8") == SHEETS.page_css(), (
        "run: python -m games.rulesets.campaign.drawing.stylesheet"
    )


@pytest.mark.parametrize("theme", THEMES)
def test_every_custom_property_has_a_value(theme: str) -> None:
    assert "var(" not in css(theme)
    values = SHEETS.theme_values(theme).values()
    assert all(re.fullmatch(r"#[0-9a-f]{6}|\.?\d+", value) for value in values)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", THEMES)
def test_players_are_told_apart_by_colour_blind_eyes_too(theme: str, sight: str) -> None:
    values = SHEETS.theme_values(theme)
    for a, b in combinations(COLOURS, 2):
        found = distance(values[a], values[b], sight)
        assert found >= 15, f"{a} and {b} are {found:.0f} apart to {sight} eyes"


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_kinds_of_land_differ_in_colour_too(theme: str, sight: str) -> None:
    values = SHEETS.theme_values(theme)
    for a, b in combinations(LAND, 2):
        found = distance(values[f"{a}-tint"], values[f"{b}-tint"], sight)
        assert found >= 9, f"{a} and {b} are {found:.0f} apart to {sight} eyes"


@pytest.mark.parametrize("theme", THEMES)
def test_signs_stand_out_from_their_hexes(theme: str) -> None:
    values = SHEETS.theme_values(theme)
    for name in LAND:
        assert contrast(values[name], values[f"{name}-tint"]) >= 3, name


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_and_words_can_be_read(theme: str) -> None:
    values = SHEETS.theme_values(theme)
    assert contrast(values["ink"], values["card"]) >= 7
    assert contrast(values["often"], values["card"]) >= 4.5
    assert contrast(values["ink"], values["halo"]) >= 7
    assert contrast(values["town"], values["halo"]) >= 7
    assert contrast(values["sea-ink"], values["sea"]) >= 3.5


@pytest.mark.rule("YI1")
@pytest.mark.parametrize("theme", THEMES)
def test_hexes_that_yield_stand_out_on_every_land(theme: str) -> None:
    assert re.search(r"\.cm-lit\{[^}]*stroke:var\(--cm-ink\)", SHEETS.page_css())
    values = SHEETS.theme_values(theme)
    for name in LAND:
        assert contrast(values["ink"], values[f"{name}-tint"]) >= 3, name
