"""Fixtures for tests of the command doctor."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from games.operations.doctor.findings import Check, Finding, Options

Examine = Callable[..., dict[str, Finding]]


@pytest.fixture
def examine(now: datetime) -> Examine:
    """Makes one check with these options; returns its findings by what they are about."""

    def made(check: Check, **options: Any) -> dict[str, Finding]:
        return {finding.about: finding for finding in check(Options(**options), now)}

    return made


@pytest.fixture
def public(settings: LazySettings, tmp_path: Path) -> LazySettings:
    """The settings of a public site with a mail server that nobody asks."""
    settings.PUBLIC, settings.LOCAL_MAILBOX, settings.HTTPS = True, False, True
    settings.BASE_URL = "https://play.example.org"
    settings.MAIL_DOMAIN = settings.REPLY_DOMAIN = "play.example.org"
    settings.DATA_DIR = tmp_path
    return settings
