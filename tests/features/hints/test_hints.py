"""Hints in games against bots: three degrees, on the player's own view, and nowhere else."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from engine import drafts
from engine.drafts import SEPARATOR
from games.features.hints import advice
from games.features.hints.advice import is_learning_game
from games.models import Failure, Game, Seat, TurnAdvice, User
from games.table.lobby import open_tables
from games.table.play import event_log, history
from tests.features.hints.conftest import Analysts

pytestmark = pytest.mark.django_db
NAMES = ("Alice", "Parmenion")


def hint(game: Game, now: datetime) -> advice.Hint:
    return advice.hint(game, seat=0, names=NAMES, now=now)


def ask(game: Game, now: datetime, times: int = 1) -> None:
    for _ in range(times):
        advice.ask(game, seat=0, number=game.number, now=now)


def test_nothing_is_shown_or_computed_before_the_player_asks(
    lesson: Game, analysts: Analysts, now: datetime
) -> None:
    assert hint(lesson, now) == advice.Hint(0)
    assert not analysts.asked


def test_each_degree_shows_more(lesson: Game, analysts: Analysts, now: datetime) -> None:
    ask(lesson, now)
    first = hint(lesson, now)
    assert first.aim
    assert not first.beginning
    assert not first.order
    ask(lesson, now)
    second = hint(lesson, now)
    assert second.aim == first.aim
    assert second.beginning
    assert not second.order
    ask(lesson, now)
    third = hint(lesson, now)
    assert third.order.startswith(second.beginning + SEPARATOR)
    assert third.next_label == ""
    assert len(analysts.asked) == 1


def test_the_whole_turn_can_be_played(lesson: Game, analysts: Analysts, now: datetime) -> None:
    ask(lesson, now, times=3)
    draft = drafts.evaluate(event_log.ruleset_of(lesson), history.view(lesson, 0),
                            hint(lesson, now).order, seat=0)

    assert draft.refusal is None
    assert event_log.ruleset_of(lesson).status(draft.view).turn == lesson.turn + 1


@pytest.mark.promise("R10")
def test_the_analyst_gets_the_players_own_view(
    lesson: Game, analysts: Analysts, now: datetime
) -> None:
    ask(lesson, now)

    assert analysts.asked == [(history.view(lesson, 0, lesson.number),)]


def test_a_request_for_an_earlier_position_shows_nothing(
    lesson: Game, analysts: Analysts, now: datetime
) -> None:
    advice.ask(lesson, seat=0, number=lesson.number - 1, now=now)

    assert not TurnAdvice.objects.exists()


def test_an_analyst_that_fails_is_kept_for_operators_and_the_game_goes_on(
    lesson: Game, analysts: Analysts, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(analysts, "ask", fail)
    ask(lesson, now)

    assert hint(lesson, now).aim == ""
    assert Failure.objects.get().doing == "hint"
    assert advice.advised_turns(lesson, seat=0, number=lesson.number, names=NAMES, now=now) == []


def test_a_game_with_another_person_is_not_a_learning_game(
    lesson: Game, bob: User, now: datetime
) -> None:
    assert is_learning_game(lesson, list(lesson.seats.all()))
    Seat.objects.filter(game=lesson, index=1).update(user=bob, bot="")
    assert not is_learning_game(lesson, list(lesson.seats.all()))


def test_nor_is_one_that_another_person_may_come_back_to(
    lesson: Game, bob: User, now: datetime
) -> None:
    Seat.objects.filter(game=lesson, index=1).update(left_by=bob, left_at=now)

    assert not is_learning_game(lesson, list(lesson.seats.all()))


def test_nor_is_a_rated_game(alice: User, announced: list[Any], now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=2, bots=["greedy"], rated=True, now=now)

    assert not is_learning_game(game, list(game.seats.all()))
