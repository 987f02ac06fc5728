"""Checks the settings: Django's system checks, on a public site with those for deployment."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.core import checks

from games.doctor.findings import Finding, Options, ok, problem, warning

ABOUT = "settings"
# Django's advice on cookies and redirects, which an address with https follows by itself
IMPLIED_BY_HTTPS = frozenset({"security.W004", "security.W008", "security.W012", "security.W016"})


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """One finding for each system check that has something to say."""
    implied = frozenset() if settings.HTTPS else IMPLIED_BY_HTTPS
    found = [message for message in
             checks.run_checks(include_deployment_checks=settings.PUBLIC)
             if message.level >= checks.WARNING and not message.is_silenced()
             and message.id not in implied]
    for message in found:
        level = problem if message.level >= checks.ERROR else warning
        yield level(ABOUT, f"{message.msg} ({message.id})",
                    next_step=message.hint or "See the documentation of Django's system checks.")
    if not found:
        kind = "a public site" if settings.PUBLIC else "a site for this machine only"
        yield ok(ABOUT, f"Everything that {kind} needs is set.")
