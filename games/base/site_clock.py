"""The clock of this site, which can be advanced where nobody but this machine can see it.

Views, tasks and commands ask ``now`` and pass the time on; nothing else reads a clock.  On a
local site ``advance`` makes days pass at once, to watch what deadlines and reminders do.  How far
the clock is ahead is kept in the data directory, so that it never goes back after a restart.  A
public site always has the true time.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

MAX_AHEAD = timedelta(days=3650)

_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1),
          "w": timedelta(weeks=1)}
_PERIOD = re.compile(r"\+?(\d{1,5})([mhdw])")
_known: dict[Path, timedelta] = {}


def now() -> datetime:
    """Return the current time in UTC, as far ahead of the true one as the clock was advanced."""
    moment = timezone.now()
    return moment if settings.PUBLIC else moment + ahead()


def ahead() -> timedelta:
    """Return how far the clock of this site is ahead of the true time."""
    file = _file()
    if file not in _known:
        _known[file] = _read(file)
    return _known[file]


def advance(period: timedelta) -> None:
    """Advance the clock.

    Raises ValueError on a public site, and for a period that is not allowed.
    """
    if settings.PUBLIC:
        raise ValueError("The clock of a public site cannot be advanced.")
    total = ahead() + period
    if period < timedelta(0) or total > MAX_AHEAD:
        raise ValueError(f"The clock can only be advanced, by {MAX_AHEAD.days} days in all.")
    file = _file()
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.write_text(f"{int(total.total_seconds())}\n", encoding="ascii")
    _known[file] = total


def period_of(text: str) -> timedelta:
    """Return the period that a text such as "+2d", "36h", "90m" or "1w" means.

    Raises ValueError for any other text.
    """
    match = _PERIOD.fullmatch(text.strip().lower())
    if match is None:
        raise ValueError(f"“{text}” is not a period. Write it like +2d, +6h, +90m or +1w.")
    return int(match[1]) * _UNITS[match[2]]


def _file() -> Path:
    return Path(settings.DATA_DIR) / "clock"


def _read(file: Path) -> timedelta:
    try:
        return timedelta(seconds=int(file.read_text(encoding="ascii")))
    except (OSError, ValueError):
        return timedelta(0)
