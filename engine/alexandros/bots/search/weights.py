"""The learned weights of the evaluation in ``weights.json``, which ``manage.py train`` makes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from engine.alexandros.bots.search.evaluation import FEATURES, STAGES

# By the number of players, the weights for each stage, feature by feature in their order.
Weights = dict[int, list[float]]
WeightsOfBoards = dict[str, Weights]  # by the board's name
FILE = "weights.json"


@lru_cache(maxsize=1)
def shipped() -> WeightsOfBoards:
    """Return the weights that come with the game, by the names of the boards learned."""
    return loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))


def loads(text: str) -> WeightsOfBoards:
    """Return the weights in a file.  Raise ValueError if their features or stages are others."""
    data = json.loads(text)
    if data["stages"] != list(STAGES):
        raise ValueError("these weights belong to other stages: train again")
    return {
        board: {int(players): _flat(table) for players, table in tables.items()}
        for board, tables in data["weights"].items()
    }


def _flat(table: Mapping[str, Sequence[float]]) -> list[float]:
    if list(table) != list(FEATURES):
        raise ValueError("these weights belong to other features: train again")
    return [weight for some in table.values() for weight in some]


def dumps(weights: Mapping[str, Mapping[int, Sequence[float]]], *, made_by: str) -> str:
    """Return the text of a weights file; ``made_by`` is the command that made the weights."""
    tables = {
        board: {str(players): _table(some) for players, some in tables.items()}
        for board, tables in weights.items()
    }
    data = {"made by": made_by, "stages": STAGES, "weights": tables}
    return json.dumps(data, indent=1) + "\n"


def _table(weights: Sequence[float]) -> dict[str, list[float]]:
    """Return the weights of each feature."""
    count = len(STAGES)
    return {
        name: [round(one, 4) for one in weights[count * i:count * (i + 1)]]
        for i, name in enumerate(FEATURES)
    }
