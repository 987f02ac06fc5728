"""Runs the script of the page that checks games, in Node.js."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.web import checker

HARNESS = Path(__file__).with_name("harness.js")

Log = dict[str, Any]


def run(cases: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the script says of each case, with one process for all; see ``harness.js``."""
    told = json.dumps({"script": checker.logic(), "cases": list(cases)})
    done = subprocess.run(["node", str(HARNESS)], input=told, capture_output=True,
                          encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    results: list[dict[str, Any]] = json.loads(done.stdout)
    return results


def check(log: str | Log, pasted: str = "") -> dict[str, Any]:
    """What the script says of a log, given as text or as data, and of pasted emails."""
    text = log if isinstance(log, str) else json.dumps(log)
    return run([{"kind": "check", "text": text, "pasted": pasted}])[0]


def verdicts(report: dict[str, Any]) -> dict[str, str]:
    """What each check says: good, bad or unknown."""
    return {one["name"]: one["verdict"] for one in report["checks"]}
