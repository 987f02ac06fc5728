"""The file of a calendar feed, read by two independent libraries and held against RFC 5545."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ical.calendar_stream import IcsCalendarStream

from games.base.plain_text import without_controls
from games.post.calendar_feed import ics
from games.post.calendar_feed.ics import Entry
from tests.calendar_feed.standard import components, faults

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DEADLINE = Entry("deadline-1@site", NOW + timedelta(hours=8), None,
                 "Your turn in Friends ends", "Your time ends.\n\nhttps://site/games/x/",
                 "https://site/games/x/", "Deadline", False)
FORECAST = replace(DEADLINE, uid="forecast-2@site", ends_at=NOW + timedelta(hours=20),
                   summary="Probably your turn: Friends (forecast)", category="Forecast",
                   tentative=True)
NAMES = [
    "Friends, foes; and others", "back\\slash \\n \\, \\;", "two\nlines", "a\r\nEND:VEVENT\r\nb",
    "BEGIN:VCALENDAR", '"quoted":colon=1', "🏛️" * 40, "ü" * 80, "עברית وعربية", "tab\there",
    "\x00\x07\x1b\x7f\x85", "e\u0301" * 60, "\u2028\u2029\u202e", " ", "^n^^^'",
]
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


def made(*entries: Entry, name: str = "Alexandros: my turns") -> bytes:
    return ics.written(entries, name=name, site="Alexandros", now=NOW)


def read_by_icalendar(content: bytes) -> list[Any]:
    calendar = icalendar.Calendar.from_ical(content)
    assert not calendar.errors
    assert not any(event.errors for event in calendar.events)
    return list(calendar.events)


def read_by_ical(content: bytes) -> list[Any]:
    return IcsCalendarStream.calendar_from_ics(content.decode()).events


def test_a_deadline_is_a_moment_and_a_forecast_a_period() -> None:
    [deadline, forecast] = read_by_icalendar(made(DEADLINE, FORECAST))
    assert deadline.start == NOW + timedelta(hours=8)
    assert "DTEND" not in deadline
    assert (forecast.start, forecast.end) == (FORECAST.begins_at, FORECAST.ends_at)


def test_a_forecast_is_clearly_marked() -> None:
    [deadline, forecast] = read_by_icalendar(made(DEADLINE, FORECAST))
    assert (deadline["STATUS"], forecast["STATUS"]) == ("CONFIRMED", "TENTATIVE")
    assert forecast["SUMMARY"].endswith("(forecast)")
    assert forecast.categories == ["Forecast"]
    assert {deadline["TRANSP"], forecast["TRANSP"]} == {"TRANSPARENT"}


def test_the_file_says_its_name_and_how_often_to_look() -> None:
    calendar = icalendar.Calendar.from_ical(made(DEADLINE))
    assert calendar["NAME"] == calendar["X-WR-CALNAME"] == "Alexandros: my turns"
    assert calendar["REFRESH-INTERVAL"].dt == timedelta(hours=1)
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in made(DEADLINE)


def test_a_calendar_without_entries_keeps_to_the_standard() -> None:
    assert faults(made()) == []
    assert read_by_icalendar(made()) == []
    assert read_by_ical(made()) == []


def test_the_same_entries_make_the_same_bytes() -> None:
    assert made(DEADLINE, FORECAST) == made(DEADLINE, FORECAST)


@pytest.mark.parametrize("name", NAMES, ids=json.dumps)
def test_whatever_a_table_is_called_both_libraries_read_it(name: str) -> None:
    entry = replace(FORECAST, summary=f"Probably your turn: {name} (forecast)",
                    description=f"{name}\n\n{name}")
    content = made(DEADLINE, entry)
    assert faults(content) == []
    for events in (read_by_icalendar(content), read_by_ical(content)):
        assert len(events) == 2
    [_, found] = read_by_icalendar(content)
    assert str(found["SUMMARY"]) == without_controls(entry.summary)
    assert str(found["DESCRIPTION"]) == without_controls(entry.description)


@given(names, names)
def test_no_text_breaks_the_file(summary: str, description: str) -> None:
    content = made(replace(DEADLINE, summary=summary, description=description))
    assert faults(content) == []
    [event] = read_by_ical(content)
    assert event.uid == DEADLINE.uid
    assert [name for name, _ in components(content)] == ["VEVENT", "VCALENDAR"]


@pytest.mark.parametrize(("harm", "fault"), [
    ((b"\r\n", b"\n"), "the last line does not end"),
    ((b"UID:", b"X-UID:"), "VEVENT without UID"),
    ((b"DTSTAMP:20260301T120000Z", b"DTSTAMP:20260301T120000"), "DTSTAMP is not in UTC"),
    ((b"forecast-2@site", b"deadline-1@site"), "deadline-1@site twice"),
    ((b"DTSTART:2026", b"DTSTART;TZID=Mars:2026"), "a time zone that is not defined"),
    ((b"friends", b"x" * 80), "longer than 75 octets"),
])
def test_the_check_finds_what_is_wrong(harm: tuple[bytes, bytes], fault: str) -> None:
    content = made(DEADLINE, replace(FORECAST, summary="friends"))
    assert faults(content) == []
    if fault.startswith("the last"):
        assert faults(content.removesuffix(b"\r\n")) == [fault]
    else:
        assert fault in faults(content.replace(*harm))
