"""Commands that need a database with its tables.

Owns the sentence for one that is not there: mostly the site looks in another place than its
operator thinks.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError


class DatabaseCommand(BaseCommand):
    """A command that says what to do where there is no database, or an empty one."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError) as error:
            raise CommandError(
                f"The database cannot be used ({str(error).splitlines()[0]}). Say with DATABASE_URL"
                " or ALEXANDROS_DATA where it is, or make its tables: python manage.py migrate."
            ) from error
