"""Plans in a game without conditions of its own, in which several decide at the same time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from engine.errors import Unreadable
from games.models import Game, LoggedMove
from games.table.play import history
from tests.auction.conftest import submit, to_move
from tests.pages.page_reader import Sit
from tests.plans.saved_plans import look, save_plan

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
HOUR = timedelta(hours=1)


def test_a_planned_bid_is_made_when_a_lot_is_offered(game: Game, now: datetime) -> None:
    save_plan(game, "if it is turn 1 and my score is 0: bid 3", now=now)
    submit(game, 0, "offer", now=now)
    assert look(now) == ["played"]
    assert to_move(Game.objects.get(pk=game.pk)) == [0, 2]
    last = LoggedMove.objects.filter(game=game).order_by("number").last()
    assert last is not None
    assert (last.seat, last.move) == (1, "bid 3")


def test_a_bid_of_somebody_else_does_not_overtake_a_plan_that_waits(
    game: Game, now: datetime
) -> None:
    save_plan(game, "bid 3", now=now, grace=HOUR)
    submit(game, 0, "offer", now=now)
    assert look(now) == ["waiting"]
    submit(game, 0, "bid 5", now=now)
    assert look(now + HOUR) == ["played"]


@pytest.mark.promise("R10")
def test_a_planned_bid_stays_secret(game: Game, sit: Sit, now: datetime) -> None:
    save_plan(game, "bid 3", now=now)
    submit(game, 0, "offer", now=now)
    look(now)
    assert "bid 3" not in [row.move for row in history.read(
        Game.objects.get(pk=game.pk), 0, names=["Alice", "Bob", "Bot"]).entries(after=2)]
    alice = game.seats.get(index=0).user
    assert "bid 3" not in sit(alice).open(f"/games/{game.code}/replay/3/").words


def test_a_plan_plays_the_whole_part_of_a_seat_or_nothing(game: Game, now: datetime) -> None:
    save_plan(game, "pass", now=now)
    submit(game, 0, "offer", now=now)
    look(now)
    submit(game, 0, "pass", now=now)
    assert to_move(game) == [2]


def test_a_condition_of_another_game_is_refused_with_those_of_every_game(
    game: Game, now: datetime
) -> None:
    with pytest.raises(Unreadable) as refused:
        save_plan(game, "if C7 is free: bid 3", now=now)
    assert refused.value.sentence == (
        "We cannot read the condition 'C7 is free'. Write conditions like these: my score is at"
        " least 20; it is turn 12 or later.")


def test_the_page_offers_a_plan_without_conditions_of_the_game(
    game: Game, sit: Sit, now: datetime
) -> None:
    bob = game.seats.get(index=1).user
    words = sit(bob).open(f"/games/{game.code}/plan/").words
    assert "if my score is at least 20: …" in words
