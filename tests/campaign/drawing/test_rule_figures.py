"""The figures in the rules show what their captions say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from alexandros_rules.campaign import building, things
from alexandros_rules.campaign.state import Auction
from alexandros_rules.campaign.world import bits
from games.rulesets.campaign import introduction
from games.rulesets.campaign.drawing import draw_section
from tests.campaign.drawing.drawn import SVG, root
from tests.campaign.positions import WORLD

TEXT = (Path(__file__).parents[3] / "docs" / "campaign-rules.md").read_text("utf-8")
FIGURES = re.findall(r"^\| (FIG\d+) \|", TEXT, re.MULTILINE)
THEMES = ("light", "dark", "contrast", "print")


def used(svg: str) -> set[str]:
    return set(re.findall(r'href="#cm-([\w-]+)"', svg))


@pytest.mark.rule("FIG22", "FIG23", "FIG24", "FIG25", "FIG27")
def test_every_figure_of_the_rules_is_drawn_and_no_other() -> None:
    assert list(introduction.figure_pictures("light")) == ["game", "film", *FIGURES]


@pytest.mark.parametrize("theme", THEMES)
def test_figures_are_complete_in_themselves(theme: str) -> None:
    for id_, svg in introduction.figure_pictures(theme).items():
        defined = {e.get("id") for e in root(svg).iter()}
        wanted = {*re.findall(r'href="#([\w-]+)"', svg), *re.findall(r"url\(#([\w-]+)\)", svg)}
        assert wanted <= defined, id_
        assert "var(" not in svg, id_


@pytest.mark.rule("FIG21")
def test_the_first_figure_shows_the_auction_at_philippi() -> None:
    auction = introduction.first_auction().auction
    assert isinstance(auction, Auction)
    assert (WORLD.stop_names[auction.junction], auction.kind) == ("Philippi", things.TEMPLE)
    around = [WORLD.hexes[tile] for tile in WORLD.junctions[auction.junction].hexes]
    assert [(place.kind, place.number) for place in around if place.number] == [
        ("lumber", 6), ("ore", 5)]
    assert "settlement" in used(introduction.figure_pictures("light")["FIG21"])


@pytest.mark.rule("FIG28")
def test_the_last_figure_marks_the_one_place_to_build() -> None:
    view = introduction.places_to_build()
    sites = bits(building.settlement_sites(view, 0))
    assert [WORLD.junction_by_label["C5.N"]] == list(sites)
    closed = WORLD.junction_by_label["C4.SW"]
    assert WORLD.unpassed_masks[view.arrow] >> closed & 1


def test_a_section_leaves_out_what_lies_beyond_it() -> None:
    view = introduction.first_auction()
    part = draw_section(view, ("A1", "A2"), theme="light", width=300)
    assert "goal" not in used(part)
    assert {"goal", "alexander"} <= used(draw_section(view, ("A1", "G4"), theme="light", width=300))
    assert root(part).get("width") == "300"


def shown(svg: str) -> Iterator[str]:
    yield from (e.text or "" for e in root(svg).iter(f"{SVG}text"))


@pytest.mark.rule("FIG26")
def test_the_route_is_shown_to_its_end() -> None:
    assert "Persepolis" in [*shown(introduction.figure_pictures("light")["FIG26"])]
