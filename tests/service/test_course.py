"""All positions of a game at once, each as its viewer saw it."""

from __future__ import annotations

import pytest

from games.models import Game
from games.services import journal, positions
from games.services.course import course


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.promise("R10")
def test_a_course_shows_what_single_positions_show(running: Game, seat: int | None) -> None:
    stages = list(course(running, seat))
    assert [stage.number for stage in stages] == list(range(1, running.number + 1))
    for stage in stages[::5]:
        assert stage.view == positions.view(running, seat, stage.number)


def test_a_course_tells_the_moves_in_order(running: Game) -> None:
    assert [s.move for s in course(running, 0)] == [row.move for row in journal.rows(running)]


def test_the_course_of_a_finished_game_is_open_to_all(finished: Game) -> None:
    spectators, alices = list(course(finished, None)), list(course(finished, 0))
    assert spectators == alices
    assert spectators[-1].view == positions.state(finished)


def test_a_course_can_end_early(running: Game) -> None:
    assert [stage.number for stage in course(running, None, number=3)] == [1, 2, 3]
