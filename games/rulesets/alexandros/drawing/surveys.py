"""Surveys of boards: coast, relief and place names, which follow from the board alone.

Finding them takes longer than drawing everything else, so those of our own boards are in
``surveys.json``.  It counts only for exactly the board it was made from, and a test makes it again.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from engine import codec
from engine.alexandros import board_file
from engine.alexandros.board import Board
from games.rulesets.alexandros.drawing.board_geometry import board_geometry
from games.rulesets.alexandros.drawing.place_names import Name, names
from games.rulesets.alexandros.drawing.terrain import Terrain, terrain

FILE = "surveys.json"


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found: the terrain, the path round all spaces, all sides, the regions' names."""

    terrain: Terrain
    land: str
    grid: str
    names: tuple[Name, ...]


@lru_cache(maxsize=16)
def survey(board: Board) -> Survey:
    """The survey of a board, stored or new."""
    stored = _stored().get(_key(board))
    if stored is None:
        return new_survey(board)
    found = [Name(**name) for name in stored["names"]]
    return Survey(Terrain(**stored["terrain"]), stored["land"], stored["grid"], tuple(found))


def new_survey(board: Board) -> Survey:
    """The survey of a board, made from the board alone."""
    map_ = board_geometry(board)
    return Survey(terrain(board), map_.area(board.land), map_.grid(), names(board))


def written() -> str:
    """The text of the file: the surveys of our own boards."""
    boards = [board_file.named(name) for name in board_file.shipped()]
    surveys = {_key(board): asdict(new_survey(board)) for board in boards}
    return json.dumps(surveys, indent=1, ensure_ascii=False) + "\n"


def _key(board: Board) -> str:
    return codec.text_digest(board.text)


@lru_cache(maxsize=1)
def _stored() -> dict[str, Any]:
    text = (resources.files("games.rulesets.alexandros.drawing") / FILE).read_text("utf-8")
    stored: dict[str, Any] = json.loads(text)
    return stored


if __name__ == "__main__":
    (Path(__file__).parent / FILE).write_text(written(), encoding="utf-8")
