"""Inputs that once failed, kept as test cases: one file for each in ``found/<target>/``."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests.fuzz.fuzzing import Failure

FOLDER = Path(__file__).parent / "found"


def save(target: str, failure: Failure, *, folder: Path = FOLDER) -> Path:
    """Keeps the input of a failure; the same input is kept once."""
    path = folder / target / f"{hashlib.sha256(failure.data).hexdigest()[:16]}.case"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(failure.data)
    return path


def cases(folder: Path = FOLDER) -> list[tuple[str, Path]]:
    """The saved inputs, each with the name of its target."""
    return [(path.parent.name, path) for path in sorted(folder.glob("*/*.case"))]
