"""The learned weights of the evaluation in ``learned/``, which ``manage.py train`` makes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources

from alexandros_rules.alexandros.bots.search.evaluation import FEATURES, STAGES

# By the number of players, the weights for each stage, feature by feature in their order.
Weights = dict[int, list[float]]
FOLDER = "learned"


@lru_cache(maxsize=8)
def shipped(name: str) -> Weights | None:
    """Return the weights that come with the game for a board, or None if it was not learned."""
    file = resources.files(__package__).joinpath(FOLDER, f"{name}.json")
    return loads(file.read_text("utf-8")) if file.is_file() else None


def first() -> Weights:
    """Return the weights of the first strategist, which never change."""
    found = shipped("first")
    assert found is not None
    return found


def loads(text: str) -> Weights:
    """Return the weights in a file.  Raise ValueError if their features or stages are others."""
    data = json.loads(text)
    if data["stages"] != list(STAGES):
        raise ValueError("these weights belong to other stages: train again")
    return {int(players): _flat(table) for players, table in data["weights"].items()}


def _flat(table: Mapping[str, Sequence[float]]) -> list[float]:
    if list(table) != list(FEATURES):
        raise ValueError("these weights belong to other features: train again")
    return [weight for some in table.values() for weight in some]


def dumps(weights: Mapping[int, Sequence[float]], *, made_by: str) -> str:
    """Return the text of a weights file; ``made_by`` is the command that made the weights."""
    tables = ",\n".join(
        f'  "{players}": {{\n{_rows(some)}\n  }}' for players, some in weights.items())
    return (f'{{\n "made by": {json.dumps(made_by)},\n "stages": {json.dumps(STAGES)},\n'
            f' "weights": {{\n{tables}\n }}\n}}\n')


def _rows(weights: Sequence[float]) -> str:
    """Return a line for each feature, with its weights."""
    count = len(STAGES)
    return ",\n".join(
        f"   {json.dumps(name)}: "
        + json.dumps([round(one, 4) for one in weights[count * i:count * (i + 1)]])
        for i, name in enumerate(FEATURES))
