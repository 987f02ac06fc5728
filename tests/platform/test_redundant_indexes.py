"""No index of our tables only repeats what another one can do: each of them costs every write."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.apps import apps
from django.db import connection

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, slots=True)
class TableIndex:
    """An index that covers all rows of its table."""

    name: str
    columns: tuple[str, ...]
    is_unique: bool

    def can_replace(self, other: TableIndex) -> bool:
        """Whether whatever uses the other index can use this one as well."""
        if self.name == other.name or self.columns[:len(other.columns)] != other.columns:
            return False
        if len(self.columns) > len(other.columns):
            return not other.is_unique
        return (self.is_unique, self.name) > (other.is_unique, other.name)


def indexes(table: str) -> list[TableIndex]:
    """The indexes of a table, without partial ones and those on expressions."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT i.indexrelid::regclass::text, i.indisunique,"
                " (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a"
                "  WHERE a.attrelid = i.indexrelid)"
                " FROM pg_index i WHERE i.indrelid = %s::regclass AND i.indpred IS NULL"
                " AND i.indexprs IS NULL", [table])
            return [TableIndex(name, tuple(columns), unique)
                    for name, unique, columns in cursor.fetchall()]
        cursor.execute("SELECT name, \"unique\" FROM pragma_index_list(%s) WHERE NOT partial",
                       [table])
        found = []
        for name, unique in cursor.fetchall():
            cursor.execute("SELECT name FROM pragma_index_info(%s) ORDER BY seqno", [name])
            columns = tuple(column for (column,) in cursor.fetchall())
            if None not in columns:
                found.append(TableIndex(name, columns, bool(unique)))
        return found


def tables() -> list[str]:
    return [model._meta.db_table for model in apps.get_app_config("games").get_models()]


def test_the_indexes_of_the_log_are_its_primary_key_and_its_numbering() -> None:
    columns = {each.columns for each in indexes("games_row")}
    assert columns - {("id",)} == {("game_id", "number")}


@pytest.mark.parametrize("table", tables())
def test_no_index_repeats_the_beginning_of_another(table: str) -> None:
    found = indexes(table)
    redundant = {f"{each.name} is not needed beside {other.name}"
                 for each in found for other in found if other.can_replace(each)}
    assert not redundant
