"""Hints in games against bots, on the player's own view, and nowhere else."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError

from alexandros_rules import drafts
from games.base import site_clock
from games.base.refusals import Closed
from games.base.thinker import Interrupted, Overdue
from games.features.hints import advice, finding, tasks
from games.features.hints.advice import has_hints
from games.models import Failure, Game, Seat, TurnAdvice, User
from games.operations import sweeps
from games.table.lobby import open_tables
from games.table.play import event_log, history
from tests.features.hints.conftest import Analysts, lesson_of
from tests.sample_games import advance

pytestmark = pytest.mark.django_db
NAMES = ("Alice", "Parmenion")
MINUTE = timedelta(minutes=1)


def hint(game: Game) -> advice.Hint:
    return advice.hint(game, seat=0, names=NAMES)


def press(game: Game, now: datetime) -> None:
    """Asks for the hint."""
    user = game.seats.get(index=0).user
    assert user is not None
    advice.ask(game, seat=0, user=user, number=game.number, now=now)


def ask(game: Game, now: datetime, times: int = 1) -> None:
    """Asks, and lets a worker think each time."""
    for _ in range(times):
        press(game, now)
        finding.find_next(now=now)


def raising(error: Exception) -> Any:
    def ask(*_: Any, **__: Any) -> Any:
        raise error
    return ask


def test_nothing_is_shown_or_computed_before_the_player_asks(
    lesson: Game, analysts: Analysts, now: datetime
) -> None:
    assert hint(lesson) == advice.Hint(asked=False)
    assert finding.find_next(now=now) is None
    assert not analysts.asked


@pytest.mark.promise("R27")
def test_a_database_that_is_away_takes_no_hint_from_anybody(
    lesson: Game, analysts: Analysts, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(lesson, now)
    with monkeypatch.context() as patch:
        patch.setattr(analysts, "ask", raising(OperationalError()))
        with pytest.raises(OperationalError):
            finding.find_next(now=now)
    assert not Failure.objects.exists()
    assert hint(lesson) == advice.Hint(asked=True, thinking=True)
    later = now + 2 * MINUTE
    assert finding.sweep(later)
    finding.find_next(now=later)
    assert hint(lesson).order


@pytest.mark.promise("R27")
def test_asking_for_a_hint_computes_nothing_but_wakes_a_worker(
    lesson: Game, analysts: Analysts, announced: list[Any], now: datetime,
    django_capture_on_commit_callbacks: Any,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        press(lesson, now)
        press(lesson, now)
    assert not analysts.asked
    assert hint(lesson) == advice.Hint(asked=True, thinking=True)
    assert announced.count((advice.TASK, TurnAdvice.objects.get().pk)) == 1


def test_the_hint_names_the_turn_its_reasons_and_its_place_on_the_board(
    lesson: Game, analysts: Analysts, now: datetime
) -> None:
    ask(lesson, now)
    shown = hint(lesson)
    assert shown.order
    assert shown.reasons
    assert shown.marks["walls"].startswith("M")
    ask(lesson, now)
    assert hint(lesson) == shown
    assert len(analysts.asked) == 1


def test_the_whole_turn_can_be_played(lesson: Game, analysts: Analysts, now: datetime) -> None:
    ask(lesson, now)
    draft = drafts.evaluate(event_log.ruleset_of(lesson), history.view(lesson, 0),
                            hint(lesson).order, seat=0)

    assert draft.refusal is None
    assert event_log.ruleset_of(lesson).status(draft.view).turn == lesson.turn + 1


@pytest.mark.promise("R10")
def test_the_analyst_gets_the_players_own_view(
    lesson: Game, analysts: Analysts, now: datetime
) -> None:
    ask(lesson, now)

    assert analysts.asked == [(history.view(lesson, 0, lesson.number),)]


def test_a_request_for_an_earlier_position_shows_nothing(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    advice.ask(lesson, seat=0, user=alice, number=lesson.number - 1, now=now)

    assert not TurnAdvice.objects.exists()


def test_nobody_thinks_about_a_position_that_is_past(
    lesson: Game, analysts: Analysts, now: datetime
) -> None:
    press(lesson, now)
    advance(lesson, now=now)
    assert finding.find_next(now=now)
    assert finding.find_next(now=now) is None
    assert not analysts.asked


def test_somebody_has_one_question_waiting_at_a_time(
    lesson: Game, alice: User, analysts: Analysts, now: datetime
) -> None:
    second = lesson_of(alice, "Tyre", now=now)
    press(lesson, now)
    with pytest.raises(Closed, match="thinking about the hint that you have asked for in Issus"):
        press(second, now)
    finding.find_next(now=now)
    press(second, now)
    assert hint(second).thinking


@pytest.mark.promise("R27")
def test_the_next_question_is_that_of_whoever_was_served_longest_ago(
    lesson: Game, alice: User, bob: User, analysts: Analysts, now: datetime
) -> None:
    theirs = lesson_of(bob, "Tyre", now=now)
    for number in range(5):  # as emails of learning games ask
        mine = lesson_of(alice, f"Siwa {number}", now=now)
        TurnAdvice.objects.create(game=mine, number=mine.number, seat=0, look_at=now)
    found = finding.find_next(now=now)
    assert found
    assert found.game.name == "Siwa 0"
    press(theirs, now + MINUTE)
    found = finding.find_next(now=now + MINUTE)
    assert found
    assert found.game == theirs


def test_an_analyst_that_fails_is_kept_for_operators_and_the_game_goes_on(
    lesson: Game, analysts: Analysts, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysts, "ask", raising(ZeroDivisionError()))
    ask(lesson, now)

    assert hint(lesson).order == ""
    assert Failure.objects.get().doing == "hint"
    assert advice.turns_for_email(lesson, seat=0, number=lesson.number, names=NAMES) == []


def test_a_busy_machine_is_no_mistake_and_the_question_is_asked_again(
    lesson: Game, analysts: Analysts, announced: list[Any], now: datetime,
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
) -> None:
    old = TurnAdvice.objects.create(game=lesson, number=0, seat=0)
    with monkeypatch.context() as busy:
        busy.setattr(analysts, "ask", raising(Overdue()))
        ask(lesson, now)
        assert hint(lesson).thinking
        assert finding.find_next(now=now) is None, "there is a pause"
        pauses, moment = [], now
        for _ in range(3):
            row = TurnAdvice.objects.exclude(pk=old.pk).get()
            assert row.look_at
            pauses.append(row.look_at - moment)
            moment = row.look_at
            assert finding.sweep(moment) == [row.pk], "no other is touched"
            finding.find_next(now=moment)
    assert pauses == [timedelta(seconds=seconds) for seconds in (10, 20, 40)]
    old.refresh_from_db()
    assert (old.degree, old.look_at) == (0, None)
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert not Failure.objects.exists()
    finding.find_next(now=moment + 2 * MINUTE)
    assert hint(lesson).order


def test_after_many_attempts_the_player_may_ask_again(
    lesson: Game, analysts: Analysts, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = now
    with monkeypatch.context() as busy:
        busy.setattr(analysts, "ask", raising(Overdue()))
        ask(lesson, now)
        while (due := finding.next_due(now)) is not None:
            moment = due
            finding.find_next(now=moment)
    assert timedelta(minutes=10) < moment - now < timedelta(hours=1)
    assert hint(lesson) == advice.Hint(asked=False)
    ask(lesson, moment)
    assert hint(lesson).order


def test_stopping_the_service_is_not_a_failure(
    lesson: Game, analysts: Analysts, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as stopping:
        stopping.setattr(analysts, "ask", raising(Interrupted()))
        ask(lesson, now)
    assert not Failure.objects.exists()
    finding.find_next(now=now)
    assert hint(lesson).order


@pytest.mark.promise("R4")
def test_a_sweep_finds_a_question_whose_task_or_worker_was_lost(
    lesson: Game, analysts: Analysts, announced: list[Any], now: datetime
) -> None:
    press(lesson, now)
    row = TurnAdvice.objects.get()
    sweeps.run_all(now, only=["hints to find"])
    assert (advice.TASK, row.pk) not in announced, "its task is on its way"
    sweeps.run_all(now + MINUTE, only=["hints to find"])
    assert (advice.TASK, row.pk) in announced
    TurnAdvice.objects.update(look_at=now + MINUTE, announced_at=None)  # a worker has taken it up
    assert finding.find_next(now=now + MINUTE / 2) is None
    assert finding.sweep(now + 2 * MINUTE) == [row.pk]


def test_the_worker_asks_in_the_thinking_process(lesson: Game) -> None:
    press(lesson, site_clock.now())
    tasks.find_advice(TurnAdvice.objects.get().pk)
    assert hint(lesson).order


def test_a_game_with_another_person_is_not_a_learning_game(
    lesson: Game, bob: User, now: datetime
) -> None:
    assert has_hints(lesson, list(lesson.seats.all()))
    Seat.objects.filter(game=lesson, index=1).update(user=bob, bot="")
    assert not has_hints(lesson, list(lesson.seats.all()))


def test_nor_is_one_that_another_person_may_come_back_to(
    lesson: Game, bob: User, now: datetime
) -> None:
    Seat.objects.filter(game=lesson, index=1).update(left_by=bob, left_at=now)

    assert not has_hints(lesson, list(lesson.seats.all()))


def test_nor_is_a_rated_game(alice: User, announced: list[Any], now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=2, rated=True, now=now)
    open_tables.fill_with_bots(game, by=alice, now=now)

    assert not has_hints(game, list(game.seats.all()))
