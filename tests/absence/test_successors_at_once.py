"""Two people who want the same vacant seat at the same moment: one of them gets it."""

from __future__ import annotations

import pytest

from games.base.refusals import Closed, Foreign
from games.models import FormerPlayer, Game
from games.table.play import verification
from games.table.seats import leaving, taking_over
from tests.concurrency import at_once
from tests.sample_games import clocked_table


@pytest.fixture(autouse=True)
def _nobody_is_told(announced):
    """Commits are real here, but no task is sent to the worker."""


@pytest.fixture
def vacant(transactional_db, alice, bob, carol, now):
    """A listed game of three that Alice, who was to move, has left."""
    game = clocked_table([alice, bob, carol], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    leaving.leave(game, user=alice, now=now)
    return game


def test_of_two_successors_one_has_the_seat_and_the_other_is_told(vacant, dave, guest, now):
    def take(user):
        return lambda: taking_over.take_over(Game.objects.get(pk=vacant.pk), user=user, seat=0,
                                            now=now)

    results = at_once(take(dave), take(guest))
    [refusal] = [each for each in results if isinstance(each, Closed)]
    assert "somebody else may have taken it" in refusal.sentence
    assert FormerPlayer.objects.count() == 1
    assert vacant.rows.filter(move="@successor").count() == 1
    assert verification.first_fault(Game.objects.get(pk=vacant.pk)) is None


def test_either_the_player_is_back_or_somebody_has_taken_over(vacant, alice, dave, now):
    results = at_once(
        lambda: taking_over.take_back(Game.objects.get(pk=vacant.pk), user=alice, now=now),
        lambda: taking_over.take_over(Game.objects.get(pk=vacant.pk), user=dave, seat=0, now=now))
    [refusal] = [each for each in results if isinstance(each, Closed | Foreign)]
    seat = vacant.seats.get(index=0)
    if isinstance(refusal, Closed):
        assert (seat.user, "Its player may be back" in refusal.sentence) == (alice, True)
    else:
        assert (seat.user, "Somebody else may have taken it" in refusal.sentence) == (dave, True)
    last = [row.move for row in vacant.rows.filter(move__in=("@return", "@successor"))]
    assert last == ["@return" if seat.user == alice else "@successor"]
