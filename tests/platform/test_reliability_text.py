"""docs/reliability.md has a row for each promise, and the tests it names carry those promises."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.management.commands.check_coverage import marked_ids

ROOT = Path(settings.BASE_DIR)
TEXT = (ROOT / "docs" / "reliability.md").read_text("utf-8")
PROMISES = re.findall(r"^\| (R\d+) \| (.+) \|$", TEXT, re.MULTILINE)
TESTS = re.findall(r"^\| `(tests/\S+)` \| (R[R\d, ]+) \| .+ \|$", TEXT, re.MULTILINE)


def test_every_promise_has_one_row() -> None:
    assert sorted(int(name[1:]) for name, _ in PROMISES) == list(range(1, 26))


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
