"""The page of documentation of ``alexandros-rules``: every example on it runs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.engine.distribution.examples import run_examples

DOWNLOADS = ("game.txt", "game-log.json")  # of one game, as the service offers them


def test_every_example_runs_in_the_order_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in DOWNLOADS:
        shutil.copy(Path(__file__).with_name(name), tmp_path)
    monkeypatch.chdir(tmp_path)
    run_examples("README.md")
    said = capsys.readouterr().out
    assert "Bob won" in said
    assert "This is what was played." in said
    assert re.search(r"^campaign \(\d+, \d+\)$", said, re.MULTILINE)
