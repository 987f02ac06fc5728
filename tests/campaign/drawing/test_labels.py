"""Labels stand clear of each other and of all that stands on the map."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from math import cos, hypot, radians, sin
from xml.etree.ElementTree import Element

import pytest

from alexandros_rules.campaign.state import State
from games.drawing.letters import width
from games.rulesets.campaign.drawing import draw_map
from games.rulesets.campaign.drawing.map_geometry import map_geometry
from games.rulesets.campaign.drawing.obstacles import SETTLEMENT
from tests.campaign.drawing.drawn import SVG, in_auction, of_class, root, settled, within
from tests.campaign.positions import WORLD
from tests.campaign.random_games import positions
from tests.pseudo_language import spoken

Box = tuple[float, float, float, float]
SIZES = {"cm-long": 10.6, "cm-goal-name": 15, "cm-label": 15, "cm-sea-label": 13,
         "cm-sea-name": 12.5, "cm-town": 11, "cm-name": 12}  # the first that a text has counts
ROOM = {"settlement": 15, "city": 22, "temple": 14, "chit": 11, "blank": 7, "goal": 18,
        "alexander": 25}  # radii
ROAD = 6
BETWEEN = 2  # the least room between labels, even in a font that is broader than ours


def boxes(svg: str) -> Iterator[tuple[str, Box]]:
    """The words of each label and the box round their letters."""
    for text in within(svg, "cm-words-on-map"):
        words, kinds = text.text or "", (text.get("class") or "").split()
        size = next(size for kind, size in SIZES.items() if kind in kinds)
        half = width(words, size) / 2
        x, y = number(text, "x"), number(text, "y")
        yield words, (x - half, y - 0.6 * size, x + half, y)


def number(element: Element, name: str) -> float:
    return float(element.get(name) or 0)


def circles(svg: str, view: State) -> Iterator[tuple[str, float, float, float]]:
    """What stands on the map, with its place and the radius of its room."""
    body = root(svg.partition("<defs>")[0] + svg.partition("</defs>")[2])
    for use in body.iter(f"{SVG}use"):
        name = (use.get("href") or "").rpartition("-")[2]
        if name in ROOM and use.get("x"):
            yield name, number(use, "x"), number(use, "y"), ROOM[name]
        if name == "pointer":
            x, y, angle = map(float, re.findall(r"-?[\d.]+", use.get("transform") or ""))
            far, turned = 32, radians(angle)
            yield name, x + far * cos(turned), y + far * sin(turned), 6
        if name == "robber":
            yield name, number(use, "x"), number(use, "y") - 3, 13
    for disc in of_class(svg, "cm-disc"):
        yield "number", number(disc, "cx"), number(disc, "cy"), 20
    for board in of_class(svg, "cm-harbour"):
        yield "harbour", number(board, "x") + 17, number(board, "y") + 17, 17
    if view.auction:
        yield "auction", *map_geometry(WORLD).points[view.auction.junction], 20
    for road in of_class(svg, "cm-road"):
        for line in re.findall(r"M(\d+) (\d+)L(\d+) (\d+)", road.get("d") or ""):
            x, y, u, v = map(int, line)
            for part in range(11):
                yield "road", x + (u - x) * part / 10, y + (v - y) * part / 10, ROAD


def apart(box: Box, x: float, y: float) -> float:
    return hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3]))


def check(view: State) -> None:
    svg = draw_map(view)
    found = list(boxes(svg))
    for (a, one), (b, other) in combinations(found, 2):
        assert (one[2] + BETWEEN <= other[0] or other[2] + BETWEEN <= one[0]
                or one[3] + BETWEEN <= other[1] or other[3] + BETWEEN <= one[1]), f"{a} and {b}"
    for name, x, y, radius in circles(svg, view):
        for words, box in found:
            assert apart(box, x, y) >= radius, f"{words} and {name}"
    written = {words for words, _ in found}
    assert {place.label for place in WORLD.hexes} <= written
    assert WORLD.goal_name in written


def some() -> list[State]:
    """One position for each arrow and size of the empires, from all recorded games."""
    by_look = {(state.world.id, state.arrow, state.occupied.bit_count() // 3): state
               for state in positions()}
    return [state for state in by_look.values() if state.world.hexes == WORLD.hexes]


@pytest.mark.parametrize("part", range(4))
def test_no_label_meets_another_or_a_piece_in_recorded_games(part: int) -> None:
    chosen = some()[part::4]
    assert len(chosen) > 20
    for view in chosen:
        check(view)


def test_no_label_meets_an_auction_or_a_city_of_alexanders_march() -> None:
    for stop in WORLD.route:
        check(in_auction("battle", WORLD.junctions[stop.junction].label))


def test_a_town_is_named_beside_its_junction() -> None:
    towns = {e.text: e for e in of_class(draw_map(settled(arrow=0)), "cm-town")}
    assert len(towns) >= 12
    for name, text in towns.items():
        junction = WORLD.junction_by_name(str(name))
        assert junction is not None
        x, y = map_geometry(WORLD).points[junction]
        assert hypot(number(text, "x") - x, number(text, "y") - y) < 80


def test_the_name_of_a_sea_gives_way_to_that_of_a_town() -> None:
    written = {words for words, _ in boxes(draw_map(settled(arrow=0)))}
    assert {"Sidon", "D2", "Sardis", "B1"} <= written
    assert not written & {"Cyprus", "Aegean"}


def test_a_small_map_has_no_names_but_that_of_the_goal() -> None:
    svg = draw_map(settled(), size=360)
    written = {words for words, _ in boxes(svg)}
    assert "C5" in written
    assert "Persepolis" in written
    assert not written & {"Assyria", "Tyre", "Aegean"}


def test_longer_words_of_another_language_find_places_too() -> None:
    with spoken():
        found = list(boxes(draw_map(settled())))
    assert {place.label for place in WORLD.hexes} <= {words for words, _ in found}
    for (a, one), (b, other) in combinations(found, 2):
        assert (one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1]
                or other[3] <= one[1]), f"{a} and {b}"


@pytest.mark.rule("AL1")
@pytest.mark.parametrize("arrow", range(WORLD.last_arrow))
def test_alexander_stands_beside_his_arrow_and_hides_nothing_of_importance(arrow: int) -> None:
    view = settled(arrow=arrow)
    things = list(circles(draw_map(view), view))
    [(_, x, y, radius)] = [thing for thing in things if thing[0] == "alexander"]
    for name, u, v, room in things:
        if name in ("number", "temple", "chit", "blank", "harbour"):
            assert hypot(u - x, v - y) >= radius + room - 7, name
    ends = [map_geometry(WORLD).points[end] for end in WORLD.arrow_ends[arrow]]
    (u, v), _next = ends  # what he has just passed is up for auction, and may have a settlement
    assert hypot(u - x, v - y) >= radius + SETTLEMENT - 7
    assert min(hypot(u - x, v - y) for u, v in ends) <= 64
