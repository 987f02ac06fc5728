"""Runs the script of the page that checks games, in Node.js."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games import checker

HARNESS = Path(__file__).with_name("harness.js")

Log = dict[str, Any]
Run = Callable[[Sequence[dict[str, Any]]], list[dict[str, Any]]]
Check = Callable[..., dict[str, Any]]


@cache
def _logic() -> str:
    return checker.logic()


@pytest.fixture
def run() -> Run:
    """Gives cases to the script and returns what it says of each, with one process for all."""

    def started(cases: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        told = json.dumps({"script": _logic(), "cases": list(cases)})
        done = subprocess.run(["node", str(HARNESS)], input=told, capture_output=True,
                              encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        results: list[dict[str, Any]] = json.loads(done.stdout)
        return results

    return started


@pytest.fixture
def check(run: Run) -> Check:
    """Checks one log, given as text or as data, with what was pasted from emails."""

    def checked(log: str | Log, pasted: str = "") -> dict[str, Any]:
        text = log if isinstance(log, str) else json.dumps(log)
        return run([{"kind": "check", "text": text, "pasted": pasted}])[0]

    return checked


def verdicts(report: dict[str, Any]) -> dict[str, str]:
    """What each check says: good, bad or unknown."""
    return {one["name"]: one["verdict"] for one in report["checks"]}
