"""The figures that the documentation promises are those that the code counts with."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.humanize.templatetags.humanize import apnumber

from games.base import retention
from games.features.plans import delays
from games.models import Game, Pace
from games.table.clocks import outages, paces, playing_hours, reliability, seat_clocks
from games.table.clocks.paces import CONTROLS, amount
from games.table.play import pauses, row_limits

DOCS = Path(__file__).parents[2] / "docs"
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def words_of(name: str) -> str:
    return " ".join((DOCS / name).read_text("utf-8").split())


def clock_time(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def test_each_pace_has_the_figures_of_its_row() -> None:
    for pace, name in ((Pace.LIVE, "live"), (Pace.DAY, "one day"),
                       (Pace.RELAXED, "relaxed (suggested)"), (Pace.WEEKDAYS, "weekends off")):
        control = CONTROLS[pace]
        cells = [name, *map(amount, (control.at_start, control.per_turn, control.limit,
                                     control.grace))]
        assert f"| {' | '.join(cells)} |" in words_of("time.md")


@pytest.mark.parametrize("sentence", [
    (f"they are {clock_time(seat_clocks.DEFAULT_OPENS)} to"
     f" {clock_time(seat_clocks.DEFAULT_CLOSES)} on every day"),
    (f"Playing hours last at least {playing_hours.LEAST_A_DAY // HOUR} hours a day, and at most"
     f" {playing_hours.MOST_FREE_WEEKDAYS} weekdays can be free."),
    (f"You have {playing_hours.DAYS} days of vacation in any {playing_hours.YEAR.days} days"),
    (f"It takes the last {reliability.TURNS} turns against a clock within"
     f" {reliability.DAYS.days} days."),
    (f"| at least {reliability.ALWAYS_PERCENT}% | always in time | | at least"
     f" {reliability.MOSTLY_PERCENT}% | mostly in time |"),
    f"| fewer than {reliability.NEWCOMER_BELOW} turns | new here |",
    (f"not among somebody's last {reliability.KEPT_TURNS} or are older than"
     f" {retention.TURN_TIMINGS.days} days"),
    f"(in live games {paces.LIVE_EXTENSION // MINUTE} minutes)",
    (f"Everybody has {apnumber(paces.EXTENSIONS)} in a game, and one comes back after every"
     f" {apnumber(paces.IN_TIME_FOR_EXTENSION)} turns played in time."),
    f"when time has run out in {apnumber(paces.STAND_IN_TURNS)} turns in a row.",
    f"After {pauses.LONGEST.days} days it goes on by itself",
    f"has not run for {outages.GAP // MINUTE} minutes",
    f"has waited for {outages.EMAIL_DOWN_AFTER // MINUTE} minutes and none has been sent",
    f"when mail servers of {apnumber(outages.SEVERAL)} domains refuse our emails",
    (f"for no more than {apnumber(seat_clocks.HELD_AFTER_BOUNCE.days)} days after the first one"
     " of the turn came back"),
])
def test_docs_time_says_it_in_these_words(sentence: str) -> None:
    assert sentence in words_of("time.md")


@pytest.mark.parametrize("sentence", [
    (f"we choose one of your last {delays.LAST} turns that you played in time at random, leaving"
     " out those that took less than a minute"),
    (f"fewer than {apnumber(delays.FEWEST)} such turns, we choose among"
     f" {', '.join(str(each // MINUTE) for each in delays.USUAL[:-1])} and"
     f" {delays.USUAL[-1] // MINUTE} minutes"),
])
def test_docs_plans_says_it_in_these_words(sentence: str) -> None:
    assert sentence in words_of("plans.md")


def test_docs_reliability_says_how_many_rows_somebody_can_add() -> None:
    assert (f"Somebody can add {row_limits.MOST_MOVES} rows to a game before another seat has a"
            " row") in words_of("reliability.md")
    assert f"fewer than {apnumber(row_limits.MOST_NOTES)} such notes about their seat" in words_of(
        "reliability.md")


@pytest.mark.parametrize(("pace", "per_turn", "before"), [
    (Pace.RELAXED, 36 * HOUR, 6 * HOUR), (Pace.DAY, 8 * HOUR, 4 * HOUR),
    (Pace.LIVE, 8 * HOUR, timedelta(0)),
])
def test_a_reminder_comes_six_hours_or_half_a_turn_before_the_end(
    pace: Pace, per_turn: timedelta, before: timedelta
) -> None:
    assert paces.reminder_before(Game(pace=pace, bank_per_turn=per_turn)) == before
