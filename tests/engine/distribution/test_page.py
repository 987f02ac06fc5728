"""The page of documentation of ``alexandros-rules``: every example on it runs."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "engine" / "README.md"
DOWNLOADS = ("game.txt", "game-log.json")  # of one game, as the service offers them
EXAMPLES = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_example_runs_in_the_order_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in DOWNLOADS:
        shutil.copy(Path(__file__).with_name(name), tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "page"}
    for example in EXAMPLES.findall(PAGE.read_text("utf-8")):
        exec(example, names)  # noqa: S102 - our own page
    said = capsys.readouterr().out
    assert "Bob won" in said
    assert "This is what was played." in said
    assert re.search(r"^campaign \(\d+, \d+\)$", said, re.MULTILINE)
