"""The pace of a table: its times, their bounds, and games in which nobody waits."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from alexandros_rules.errors import Refusal
from games.models import Game, Pace, Seat, User
from games.table.clocks import paces
from games.table.clocks.paces import CONTROLS, TimeControl
from games.table.lobby import open_tables, rematches
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
RELAXED = CONTROLS[Pace.RELAXED]


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


@pytest.mark.parametrize("pace", list(Pace))
def test_a_table_stores_the_times_of_its_pace(alice: User, now: datetime, pace: Pace) -> None:
    game = open_tables.create_table(by=alice, players=2, pace=pace, now=now)
    game.refresh_from_db()
    assert (game.pace, paces.control_of(game)) == (pace, CONTROLS[pace])
    assert game.has_clock == (pace != Pace.NONE)


def test_a_creator_edits_the_times(alice: User, now: datetime) -> None:
    edited = replace(RELAXED, at_start=3 * DAY, grace=timedelta(0))
    game = open_tables.create_table(by=alice, players=2, pace=Pace.RELAXED, control=edited, now=now)
    game.refresh_from_db()
    assert paces.control_of(game) == edited


@pytest.mark.parametrize(("edited", "words"), [
    ({"at_start": 31 * DAY}, "The time at the start can be 1 minute to 30 days."),
    ({"at_start": timedelta(0)}, "1 minute to 30 days. Please change it, or leave it empty."),
    ({"per_turn": timedelta(0)}, "The time added each turn can be 10 seconds to 14 days."),
    ({"limit": 61 * DAY}, "The most time somebody can have can be 1 minute to 60 days."),
    ({"grace": -HOUR}, "The grace period can be 0 minutes to 2 days."),
    ({"at_start": 97 * HOUR}, "cannot be more than the most somebody can have, which is 96 hours"),
    ({"per_turn": 97 * HOUR}, "The time added each turn cannot be more than the most somebody"),
])
def test_times_out_of_bounds_are_refused(
    alice: User, now: datetime, edited: dict[str, timedelta], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        open_tables.create_table(by=alice, players=2, pace=Pace.RELAXED,
                            control=replace(RELAXED, **edited), now=now)
    assert not Game.objects.exists()


def test_a_table_without_a_clock_has_no_times(alice: User, now: datetime) -> None:
    with pytest.raises(Refusal, match="has no times to edit"):
        open_tables.create_table(by=alice, players=2, control=TimeControl(grace=HOUR), now=now)


def test_a_game_of_several_people_keeps_its_clock(
    alice: User, bob: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, players=3, bots=["greedy"], pace="day", now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    game.refresh_from_db()
    assert (game.status, paces.control_of(game)) == (Game.Status.RUNNING, CONTROLS[Pace.DAY])


@pytest.mark.parametrize("filled", ["at once", "later"])
def test_a_game_of_one_person_has_no_clock(alice: User, now: datetime, filled: str) -> None:
    bots = ["greedy"] if filled == "at once" else []
    game = open_tables.create_table(by=alice, players=2, bots=bots, pace="day", now=now)
    if filled == "later":
        assert game.has_clock
        open_tables.fill_with_bots(game, by=alice, now=now)
    game.refresh_from_db()
    assert (game.status, game.pace) == (Game.Status.RUNNING, Pace.NONE)
    assert paces.control_of(game) == TimeControl()


def test_a_game_against_bots_has_no_clock(alice: User, now: datetime) -> None:
    game = open_tables.play_now(alice, players=3, now=now)
    game.refresh_from_db()
    assert (game.pace, game.has_clock) == (Pace.NONE, False)


def test_a_rematch_has_the_same_times_and_asks_for_the_same_players(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    edited = replace(CONTROLS[Pace.DAY], grace=9 * HOUR)
    for index, user in enumerate((alice, bob)):
        Seat.objects.filter(game=finished, index=index).update(user=user, name=user.name)
    Game.objects.filter(pk=finished.pk).update(
        pace=Pace.DAY, required_reliability="always", newcomers=False, **paces.columns(edited))
    rematch = rematches.join_or_create(finished, by=alice, now=now)
    rematch.refresh_from_db()
    assert (rematch.pace, paces.control_of(rematch)) == (Pace.DAY, edited)
    assert (rematch.required_reliability, rematch.newcomers) == ("always", False)


def test_a_table_from_before_gets_no_clock_when_it_starts(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    Game.objects.filter(pk=game.pk).update(pace=Pace.WEEKDAYS)
    game.refresh_from_db()
    assert not game.has_clock
    assert paces.meaning(game) == (
        "Everyone moves within a day, from Monday to Friday. There is no clock.")
    assert paces.short(game) == "weekends off, without a clock"


@pytest.mark.parametrize(("pace", "control", "words", "label"), [
    (Pace.RELAXED, RELAXED,
     ("You start with 48 hours of your playing time, and each turn adds 36 hours, up to 96 hours."
     " Time passes only in your playing hours. When it has run out, a bot plays your turn 4 hours"
     " later."), "relaxed (36 hours a turn)"),
    (Pace.WEEKDAYS, replace(CONTROLS[Pace.WEEKDAYS], grace=timedelta(0)),
     ("You start with 24 hours of your playing time, and each turn adds 12 hours, up to 48 hours."
     " Time passes only in your playing hours, and never at the weekend. When it has run out, a bot"
     " plays your turn."), "weekends off (12 hours a turn)"),
    (Pace.LIVE, replace(CONTROLS[Pace.LIVE], per_turn=timedelta(seconds=90)),
     ("You start with 15 minutes, and each turn adds 1 minute 30 seconds, up to 30 minutes. Time"
     " passes at any hour, so everyone stays at the table until the game is over. When it has run"
     " out, a bot plays your turn 1 minute later."),
     "live (1 minute 30 seconds a turn)"),
    (Pace.NONE, TimeControl(), "Everyone takes the time they need.", "no clock"),
])
def test_a_pace_is_explained_with_the_figures_of_the_table(
    pace: Pace, control: TimeControl, words: str, label: str
) -> None:
    game = Game(pace=pace, **paces.columns(control))
    assert (paces.meaning(game), paces.short(game)) == (words, label)
