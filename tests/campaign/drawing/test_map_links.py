"""Hexes, junctions and paths as links, marks, and what has changed lately."""

from __future__ import annotations

import re
from itertools import chain
from math import dist

import pytest

from alexandros_rules.campaign.world import bits
from games.rulesets.campaign.drawing import Recent, draw_map, recent_changes
from games.rulesets.campaign.drawing.map_geometry import map_geometry
from tests.campaign.drawing.drawn import SVG, of_class, root, settled, uses
from tests.campaign.positions import WORLD, junction, path, tile

LINKS = {
    "hex": {tile("D5"): ("?h=D5", "Move the robber to Babylonia")},
    "junction": {junction("C4.S"): ("/g/x/?j=C4.S", "Build a settlement"),
                 junction("Tyre"): ("?j=Tyre", "Build a city")},
    "path": {path("A5.N A5.NW"): ("?p=A5.NW", "Build a road")},
}


def test_hexes_junctions_and_paths_can_be_links() -> None:
    svg = draw_map(settled(), links=LINKS)
    links = list(root(svg).iter(f"{SVG}a"))
    wanted = list(chain.from_iterable(part.values() for part in LINKS.values()))
    assert sorted((link.get("href"), link.get("aria-label")) for link in links) == sorted(wanted)
    for link in links:
        assert link.findtext(f"{SVG}title") == link.get("aria-label")
    parts = {key for link in links for e in link for key in e.attrib if key.startswith("data-")}
    assert parts == {"data-hex", "data-junction", "data-path"}


def test_a_link_to_build_a_city_leaves_the_settlement_visible() -> None:
    view = settled()
    place = bits(view.settlements[0])[0]
    free, built = (draw_map(view, links={"junction": {one: ("?j", "Build")}})
                   for one in (junction("C4.S"), place))

    assert (len(of_class(free, "cm-mark-point")), len(of_class(free, "cm-mark"))) == (1, 0)
    assert (len(of_class(built, "cm-mark-point")), len(of_class(built, "cm-mark"))) == (0, 1)


def test_a_link_to_build_a_road_leaves_the_settlement_at_its_end_visible() -> None:
    view, map_ = settled(), map_geometry(WORLD)
    place = bits(view.settlements[0])[0]
    for way in bits(WORLD.paths_at[place]):
        (mark,) = of_class(draw_map(view, links={"path": {way: ("?p", "Build")}}), "cm-mark-edge")
        ends = [(int(x), int(y)) for x, y in re.findall(r"(\d+) (\d+)", mark.get("d") or "")]
        assert min(dist(end, map_.points[place]) for end in ends) >= 19


def test_a_link_on_a_hex_leaves_its_name_visible() -> None:
    svg = draw_map(settled(), links={"hex": LINKS["hex"]})
    (ring,) = of_class(svg, "cm-mark")
    assert float(ring.get("r") or "") < 24


def test_junctions_lie_over_paths_and_paths_over_hexes() -> None:
    svg = draw_map(settled(), links=LINKS)
    order = [link.get("href") for link in root(svg).iter(f"{SVG}a")]
    assert order[0] == "?h=D5"
    assert order[1] == "?p=A5.NW"


def test_a_map_is_an_image_and_a_group_once_it_has_links() -> None:
    assert root(draw_map(settled())).get("role") == "img"
    assert root(draw_map(settled(), links=LINKS)).get("role") == "group"


@pytest.mark.promise("R19")
@pytest.mark.parametrize("href", ["http://example.org/", "//example.org", "javascript:x", "x"])
@pytest.mark.parametrize("part", ["hex", "junction", "path"])
def test_a_link_never_leaves_the_site(part: str, href: str) -> None:
    with pytest.raises(ValueError, match="must begin with"):
        draw_map(settled(), links={part: {0: (href, "Away")}})


def test_marks_show_what_is_pointed_at_and_what_would_come() -> None:
    marks = {
        "hex": [tile("D5")], "junction": 1 << junction("C4.S"), "path": 1 << path("D5.S D5.SE"),
        "road": {path("D5.N D5.NE"): 2}, "settlement": {junction("D5.NW"): 2},
        "city": {junction("C8.S"): 0},
    }
    svg, plain = draw_map(settled(), marks=marks), draw_map(settled())
    assert len(of_class(svg, "cm-mark")) == 2
    assert len(of_class(svg, "cm-mark-path")) == 1
    assert uses(svg, "blue-settlement") == uses(plain, "blue-settlement") + 1
    assert uses(svg, "red-city") == uses(plain, "red-city") + 1
    assert not of_class(plain, "cm-marks")


@pytest.mark.parametrize("theme", ["pink", ""])
def test_an_unknown_theme_is_a_mistake(theme: str) -> None:
    with pytest.raises(ValueError, match="no theme"):
        draw_map(settled(), theme=theme)


def test_the_last_round_is_pointed_out() -> None:
    view = settled()
    moves = [
        "city B3.N", "end",  # Bob's turn before Alice's
        "settlement A5.N", "end", "road D3.S", "end", "city G4.S", "end", "play soldier C5", "end",
    ]
    recent = recent_changes(view, moves[3:])
    assert recent.junctions == 1 << junction("G4.S")
    assert recent.robber
    again = recent_changes(view, moves)
    assert not again.junctions >> junction("B3.N") & 1
    assert not again.junctions >> junction("A5.N") & 1


def test_roads_of_a_card_are_pointed_out_too() -> None:
    a, b = path("E9.N E9.NE"), path("E9.NE E9.SE")
    order = f"play roads {WORLD.paths[a].label} {WORLD.paths[b].label}"
    assert recent_changes(settled(), ["end", order]).paths == 1 << a | 1 << b


def test_what_is_not_on_the_map_is_not_pointed_out() -> None:
    assert recent_changes(settled(), ["road A1.E", "settlement A1.N", "offer wool for ore"]) == (
        Recent())


def test_changes_glow() -> None:
    recent = Recent(1 << path("A5.N A5.NE"), 1 << junction("A5.N") | 1 << junction("B3.N"), True)
    svg = draw_map(settled(), recent=recent)
    assert len(of_class(svg, "cm-recent")) == 3
    assert sum(mark.tag.endswith("path") for mark in of_class(svg, "cm-recent")) == 1, "the robber"
    assert len(of_class(svg, "cm-recent-road")) == 1
    assert not of_class(draw_map(settled()), "cm-recent")
