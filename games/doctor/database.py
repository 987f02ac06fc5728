"""Checks that the database answers and has all tables."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.doctor import signs_of_life
from games.doctor.findings import Finding, Options, ok, problem, skipped
from games.post.outbox import delivery_errors

ABOUT = "database"


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Whether the database answers, and whether all migrations have been applied."""
    try:
        missing = _missing_migrations()
    except DatabaseError as error:
        yield problem(
            ABOUT, f"The database cannot be used ({_first_line(error)}).",
            next_step="Check DATABASE_URL, and that the database server is running and lets us in.",
        )
        return
    if missing and not settings.PUBLIC and missing[0].endswith(".0001_initial"):
        yield skipped(ABOUT, "The database has not been created yet.",
                      next_step=f"Start the service: {signs_of_life.start_embedded()}")
    elif missing:
        what = (f"1 migration has not been applied: {missing[0]}." if len(missing) == 1 else
                f"{len(missing)} migrations have not been applied, from {missing[0]} to"
                f" {missing[-1]}.")
        yield problem(ABOUT, what,
                      next_step=f"Run: {settings.COMMAND} migrate")
    else:
        yield ok(ABOUT, f"{connection.display_name} answers and all migrations are applied.")


def _first_line(error: DatabaseError) -> str:
    """The error's kind and first line; the driver quotes the user's name there, but no password."""
    text = next(iter(str(error).splitlines()), "")
    return delivery_errors.without_addresses(" ".join(f"{type(error).__name__}: {text}".split()))


def _missing_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]
