"""The distribution ``alexandros-rules``: complete, typed, and at work without anything else."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from flit_core import buildapi

import alexandros_rules

ROOT = Path(__file__).parents[3]
PROJECT = ROOT / "engine"
LINK = re.compile(r"\]\(([^\s:#)]+)[#)]")  # to another file
WANTING = "alexandros_rules.environment"  # the only module that needs more
# Imports every module but that, says what it needs, and plays a whole game of each kind.
ALL_OF_IT = f"""
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import alexandros_rules
for found in pkgutil.walk_packages(alexandros_rules.__path__, "alexandros_rules."):
    try:
        importlib.import_module(found.name)
    except ModuleNotFoundError as missing:
        assert found.name == "{WANTING}", found.name
        print(missing)
from alexandros_rules.collection import Setup, outcome, rulesets
for rules in rulesets().values():
    setup = Setup(next(iter(rules.boards().values())), 2)
    bots = [rules.bots["random"]] * 2
    print(outcome(rules, setup, seed=bytes(32), bots=bots).status.over)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    with contextlib.chdir(PROJECT):
        return folder / buildapi.build_wheel(str(folder))


def package() -> set[str]:
    """The files of the package, the mark of a typed one among them."""
    listed = subprocess.run(["git", "ls-files", "alexandros_rules"], cwd=PROJECT, text=True,
                            capture_output=True, check=True).stdout.split()
    assert "alexandros_rules/py.typed" in listed
    return set(listed)


def test_the_wheel_has_the_whole_package_and_requires_nothing_but_for_an_extra(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        required = re.findall(r"^Requires-Dist: (.*)$", packed.read(metadata).decode(),
                              re.MULTILINE)
    assert required == ["pettingzoo>=1.25,<2 ; extra == \"pettingzoo\""]
    assert package() - names == set()


def test_the_source_distribution_has_package_pages_formats_and_licence(tmp_path: Path) -> None:
    with contextlib.chdir(PROJECT):
        made = tmp_path / buildapi.build_sdist(str(tmp_path))
    with tarfile.open(made) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    for page in PROJECT.glob("*.md"):
        assert {*LINK.findall(page.read_text("utf-8"))} - names == set()
    formats = {str(path.relative_to(PROJECT)) for path in (PROJECT / "formats").iterdir()}
    assert len(formats) == 8
    assert (package() | formats | {"README.md", "FORMATS.md", "PETTINGZOO.md", "LICENSE",
                                   "pyproject.toml"}) - names == set()


def test_without_any_other_package_it_plays_whole_games(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as packed:
        packed.extractall(tmp_path)  # noqa: S202 - our own
    played = subprocess.run([sys.executable, "-I", "-S", "-c", ALL_OF_IT, str(tmp_path)],
                            capture_output=True, text=True, check=False)
    wanted, *over = played.stdout.splitlines()
    assert wanted == ("The environments need numpy, which is not installed. Please install it with"
                      " 'pip install alexandros-rules[pettingzoo]'.")
    assert (over, played.stderr) == (["True", "True"], "")


def test_the_service_wants_the_rules_of_its_own_version() -> None:
    service = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert service["version"] == alexandros_rules.__version__
    assert f"alexandros-rules=={alexandros_rules.__version__}" in service["dependencies"]


def test_its_licence_is_that_of_the_service() -> None:
    assert (PROJECT / "LICENSE").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
