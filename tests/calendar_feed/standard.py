"""What RFC 5545 requires of a calendar file, checked on its bytes without any library."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

MAX_OCTETS = 75
UTC_MOMENT = re.compile(r"\d{8}T\d{6}Z")
REQUIRED = {"VCALENDAR": {"PRODID", "VERSION"}, "VEVENT": {"UID", "DTSTAMP", "DTSTART"}}
ONCE = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION", "STATUS", "TRANSP",
        "SEQUENCE", "LAST-MODIFIED", "URL", "PRODID", "VERSION", "CALSCALE", "REFRESH-INTERVAL"}
MOMENTS = {"DTSTAMP", "DTSTART", "DTEND", "LAST-MODIFIED"}

Properties = list[tuple[str, str, str]]  # name, parameters and value


def faults(content: bytes) -> list[str]:
    """What is wrong with the file; nothing if it keeps to the standard."""
    lines, found = content.split(b"\r\n"), []
    if lines.pop() != b"":
        found.append("the last line does not end")
    if any(re.search(rb"[\x00-\x08\x0a-\x1f\x7f]", line) for line in lines):
        found.append("a control character, or a line break without CRLF")
    found += [f"longer than {MAX_OCTETS} octets" for line in lines if len(line) > MAX_OCTETS]
    for line in lines:
        line.decode()  # no character is cut in two
    parts = list(components(content))
    found += [fault for name, properties in parts for fault in _faults_of(name, properties)]
    uids = Counter(value for name, properties in parts for key, _, value in properties
                   if key == "UID")
    found += [f"{uid} twice" for uid, count in uids.items() if count > 1]
    if len(parts) < 2:
        found.append("no component")
    if b"TZID=" in content:
        found.append("a time zone that is not defined")
    return found


def components(content: bytes) -> Iterator[tuple[str, Properties]]:
    """Each component with its own properties, as they are closed: the calendar comes last."""
    unfolded = content.decode().replace("\r\n ", "").rstrip("\r\n").split("\r\n")
    opened: list[tuple[str, Properties]] = []
    for line in unfolded:
        key, _, value = line.partition(":")
        name, _, parameters = key.partition(";")
        if name == "BEGIN":
            opened.append((value, []))
        elif name == "END":
            assert opened[-1][0] == value
            yield opened.pop()
        else:
            opened[-1][1].append((name, parameters, value))
    assert not opened


def _faults_of(component: str, properties: Properties) -> Iterator[str]:
    count = Counter(name for name, _, _ in properties)
    yield from (f"{component} without {name}" for name in REQUIRED.get(component, set())
                if not count[name])
    yield from (f"{name} more than once" for name in ONCE if count[name] > 1)
    if component != "VEVENT":
        return
    moments = {name: value for name, _, value in properties if name in MOMENTS}
    yield from (f"{name} is not in UTC" for name, value in moments.items()
                if not UTC_MOMENT.fullmatch(value))
    if "DTEND" in moments and moments["DTEND"] <= moments["DTSTART"]:
        yield "it ends before it begins"
