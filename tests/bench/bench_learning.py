"""Random games in the environments of PettingZoo beside the same games by the rules alone.

The rules alone play the moves that the agents have chosen, and list all legal ones before each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from alexandros_rules.chance import SeededChance
from alexandros_rules.environment import Environment, env
from alexandros_rules.replay import fold
from tests.bench.measurement import Fact, Figure, interleave

GAMES = {"alexandros": 8, "campaign": 1}  # of each kind, all of four players
ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game as its environment and seed, the actions of its agents, and its decided moves."""

    table: Environment
    seed: int
    actions: list[int]
    moves: list[tuple[Any, SeededChance, int]]


class WatchedRules:
    """The rules of a game, which note the moves that they decide."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self.decided: list[tuple[Any, SeededChance, int]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def decide(self, state: Any, move: Any, chance: SeededChance, *, seat: int) -> Any:
        self.decided.append((move, chance, seat))
        return self._rules.decide(state, move, chance, seat=seat)


def run() -> Iterator[Figure | Fact]:
    """Yields what actions and moves take, and how much of that the rules take."""
    for name, number in GAMES.items():
        games = [recorded(env(name, players=4), seed) for seed in range(number)]
        works: dict[str, Callable[[], int]] = {
            f"{name}: an action and its observation": partial(_take_actions, games),
            f"{name}: a move by the rules alone": partial(_play_moves, games),
        }
        action, move = interleave(works, rounds=ROUNDS)
        yield Figure(*action)
        yield Figure(*move)
        each = sum(len(game.actions) for game in games) / sum(len(game.moves) for game in games)
        yield Fact(f"{name}: actions a second", f"{1 / action[1]:.0f}", f"{each:.1f} for a move")
        yield Fact(f"{name}: a move, compared with the rules alone",
                   f"{each * action[1] / move[1]:.1f}")


def recorded(table: Environment, seed: int) -> Recorded:
    """Plays a random game."""
    rng, actions, rules = Random(seed), list[int](), table.rules
    watched: Any = WatchedRules(rules)
    table.rules = watched
    table.reset(seed=seed)
    while not any(table.terminations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        actions.append(rng.choice(mask.nonzero()[0]))
        table.step(actions[-1])
    table.rules = rules
    return Recorded(table, seed, actions, watched.decided)


def _take_actions(games: list[Recorded]) -> int:
    for game in games:
        game.table.reset(seed=game.seed)
        for action in game.actions:
            game.table.last()
            game.table.step(action)
    return sum(len(game.actions) for game in games)


def _play_moves(games: list[Recorded]) -> int:
    for game in games:
        rules, (_, chance, _) = game.table.rules, game.moves[0]
        state = fold(rules, None, rules.start(game.table.setup, chance))
        for move, _, seat in game.moves:
            rules.status(state)
            rules.legal_moves(rules.view(state, seat), seat=seat)
            state = fold(rules, state, rules.decide(state, move, chance, seat=seat))
    return sum(len(game.moves) for game in games)
