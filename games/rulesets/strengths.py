"""How strong a game's bots are, as `manage.py ladder --publish` has measured and stored it.

Owns the file's format.  Nothing is measured here, and a bot that is not in the file has simply not
been measured yet.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Duels:
    """Games of two against one other bot, and how many were won; a shared win is divided."""

    wins: float
    games: int

    @property
    def share(self) -> float:
        """The share of these games that were won; there is at least one."""
        return self.wins / self.games


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of one bot.

    ``low`` and ``high`` are an interval of 95 % for ``points``, empty for the bot whose points are
    fixed.  ``wins`` are shares by number of players, ``against`` the duels by the other's name.
    """

    points: int
    low: int
    high: int
    games: int
    wins: Mapping[int, float] = field(default_factory=dict)
    against: Mapping[str, Duels] = field(default_factory=dict)

    @property
    def is_anchor(self) -> bool:
        """Whether the others' points are relative to this bot's."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class Strengths:
    """A measurement: the command that repeats it, and the bots by name, the weakest first."""

    command: str = ""
    bots: Mapping[str, Strength] = field(default_factory=dict)

    def to_text(self) -> str:
        """The contents of the file, a line for each bot so that changes can be read."""
        lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(asdict(bot))}"
                           for name, bot in self.bots.items())
        return f'{{\n  "command": {json.dumps(self.command)},\n  "bots": {{\n{lines}\n  }}\n}}\n'

    @classmethod
    def from_text(cls, text: str) -> Strengths:
        """Reads the contents of the file; raises ValueError, KeyError or TypeError if it cannot."""
        data = json.loads(text)
        return cls(data["command"], MappingProxyType({
            name: _strength(bot) for name, bot in data["bots"].items()}))


def _strength(data: Mapping[str, Any]) -> Strength:
    wins = {int(players): share for players, share in data["wins"].items()}
    against = {name: Duels(**duels) for name, duels in data["against"].items()}
    return Strength(**{**data, "wins": wins, "against": against})


def read(path: Path | None) -> Strengths:
    """The measurement in a file, kept by the process; nothing if there is no such file."""
    return Strengths() if path is None or not path.is_file() else _read(
        path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _read(path: Path, changed: int) -> Strengths:
    """``changed`` keeps the cache fresh."""
    return Strengths.from_text(path.read_text("utf-8"))
