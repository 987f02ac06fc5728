"""The compiled search plays the same moves as the one in Python."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from alexandros_rules.alexandros.bots.search import compiled_modules, compiling
from tests.engine.sampled_positions import sampled_views
from tests.engine.search import plans_of_views

ROOT = Path(__file__).parents[3]


def plans(folder: Path | str, step: int) -> list[str]:
    """Returns the plans for sampled views, made by a process that uses compiled modules there."""
    command = [sys.executable, "-m", "tests.engine.search.plans_of_views", str(folder), str(step)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with compiled modules; those that have been made are used."""
    made = compiled_modules.folder()
    if not made.is_dir():
        made = tmp_path_factory.mktemp("compiled") / "search"
        compiling.compile_into(made)
    return made


def test_the_compiled_search_plans_the_same_turns(compiled: Path) -> None:
    step = 30
    assert len(list(sampled_views(step))) > 60
    assert plans(compiled, step) == plans("", step)


def test_all_inner_modules_are_compiled(compiled: Path) -> None:
    assert {path.name.split(".")[0] for path in compiled.iterdir()} == set(compiled_modules.NAMES)


def test_modules_made_from_other_sources_are_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = compiled_modules.folder()
    for name in compiled_modules.NAMES:
        for suffix in (".py", ".pxd"):
            text = (compiled_modules.HERE / name).with_suffix(suffix).read_text("utf-8")
            (tmp_path / name).with_suffix(suffix).write_text(text + "\n", "utf-8")
    monkeypatch.setattr(compiled_modules, "HERE", tmp_path)
    compiled_modules.folder.cache_clear()
    changed = compiled_modules.folder()
    compiled_modules.folder.cache_clear()

    assert changed != before


def test_constants_become_numbers() -> None:
    assert "SCORE" not in compiling.source("evaluation").split("def rate_end")[1]


def test_plans_are_written_as_orders() -> None:
    view = next(iter(sampled_views(90)))
    assert all(isinstance(order, str) for order in plans_of_views.orders(view))
