"""Finds code that leans on private parts of Python or of other distributions; `.ci/lint` calls it.

A name is private if it begins with an underscore or its module is called ``internal``.  A release
of its distribution may change or remove it without saying so.
"""

from __future__ import annotations

import ast
import inspect
import os
import pkgutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("alexandros_rules", "games", "alexandros_site")
FOLDERS = ("engine/alexandros_rules", "games", "alexandros_site")
ALLOWED = {
    "_exit",  # os._exit is documented; it ends a process from one of its threads
    "_meta",  # documented by Django: the fields and names of a model
    "_default_manager",  # documented by Django: the rows of a model that its caller chooses
    "_db",  # documented by Django: the database that the caller of a manager has chosen
    "_cumulative_rewards",  # documented by PettingZoo: an environment keeps its rewards here
    "_was_dead_step",  # documented by PettingZoo: the step of an agent whose game is over
    "_user",  # allauth's view takes the user from its form, and has no hook for new members
}
BUILTINS = {"getattr", "setattr", "hasattr", "delattr"}
Finding = tuple[int, str]


def is_private(name: str) -> bool:
    """Return whether a name is private; ``_``, ``__init__`` and ``_missing_`` are not."""
    return name == "internal" or (name.startswith("_") and not name.endswith("_"))


def defined(trees: Iterable[ast.Module]) -> set[str]:
    """Return the private names that our own code gives to something."""
    return {name for tree in trees for node in ast.walk(tree)
            for name in _bound(node) if is_private(name)}


def findings(tree: ast.Module, known: set[str]) -> Iterator[Finding]:
    """Yield the line of each use of something private in a module, and what it uses.

    ``known`` are the names that our own code defines; their uses are not looked at more closely.
    """
    known = known | ALLOWED
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in _imported(node):
                if any(map(is_private, name.split("."))):
                    yield node.lineno, f"imports {name}"
                if name.endswith(".setting_changed"):
                    yield node.lineno, "waits for a change of settings, which only tests make"
        elif isinstance(node, ast.Attribute):
            if node.attr == "__class__" and isinstance(node.ctx, ast.Store):
                yield node.lineno, "changes the class of an object"
            elif is_private(node.attr) and node.attr not in known:
                yield node.lineno, f"uses {ast.unparse(node)}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in BUILTINS:
            for value in node.args[1:2]:
                if isinstance(value, ast.Constant) and is_private(str(value.value)) \
                        and value.value not in known:
                    yield node.lineno, f"uses {ast.unparse(node)}"


def inherited(kind: type) -> Iterator[Finding]:
    """Yield each private name of a class that a base of somebody else's has as well."""
    bases = [base for base in kind.__mro__[1:-1] if base.__module__.split(".")[0] not in PACKAGES]
    theirs = {name for base in bases for name in (*vars(base), *_names_in(base))}
    for name, line in (_names_in(kind) if bases else {}).items():
        if name in theirs and name not in ALLOWED:
            yield line, f"uses {name}, which a base of {kind.__name__} has for itself"


@cache
def _names_in(kind: type) -> dict[str, int]:
    """Return the private names that a class defines or uses of itself, each with a line."""
    definition = _definition(kind)
    if definition is None:
        return {}
    names = {name: definition.lineno for part in definition.body for name in _bound(part)}
    names |= {node.attr: node.lineno for node in ast.walk(definition)
              if isinstance(node, ast.Attribute) and _is_own(node)}
    return {name: line for name, line in names.items() if is_private(name)}


def _definition(kind: type) -> ast.ClassDef | None:
    """Return where a class is written; None if that is in C or at run time."""
    try:
        path = inspect.getsourcefile(kind)
    except TypeError:
        path = None
    found: ast.AST | None = _parsed(path) if path else None
    for name in kind.__qualname__.replace("<locals>.", "").split("."):
        found = next((node for node in ast.walk(found) if getattr(node, "name", "") == name),
                     None) if found else None
    return found if isinstance(found, ast.ClassDef) else None


@cache
def _parsed(path: str) -> ast.Module:
    return ast.parse(Path(path).read_bytes())


def _bound(node: ast.AST) -> set[str]:
    """Return the names that a node gives to something."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return set()
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    parts = [part for target in targets for part in ast.walk(target)]
    return {part.id for part in parts if isinstance(part, ast.Name)} | {
        part.attr for part in parts if isinstance(part, ast.Attribute) and _is_own(part)}


def _is_own(node: ast.Attribute) -> bool:
    match node.value:
        case ast.Name(id="self" | "cls") | ast.Call(func=ast.Name(id="super"), args=[]):
            return True
    return False


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """Return the full names of what is imported from elsewhere."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif node.level:
        return []
    else:
        names = [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in names if name.split(".")[0] not in PACKAGES]


def _modules() -> Iterator[ModuleType]:
    """Yield all modules of our packages, imported as the service does."""
    import django

    with tempfile.TemporaryDirectory() as directory:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "alexandros_site.settings",
                       "ALEXANDROS_DATA": directory}
        django.setup()
        for package in map(import_module, PACKAGES):
            for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                if not found.name.endswith("__main__"):
                    yield import_module(found.name)


def main() -> int:
    """Print all findings; return 1 if there are any."""
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(ROOT / "engine")]
    trees = {path: ast.parse(path.read_text(encoding="utf-8"))
             for folder in FOLDERS for path in sorted(Path(folder).rglob("*.py"))}
    known = defined(trees.values()) | {path.stem for path in trees}
    lines = {(str(path), *finding) for path, tree in trees.items()
             for finding in findings(tree, known)}
    for module in _modules():
        for kind in vars(module).values():
            if inspect.isclass(kind) and kind.__module__ == module.__name__:
                path = str(Path(module.__file__ or "").relative_to(ROOT))
                lines |= {(path, *finding) for finding in inherited(kind)}
    for path, line, text in sorted(lines):
        print(f"{path}:{line}: {text}")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
