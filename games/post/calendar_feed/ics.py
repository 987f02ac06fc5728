"""Entries of a calendar as an iCalendar file (RFC 5545, with the properties of RFC 7986).

Pure.  The same entries, written at the same moment, always make the same bytes.  The file does
not name its own URL, because people pass on what they export from a calendar.

Each file is a new revision of its entries: their time stamps are the moment of writing, and their
sequence numbers count the seconds until then.  The reason is that a program may keep an entry that
it knows until it sees a newer one, and an entry can change without a trace in the database, for
example when somebody cancels a vacation.  A newer entry that says the same does no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from icalendar import Calendar, Event, Timezone, TimezoneStandard

from games.base.plain_text import without_controls

REFRESH = timedelta(hours=1)  # how often we ask programs to fetch the file
FIRST_REVISION = datetime(2024, 1, 1, tzinfo=UTC)  # a sequence of 32 bits lasts until 2092
MADE_BY = "-//%s//Calendar feed//EN"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: a deadline is a moment (``ends_at`` is None), a forecast a period.

    ``uid`` stays the same from one file to the next.
    """

    uid: str
    begins_at: datetime
    ends_at: datetime | None
    summary: str
    description: str
    url: str
    category: str
    tentative: bool


def written(entries: Sequence[Entry], *, name: str, site: str, now: datetime) -> bytes:
    """Return the file; ``name`` is the calendar's.

    The file is valid also without entries.  Entries are newer than those of any file that was
    written in an earlier second.
    """
    calendar = Calendar()
    calendar.add("prodid", MADE_BY % site)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for entry in entries:
        calendar.add_component(_event(entry, now=now))
    if not entries:
        calendar.add_component(_utc())
    content: bytes = calendar.to_ical()
    return content


def _event(entry: Entry, *, now: datetime) -> Event:
    event = Event()
    event.add("uid", entry.uid)
    event.add("sequence", (now - FIRST_REVISION) // timedelta(seconds=1))
    for name in ("dtstamp", "last-modified"):
        event.add(name, _moment(now))
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
    """Return a time zone, for a calendar without entries."""
    # The standard asks for at least one component in each calendar.
    standard = TimezoneStandard()
    standard.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - local, as the standard wants it
    standard.add("tzoffsetfrom", timedelta(0))
    standard.add("tzoffsetto", timedelta(0))
    timezone = Timezone()
    timezone.add("tzid", "Etc/UTC")
    timezone.add_component(standard)
    return timezone
