"""The base class of commands that need a database."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError


class DatabaseCommand(BaseCommand):
    """A command that says what to do if the database is missing or empty.

    The usual reason is that the command looks for it in a different place than the site does.
    """

    exit_status = 1  # if the database cannot be used

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(
                f"The database cannot be used ({str(error).splitlines()[0]}). Set DATABASE_URL"
                " or ALEXANDROS_DATA to its location, or create its tables:"
                f" {settings.COMMAND} migrate.", returncode=self.exit_status
            ) from error
