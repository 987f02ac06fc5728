"""The page of the local mailbox: every mail this machine sent.

It exists only while mail stays on this machine and the site is a loopback one (R22):
it shows login codes to whoever asks.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def is_open() -> bool:
    """Whether there is a mailbox page at all."""
    return bool(settings.LOCAL_MAILBOX) and not settings.PUBLIC


def context(request: HttpRequest) -> dict[str, object]:
    """For every template: ``mailbox_open`` says whether to link to the mailbox."""
    return {"mailbox_open": is_open()}
