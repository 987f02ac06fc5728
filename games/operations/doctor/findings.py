"""Findings of checks, the options of a checkup, and waiting for other processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum


class Level(Enum):
    """The severity of a finding."""

    OK = "ok"
    SKIPPED = "skipped"
    WARNING = "warning"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``next_step`` says what to do unless there is nothing to be done.

    Neither may contain a password or anybody's email address.
    """

    about: str
    level: Level
    text: str
    next_step: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """The requests of the operator; "" and None for requests that were not made."""

    email: str = ""  # send a test email there
    door: str | None = None  # hand in a message here (HOST:PORT), or with "" as the pipe does
    round_trip: bool = False  # send an email to ourselves and wait until it comes in
    wait: float = 60.0  # seconds to wait for a worker
    dkim_selector: str = ""
    dns_server: str = ""  # ask this one (ADDRESS or ADDRESS:PORT) instead of the system's


Check = Callable[[Options, datetime], Iterator[Finding]]


def ok(about: str, text: str) -> Finding:
    """Return a finding that needs no attention."""
    return Finding(about, Level.OK, text)


def skipped(about: str, text: str, *, next_step: str = "") -> Finding:
    """Return a finding about a check that could not be made, or that this site does not need."""
    return Finding(about, Level.SKIPPED, text, next_step)


def warning(about: str, text: str, *, next_step: str) -> Finding:
    """Return a finding about a part that works now but should be changed."""
    return Finding(about, Level.WARNING, text, next_step)


def problem(about: str, text: str, *, next_step: str) -> Finding:
    """Return a finding about a part that does not work."""
    return Finding(about, Level.PROBLEM, text, next_step)


def in_words(period: timedelta) -> str:
    """Return the length of a period in its largest unit, such as "3 hours"."""
    seconds = max(0, round(period.total_seconds()))
    for unit, length in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length} {unit}s"
    return f"{seconds} seconds" if seconds != 1 else "1 second"


PAUSE = 0.1  # seconds


def wait_until(condition: Callable[[], bool], *, seconds: float) -> bool:
    """Wait for the condition; return whether it became true within this time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() >= end:
            return False
        time.sleep(PAUSE)
    return True
