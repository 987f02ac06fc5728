"""Entries of a calendar as an iCalendar file (RFC 5545, with the properties of RFC 7986).

Pure.  The same entries always make the same bytes, so that a program that asks again can be told
that nothing has changed.  The file does not name its own URL, because people pass on what they
export from a calendar.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event, Timezone, TimezoneStandard

from games.plain_text import without_controls

REFRESH = timedelta(hours=1)  # how often we ask programs to look
MADE_BY = "-//%s//Calendar feed//EN"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; a deadline is a moment (``ends_at`` is None), a forecast a period.

    ``uid`` is the same as long as the entry is about the same thing; ``sequence`` never
    decreases.  ``changed_at`` is when that which it says came about.
    """

    uid: str
    sequence: int
    changed_at: datetime
    begins_at: datetime
    ends_at: datetime | None
    summary: str
    description: str
    url: str
    category: str
    tentative: bool


def written(entries: Sequence[Entry], *, name: str, site: str) -> bytes:
    """The file, with this name for the calendar; valid also without any entries."""
    calendar = Calendar()
    calendar.add("prodid", MADE_BY % site)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for entry in entries:
        calendar.add_component(_event(entry))
    if not entries:
        calendar.add_component(_utc())
    content: bytes = calendar.to_ical()
    return content


def _event(entry: Entry) -> Event:
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", entry.sequence)
    for name in ("dtstamp", "last-modified"):
        event.add(name, _moment(entry.changed_at))
    event.add("dtstart", _moment(entry.begins_at))
    if entry.ends_at is not None:
        event.add("dtend", _moment(entry.ends_at))
    event.add("summary", without_controls(entry.summary))
    event.add("description", without_controls(entry.description))
    event.add("url", entry.url)
    event.add("categories", [entry.category])
    event.add("status", "TENTATIVE" if entry.tentative else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    return event


def _moment(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)


def _utc() -> Timezone:
    """A component that says nothing: the standard asks for at least one in each calendar."""
    standard = TimezoneStandard()
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - local, as the standard wants it
    standard.add("tzoffsetfrom", timedelta(0))
    standard.add("tzoffsetto", timedelta(0))
    timezone = Timezone()
    timezone.add("tzid", "Etc/UTC")
    timezone.add_component(standard)
    return timezone
