"""Checks that the database answers and has all tables."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.doctor.findings import Finding, Options, ok, problem, skipped

ABOUT = "database"


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Whether the database answers, and whether all migrations have been applied."""
    try:
        missing = _missing_migrations()
    except DatabaseError as error:
        yield problem(
            ABOUT, f"The database cannot be used ({type(error).__name__}).",
            next_step="Check DATABASE_URL, and that the database server is running and lets us in.",
        )
        return
    if missing and not settings.PUBLIC and missing[0].endswith(".0001_initial"):
        yield skipped(ABOUT, "The database has not been created yet.",
                      next_step="Start the service: make play")
    elif missing:
        yield problem(ABOUT, f"{len(missing)} migrations have not been applied, from"
                             f" {missing[0]} to {missing[-1]}.",
                      next_step="Run: python manage.py migrate")
    else:
        yield ok(ABOUT, f"{connection.display_name} answers and all migrations are applied.")


def _missing_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]
