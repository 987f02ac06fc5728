"""How PostgreSQL carries out what code asks it, and whether that scans a large table.

    with examined() as statements:
        run_the_code()
    assert not complaints(statements, most=100)

Each statement is explained just before it is carried out, with ``EXPLAIN (ANALYZE)``, which counts
the rows that it really looks at; what it changes is undone before the statement itself runs.  A
table is large if PostgreSQL has counted (``ANALYZE``) at least ``LARGE`` rows in it.

A plan is complained about if it reads a large table from end to end, if it reads an index of one
without looking anything up in it, or if it looks at more than ``most`` rows of one, whether it
returns, sorts, counts or throws them away.  So what it takes cannot depend on the table's size.

A bitmap index scan is allowed ``LARGE`` entries: it does not see yet which of them belong to rows
that were deleted or undone, as those of all earlier tests were; the heap scan above it does.  That
one alone is judged if nothing is looked up in the index: PostgreSQL reads one as a whole only
because a test forbids it to read the table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

LARGE = 1000  # rows; PostgreSQL rightly scans what is much smaller
MOST = 100  # rows of a large table that one statement may look at
EXPLAINED = ("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")

Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Statement:
    """An SQL statement as Django sent it, and its plan with what each node really did."""

    sql: str
    plan: Node

    def nodes(self) -> Iterator[Node]:
        """All nodes of the plan."""
        return _nodes(self.plan)

    def __str__(self) -> str:
        return f"{self.sql[:1500]}\n{as_text(self.plan)}"


@contextmanager
def examined() -> Iterator[list[Statement]]:
    """Within the block, collects the statements that are carried out, with their plans."""
    statements: list[Statement] = []

    def explain(execute: Callable[..., Any], sql: str, parameters: Any, many: bool,
                context: Any) -> Any:
        if not many and sql.lstrip("( ").upper().startswith(EXPLAINED):
            statements.append(Statement(sql, _plan(sql, parameters)))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(explain):
        yield statements


def complaints(statements: Sequence[Statement], *, most: int = MOST,
               except_for: Sequence[str] = ()) -> list[str]:
    """What is wrong with these statements, each complaint with the statement and its plan.

    ``except_for`` are tables that may be read as a whole.
    """
    large = {table: rows for table, rows in sizes().items() if table not in except_for}
    columns = _first_columns()
    return [f"{complaint}:\n{statement}" for statement in statements
            for node in statement.nodes()
            if (complaint := _complaint(node, large, columns, most=most))]


def sizes() -> dict[str, int]:
    """The large tables, each with the number of its rows as PostgreSQL knows it."""
    return {table: int(rows) for table, rows in _rows(
        "SELECT relname, reltuples FROM pg_class WHERE relkind = 'r' AND reltuples >= %s"
        " AND relnamespace = 'public'::regnamespace", [LARGE])}


def as_text(node: Node, depth: int = 0) -> str:
    """A plan as indented lines, with the rows that each node returned and threw away."""
    about = " on ".join(str(node[key]) for key in ("Index Name", "Relation Name") if key in node)
    line = f"{'  ' * depth}{node['Node Type']} {about}".rstrip()
    line += f", {_returned(node):g} rows"
    if thrown := examined_by(node) - _returned(node):
        line += f", {thrown:g} thrown away"
    line += "".join(f", {key}: {node[key]}" for key in ("Index Cond", "Filter", "Sort Key")
                    if key in node)
    return "\n".join([line, *(as_text(child, depth + 1) for child in node.get("Plans", ()))])


def examined_by(node: Node) -> float:
    """How many rows this node has looked at, in all of its loops."""
    thrown = sum(node.get(key, 0) for key in (
        "Rows Removed by Filter", "Rows Removed by Index Recheck"))
    return _returned(node) + float(thrown * node.get("Actual Loops", 1))


def _returned(node: Node) -> float:
    return float(node.get("Actual Rows", 0) * node.get("Actual Loops", 1))


def _complaint(node: Node, large: dict[str, int], columns: dict[str, tuple[str, str]], *,
               most: int) -> str:
    """What is wrong with one node; "" if nothing is."""
    index = node.get("Index Name", "")
    table, first = node.get("Relation Name", ""), ""
    if index in columns:
        table, first = columns[index]
    if table not in large or node["Node Type"] == "ModifyTable":
        return ""
    about = f"{table} ({large[table]} rows)"
    if node["Node Type"] == "Seq Scan" and node.get("Actual Loops"):
        return f"Reads all of {about}"
    condition = node.get("Index Cond", "")
    if condition and first.strip('"') not in condition:
        return f"Reads all of the index {index} of {about}, whose first column is {first}"
    number = examined_by(node)
    if node["Node Type"] == "Bitmap Index Scan":
        if not condition:
            return ""
        most = max(most, LARGE)
    return f"Looks at {number:g} rows of {about}, more than {most}" if number > most else ""


def _plan(sql: str, parameters: Any) -> Node:
    """What PostgreSQL does for this statement; nothing of it remains."""
    with transaction.atomic():
        with connection.connection.cursor() as cursor:  # past the wrapper
            cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {sql}", parameters)
            found = cursor.fetchone()[0]
        transaction.set_rollback(True)
    plan: Node = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return plan


def _first_columns() -> dict[str, tuple[str, str]]:
    """The table and the first column or expression of each index."""
    found = _rows("SELECT c.relname, t.relname, pg_get_indexdef(i.indexrelid, 1, false)"
                  " FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
                  " JOIN pg_class t ON t.oid = i.indrelid")
    return {index: (table, first) for index, table, first in found}


def _rows(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    with connection.connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)
