"""The learned weights of the evaluation: ``weights.json``, which ``manage.py train`` makes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from engine.alexandros.bots.search.evaluation import FEATURES

Weights = dict[int, list[float]]  # by the number of players, in the order of the evaluation
FILE = "weights.json"


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """Returns the weights that come with the game."""
    return loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))


def loads(text: str) -> Weights:
    """Reads the text of a weights file.  Raises ValueError if it has other features than these."""
    tables = json.loads(text)["weights"]
    for table in tables.values():
        if list(table) != list(FEATURES):
            raise ValueError("these weights belong to other features: train again")
    return {
        int(players): [weight for pair in table.values() for weight in pair]
        for players, table in tables.items()
    }


def dumps(weights: Mapping[int, Sequence[float]], *, made_by: str) -> str:
    """Writes a weights file: for each feature, its weight at the end and what is added at first.

    ``made_by`` is the command.
    """
    tables = {
        str(players): {
            name: [round(one, 4) for one in some[2 * i:2 * i + 2]]
            for i, name in enumerate(FEATURES)
        }
        for players, some in weights.items()
    }
    return json.dumps({"made by": made_by, "weights": tables}, indent=1) + "\n"
