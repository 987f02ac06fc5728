"""What to expect of a game on each board, from measured games of a game's best bot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import median

from django.utils.translation import gettext

from games.rulesets.registry import Room


def expectation(room: Room, board: str) -> str:
    """Return what games on this board are usually like, "" if nobody has measured them."""
    if room.typical_games is None:
        return ""
    found = [file for players in room.ruleset.seats
             if (file := room.typical_games / f"{board}-{players}.json").is_file()]
    if not found:
        return ""
    turns, points, ahead = (_range([_median(file, what) for file in found])
                            for what in ("turns", "winner", "margins"))
    return gettext("about %(turns)s turns, won with %(points)s points, %(ahead)s ahead") % {
        "turns": turns, "points": points, "ahead": ahead}


@cache
def _median(file: Path, what: str) -> int:
    """Return a rounded median of the stored games."""
    counts = json.loads(file.read_text("utf-8"))["results"][what]
    values = [int(value) for value, count in counts for _ in range(count)]
    return int(median(values) + 0.5)


def _range(numbers: Sequence[int]) -> str:
    """Return the smallest and the largest number, which depend on the number of players."""
    low, high = min(numbers), max(numbers)
    if low == high:
        return str(low)
    return gettext("%(low)s to %(high)s") % {"low": low, "high": high}
