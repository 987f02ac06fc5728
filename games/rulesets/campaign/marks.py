"""What can be chosen on the map, and what is marked there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Target:
    """Where a part of the map leads, and what it says to somebody who points at it."""

    href: str
    label: str


@dataclass(frozen=True, slots=True)
class Marks:
    """The parts of the map that are links; ``chosen`` is a mask of junctions to point out."""

    hexes: Mapping[int, Target] = field(default_factory=dict)
    junctions: Mapping[int, Target] = field(default_factory=dict)
    paths: Mapping[int, Target] = field(default_factory=dict)
    chosen: int = 0
