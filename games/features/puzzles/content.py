"""The content of a puzzle, as a row of the database or a line of a stock's file has it.

``manage.py find_puzzles`` has made the stock that comes with a game: a file with one line of JSON
for each puzzle, so that changes can be read.  A puzzle of the stock gets a row in the database only
when it is first used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from alexandros_rules import codec
from alexandros_rules.ruleset import Setup
from games.rulesets.registry import Room

KEY_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Content:
    """A position as the player to move saw it, and the turn that is clearly best there.

    ``setup``   that of the game; ``seat`` is the one to move.
    ``view``    the canonical text of the seat's view at the beginning of its turn.
    ``moves``   the moves of the turn before, in notation, as the seat saw them.
    ``best``    the orders of the best turn; ``margin`` is by how much more of a chance of winning
                it leaves than any other, from 0 to 1.
    ``missed``  the share of turns of all bots that do not solve it, from 0 to 1.
    """

    setup: Setup
    seat: int
    view: str
    moves: tuple[str, ...]
    best: str
    margin: float
    missed: float

    def __hash__(self) -> int:
        return hash(self.view)  # options cannot be hashed

    @property
    def key(self) -> str:
        """The key of the puzzle, which is the same for the same position."""
        return key_of(self.setup, self.view)


def key_of(setup: Setup, view: str) -> str:
    """Return the key of a puzzle with this view."""
    return codec.text_digest(f"{setup.players}\n{view}")[:KEY_LENGTH]


def salt_of(key: str) -> bytes:
    """Return the randomness with which the analyst looks at a puzzle, always the same."""
    return hashlib.sha256(f"puzzle {key}".encode()).digest()


def to_json(content: Content, *, boards: Mapping[str, str]) -> dict[str, Any]:
    """Return the puzzle as JSON values, with its board by name."""
    board = next(name for name, text in boards.items() if text == content.setup.board)
    return {
        "board": board, "players": content.setup.players, "options": dict(content.setup.options),
        "seat": content.seat, "view": content.view, "moves": list(content.moves),
        "best": content.best, "margin": round(content.margin, 3),
        "missed": round(content.missed, 3),
    }


def from_json(data: Mapping[str, Any], *, boards: Mapping[str, str]) -> Content:
    """Read the JSON values of ``to_json``; raise KeyError if the board or a value is missing."""
    return Content(
        Setup(boards[data["board"]], data["players"], data["options"]), data["seat"], data["view"],
        tuple(data["moves"]), data["best"], data["margin"], data["missed"])


def stock_of(room: Room) -> Mapping[str, Content]:
    """Return the stock of a game by the puzzles' keys; it is empty if the game has no file."""
    if room.puzzles is None or not room.puzzles.is_file():
        return {}
    return _read(room, room.puzzles, room.puzzles.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _read(room: Room, path: Path, changed: int) -> Mapping[str, Content]:
    """Read the stock from its file, which was ``changed`` at this time, in nanoseconds."""
    # The time is an argument so that the cache does not keep what the file said before.
    boards = room.ruleset.boards()
    lines = path.read_text("utf-8").splitlines()
    found = (from_json(json.loads(line), boards=boards) for line in lines[1:])
    return MappingProxyType({content.key: content for content in found})


def command_of(room: Room) -> str:
    """Return the command that has made the stock, which the first line of its file names."""
    assert room.puzzles is not None
    first, _, _ = room.puzzles.read_text("utf-8").partition("\n")
    command: str = json.loads(first)["command"]
    return command


def stock_to_text(contents: Iterable[Content], *, room: Room, command: str) -> str:
    """Return the text of a stock's file: the command that makes it, and the puzzles by key."""
    boards = room.ruleset.boards()
    rows = sorted(contents, key=lambda content: content.key)
    lines = [json.dumps(to_json(content, boards=boards), separators=(",", ":"))
             for content in rows]
    return "\n".join([json.dumps({"command": command}), *lines]) + "\n"
