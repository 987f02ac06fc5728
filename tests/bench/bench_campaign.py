"""The engine of The Campaign beside that of Alexandros: deciding, legal moves, games of bots.

All figures are for four players.  A decision is compared with one of Alexandros, timed in turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

from alexandros_rules.bot_games import play_out
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import Bot, Ruleset, Setup
from tests.bench.measurement import Fact, Figure, interleave, percentile
from tests.engine.random_games import BOTS, RULESET, seed, setup

PLAYERS = 4
GAMES = 3
ROUNDS = 15
TABLE = Setup(CAMPAIGN.boards()["campaign"], PLAYERS)

Position = tuple[Any, Any, SeededChance, int]  # state, move, chance, seat


def run() -> Iterator[Figure | Fact]:
    """Yields all figures about the engine of The Campaign."""
    ours = positions(CAMPAIGN, TABLE, [next(iter(CAMPAIGN.bots.values()))] * PLAYERS)
    first = positions(RULESET, setup("persia", players=PLAYERS), [BOTS["greedy"]] * PLAYERS)
    yield from _of_deciding(ours, first)
    yield from _of_legal([(state, seat) for state, _, _, seat in ours])
    yield from _of_games()


def positions(ruleset: Ruleset, table: Setup, bots: list[Bot]) -> list[Position]:
    """Returns every decision of some games between bots."""
    found: list[Position] = []
    for number in range(GAMES):
        chance = SeededChance(seed(number))
        for state, move, _events in play_out(ruleset, table, seed=seed(number), bots=bots):
            if move is not None:
                found.append((state, move, chance, ruleset.status(state).to_move[0]))
    return found


def _of_deciding(ours: list[Position], first: list[Position]) -> Iterator[Figure | Fact]:
    works: dict[str, Callable[[], int]] = {
        "decide one move of Alexandros": lambda: _decide(RULESET, first),
        "decide one move of The Campaign": lambda: _decide(CAMPAIGN, ours),
    }
    measured = list(interleave(works, rounds=ROUNDS))
    for name, seconds, units in measured:
        yield Figure(name, seconds, units)
    (_, _, alexandros), (_, _, campaign) = measured
    yield Fact("a decision, compared with Alexandros", f"{campaign / alexandros:.2f}", "aim 3")


def _decide(ruleset: Ruleset, decisions: list[Position]) -> int:
    for state, move, chance, seat in decisions:
        ruleset.decide(state, move, chance, seat=seat)
    return len(decisions)


def _of_legal(decisions: list[tuple[Any, int]]) -> Iterator[Fact]:
    times = []
    for state, seat in decisions:
        begun = process_time()
        CAMPAIGN.legal_moves(state, seat=seat)
        times.append(process_time() - begun)
    yield Fact("all legal moves of a position, median", f"{median(times) * 1e3:.3f} ms", "aim 1 ms")
    yield Fact("all legal moves of a position, p99", f"{percentile(times, 0.99) * 1e3:.3f} ms")


def _of_games() -> Iterator[Fact]:
    for name, bot in CAMPAIGN.bots.items():
        begun, moves = process_time(), 0
        for number in range(GAMES):
            moves += sum(1 for _ in play_out(CAMPAIGN, TABLE, seed=seed(number),
                                             bots=[bot] * PLAYERS)) - 1
        took = process_time() - begun
        yield Fact(f"{name} games, four players", f"{GAMES / took * 3600:.0f} /h",
                   f"{moves / took:.0f} moves a second; aim 300 games an hour")
