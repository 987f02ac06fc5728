"""docs/retention.md lists every table, and its periods are those of the code."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps

from games.base import retention

DOCUMENT = (Path(__file__).parents[2] / "docs" / "retention.md").read_text(encoding="utf-8")
ROWS = [line.split(" | ") for line in DOCUMENT.split("\n") if line.startswith("| `")]
PERIODS = {name: value for name, value in vars(retention).items() if isinstance(value, timedelta)}
DOCUMENTED = re.findall(r"(\d+) days?[^`|;.]*?\(`([A-Z_]+)`\)", DOCUMENT)


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


def test_the_document_names_no_period_that_there_is_not() -> None:
    assert {constant for _, constant in DOCUMENTED} <= set(PERIODS)
    assert set(re.findall(r"\(`([A-Z_]+)`\)", DOCUMENT)) == set(PERIODS)
