"""The learned weights of the evaluation: ``weights.json``, which ``manage.py train`` makes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from engine.alexandros.bots.search.evaluation import FEATURES, STAGES

# By the number of players; for each feature, in the order of the evaluation, one for each stage.
Weights = dict[int, list[float]]
FILE = "weights.json"


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """Returns the weights that come with the game."""
    return loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))


def loads(text: str) -> Weights:
    """Reads the text of a weights file.  Raises ValueError if it has other features than these."""
    data = json.loads(text)
    tables = data["weights"]
    for table in tables.values():
        if list(table) != list(FEATURES) or data["stages"] != list(STAGES):
            raise ValueError("these weights belong to other features: train again")
    return {
        int(players): [weight for some in table.values() for weight in some]
        for players, table in tables.items()
    }


def dumps(weights: Mapping[int, Sequence[float]], *, made_by: str) -> str:
    """Writes a weights file; ``made_by`` is the command."""
    count = len(STAGES)
    tables = {
        str(players): {
            name: [round(one, 4) for one in some[count * i:count * (i + 1)]]
            for i, name in enumerate(FEATURES)
        }
        for players, some in weights.items()
    }
    data = {"made by": made_by, "stages": STAGES, "weights": tables}
    return json.dumps(data, indent=1) + "\n"
