"""`manage.py check_coverage`: checks that all rules and promises have tests, and ids exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

_ID = r"(?:FIG|[A-Z]{1,2})\d+"
_ROW = re.compile(rf"^\|\s*({_ID})\s*\|\s*(Not yet:)?")
# In the files of The Campaign, an id of one letter is a promise: D5 is a hex of its map.
_CAMPAIGN, _CAMPAIGN_ID = "campaign", r"(?:R|[A-Z]{2})\d+"
_FOLDERS = ("engine", "games", "alexandros_site", "templates", "docs", "tests")
_SUFFIXES = frozenset({".py", ".md", ".html", ".txt", ".js", ".css"})


@dataclass(frozen=True, slots=True)
class Document:
    """A document that defines ids, one per table row, and the pytest mark that names them."""

    path: str
    mark: str
    what: str


DOCUMENTS = (
    Document("docs/rules.md", "rule", "rules in docs/rules.md"),
    Document("docs/campaign-rules.md", "rule", "rules in docs/campaign-rules.md"),
    Document("docs/reliability.md", "promise", "promises"),
)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The ids of one document, in its order, and the first test that is marked with each id.

    ``pending`` are the ids whose text begins with "Not yet:"; they must not have a test.
    ``marked`` also has ids of other documents that use this mark.
    """

    document: Document
    defined: tuple[str, ...]
    pending: frozenset[str]
    marked: dict[str, str]

    def problems(self) -> Iterator[str]:
        """Yield a sentence for each id without a test, and for each pending one that has a test."""
        for name in self.defined:
            if name not in self.pending and name not in self.marked:
                yield f"{name}: no test covers it."
        for name in sorted(self.pending & self.marked.keys()):
            yield (f"{name}: {self.marked[name]} covers it, so remove \"Not yet:\" from its row"
                   f" in {self.document.path}.")

    def summary(self) -> str:
        covered = len(self.defined) - len(self.pending)
        missing = f" (not yet: {', '.join(sorted(self.pending))})" if self.pending else ""
        return f"{covered} {self.document.what}{missing}"


class Command(BaseCommand):
    """Comparison of the documents' ids with the tests' marks."""

    help = (
        "Lists rules (docs/rules.md, docs/campaign-rules.md) and promises (docs/reliability.md)"
        " without a test, and ids that a test, the code or a document cites although none of"
        " these defines them. Exits with 1 if there are any."
    )

    requires_system_checks = ()  # it needs no database and no settings of the site

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--root", type=Path, default=Path(settings.BASE_DIR),
                            help="the project's folder")

    def handle(self, *args: Any, **options: Any) -> None:
        root: Path = options["root"]
        coverages = [coverage(root, document) for document in DOCUMENTS]
        problems = [problem for each in coverages for problem in each.problems()]
        problems += [*defined_twice(coverages), *marked_in_vain(coverages)]
        known = {name for each in coverages for name in each.defined}
        problems += [
            f"{name}: {place} cites it, but no document defines it."
            for name, place in cited_ids(root).items() if name not in known
        ]
        for problem in problems:
            self.stdout.write(problem)
        if problems:
            raise CommandError(f"{len(problems)} to fix: see above.")
        *first, last = [each.summary() for each in coverages]
        self.stdout.write(f"Tests cover {', '.join(first)} and {last}.")


def coverage(root: Path, document: Document) -> Coverage:
    """Return the ids that a document defines, and the tests that are marked with them.

    Raises CommandError if the document is missing or has no row with an id.
    """
    try:
        text = (root / document.path).read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"The {document.what} cannot be read: {error}.") from error
    matches = [match for line in text.splitlines() if (match := _ROW.match(line))]
    rows = {match[1]: bool(match[2]) for match in matches}
    if not rows:
        raise CommandError(f"{document.path} has no table row that begins with an id.")
    pending = frozenset(name for name, not_yet in rows.items() if not_yet)
    marked = marked_ids((root / "tests").rglob("test_*.py"), mark=document.mark)
    return Coverage(document, tuple(rows), pending, marked)


def defined_twice(coverages: Sequence[Coverage]) -> Iterator[str]:
    """Yield a sentence for each id that two documents define."""
    for first, second in combinations(coverages, 2):
        for name in first.defined:
            if name in second.defined:
                yield f"{name}: {first.document.path} and {second.document.path} define it."


def marked_in_vain(coverages: Sequence[Coverage]) -> Iterator[str]:
    """Yield a sentence for each id in a test's mark that no document for this mark defines."""
    for mark in dict.fromkeys(each.document.mark for each in coverages):
        same = [each for each in coverages if each.document.mark == mark]
        paths = " or ".join(each.document.path for each in same)
        defined = {name for each in same for name in each.defined}
        for name, place in sorted(same[0].marked.items()):
            if name not in defined:
                yield f"{name}: {place} is marked with it, but it is not defined in {paths}."


def cited_ids(root: Path) -> dict[str, str]:
    """Return each id in parentheses in code, templates and documents, and its first "file:line"."""
    cited: dict[str, str] = {}
    files = [path for folder in _FOLDERS for path in (root / folder).rglob("*")]
    for path in sorted([*files, *root.glob("*.md")]):
        if path.suffix in _SUFFIXES and path.is_file():
            place = str(path.relative_to(root))
            lines = path.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines, start=1):
                for name in _cited(line, _CAMPAIGN_ID if _CAMPAIGN in place else _ID):
                    cited.setdefault(name, f"{place}:{number}")
    return cited


def _cited(line: str, id_: str) -> Iterator[str]:
    """Yield the ids in parentheses."""
    # Only whole parentheses count: in running text, K7 is a space on the board.
    for citation in re.findall(rf"\({id_}(?:(?:,| and| to) {id_})*\)", line):
        yield from re.findall(id_, citation)


def marked_ids(files: Iterable[Path], *, mark: str) -> dict[str, str]:
    """Return each id in a ``pytest.mark`` of this name, and its first "file:line"."""
    marked: dict[str, str] = {}
    for path in sorted(files):
        for name, line in _marks(ast.parse(path.read_text(encoding="utf-8")), mark):
            marked.setdefault(name, f"{path.name}:{line}")
    return marked


def _marks(tree: ast.AST, mark: str) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_mark(node.func, mark):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, node.lineno


def _is_mark(function: ast.expr, mark: str) -> bool:
    """Return whether this is ``pytest.mark.<mark>`` or ``mark.<mark>``."""
    if not (isinstance(function, ast.Attribute) and function.attr == mark):
        return False
    owner = function.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )
