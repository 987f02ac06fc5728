"""Periods of time as people enter them, and as sentences name them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.table.clocks import paces

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.mark.parametrize(("text", "period"), [
    ("36h", 36 * HOUR), ("90m", 90 * MINUTE), ("2d", 48 * HOUR), (" 2 Days ", 48 * HOUR),
    ("1d 12h", 36 * HOUR), ("1 hour and 30 minutes", 90 * MINUTE), ("1h,30min", 90 * MINUTE),
    ("1.5h", 90 * MINUTE), ("1,5 h", 90 * MINUTE), ("30s", MINUTE / 2), ("0m", 0 * MINUTE),
])
def test_people_write_periods_in_many_ways(text: str, period: timedelta) -> None:
    assert paces.read(text) == period


@pytest.mark.parametrize("text", [
    "", "36", "h", "36x", "-2h", "2h later", "soon 2h", "2h;3m", "1e3h", "9" * 50 + "h", "٣h3",
    "2h" * 30,
])
def test_whatever_is_not_a_period_with_units_is_none(text: str) -> None:
    assert paces.read(text) is None


@pytest.mark.parametrize(("period", "words"), [
    (48 * HOUR, "48 hours"), (90 * MINUTE, "1 hour 30 minutes"), (MINUTE, "1 minute"),
    (timedelta(seconds=10), "10 seconds"), (timedelta(seconds=90), "1 minute 30 seconds"),
    (timedelta(0), "0 minutes"),
])
def test_a_period_is_named_exactly(period: timedelta, words: str) -> None:
    assert paces.amount(period) == words


def test_bounds_of_whole_days_are_named_in_days() -> None:
    assert paces.bound(timedelta(days=30)) == "30 days"
    assert paces.bound(36 * HOUR) == "36 hours"
