"""Games played at random, for tests that look at every position.

``Restless`` chooses the kind of move before the move, so that take-overs,
levies and recalls come as often as marches with many ways.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from engine import registry
from engine.alexandros.moves import Move
from engine.alexandros.state import State
from engine.ruleset import Bot, Setup
from engine.simulation import play_out

RULESET = registry.get("alexandros")


class Restless:
    """Any kind of legal move, each as likely as the others, then any move of that kind."""

    name = "restless"
    title = "Restless"

    def choose(self, view: State, *, salt: bytes) -> Move:
        kinds = [list(group) for _, group in groupby(RULESET.legal(view), type)]
        whim = hashlib.sha256(salt).digest()
        kind = kinds[int.from_bytes(whim[:4]) % len(kinds)]
        return kind[int.from_bytes(whim[4:8]) % len(kind)]


class Hoarder(Restless):
    """Restless, but draws and takes cards whenever it can: it empties the supply."""

    name = "hoarder"
    title = "Hoarder"

    def choose(self, view: State, *, salt: bytes) -> Move:
        cards = [move for move in RULESET.legal(view) if type(move).__name__ in ("Draw", "Take")]
        return cards[salt[-1] % len(cards)] if cards else super().choose(view, salt=salt)


BOTS: dict[str, Bot] = {**RULESET.bots, "restless": Restless(), "hoarder": Hoarder()}


def setup(board: str, *, players: int, **options: Any) -> Setup:
    """The setup of a table on a shipped board."""
    return Setup(RULESET.boards()[board], players, options)


def seed(number: int) -> bytes:
    """One of the seeds tests use, by number."""
    return hashlib.sha256(f"golden {number}".encode()).digest()


def played(
    table: Setup, *, seed: bytes, bots: Sequence[str]
) -> Iterator[tuple[State, Move | None, tuple[Any, ...]]]:
    """The (state, move, events) of each move of a game between these bots, seat by seat."""
    return play_out(RULESET, table, seed=seed, bots=[BOTS[name] for name in bots])
