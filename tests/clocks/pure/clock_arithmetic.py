"""Finds code that computes with people's time outside ``games.table.clocks.playing_time``.

It reads code without running it, so it knows no types.  What it takes for clock arithmetic and is
none has to be listed with a reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

ALONE = "games/table/clocks/playing_time.py"
# Made-up people, and a check of the clocks that must not rely on what it checks.
SIMULATED = "games/labs/season/"
STRICT = ("games/table/clocks/", "games/table/play/",
          "games/features/plans/saving.py")  # here every subtraction counts
HOURS = {"opens", "closes", "free_weekdays"}
MOMENTS = {"asked_at", "since", "held_until", "due_at", "deadline", "begins_at", "ends_at"}
ZONES = {"zoneinfo", "pytz", "dateutil"}
SECONDS = {"timestamp", "total_seconds"}
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn)


def findings(path: str, code: str) -> Iterator[tuple[str, str]]:
    """The kind and the text of everything that computes with time in this file.

    The kinds are "zone" (imports time zones), "hours" (reads playing hours), "computed hours"
    (computes with them) and "duration" (subtracts moments).
    """
    if path == ALONE or path.startswith(SIMULATED):
        return
    for node in ast.walk(ast.parse(code)):
        for kind in _kinds(node, strict=path.startswith(STRICT)):
            yield kind, ast.unparse(node)


def _kinds(node: ast.AST, *, strict: bool) -> Iterator[str]:
    if _imports_zones(node):
        yield "zone"
    if isinstance(node, ast.Attribute) and node.attr in HOURS and isinstance(node.ctx, ast.Load):
        yield "hours"
    if _computes(node) and _is_about(node, HOURS):
        yield "computed hours"
    if _is_difference(node) and ((strict and not _is_plain(node)) or _is_about(node, MOMENTS)):
        yield "duration"
    if strict and _counts_seconds(node):
        yield "duration"


def _imports_zones(node: ast.AST) -> bool:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [
        alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    return any(name.split(".")[0] in ZONES for name in names)


def _computes(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp | ast.AugAssign) or (
        isinstance(node, ast.Compare) and any(isinstance(op, ORDER) for op in node.ops))


def _is_difference(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Sub)


def _operands(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.AugAssign):
        return [node.target, node.value]
    return [node.left, *node.comparators] if isinstance(node, ast.Compare) else []


def _is_about(node: ast.AST, columns: set[str]) -> bool:
    """Whether an operand is one of these columns."""
    return any(_names(part, columns) for part in _operands(node))


def _names(part: ast.expr, names: set[str]) -> bool:
    """Whether the operand is one of these columns, or the name of one in a query."""
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "F":
        return any(isinstance(each, ast.Constant) and each.value in names for each in part.args)
    return isinstance(part, ast.Attribute) and part.attr in names


def _is_plain(node: ast.AST) -> bool:
    """Whether something is taken from a count, or a constant period from a moment."""
    left, right = _operands(node)
    return _is_count(left) or _is_count(right) or (
        isinstance(right, ast.Name | ast.Attribute) and _last_name(right).isupper())


def _is_count(part: ast.expr) -> bool:
    return (isinstance(part, ast.Constant) and isinstance(part.value, int)) or (
        isinstance(part, ast.Call) and _last_name(part.func) == "len")


def _last_name(part: ast.expr) -> str:
    return part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "")


def _counts_seconds(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _last_name(node.func) in {*SECONDS, "timesince"}
