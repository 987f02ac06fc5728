"""The documents name only files and code that exist, and the map of the code leaves out no room."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
MAP = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SERVICE = ("engine", "games", "alexandros_site")
CODE = (*SERVICE, "tests")

# `make fuzz` creates it when it finds a mistake.
NOT_THERE_YET = {"tests/fuzz/found/"}

PATH = re.compile(
    r"(?<![\w/.<-])(?:engine|games|alexandros_site|tests|templates|docs)/[\w./*-]*\w/?")
MODULE = re.compile(  # and perhaps a class in it
    r"(?<![\w/.-])(?:engine|games|alexandros_site|tests)(?:\.[a-z_]\w*)+(?:\.[A-Z]\w*)?")
LINK = re.compile(r'(?:\]\(|src=")([^\s:#)"]+)(?=[#)"])')  # to another file of the repository
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
NAME = re.compile(r"@?\w[\w.-]*(?:/[\w.*-]+)*/?")  # of a file, module, function or value
COMMAND = re.compile(r"`(?:python )?(?:manage\.py (\w+)|make (\w+))")
TABLE = re.compile(r"^## .*\(`(\S+)/`\)$(.*?)(?=^## )", re.MULTILINE | re.DOTALL)


@cache
def definitions() -> Mapping[str, frozenset[str]]:
    """Return what each module defines, by the module's dotted name."""
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"):
            frozenset(_defined(ast.parse(path.read_text("utf-8"))))
            for folder in CODE for path in (ROOT / folder).rglob("*.py")}


def _defined(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.Constant(value=str(text)):  # a kind of email, of an event, an option
                yield text


@cache
def by_last_part() -> Mapping[str, list[str]]:
    """Return the modules and packages that have a name in common."""
    found = defaultdict(list)
    for module in definitions():
        found[module.rpartition(".")[2]].append(module)
    return found


@cache
def words() -> frozenset[str]:
    """Return everything that some module of the service defines, and all modules' names."""
    return frozenset().union(by_last_part(), *(names for module, names in definitions().items()
                                               if not module.startswith("tests.")))


def is_defined(name: str) -> bool:
    """Check whether a dotted name is that of a module, or of something that a module defines."""
    parts = name.split(".")
    if (ROOT / "/".join(parts)).is_dir():
        return True
    return any(
        f".{module}".endswith("." + ".".join(parts[:length]))
        and set(parts[length:]) <= definitions()[module]
        for length in range(1, len(parts) + 1) for module in by_last_part()[parts[length - 1]]
    ) or (len(parts) == 2 and any(set(parts) <= names for names in definitions().values()))


def exists(path: str) -> bool:
    """Check whether a path of the repository, perhaps with asterisks, leads to something."""
    return path in NOT_THERE_YET or any(ROOT.glob(path.rstrip("/")))


def exists_below(path: str) -> bool:
    """Check whether a path leads to something from some folder with code."""
    return any(exists(f"{folder}/**/{path}") for folder in CODE)


def is_known(name: str) -> bool:
    """Check whether a name in backticks on the map stands for something in the repository."""
    if "/" in name:
        return exists(name) or exists_below(name)
    if "." in name:
        return exists(name) or is_defined(name) or exists_below(name)
    return name in words()


def names_on_the_map() -> list[str]:
    spans = SPAN.findall(FENCE.sub("", MAP))
    return sorted({span for span in spans if NAME.fullmatch(span)})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_in_a_document_exists(document: Path) -> None:
    found = set(PATH.findall(document.read_text("utf-8")))
    assert sorted(path for path in found if not exists(path)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_python_file_in_a_document_exists(document: Path) -> None:
    found = set(re.findall(r"`([\w/]+\.py)`", document.read_text("utf-8")))
    assert sorted(path for path in found if not exists(path) and not exists_below(path)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_module_in_a_document_exists(document: Path) -> None:
    found = set(MODULE.findall(document.read_text("utf-8")))
    assert sorted(name for name in found if not is_defined(name)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_and_picture_in_a_document_leads_to_a_file(document: Path) -> None:
    found = set(LINK.findall(FENCE.sub("", document.read_text("utf-8"))))
    assert sorted(link for link in found if not (document.parent / link).exists()) == []


def test_every_name_in_backticks_on_the_map_exists() -> None:
    assert [name for name in names_on_the_map() if not is_known(name)] == []


def test_every_command_on_the_map_exists() -> None:
    targets = (ROOT / "Makefile").read_text("utf-8")
    for command, target in COMMAND.findall(MAP):
        assert any(ROOT.glob(f"games/**/commands/{command}.py")) if command else (
            f"\n{target}:" in targets), f"{command or target} is no command"


def test_every_room_and_every_folder_of_two_rooms_has_a_row_on_the_map() -> None:
    rows = set(re.findall(r"^\| `([\w/]+)/` \|", MAP, re.MULTILINE))
    rooms = {path.parent for path in (ROOT / "games").glob("*/__init__.py")}
    folders = {path.parent for room in ("table", "post")
               for path in (ROOT / "games" / room).glob("*/__init__.py")}
    missing = {path.relative_to(ROOT / "games").as_posix() for path in rooms | folders} - rows
    assert missing <= {"migrations", "management"}  # both belong to Django


@pytest.mark.parametrize(("folder", "table"), TABLE.findall(MAP))
def test_the_table_of_an_engine_lists_all_of_its_modules(folder: str, table: str) -> None:
    column = "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))
    listed = {name.rstrip("/") for name in SPAN.findall(column)}
    there = {path.stem for path in (ROOT / folder).iterdir()
             if path.suffix == ".py" or path.is_dir()} - {"__init__", "__pycache__"}
    assert listed == there


def test_a_name_that_nobody_defines_would_be_found() -> None:
    assert is_known("turns.submit")
    assert is_known("Game.moved_at")
    assert not is_known("turns.nothing_like_it")
    assert not is_known("games/play/turns.py")
    assert not is_known("NothingLikeIt")
