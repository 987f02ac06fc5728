"""Lists the statements of the rules that no test covers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

_ROW = re.compile(r"^\|\s*((?:[A-Z]\d+)|(?:FIG\d+))\s*\|")


class Command(BaseCommand):
    help = (
        "Reads the ids of the rules from docs/rules.md and the ids tests are marked with, and"
        " lists the uncovered and the unknown ones. Exit 1 if there are any."
    )

    requires_system_checks = ()  # it needs neither pages nor a database

    def add_arguments(self, parser: CommandParser) -> None:
        base = Path(settings.BASE_DIR)
        parser.add_argument("--rules", type=Path, default=base / "docs" / "rules.md")
        parser.add_argument("--tests", type=Path, default=base / "tests")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            stated = stated_ids(options["rules"].read_text(encoding="utf-8"))
        except OSError as error:
            raise CommandError(f"The rules cannot be read: {error}.") from error
        if not stated:
            raise CommandError(f"{options['rules']} states no rule in a table row.")
        marked = marked_ids(options["tests"].rglob("test_*.py"))
        uncovered = [rule for rule in stated if rule not in marked]
        unknown = sorted(set(marked) - set(stated))
        for rule in uncovered:
            self.stdout.write(f"{rule}: no test covers it")
        for rule in unknown:
            self.stdout.write(f"{rule}: no such rule, but {marked[rule]} is marked with it")
        if uncovered or unknown:
            raise CommandError(f"{len(uncovered)} rules uncovered, {len(unknown)} ids unknown.")
        self.stdout.write(f"Tests cover all {len(stated)} rules.")


def stated_ids(text: str) -> list[str]:
    """The ids at the beginning of table rows, in their order, each once."""
    found = (match[1] for line in text.splitlines() if (match := _ROW.match(line)))
    return list(dict.fromkeys(found))


def marked_ids(files: Iterable[Path]) -> dict[str, str]:
    """Each id of a ``rule`` mark with the first place that carries it, as "file:line"."""
    marked: dict[str, str] = {}
    for path in sorted(files):
        for rule, line in _marks(ast.parse(path.read_text(encoding="utf-8"))):
            marked.setdefault(rule, f"{path.name}:{line}")
    return marked


def _marks(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_rule_mark(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, node.lineno


def _is_rule_mark(called: ast.expr) -> bool:
    """Whether this is ``pytest.mark.rule`` or ``mark.rule``."""
    if not (isinstance(called, ast.Attribute) and called.attr == "rule"):
        return False
    mark = called.value
    return (isinstance(mark, ast.Attribute) and mark.attr == "mark") or (
        isinstance(mark, ast.Name) and mark.id == "mark"
    )
