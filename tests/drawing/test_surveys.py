"""Surveys: what is stored about our own boards is what a new survey finds."""

from __future__ import annotations

import re
from importlib import resources
from itertools import pairwise
from math import gcd

import pytest

from alexandros_rules.alexandros.board_file import named, shipped
from games.drawing.outlines import Spot
from games.rulesets.alexandros.drawing import surveys
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.drawing.coast import HALF, ROW
from tests.drawing.sample_positions import BOARD
from tests.engine.positions import position


def test_the_stored_surveys_are_what_new_ones_find() -> None:
    stored = resources.files("games.rulesets.alexandros.drawing") / surveys.FILE
    assert stored.read_text("utf-8") == surveys.written(), (
        "run: python -m games.rulesets.alexandros.drawing.surveys"
    )


@pytest.mark.parametrize("name", shipped())
def test_a_stored_survey_is_read_as_it_was_found(name: str) -> None:
    assert surveys.survey(named(name)) == surveys.new_survey(named(name))


def test_a_board_without_a_stored_survey_is_surveyed() -> None:
    board = position(BOARD).board
    assert surveys.survey(board) == surveys.new_survey(board)
    assert surveys.survey(board).terrain.coast


def sides_drawn(path: str) -> list[frozenset[Spot]]:
    """Each side that a path of straight lines runs along, by the spots at its ends."""
    drawn, x, y = [], 0, 0
    for command, *numbers in re.findall(r"([Mlh])(-?\d+)(?: ?(-?\d+))?", path):
        dx, dy = int(numbers[0]), int(numbers[1] or 0)
        if command == "M":
            x, y = dx, dy
            continue
        count = gcd(dx // HALF, dy // ROW) if dy else abs(dx) // (2 * HALF)
        spots = [(x + dx * i // count, y + dy * i // count) for i in range(count + 1)]
        drawn += [frozenset(ends) for ends in pairwise(spots)]
        x, y = spots[-1]
    return drawn


@pytest.mark.parametrize("name", shipped())
def test_the_grid_draws_every_side_once_in_few_strokes(name: str) -> None:
    map_ = board_geometry(named(name))
    drawn = sides_drawn(map_.grid())
    assert len(drawn) == len(set(drawn))
    assert set(drawn) == {
        frozenset((map_.points[a], map_.points[b])) for a, b in map_.board.sides.values()
    }
    assert map_.grid().count("M") < len(drawn) / 5
