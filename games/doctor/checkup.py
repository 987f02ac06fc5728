"""Makes all checks, each independent of the others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import Error as DatabaseError

from games.doctor import (
    clocks,
    configuration,
    database,
    domains,
    incoming_email,
    outgoing_email,
    overlooked_work,
    pending_work,
    redis_server,
    signs_of_life,
    storage,
    website,
)
from games.doctor.findings import Check, Finding, Options, problem, skipped
from games.post.outbox import delivery_errors

CHECKS: dict[str, Check] = {
    "settings": configuration.check,
    "database": database.check,
    "redis": redis_server.check,
    "processes": signs_of_life.check,
    "workers' reports": signs_of_life.check_reports,
    "pending work": pending_work.check,
    "overlooked work": overlooked_work.check,
    "clock": clocks.check,
    "disk": storage.check_space,
    "backups": storage.check_backups,
    "website": website.check,
    "outgoing email": outgoing_email.check,
    "incoming email": incoming_email.check,
    "domains": domains.check,
}


def examine(options: Options, now: datetime) -> Iterator[Finding]:
    """The findings of all checks, in the order of ``CHECKS``."""
    for name, check in CHECKS.items():
        try:
            yield from check(options, now)
        except DatabaseError:
            yield skipped(name, "This needs the database, which cannot be used.",
                          next_step="Do what is said about the database, then run this again.")
        except Exception as error:  # noqa: BLE001 - the other checks must not depend on this one
            yield problem(
                name, f"The check failed: {delivery_errors.one_line(error)}",
                next_step="Look into this error; the other checks do not depend on it.",
            )
