"""The slow parts of the tests: they exist, are explained, and come back with what they cover."""

from __future__ import annotations

import re

import pytest

from tests.slow_parts import PARTS, ROOT, other_versions, part_of, touched, touched_lately


@pytest.mark.parametrize("name", PARTS)
def test_every_test_of_a_part_exists(name: str) -> None:
    for test in (*PARTS[name].tests, *PARTS[name].stays):
        file, _, function = test.partition("::")
        assert list(ROOT.glob(f"{file}*")), f"{file} is gone"
        if function:
            source = (ROOT / file).read_text("utf-8")
            assert f"def {function.partition('[')[0]}" in source, f"{test} is gone"


@pytest.mark.parametrize("name", PARTS)
def test_every_file_that_a_part_covers_exists(name: str) -> None:
    assert [path for path in PARTS[name].covers if not (ROOT / path).exists()] == []


def test_the_guide_for_contributors_explains_every_part() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    table = guide.partition("| part |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [*PARTS]


def test_a_change_brings_back_the_parts_that_cover_it_and_those_with_its_tests() -> None:
    assert touched(["README.md"]) == []
    assert touched(["alexandros_site/places.py"]) == ["kills", "sites", "wheel"]
    assert touched(["tests/size/crowd.py"]) == ["sizes"]
    assert touched(["tests/drawing/test_png.py"]) == ["pictures"]  # which has one test of it


def test_other_versions_of_libraries_bring_back_every_part() -> None:
    assert touched(["README.md", "requirements-dev.lock"]) == [*PARTS]


@pytest.mark.parametrize(("changes", "others"), [
    ("+new==1.0 \\\n+    --hash=sha256:1", False),
    ("-old==1.0 \\\n+old==1.1 \\", True), ("-old==1.0 \\", True),
    ("-    --hash=sha256:1\n--- a/requirements.lock", False)])
def test_a_library_that_is_only_added_brings_nothing_back(changes: str, others: bool) -> None:
    assert other_versions(changes) == others


def test_without_git_every_part_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    assert touched_lately() == [*PARTS]


def test_what_stays_in_the_gate_is_of_no_part() -> None:
    assert part_of("tests/browser/test_a_whole_game.py::test_a_whole_game") == ""
    assert part_of("tests/browser/test_motion.py::test_each_new_wall_grows") == "browsers"
    assert part_of("tests/play/test_history.py::test_anything") == ""
