"""Surveys: what is stored about our own boards is what a new survey finds."""

from __future__ import annotations

from importlib import resources

import pytest

from engine.alexandros.board_file import named, shipped
from games.rulesets.alexandros.drawing import surveys
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
