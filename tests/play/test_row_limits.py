"""What one person can add to a log while nobody else acts is limited (R26)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.base.refusals import TooOften
from games.models import Game, LoggedMove, User
from games.table.play import pauses, row_limits
from games.table.seats import leaving, taking_over
from tests.sample_games import advance, clocked_table, notes, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R26")]

DAY = timedelta(days=1)


@pytest.fixture
def game(alice: User, bob: User, carol: User, now: datetime) -> Game:
    return seat_table([alice, bob, carol], now=now, options={"first": 0})


def leave_and_return(game: Game, user: User, *, now: datetime, times: int) -> None:
    for _ in range(times):
        leaving.leave(game, user=user, now=now)
        taking_over.take_back(game, user=user, now=now)


def test_a_seat_can_be_taken_back_only_a_few_times_while_nobody_else_acts(
    game: Game, bob: User, now: datetime
) -> None:
    leave_and_return(game, bob, now=now, times=row_limits.MOST_NOTES // 2)
    leaving.leave(game, user=bob, now=now)  # leaving is always possible

    with pytest.raises(TooOften, match="Please wait until somebody else has moved"):
        taking_over.take_back(game, user=bob, now=now)

    assert len(notes(game)) == row_limits.MOST_NOTES + 1


@pytest.mark.parametrize("later", ["somebody has moved", "a day has passed"])
def test_a_seat_can_be_taken_back_again_when(
    game: Game, bob: User, now: datetime, later: str
) -> None:
    leave_and_return(game, bob, now=now, times=row_limits.MOST_NOTES // 2)
    leaving.leave(game, user=bob, now=now)
    if later == "somebody has moved":
        advance(game, now=now)
    else:
        now += DAY
    taking_over.take_back(game, user=bob, now=now)
    assert game.seats.get(index=1).user == bob


def test_the_forty_first_order_in_a_row_that_does_not_move_the_game_on_is_refused(
    game: Game, now: datetime
) -> None:
    def add_rows(seat: int, last: int) -> None:
        LoggedMove.objects.bulk_create(
            LoggedMove(game=game, number=number, seat=seat, actor="page", move="end",
                       created_at=now)
            for number in range(game.number + 1, last + 1))
        game.number = last

    add_rows(0, 41)  # the first row is the start
    row_limits.check_moves(game, seat=0, to_move=True)
    add_rows(0, 42)
    for to_move, advice in ((True, "send orders that end your turn"),
                            (False, "wait until somebody else has moved")):
        with pytest.raises(TooOften, match=f"given 40 orders since .* Please {advice}"):
            row_limits.check_moves(game, seat=0, to_move=to_move)
    add_rows(1, 43)
    row_limits.check_moves(game, seat=0, to_move=True)


def test_a_game_can_be_paused_only_a_few_times_while_nobody_moves(
    alice: User, now: datetime
) -> None:
    game = clocked_table([alice, User.objects.create_guest()], now=now)

    def go_on_pausing() -> None:
        for _ in range(30):
            pauses.agree(game, seat=1, now=now)
            pauses.agree(game, seat=0, now=now)
            pauses.resume(game, seat=0, now=now)

    with pytest.raises(TooOften, match="before you pause it again"):
        go_on_pausing()
    assert game.paused_at is None
    assert len(notes(game)) <= row_limits.MOST_NOTES
