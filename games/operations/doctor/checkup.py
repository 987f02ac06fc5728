"""All checks of a site as it runs, each independent of the others."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.core import checks
from django.db import Error as DatabaseError

from games.operations.doctor import domains, email_checks, server_checks, work_checks
from games.operations.doctor.findings import Check, Finding, Options, ok, problem, skipped, warning
from games.post.outbox import delivery_errors

SETTINGS = "settings"
# Django's advice on cookies and redirects, which an address with https follows by itself
IMPLIED_BY_HTTPS = frozenset({"security.W004", "security.W008", "security.W012", "security.W016"})


def check_settings(options: Options, now: datetime) -> Iterator[Finding]:
    """One finding for each system check that has something to say."""
    implied = frozenset() if settings.HTTPS else IMPLIED_BY_HTTPS
    found = [message for message in
             checks.run_checks(include_deployment_checks=settings.PUBLIC)
             if message.level >= checks.WARNING and not message.is_silenced()
             and message.id not in implied]
    for message in found:
        level = problem if message.level >= checks.ERROR else warning
        yield level(SETTINGS, f"{message.msg} ({message.id})",
                    next_step=message.hint or "See the documentation of Django's system checks.")
    if not found:
        kind = "a public site" if settings.PUBLIC else "a site for this machine only"
        yield ok(SETTINGS, f"Everything that {kind} needs is set.")


CHECKS: dict[str, Check] = {
    "settings": check_settings,
    "database": server_checks.check_database,
    "redis": server_checks.check_redis,
    "processes": work_checks.check_processes,
    "workers' reports": work_checks.check_reports,
    "pending work": work_checks.check_pending,
    "overlooked work": work_checks.check_overlooked,
    "clock": server_checks.check_clocks,
    "disk": server_checks.check_space,
    "backups": server_checks.check_backups,
    "website": server_checks.check_website,
    "outgoing email": email_checks.check_outgoing,
    "incoming email": email_checks.check_incoming,
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
