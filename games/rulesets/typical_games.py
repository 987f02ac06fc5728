"""What to expect of a game on each board, from measured games of a game's best bot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from statistics import median

from django.utils.translation import gettext, ngettext

from games.rulesets.registry import Room


def expectation(room: Room, board: str) -> str:
    """Return what games on this board are usually like, "" if nobody has measured them."""
    few, many = room.ruleset.seats[0], room.ruleset.seats[-1]
    if room.typical_games is None:
        return ""
    files = [room.typical_games / f"{board}-{players}.json" for players in (few, many)]
    if not all(file.is_file() for file in files):
        return ""
    turns, points, ahead = ([_median(file, what) for file in files]
                            for what in ("turns", "winner", "margins"))
    return gettext(
        "about %(turns)s turns. With %(few)s players, the winner usually has %(points)s points,"
        " %(ahead)s ahead of the second; with %(many)s players %(points_of_many)s points,"
        " %(ahead_of_many)s ahead."
    ) % {
        "turns": _range(turns), "few": few, "points": points[0], "ahead": ahead[0],
        "many": many, "points_of_many": points[1], "ahead_of_many": ahead[1],
    }


def usual_length(room: Room, board: str, *, players: int) -> str:
    """Return how long games of so many on this board usually are, "" if nobody has measured it.

    ``board`` is the text of the board.
    """
    name = next((name for name, text in room.ruleset.boards().items() if text == board), "")
    file = room.typical_games / f"{name}-{players}.json" if room.typical_games and name else None
    if file is None or not file.is_file():
        return ""
    return ngettext("A game of %(players)s player on this board usually takes about %(turns)s"
                    " turns.",
                    "A game of %(players)s players on this board usually takes about %(turns)s"
                    " turns.", players) % {"players": players, "turns": _median(file, "turns")}


def usual_lengths(room: Room) -> str:
    """Return how long games are on any board and of any number of players, as far as measured."""
    files = sorted(room.typical_games.glob("*.json")) if room.typical_games else []
    if not files:
        return ""
    return gettext("About %(turns)s turns, depending on the board.") % {
        "turns": _range([_median(file, "turns") for file in files])}


@cache
def _median(file: Path, what: str) -> int:
    """Return a rounded median of the stored games."""
    counts = json.loads(file.read_text("utf-8"))["results"][what]
    values = [int(value) for value, count in counts for _ in range(count)]
    return int(median(values) + 0.5)


def _range(numbers: Sequence[int]) -> str:
    """Return the smallest and the largest number."""
    low, high = min(numbers), max(numbers)
    if low == high:
        return str(low)
    return gettext("%(low)s to %(high)s") % {"low": low, "high": high}
