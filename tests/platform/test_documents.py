"""The documents say what is so.

They name only files and code that exist, and the map of the code leaves out no room;
docs/reliability.md has a row for each promise, and the tests it names carry those promises;
docs/retention.md lists every table, and its periods are those of the code; docs/bots.md says how
strong the bots are.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps

from games.base import retention
from games.management.commands.check_coverage import marked_ids
from games.rulesets import opponents
from games.rulesets.alexandros.room import ROOM
from tests.operators import characters

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md",
                    *(ROOT / "engine").glob("*.md"), *(ROOT / "docs").glob("*.md")])
MAP = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SERVICE = ("engine", "games", "alexandros_site")
CODE = (*SERVICE, "tests")

# `make fuzz` creates it when it finds a mistake.
NOT_THERE_YET = {"tests/fuzz/found/"}

PATH = re.compile(
    r"(?<![\w/.<-])(?:engine|games|alexandros_site|tests|templates|docs)/[\w./*-]*\w/?")
MODULE = re.compile(  # and perhaps a class in it
    r"(?<![\w/.-])(?:alexandros_rules|games|alexandros_site|tests)(?:\.[a-z_]\w*)+(?:\.[A-Z]\w*)?")
IN_CODE = re.compile(  # in a docstring, or in the comment of a template
    r"(?:``|\bfrom )((?:alexandros_rules|games|alexandros_site)(?:\.[a-z_]\w*)+(?:\.[A-Z]\w*)?)"
    r"(?:``|[,;{ ])")
LINK = re.compile(r'(?:\]\(|src=")([^\s:#)"]+)(?=[#)"])')  # to another file of the repository
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
NAME = re.compile(r"@?\w[\w.-]*(?:/[\w.*-]+)*/?")  # of a file, module, function or value
COMMAND = re.compile(r"`(?:python )?(?:manage\.py (\w+)|make (\w+))")
TABLE = re.compile(r"^## .*\(`(\S+)/`\)$(.*?)(?=^## )", re.MULTILINE | re.DOTALL)


@cache
def definitions() -> Mapping[str, frozenset[str]]:
    """Return what each module defines, by the module's dotted name."""
    return {_module(path): frozenset(_defined(ast.parse(path.read_text("utf-8"))))
            for folder in CODE for path in (ROOT / folder).rglob("*.py")}


def _module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removeprefix("engine.").removesuffix(".__init__")


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


@pytest.mark.parametrize("folder", [*SERVICE, "templates"])
def test_every_module_that_code_and_templates_name_exists(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.*")
             if path.suffix in (".py", ".html", ".txt") and "migrations" not in path.parts]
    found = {name for path in files for name in IN_CODE.findall(path.read_text("utf-8"))}
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


RELIABILITY = (ROOT / "docs" / "reliability.md").read_text("utf-8")
PROMISES = re.findall(r"^\| (R\d+) \| (.+) \|$", RELIABILITY, re.MULTILINE)
TESTS = re.findall(r"^\| `(tests/\S+)` \| (R[R\d, ]+) \| .+ \|$", RELIABILITY, re.MULTILINE)


def test_every_promise_has_one_row() -> None:
    numbers = [int(name[1:]) for name, _ in PROMISES]
    assert len(numbers) == len({*numbers})
    assert {*range(1, 26)} <= {*numbers}


def test_every_promise_is_a_whole_sentence() -> None:
    assert all(re.fullmatch(r"(`make play`|[A-Z]).*\.", text) for _, text in PROMISES)


@pytest.mark.parametrize(("path", "names"), TESTS)
def test_the_named_tests_carry_the_named_promises(path: str, names: str) -> None:
    place = ROOT / path
    files = place.rglob("test_*.py") if place.is_dir() else [place]
    assert set(names.split(", ")) <= marked_ids(files, mark="promise").keys()


def test_every_promise_but_those_for_later_is_in_the_table_of_tests() -> None:
    later = {name for name, text in PROMISES if text.startswith("Not yet:")}
    tested = {name for _, names in TESTS for name in names.split(", ")}
    assert tested == {name for name, _ in PROMISES} - later


RETENTION = (ROOT / "docs" / "retention.md").read_text("utf-8")
ROWS = [line.split(" | ") for line in RETENTION.split("\n") if line.startswith("| `")]
PERIODS = {name: value for name, value in vars(retention).items() if isinstance(value, timedelta)}
DOCUMENTED = re.findall(r"(\d+) days?[^`|;.]*?\(`([A-Z_]+)`\)", RETENTION)


def test_every_table_is_listed_once() -> None:
    listed = [name for row in ROWS for name in re.findall(r"`(\w+\.\w+)`", row[0])]
    tables = [model._meta.label for model in apps.get_models(include_auto_created=True)]
    assert sorted(listed) == sorted(tables)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_each_row_says_what_is_kept_and_how_long(row: list[str]) -> None:
    assert len(row) == 4
    assert row[1].strip()
    assert row[2].strip() or row[1] == "nothing"


@pytest.mark.parametrize("name", PERIODS)
def test_a_period_is_the_one_in_the_document(name: str) -> None:
    stated = {timedelta(days=int(days)) for days, constant in DOCUMENTED if constant == name}
    assert stated == {PERIODS[name]}


def test_the_text_about_retention_names_no_period_that_there_is_not() -> None:
    assert {constant for _, constant in DOCUMENTED} <= set(PERIODS)
    assert set(re.findall(r"\(`([A-Z_]+)`\)", RETENTION)) == set(PERIODS)


@pytest.mark.parametrize("game", characters.GAMES)
def test_the_text_about_bots_has_the_published_strengths(game: str) -> None:
    assert characters.written()[game] == characters.table(game), (
        "Run python -m tests.operators.characters.")


@pytest.mark.parametrize("game", characters.GAMES)
def test_the_text_about_bots_says_how_strengths_were_measured(game: str) -> None:
    words = " ".join(characters.DOCUMENT.read_text("utf-8").split())
    assert f"games/rulesets/{game}/strengths.json" in words
    assert opponents.read(ROOM.strengths).command
