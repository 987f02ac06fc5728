"""Compares what this code and another one make of every stored game, one game at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.comparison.differences import Difference, first_difference
from games.comparison.replayer import Replayer
from games.models import Game
from games.rulesets import registry
from games.table.play import event_log

_NO_SEED = bytes(32)  # for a table that has not started: whether it could be started


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game, its number of rows, the CPU seconds of this and the other code, the difference."""

    code: str
    rows: int
    here: float
    there: float
    difference: Difference | None


def modules() -> dict[str, str]:
    """The module that defines each ruleset, by the ruleset's name."""
    return {name: type(ruleset).__module__ for name, ruleset in registry.rulesets().items()}


def compare(ids: Iterable[int], *, here: Replayer, there: Replayer) -> Iterator[Comparison]:
    """Compares the games with these ids; both processes work at the same time.

    Leaves out games that have been deleted since somebody listed them.
    """
    for pk in ids:
        game = stored_game(pk)
        if game is not None:
            yield _compared(game, here, there)


def _compared(game: Mapping[str, Any], here: Replayer, there: Replayer) -> Comparison:
    here.send(game)
    there.send(game)
    ours, theirs = here.receive(), there.receive()
    name = game["ruleset"]
    difference = first_difference(ours, theirs,
                                  same_rules=here.versions[name] == there.versions[name])
    return Comparison(game["code"], len(game["rows"]), ours.seconds, theirs.seconds, difference)


def stored_game(pk: int) -> dict[str, Any] | None:
    """A game as the runner takes it, read under its lock; None if it has been deleted.

    The lock is held for reading only.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update().filter(pk=pk).first()
        if game is None:
            return None
        rows = event_log.logged_moves(game)
    return {
        "code": game.code, "ruleset": game.ruleset, "version": game.rules_version,
        "setup": json.loads(game.setup.text), "seed": (bytes(game.seed) or _NO_SEED).hex(),
        "rows": [[row.number, row.seat, row.move, row.events] for row in rows],
    }
