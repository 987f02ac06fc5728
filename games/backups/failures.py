"""Why a backup could not be made or restored."""

from __future__ import annotations


class BackupFailure(Exception):
    """A backup was not made or not restored; the message says why and what to do."""
