"""Hypothesis strategies: random games in which a test can look at every position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import strategies as st

from alexandros_rules import codec, replay
from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.moves import Move
from alexandros_rules.alexandros.state import State
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup
from tests.engine.random_games import RULESET, played, seed, setup


@dataclass(frozen=True)
class Game:
    """A random game.  Everything about it follows from one number."""

    number: int

    @cached_property
    def bots(self) -> list[str]:
        rng = Random(self.number)
        # On persia a hoarder's large hand allows tens of thousands of occupations: too slow.
        names = ["random", "restless", "restless", *(["hoarder"] if self.board == "delta" else [])]
        return rng.choices(names, k=rng.randint(2, 4))

    @property
    def board(self) -> str:
        return ("delta", "persia")[self.number % 2]

    @property
    def walls(self) -> tuple[int, int] | None:
        """Few walls in some games, so that some routes need too many (E2)."""
        return (None, None, None, (9, 2), None, None, (3, 1))[self.number % 7]

    @property
    def options(self) -> dict[str, Any]:
        first = {"first": self.number % len(self.bots)} if self.number % 3 == 0 else {}
        return {
            "half_of_occupying": self.number % 5 < 2, "balanced_start": self.number % 11 < 4,
            "finish_round": self.number % 13 < 5, **first,
        }

    @cached_property
    def moves(self) -> list[tuple[State, Move | None, tuple[events.Event, ...]]]:
        """All (state, move, events); the move of the final state is None."""
        return list(played(self.table, seed=seed(self.number), bots=self.bots))

    @property
    def table(self) -> Setup:
        return setup(self.board, players=len(self.bots), walls=self.walls, **self.options)

    @property
    def states(self) -> list[State]:
        return [state for state, _, _ in self.moves]

    @property
    def steps(self) -> list[tuple[State, tuple[events.Event, ...], State]]:
        """The state before, the events and the state after each move."""
        return [(a[0], a[2], b[0]) for a, b in pairwise(self.moves)]

    def record(self, *, until: int) -> Record:
        """Returns a record of the start and the moves before this one."""
        secret = seed(self.number)
        key, chance = codec.digest_key(secret), SeededChance(secret)
        row, state = replay.start(RULESET, self.table, chance, key)
        rows = [row]
        for _, move, _ in self.moves[:until]:
            if move is not None:
                row, state = replay.play(RULESET, state, move, chance, key, previous=row,
                                         seat=state.seat)
                rows.append(row)
        return Record(RULESET.name, RULESET.version, "k3j2h1g0f9", tuple(self.bots), self.table,
                      commitment(secret), key, secret, tuple(rows))

    def sample_states(self, step: int) -> Iterator[tuple[State, Random]]:
        """Yields every ``step``th state, except the last, with a random generator."""
        for number in range(0, len(self.moves) - 1, step):
            yield self.moves[number][0], Random(number)


def games() -> st.SearchStrategy[Game]:
    return st.builds(Game, st.integers(0, 10**9))
