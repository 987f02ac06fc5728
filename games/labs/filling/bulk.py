"""Rows of many models, written in bulk: with COPY on PostgreSQL, in batches on SQLite.

Rows are dictionaries of columns, completed by the defaults of their model.  Nothing else that
Django does for a row happens: no ``save`` and no signals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from django.core.management.color import no_style
from django.db import connection, models

from games.models.fields import HashField

Converter = Callable[[Any], Any]


class Rows:
    """The new rows of one model, whose ids follow those that are stored."""

    def __init__(self, model: type[models.Model]) -> None:
        self.model = model
        self._last: int = models.QuerySet(model).order_by("-pk").values_list(
            "pk", flat=True).first() or 0
        self._ids = count(self._last + 1) if _has_number(model) else None
        fields = list(model._meta.concrete_fields)
        self._columns = [str(field.column) for field in fields]
        self._defaults = {field.attname: _default(field) for field in fields}
        self._converters = [(index, converter) for index, field in enumerate(fields)
                            if (converter := _converter(field)) is not None]
        self._rows: list[tuple[Any, ...]] = []
        self.written = 0

    def add(self, **columns: Any) -> int:
        """Add a row, with the columns of its foreign keys as ids; return its id."""
        values = self._defaults | columns
        if self._ids is not None:
            values["id"] = next(self._ids)
        if len(values) != len(self._defaults):
            unknown = ", ".join(columns.keys() - self._defaults.keys())
            raise TypeError(f"{self.model.__name__} has no column {unknown}")
        self._rows.append(tuple(values.values()))
        return int(values.get("id", 0))

    def write(self) -> None:
        """Store the rows that were added since the last time."""
        if self._rows:
            _store(self.model._meta.db_table, self._columns, self._converted())
        self.written += len(self._rows)
        self._rows = []

    def _converted(self) -> Iterator[tuple[Any, ...]]:
        if not self._converters:
            yield from self._rows
            return
        for row in self._rows:
            values = list(row)
            for index, converter in self._converters:
                if values[index] is not None:
                    values[index] = converter(values[index])
            yield tuple(values)


class Database:
    """The new rows of all models, in the order in which they must be written."""

    def __init__(self) -> None:
        self._rows: dict[type[models.Model], Rows] = {}

    def rows(self, model: type[models.Model]) -> Rows:
        """Return the new rows of this model."""
        if model not in self._rows:
            self._rows[model] = Rows(model)
        return self._rows[model]

    def write(self) -> None:
        """Store everything that was added; the caller has opened a transaction."""
        for rows in self._rows.values():
            rows.write()

    def finish(self) -> None:
        """Reset the sequences, so that rows that are added later get free ids."""
        written = list(self._rows)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), written):
                cursor.execute(statement)

    def written(self) -> dict[str, int]:
        """Return how many rows were written, by the names of their models."""
        return {model.__name__: rows.written
                for model, rows in self._rows.items() if rows.written}


def _has_number(model: type[models.Model]) -> bool:
    return isinstance(model._meta.pk, models.AutoField)


def _default(field: models.Field[Any, Any]) -> Any:
    """Return the value of a column that nobody has named: its constant default, or None."""
    if field.has_default():
        return field.get_default()
    return "" if isinstance(field, models.CharField | models.TextField) and not field.null \
        else None


def _converter(field: models.Field[Any, Any]) -> Converter | None:
    """Return the function from the field's values to the database's; None if they are the same."""
    if isinstance(field, models.JSONField):
        return json.dumps
    if isinstance(getattr(field, "target_field", field), HashField):
        return bytes.fromhex
    if connection.vendor == "postgresql":
        return None  # psycopg knows the types of the others
    if isinstance(field, models.DateTimeField | models.DateField | models.DurationField):
        return lambda value: field.get_db_prep_save(value, connection)
    return None


def _store(table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    quoted = connection.ops.quote_name
    names = ", ".join(quoted(column) for column in columns)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {quoted(table)} ({names}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(columns))
            cursor.executemany(
                f"INSERT INTO {quoted(table)} ({names}) VALUES ({marks})",  # noqa: S608
                list(rows))
