"""Measurements in files: what was played, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

FORMAT = 1


class Unusable(Exception):
    """A file cannot be used; the text is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What all games of a measurement have in common.

    ``board`` is the text of its file; ``version`` that of the rules; ``seed`` any text.  ``bots``
    are those of all games, seat by seat, if the measurement has no others.
    """

    ruleset: str
    version: int
    board: str
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    bots: tuple[str, ...] = ()


def write(path: Path, kind: str, conditions: Conditions, results: Mapping[str, Any]) -> None:
    """Stores a measurement; an older file of this name stays until the new one is complete."""
    text = json.dumps({"format": FORMAT, "kind": kind, "conditions": asdict(conditions),
                       "results": results}, separators=(",", ":"))
    new = path.with_name(path.name + ".new")
    new.write_text(text + "\n", encoding="utf-8")
    new.replace(path)


def read(path: Path, kind: str, conditions: Conditions) -> Mapping[str, Any]:
    """Returns the stored results.  Raises Unusable if they were made in other conditions."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        stored, results = data["conditions"], data["results"]
        fits = (data["format"], data["kind"]) == (FORMAT, kind)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Unusable(f"{path} cannot be read: {error}.") from error
    if not fits or not isinstance(results, dict):
        raise Unusable(f"{path} was not written by manage.py {kind}.")
    asked = json.loads(json.dumps(asdict(conditions)))
    other = [one.name for one in fields(Conditions) if stored.get(one.name) != asked[one.name]]
    if other:
        raise Unusable(f"{path} was measured with other settings ({', '.join(other)}). Give the"
                       " same ones, or begin a new file.")
    return results
