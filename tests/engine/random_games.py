"""Games played at random, for tests that look at every position.

``Restless`` chooses the kind of move before the move, so that take-overs,
levies and recalls come as often as marches with many ways.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from engine.alexandros.moves import Move, Occupy
from engine.alexandros.provinces import owner, province_of
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.ruleset import Bot, Setup
from engine.simulation import play_out


class Restless:
    """Any kind of legal move, each as likely as the others, then any move of that kind."""

    name = "restless"
    title = "does anything it may"
    called: tuple[str, ...] = ("Restless",)

    def choose(self, view: State, *, salt: bytes) -> Move:
        kinds: dict[tuple[type, bool], list[Move]] = {}
        for move in RULESET.legal(view):
            kinds.setdefault((type(move), _takes_over(view, move)), []).append(move)
        whim = hashlib.sha256(salt).digest()
        kind = list(kinds.values())[int.from_bytes(whim[:4]) % len(kinds)]
        return kind[int.from_bytes(whim[4:8]) % len(kind)]


def _takes_over(view: State, move: Move) -> bool:
    return isinstance(move, Occupy) and (
        owner(view, province_of(view.board, view.walls, move.spaces[0])) is not None
    )


class Hoarder(Restless):
    """Restless, but draws and takes cards whenever it can: it empties the supply."""

    name = "hoarder"
    title = "gathers cards"
    called = ("Hoarder",)

    def choose(self, view: State, *, salt: bytes) -> Move:
        cards = [move for move in RULESET.legal(view) if type(move).__name__ in ("Draw", "Take")]
        return cards[salt[-1] % len(cards)] if cards else super().choose(view, salt=salt)


BOTS: dict[str, Bot] = {**RULESET.bots, "restless": Restless(), "hoarder": Hoarder()}


def setup(
    board: str, *, players: int, walls: tuple[int, int] | None = None, **options: Any
) -> Setup:
    """The setup of a table on a shipped board; ``walls``: so many black and red ones instead."""
    text = RULESET.boards()[board]
    if walls is not None:
        kept = [line for line in text.splitlines()
                if not line.startswith(("black_walls", "red_walls"))]
        named = [f"black_walls = {walls[0]}", f"red_walls = {walls[1]}"]
        place = kept.index("[region_names]")
        text = "\n".join([*kept[:place], *named, *kept[place:], ""])
    return Setup(text, players, options)


def seed(number: int) -> bytes:
    """One of the seeds tests use, by number."""
    return hashlib.sha256(f"golden {number}".encode()).digest()


def played(
    table: Setup, *, seed: bytes, bots: Sequence[str]
) -> Iterator[tuple[State, Move | None, tuple[Any, ...]]]:
    """The (state, move, events) of each move of a game between these bots, seat by seat."""
    return play_out(RULESET, table, seed=seed, bots=[BOTS[name] for name in bots])
