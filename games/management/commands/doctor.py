"""`manage.py doctor`: reports what is missing or wrong, and what to do about it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseError

from games.base import site_clock
from games.operations.doctor import domains, email_checks, server_checks, work_checks
from games.operations.doctor.findings import (
    Check,
    Finding,
    Level,
    Options,
    ok,
    problem,
    skipped,
    warning,
)
from games.post.outbox import delivery_errors


class Command(BaseCommand):
    """A report with a line for each finding; exits with 1 if one of them is a problem."""

    help = (
        "Checks settings, database, machines, Redis, processes, pending work, clocks, disks,"
        " backups, email and DNS, and says what to do about each problem. Without options it"
        " changes nothing and sends nothing. Exits with 1 if there is a problem."
    )
    requires_system_checks = ()  # their messages are part of the report

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="write the report for programs")
        parser.add_argument("--email", default="", metavar="ADDRESS",
                            help="send a test email there, through the outbox and the worker")
        parser.add_argument("--door", nargs="?", const="", metavar="HOST:PORT",
                            help="hand a test message to receive_mail --listen at this address (or,"
                                 " without an address, in the way of a pipe) and wait until a"
                                 " worker has read it")
        parser.add_argument("--round-trip", action="store_true",
                            help="send an email to our own address and wait until it comes in")
        parser.add_argument("--wait", type=float, default=60.0, metavar="SECONDS",
                            help="how long to wait for a worker (default 60)")
        parser.add_argument("--dkim-selector", default=settings.DKIM_SELECTOR, metavar="NAME",
                            help="the selector of the key with which your mail server signs")
        parser.add_argument("--dns-server", default="", metavar="ADDRESS",
                            help="ask this DNS server instead of the system's")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = examine(
            Options(**{name: options[name] for name in Options.__slots__}), site_clock.now())
        found = self._as_json(findings) if options["json"] else self._as_lines(findings)
        problems = [finding for finding in found if finding.level is Level.PROBLEM]
        if problems:
            count = len(problems)
            raise CommandError(f"{count} problem{'s' if count > 1 else ''} found.", returncode=1)

    def _as_lines(self, findings: Iterator[Finding]) -> list[Finding]:
        """Print each finding as soon as it is known."""
        found = []
        for finding in findings:
            found.append(finding)
            word = self._coloured(f"{finding.level.value:8}", level=finding.level)
            self.stdout.write(f"{word} {finding.about}: {finding.text}")
            if finding.next_step:
                self.stdout.write(f"{'':9}Next step: {finding.next_step}")
            self.stdout.flush()
        return found

    def _as_json(self, findings: Iterator[Finding]) -> list[Finding]:
        found = list(findings)
        rows = [{"about": finding.about, "level": finding.level.value, "text": finding.text,
                 "next_step": finding.next_step} for finding in found]
        self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
        return found

    def _coloured(self, word: str, *, level: Level) -> str:
        styles = {Level.OK: self.style.SUCCESS, Level.WARNING: self.style.WARNING,
                  Level.PROBLEM: self.style.ERROR}
        return styles[level](word) if level in styles else word


SETTINGS = "settings"
# Django's advice on cookies and redirects, which an address with https follows by itself
IMPLIED_BY_HTTPS = frozenset({"security.W004", "security.W008", "security.W012", "security.W016"})


def check_settings(options: Options, now: datetime) -> Iterator[Finding]:
    """Yield a finding for each system check that has something to say."""
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
    "machines": server_checks.check_machines,
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
    """Yield the findings of all checks, in the order of ``CHECKS``."""
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
