"""The chart of a game: its words, links and marks; never its pixels."""

from __future__ import annotations

import re

import pytest

from engine.campaign.state import change
from games.rulesets.campaign.replay_chart import Moment, draw_points, production
from tests.campaign.scenes import auction

MOMENTS = [
    Moment(1, 1, 0, (0, 0), (0, 0), (0, 0)),
    Moment(2, 1, 0, (1, 0), (0, 0), (8, 0)),
    Moment(3, 2, 1, (1, 2), (1, 0), (8, 5)),
]


def titles(svg: str) -> list[str]:
    return re.findall(r"<title>([^<]*)</title>", svg)


def test_it_says_how_the_points_stand_at_the_end_and_after_each_turn() -> None:
    chart = draw_points(MOMENTS, names=["Alice", "Bob"])
    assert titles(chart) == [
        "Points over 2 turns. At the end: Alice 1, Bob 2.",
        "Turn 1: Alice 1, Bob 0.", "Turn 2: Alice 1, Bob 2.",
    ]


def test_each_turn_links_to_its_last_position() -> None:
    chart = draw_points(MOMENTS, names=["Alice", "Bob"], number=2, href=lambda row: f"/at/{row}/")
    assert re.findall(r'href="([^"]*)"', chart) == ["/at/2/", "/at/3/"]
    assert chart.count('class="marker"') == 3


def test_a_marked_row_is_told_with_its_turn() -> None:
    chart = draw_points(MOMENTS, names=["Alice", "Bob"], marks={3: "A mistake."})
    assert titles(chart)[-1] == "Turn 2: Alice 1, Bob 2. A mistake."


def test_alone_it_has_colours_of_its_own_and_on_a_page_those_of_the_page() -> None:
    assert "var(--" not in draw_points(MOMENTS)
    assert "var(--seat-1)" in draw_points(MOMENTS, href=lambda row: f"/{row}/")


def test_a_chart_needs_a_position() -> None:
    with pytest.raises(ValueError, match="at least one position"):
        draw_points([])


@pytest.mark.rule("YI1")
def test_a_city_yields_twice_as_much_as_a_settlement() -> None:
    state = auction(2)
    place = 1 << state.world.junction_by_label["C5.N"]
    yields = [production(change(state, settlements=settled, cities=cities))
              for settled, cities in (((place, 0), (0, 0)), ((0, 0), (place, 0)))]
    assert yields[0][0] > 0
    assert yields[1] == (2 * yields[0][0], 0)
