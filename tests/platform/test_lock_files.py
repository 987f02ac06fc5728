"""The lock files: what is installed is exactly what was checked, on every system."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-newest.lock")
PIN = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)(?: ; [^\\]+?)? \\$", re.MULTILINE | re.IGNORECASE)
# The rules are built of this repository by what a lock file has installed.
OURS = re.compile(r" \$\(RULES\)$| --no-deps --no-build-isolation --editable engine$")


def pins(name: str) -> dict[str, list[str]]:
    """The hashes of each pinned package."""
    text = (ROOT / name).read_text(encoding="utf-8")
    _, *parts = PIN.split(text)
    return {package.lower(): re.findall(r"--hash=sha256:([0-9a-f]{64})\b", hashes)
            for package, hashes in zip(parts[::3], parts[2::3], strict=True)}


@pytest.mark.parametrize("name", LOCKS)
def test_every_line_belongs_to_a_pin_with_hashes(name: str) -> None:
    for package, hashes in pins(name).items():
        assert hashes, package
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    begun = [line for line in lines if line and line[0] not in "# "]
    assert len(begun) == len(pins(name))


def test_a_package_with_a_file_for_each_system_has_all_their_hashes() -> None:
    systems = 10  # a lower limit: Linux, macOS and Windows, for four versions of Python
    assert len(pins("requirements.lock")["psycopg-binary"]) > systems
    assert len(pins("requirements.lock")["pillow"]) > systems


def test_the_service_and_its_tests_are_installed_with_the_same_files() -> None:
    running, working = pins("requirements.lock"), pins("requirements-dev.lock")
    assert {name: working.get(name) for name in running} == running


def test_the_newest_django_is_tested_with_the_same_packages() -> None:
    working, newest = pins("requirements-dev.lock"), pins("requirements-newest.lock")
    assert working["django"] != newest["django"]
    del newest["django"]
    assert {name: working.get(name) for name in newest} == newest


@pytest.mark.parametrize("name", ["Makefile", "Dockerfile", ".ci/newest"])
def test_everything_is_installed_by_its_hashes(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    installing = [line for line in lines if re.search(r"pip install|\$\(INSTALL\)", line)]
    assert installing
    for line in installing:
        assert ("--require-hashes -r requirements" in line or OURS.search(line)
                or line.startswith("INSTALL :=")), line


@pytest.mark.parametrize("name", LOCKS)
def test_what_builds_the_rules_is_locked(name: str) -> None:
    project = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text(encoding="utf-8"))
    (builder,) = project["build-system"]["requires"]
    assert builder.partition(">")[0].replace("_", "-") in pins(name)
