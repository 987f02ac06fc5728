"""The puzzles that come with a game, in a file that `manage.py find_puzzles` has made.

It has one line of JSON for each, so that changes can be read.  None of them needs the database
until it is the turn of one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from games.puzzles.content import Content, from_json, to_json
from games.rulesets.registry import Room


def puzzles(room: Room) -> Mapping[str, Content]:
    """The stock of a game by the puzzles' keys; nothing if it has no file."""
    if room.puzzles is None or not room.puzzles.is_file():
        return {}
    return _read(room, room.puzzles, room.puzzles.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _read(room: Room, path: Path, changed: int) -> Mapping[str, Content]:
    """``changed`` keeps the cache fresh."""
    boards = room.ruleset.boards()
    lines = path.read_text("utf-8").splitlines()
    found = (from_json(json.loads(line), boards=boards) for line in lines[1:])
    return MappingProxyType({content.key: content for content in found})


def to_text(contents: Iterable[Content], *, room: Room, command: str) -> str:
    """The contents of the file: the command that makes it, and then the puzzles by their keys."""
    boards = room.ruleset.boards()
    rows = sorted(contents, key=lambda content: content.key)
    lines = [json.dumps(to_json(content, boards=boards), separators=(",", ":"))
             for content in rows]
    return "\n".join([json.dumps({"command": command}), *lines]) + "\n"
