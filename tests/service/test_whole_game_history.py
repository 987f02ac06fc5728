"""All positions of a game at once, each as its viewer saw it."""

from __future__ import annotations

import pytest

from games.models import Game
from games.play import event_log, history
from games.play.retrospect import Retrospect, retrospect


def seen(game: Game, seat: int | None, *, number: int | None = None) -> Retrospect:
    return retrospect(game, seat, called=history.seat_names(game), number=number)


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.promise("R10")
def test_it_shows_and_tells_what_single_positions_do(running: Game, seat: int | None) -> None:
    past = seen(running, seat)
    for number, view in list(enumerate(past.views(), 1))[::5]:
        assert view == past.view(number) == history.view(running, seat, number)
    assert past.log() == history.timeline(running, seat)
    assert past.entry(7) == past.log()[6]


def test_it_has_the_moves_in_order(running: Game) -> None:
    assert seen(running, 0).moves == [row.move for row in event_log.logged_moves(running)]


def test_a_finished_game_is_open_to_all(finished: Game) -> None:
    spectators, alices = seen(finished, None).views(), seen(finished, 0).views()
    assert spectators == alices
    assert spectators[-1] == history.state(finished)


def test_it_can_end_early(running: Game) -> None:
    assert len(seen(running, None, number=3).steps) == 3
