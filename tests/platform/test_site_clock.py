"""The clock of a site, which only a local site can advance."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.base import site_clock

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def own_data(settings, tmp_path):
    settings.DATA_DIR, settings.PUBLIC = tmp_path, False


def test_a_local_site_can_be_advanced_and_stays_ahead_after_a_restart():
    with time_machine.travel(NOON, tick=False):
        site_clock.advance(site_clock.period_of("+2d"))
        site_clock.advance(site_clock.period_of("3h"))
        assert site_clock.now() == NOON + timedelta(days=2, hours=3)
        site_clock._known.clear()  # as in a new process
        assert site_clock.now() == NOON + timedelta(days=2, hours=3)


def test_a_public_site_has_the_true_time_and_cannot_be_advanced(settings):
    site_clock.advance(timedelta(days=1))
    settings.PUBLIC = True
    with time_machine.travel(NOON, tick=False):
        assert site_clock.now() == NOON
    with pytest.raises(ValueError, match="cannot be advanced"):
        site_clock.advance(timedelta(days=1))


def test_a_clock_never_goes_back_and_not_beyond_ten_years():
    for period in (timedelta(seconds=-1), timedelta(days=3651)):
        with pytest.raises(ValueError, match="3650 days"):
            site_clock.advance(period)
    assert site_clock.ahead() == timedelta(0)


@pytest.mark.parametrize(("text", "hours"), [
    ("+2d", 48), ("36h", 36), (" +90M ", 1.5), ("1w", 168),
])
def test_periods_are_read_as_people_write_them(text, hours):
    assert site_clock.period_of(text) == timedelta(hours=hours)


@pytest.mark.parametrize("text", ["", "2", "-2d", "2 days", "d", "123456d"])
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match=r"\+2d"):
        site_clock.period_of(text)
