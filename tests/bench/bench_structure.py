"""Structure: how much code there is, in how many rooms, and how these know each other.

A room is a package or a module directly in ``games``, and an arrow leads from one that imports
another.  A room stands on the floor above the highest one that it imports.  Reads the code and runs
nothing.
"""

from __future__ import annotations

import ast
import io
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import grimp

from tests.bench.measurement import Fact

APP = ("alexandros_rules", "games", "alexandros_site")
FOLDERS = ("engine", "games", "alexandros_site")
SMALL = 60  # lines of a module that may be a page torn out of its importer
COMMON_NAMES = {"__init__", "__main__"}


def run() -> Iterator[Fact]:
    """Yield the figures, for the checkout in which this is run."""
    files = [path for folder in FOLDERS for path in _python(folder)]
    tests = _python("tests")
    yield Fact("app: Python files", str(len(files)), f"{_lines(files):,} lines")
    yield Fact("tests: Python files", str(len(tests)), f"{_lines(tests):,} lines")
    templates = [*_templates("templates"), *_templates("games")]
    yield Fact("templates", str(len(templates)), f"{_lines(templates):,} lines")
    yield from _words(files)
    yield from _rooms()
    yield from _modules()


def _python(folder: str) -> list[Path]:
    return sorted(Path(folder).rglob("*.py"))


def _templates(folder: str) -> Iterator[Path]:
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix in (".html", ".txt") and "templates" in path.parts:
            yield path


def _lines(paths: Iterable[Path]) -> int:
    return sum(path.read_text("utf-8").count("\n") for path in paths)


def _words(files: Iterable[Path]) -> Iterator[Fact]:
    """Yield the shares of lines that are comments and docstrings."""
    comments = docstrings = lines = 0
    for path in files:
        text = path.read_text("utf-8")
        lines += text.count("\n")
        comments += sum(token.type == tokenize.COMMENT and not token.line[:token.start[1]].strip()
                        for token in tokenize.generate_tokens(io.StringIO(text).readline))
        docstrings += sum(_length_of_docstring(node) for node in ast.walk(ast.parse(text)))
    yield Fact("lines that are comments or docstrings", f"{comments / lines:.1%}",
               f"and {docstrings / lines:.1%}")


def _length_of_docstring(node: ast.AST) -> int:
    has_one = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    if not isinstance(node, has_one) or ast.get_docstring(node, clean=False) is None:
        return 0
    first = node.body[0]
    return (first.end_lineno or first.lineno) - first.lineno + 1


def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*APP)


def _imports() -> Iterator[tuple[str, str]]:
    """Yield who imports whom, migrations left out."""
    graph = _graph()
    for module in sorted(graph.modules):
        for imported in graph.find_modules_directly_imported_by(module):
            if ".migrations" not in module:
                yield module, imported


def _rooms() -> Iterator[Fact]:
    arrows = {(a, b) for module, imported in _imports()
              if (a := _room(module)) and (b := _room(imported)) and a != b}
    below = {room: {b for a, b in arrows if a == room} for arrow in arrows for room in arrow}

    @cache
    def floor(room: str) -> int:
        return 1 + max(map(floor, below[room]), default=0)

    folders = {room for room in below if (Path("games") / room).is_dir()}
    yield Fact("games: rooms", str(len(below)), f"{len(folders)} of them folders")
    yield Fact("games: floors", str(max(map(floor, below))), f"{len(arrows)} arrows")
    contracts = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    of_games = [contract for contract in contracts["contracts"]
                if contract.get("containers") == ["games"]]
    yield Fact("games: layers of the contract", str(max(len(each["layers"]) for each in of_games)))


def _room(module: str) -> str:
    top, _, rest = module.partition(".")
    return rest.partition(".")[0] if top == "games" else ""


def _modules() -> Iterator[Fact]:
    importers = Counter(imported for _, imported in _imports())
    small = [module for module, count in importers.items()
             if count == 1 and (path := _path(module)).name != "__init__.py"
             and _lines([path]) <= SMALL]
    yield Fact(f"modules of at most {SMALL} lines with one importer", str(len(small)))
    names = Counter(path.stem for folder in FOLDERS for path in _python(folder)
                    if "migrations" not in path.parts)
    shared = {name: count for name, count in names.items()
              if count > 1 and name not in COMMON_NAMES}
    yield Fact("names borne by several modules", str(len(shared)),
               f"by {sum(shared.values())} modules")


def _path(module: str) -> Path:
    path = Path(*module.split("."))
    return path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
