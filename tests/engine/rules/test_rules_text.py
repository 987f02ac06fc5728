"""The rules text for players: every rule has a row, in order."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = (Path(__file__).parents[3] / "docs" / "rules.md").read_text("utf-8")
COUNTS = {"T": 5, "S": 6, "A": 16, "P": 5, "F": 2, "C": 5, "O": 5, "K": 5, "L": 4, "B": 1, "E": 6,
          "FIG": 12}
RULINGS = {"S3", "A7", "A16", "C3", "C4", "C5", "O4", "O5", "E4", "E5", "S6"}


def rows() -> list[tuple[str, str]]:
    """Returns the (id, text) of each rule."""
    return re.findall(r"^\| ([A-Z]+\d+) \| (.+) \|$", TEXT, re.MULTILINE)


def test_every_rule_has_one_row_and_they_stand_in_order() -> None:
    expected = [f"{letter}{n}" for letter, count in COUNTS.items() for n in range(1, count + 1)]

    # Figures appear where they explain something, in their own order.
    assert sorted((rule for rule, _ in rows()), key=lambda rule: rule.startswith("FIG")) == expected


def test_every_rule_is_a_whole_sentence() -> None:
    assert all(re.fullmatch(r"[A-Z*].*\.\)?", text) for _, text in rows())


def test_rulings_are_marked_as_such_and_nothing_else_is() -> None:
    assert {rule for rule, text in rows() if re.search(r"\(ruling[,)]", text)} == RULINGS


def test_what_the_third_version_changes_is_said_once() -> None:
    assert "The third version\nchanges S5 and adds S6." in TEXT
    assert {rule for rule, text in rows() if "from version 3" in text} == {"S6"}
