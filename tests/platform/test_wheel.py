"""The wheels, built and installed into an empty environment: all of the product, as one command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = 300.0  # seconds


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment that contains only the wheels of service and rules, and what they require."""

    wheel: Path
    programs: Path
    home: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["./alexandros", *arguments], cwd=self.programs, check=False,
                              env=self.environment(), capture_output=True, text=True,
                              timeout=TIMEOUT)

    def environment(self) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "HOME": str(self.home)}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    directory = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--wheel-dir", str(directory), str(ROOT / "engine"), str(ROOT))
    (wheel,) = directory.glob("alexandros-*.whl")
    (rules,) = directory.glob("alexandros_rules-*.whl")
    venv.create(directory / "empty")
    programs = directory / "empty" / "bin"
    pip("--python", str(programs / "python"), "install", "--no-compile", str(rules), str(wheel))
    (directory / "home").mkdir()
    return Installed(wheel, programs, directory / "home")


def pip(*arguments: str) -> None:
    ended = subprocess.run([sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
                           capture_output=True, text=True, check=False, timeout=TIMEOUT)
    assert ended.returncode == 0, ended.stderr[-2000:]


@pytest.fixture(scope="module")
def address(installed: Installed) -> Iterator[str]:
    """The address of the installed site, which `alexandros play` has printed."""
    process = subprocess.Popen(["./alexandros", "play"], cwd=installed.programs,
                               env=installed.environment(), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        printed = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert printed, process.communicate()[1]
        yield printed[0]
    finally:
        process.kill()
        process.communicate()


def page(url: str, language: str = "en") -> str:
    with urlopen(Request(url, headers={"Accept-Language": language})) as response:  # noqa: S310 - our own address
        return str(response.read().decode())


def test_the_wheel_contains_all_templates_texts_and_data(installed: Installed) -> None:
    beside = subprocess.run(["git", "ls-files", "templates", "locale"], cwd=ROOT, text=True,
                            capture_output=True, check=True).stdout.split()
    inside = subprocess.run(["git", "ls-files", "games", "alexandros_site"], cwd=ROOT,
                            text=True, capture_output=True, check=True).stdout.split()
    shown = ["docs/rules.md", "docs/campaign-rules.md", "docs/api.md", "docs/webhooks.md"]
    expected = {f"alexandros_site/shipped/{name}" for name in [*beside, *shown]}
    expected |= {name for name in inside if not name.endswith(".d.ts")}
    with ZipFile(installed.wheel) as wheel:
        assert expected - set(wheel.namelist()) == set()


def test_the_installed_site_serves_its_pages_rules_and_styles(address: str) -> None:
    home = page(address)
    assert "Alexandros" in home
    style = re.search(r'href="(/static/[^"]+\.css)"', home)
    assert style is not None
    assert "{" in page(address.rstrip("/") + style[1])
    assert 'id="A7"' in page(f"{address}rules/")
    assert "No email has been sent yet." in page(f"{address}mailbox/")


def test_the_installed_site_speaks_its_languages(address: str) -> None:
    for language, words in {"nl": "Nu spelen", "pl": "Zagraj teraz"}.items():
        assert words in page(address, language)


def test_the_installed_site_keeps_its_data_where_a_users_data_belongs(
    installed: Installed, address: str
) -> None:
    data = installed.home / ".local" / "share" / "alexandros"
    assert (data / "alexandros.sqlite3").is_file()
    assert (data / "staticfiles").is_dir()


def test_the_installed_command_offers_the_operators_commands(installed: Installed) -> None:
    for command in ("migrate", "verify_games"):
        ended = installed.run(command)
        assert ended.returncode == 0, ended.stderr
    assert "alexandros verify_games" in installed.run("verify_games", "--help").stdout


def test_the_installed_site_compares_itself_with_another_installed_version(
    installed: Installed,
) -> None:
    assert installed.run("migrate").returncode == 0
    ended = installed.run("verify_games", "--against", str(installed.programs.parent))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Games compared: 0, ")
