"""Copies all rows between two databases with the same tables, such as PostgreSQL and SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connections, models, transaction
from django.db.utils import DataError

from games.backups.failures import BackupFailure

ROWS, LARGE_ROWS = 500, 20  # at a time; a row with an email may have 5 MB


def copy_rows(apps: Apps, *, source: str, target: str) -> None:
    """Copies all rows of these models from one alias to the other, whose tables are empty.

    Everything or nothing.  Raises BackupFailure if the target cannot store a value or if rows
    are missing in the end.
    """
    with transaction.atomic(using=target):
        for model in _models(apps):
            try:
                _copy(model, source, target)
            except (DataError, ValueError) as error:
                raise BackupFailure(
                    f"A row of {model._meta.db_table} does not fit into the other database"
                    f" ({str(error).splitlines()[0]}). Nothing was changed."
                ) from error
        connections[target].check_constraints()
    _reset_sequences(apps, target)


def _models(apps: Apps) -> list[type[models.Model]]:
    """The models with a table of their own."""
    return [model for model in apps.get_models(include_auto_created=True)
            if model._meta.managed and not model._meta.proxy]


def _copy(model: type[models.Model], source: str, target: str) -> None:
    size = _batch_size(model)
    rows: Iterator[models.Model] = _rows(model, source).order_by("pk").iterator(chunk_size=size)
    there = _rows(model, target)
    while batch := list(islice(rows, size)):
        there.bulk_create(batch)
    if there.count() != _rows(model, source).count():
        raise BackupFailure(
            f"Some rows of {model._meta.db_table} were not copied. Please try again."
        )


def _rows(model: type[models.Model], alias: str) -> models.QuerySet[models.Model]:
    """All rows with all columns, some of which the model's own manager may leave out."""
    return models.QuerySet(model, using=alias)


def _batch_size(model: type[models.Model]) -> int:
    large = any(isinstance(field, models.BinaryField) and not field.max_length
                for field in model._meta.fields)
    return LARGE_ROWS if large else ROWS


def _reset_sequences(apps: Apps, alias: str) -> None:
    """Lets the next new row get a number of its own."""
    connection = connections[alias]
    statements = connection.ops.sequence_reset_sql(no_style(), _models(apps))
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
