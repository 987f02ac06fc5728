"""What somebody who solves a task is told about their attempt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether orders solve a task, and a sentence on why or why not."""

    solved: bool
    sentence: str
