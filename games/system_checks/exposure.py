"""Checks that run with every command: a public site must be able to send sign-in codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks

from games.base.loopback import is_loopback
from games.system_checks import TAG


@checks.register(TAG)
def check_exposure(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """E001 and W001: what is missing on a site that serves more than this machine."""
    return list(_missing()) if settings.PUBLIC else []


def _missing() -> Iterator[checks.CheckMessage]:
    if settings.LOCAL_MAILBOX:
        yield checks.Error(
            "The site is public, but no mail server is configured, so nobody can sign in: the codes"
            " would stay in the database.",
            hint="Set EMAIL_URL to your mail server, or ALEXANDROS_ANYMAIL to your email service."
                 " If only this machine is to use the site, unset ALEXANDROS_URL, ALEXANDROS_HOSTS"
                 " and ALEXANDROS_BEHIND_PROXY.",
            id="alexandros.E001",
        )
    if is_loopback(urlsplit(settings.BASE_URL).hostname or ""):
        yield checks.Warning(
            f"The site is public, but its address is {settings.BASE_URL}: the links in its emails"
            " lead to each reader's own machine.",
            hint="Set ALEXANDROS_URL to the address that people open, such as"
                 " https://play.example.org.",
            id="alexandros.W001",
        )
