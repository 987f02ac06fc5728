"""The history of a whole game, read at once and shown to one seat."""

from __future__ import annotations

import pytest

from games.models import Game
from games.play import event_log, history


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.promise("R10")
def test_it_shows_the_same_positions_as_single_views(running: Game, seat: int | None) -> None:
    past = history.read(running, seat)
    for number, view in list(enumerate(past.views(), 1))[::5]:
        true_state = event_log.state_at(running, number=number)
        assert view == past.view(number) == history.view(running, seat, number)
        assert view == event_log.ruleset_of(running).view(true_state, seat)
    assert past.entry(7) == past.entries()[6]


def test_it_has_the_moves_in_order(running: Game) -> None:
    moves = [row.move for row in event_log.logged_moves(running)]
    assert history.read(running, 0).moves == moves


def test_nothing_is_hidden_in_a_finished_game(finished: Game) -> None:
    spectator, alice = history.read(finished, None), history.read(finished, 0)
    assert spectator.views() == alice.views()
    assert spectator.views()[-1] == history.state(finished)


def test_it_can_end_at_an_earlier_row(running: Game) -> None:
    assert len(history.read(running, None, number=3).transitions) == 3
