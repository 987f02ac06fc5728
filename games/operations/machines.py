"""The machines of a site: each leaves signs of life with the settings that must be the same on all.

The doctor compares them.  A site on SQLite is one machine, which leaves none.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.db import DatabaseError, connection

from games.base import retention, site_clock, site_keys
from games.models import Heartbeat
from games.operations.backups import archive

PREFIX = "machine:"
PAUSE = timedelta(minutes=1)  # between two signs that one process leaves

_last: list[datetime] = []  # sign of this process


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine, when it was last at work, and its settings."""

    name: str
    seen_at: datetime
    settings: dict[str, str]


def here() -> dict[str, str]:
    """Return the settings of this machine that must be the same on all machines."""
    found = {
        "version": archive.site_version(),
        "static files": _static_files(),
        "ALEXANDROS_URL": settings.BASE_URL,
        "ALEXANDROS_FROM": settings.DEFAULT_FROM_EMAIL,
        "ALEXANDROS_REPLY_DOMAIN": settings.REPLY_DOMAIN,
        "ALEXANDROS_GAMES": " ".join(settings.GAMES),
    }
    return {name: value for name, value in found.items() if value}


def _static_files() -> str:
    """Return a word that changes with any of the collected static files; "" if there are none."""
    # A worker shows no pages, so there need not be any.
    storage: Any = staticfiles_storage
    return str(storage.manifest_hash) if isinstance(storage, ManifestFilesMixin) else ""


def join() -> None:
    """Make this process one of the site's; raise ImproperlyConfigured if it has another key."""
    if connection.vendor != "postgresql":
        return
    site_keys.enforce()
    try:
        note(site_clock.now())
    except DatabaseError:
        return  # a later sign of life says it
    finally:
        connection.close()


def note(now: datetime) -> None:
    """Leave a sign of life of this machine, once in a while; delete those of machines long gone."""
    if connection.vendor != "postgresql" or (_last and timedelta(0) <= now - _last[0] < PAUSE):
        return
    _last[:] = [now]
    Heartbeat.objects.update_or_create(
        part=PREFIX + socket.gethostname(), defaults={"seen_at": now, "settings": here()})
    Heartbeat.objects.filter(part__startswith=PREFIX, seen_at__lt=now - retention.MACHINES).delete()


def all_machines(now: datetime) -> list[Machine]:
    """Return the machines that were at work within a day, by their names."""
    rows = Heartbeat.objects.filter(part__startswith=PREFIX, seen_at__gte=now - retention.MACHINES)
    return [Machine(row.part.removeprefix(PREFIX), row.seen_at, row.settings)
            for row in rows.order_by("part")]


def disagreements(machine: Machine) -> Iterator[tuple[str, str, str]]:
    """Yield each setting that differs: its name, its value there and its value here."""
    ours = here()
    for name in sorted({*ours, *machine.settings}):
        there, value = machine.settings.get(name, ""), ours.get(name, "")
        # Only machines that show pages need static files.
        if there != value and not (name == "static files" and not (there and value)):
            yield name, there, value
