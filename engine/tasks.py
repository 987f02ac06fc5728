"""What somebody who solves a task is told about their attempt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an attempt at a task, and a sentence that says why."""

    solved: bool
    sentence: str
