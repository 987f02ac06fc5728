"""The page about the environments: every example on it runs, and its table of actions is true."""

from __future__ import annotations

import re

import pytest

from alexandros_rules.collection import Setup, encoding, rulesets
from tests.engine.distribution.examples import PAGES, run_examples


def test_every_example_runs_in_the_order_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    run_examples("PETTINGZOO.md")
    said = capsys.readouterr().out
    assert re.search(r"^player_\d 1\.0 {'winner': True, 'score': \d+}$", said, re.MULTILINE)
    ((action, path),) = re.findall(r"^(\d+) \[(\d+), -1, ", said, re.MULTILINE)
    assert path == action
    assert {*re.findall(r"^player_\d (?:won|lost)$", said, re.MULTILINE)} == {
        "player_0 won", "player_1 lost"}


def test_every_group_of_actions_is_named_on_the_page() -> None:
    words = {*re.findall(r"`(\w+)`", (PAGES / "PETTINGZOO.md").read_text("utf-8"))}
    for rules in rulesets().values():
        setup = Setup(next(iter(rules.boards().values())), 2)
        assert {*encoding(rules, setup).groups} - words == set()
