"""The engine: folding, deciding, generating moves, whole games, log sizes.

All figures are for the large board with four players, in units of one checked ply of python-chess;
random games are played on the default board, too.
The cache of provinces is cleared before legal moves are generated, as for a new position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from statistics import median
from time import process_time
from typing import Any

from alexandros_rules import replay
from alexandros_rules.alexandros.provinces import provinces
from alexandros_rules.bot_games import play_out
from alexandros_rules.chance import SeededChance
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup
from tests.bench.measurement import Fact, Figure, interleave, percentile, play_chess, timed
from tests.engine.random_games import BOTS, RULESET, seed, setup
from tests.golden.whole_records import play

LARGE, DEFAULT = "persia", next(iter(RULESET.boards()))
TABLE = setup(LARGE, players=4)
GREEDY = ("greedy",) * 4
RANDOM = ("random",) * 4
RECORDS = 3
ROUNDS = 25
GAMES = 9  # rounds of whole games
POSITIONS = 300  # for which legal moves are generated


def run() -> Iterator[Figure | Fact]:
    """Yields all figures about the engine."""
    records = [play(TABLE, GREEDY, seed(number)) for number in range(RECORDS)]
    yield from _of_moves(records)
    yield from _of_legal(records)
    yield from _of_games()
    yield from _of_rows(records)


def _of_moves(records: list[Record]) -> Iterator[Figure]:
    """Measures folding one logged move and deciding it again."""
    positions = [step for one in records for step in _decisions(one)]
    states = [state for state, _, _ in positions]
    texts = [RULESET.dump_state(state) for state in states]
    works: dict[str, tuple[Callable[[], int], float | None]] = {
        "fold one logged move, JSON included": (lambda: sum(map(_rebuild, records)), 5),
        "decide one move with all checks": (lambda: _decide(positions), 8),
        "read, decide and fold one logged move": (lambda: sum(map(_redecide, records)), None),
        "verify one logged move, its hashes included": (lambda: sum(map(_verify, records)), None),
        "the digest's text of a state": (lambda: _each(RULESET.dump_state, states), None),
        "a state from its snapshot": (
            lambda: _each(lambda text: RULESET.load_state(text, TABLE), texts), None),
        "a view of a state": (lambda: _each(lambda s: RULESET.view(s, s.seat), states), None),
    }
    measured = interleave({name: work for name, (work, _) in works.items()}, rounds=ROUNDS)
    for name, seconds, units in measured:
        yield Figure(name, seconds, units, works[name][1])


def _rebuild(one: Record) -> int:
    provinces.cache_clear()
    replay.rebuild(RULESET, one.rows, version=one.version)
    return len(one.rows)


def _decisions(one: Record) -> Iterator[tuple[Any, Any, SeededChance]]:
    """Yields the (state, move, chance) of each move of a game."""
    assert one.seed is not None
    chance = SeededChance(one.seed)
    states = replay.states(RULESET, one.rows, version=one.version)
    for row, state in zip(one.rows[1:], states, strict=False):
        yield state, RULESET.parse(row.move, state, seat=state.seat), chance


def _decide(positions: list[tuple[Any, Any, SeededChance]]) -> int:
    provinces.cache_clear()
    for state, move, chance in positions:
        RULESET.decide(state, move, chance, seat=state.seat)
    return len(positions)


def _redecide(one: Record) -> int:
    """Parses, decides and folds every move of a game."""
    provinces.cache_clear()
    assert one.seed is not None
    chance = SeededChance(one.seed)
    state = replay.fold(RULESET, None, RULESET.start(one.setup, chance))
    for row in one.rows[1:]:
        move = RULESET.parse(row.move, state, seat=state.seat)
        state = replay.fold(RULESET, state, RULESET.decide(state, move, chance, seat=state.seat))
    return len(one.rows)


def _verify(one: Record) -> int:
    provinces.cache_clear()
    assert one.seed is not None
    fault = replay.verify(RULESET, one.setup, one.rows, SeededChance(one.seed), one.key,
                          version=one.version)
    assert fault is None
    return len(one.rows)


def _each(work: Callable[[Any], Any], values: list[Any]) -> int:
    for value in values:
        work(value)
    return len(values)


def _of_legal(records: list[Record]) -> Iterator[Figure]:
    """Measures generating all legal marches or actions, one position at a time."""
    every = list(chain.from_iterable(
        replay.states(RULESET, one.rows, version=one.version) for one in records
    ))
    for phase in ("march", "act"):
        states = [state for state in every if state.phase == phase][:POSITIONS]
        times, units = [], []
        for state in states:
            ply = timed(play_chess, process_time)
            times.append(_listing(state))
            units.append(times[-1] / ply)
        what = {"march": "all legal marches", "act": "all legal actions"}[phase]
        moves = [len(RULESET.legal_moves(state, seat=state.seat)) for state in states]
        yield Figure(f"{what} of a position, median", median(times), median(units), 50,
                     f"{median(moves):.0f} moves, at most {max(moves)}")
        yield Figure(f"{what} of a position, p99", percentile(times, 0.99),
                     percentile(units, 0.99))


def _listing(state: Any) -> float:
    """Returns the seconds to generate a position's legal moves, the best of three runs."""
    times = []
    for _ in range(3):
        provinces.cache_clear()
        begun = process_time()
        RULESET.legal_moves(state, seat=state.seat)
        times.append(process_time() - begun)
    return min(times)


def _of_games() -> Iterator[Figure | Fact]:
    """Measures whole games between bots, on one core."""
    works = {f"an action of a random game on {board}": partial(_play_random, board)
             for board in (LARGE, DEFAULT)}
    for name, seconds, units in interleave(works, rounds=GAMES):
        yield Figure(name, seconds, units, 10)
    begun, games = process_time(), 6
    moves = sum(_play_out(TABLE, GREEDY, number) for number in range(games))
    took = process_time() - begun
    yield Fact("greedy games, four players", f"{games / took:.1f} /s",
               f"{moves / took:.0f} actions a second")


def _play_random(board: str) -> int:
    return sum(_play_out(setup(board, players=4), RANDOM, number) for number in range(3))


def _play_out(table: Setup, bots: Sequence[str], number: int) -> int:
    """Plays a game and returns the number of its moves."""
    provinces.cache_clear()
    rows = play_out(RULESET, table, seed=seed(number), bots=[BOTS[bot] for bot in bots])
    return sum(1 for _ in rows) - 1


def _of_rows(records: list[Record]) -> Iterator[Fact]:
    rows = [row for one in records for row in one.rows[1:]]
    whole = [len(row.move + row.events + row.digest + row.chain) for row in rows]
    yield Fact("a log row: move, events, digest, hash", f"{sum(whole) / len(whole):.0f} bytes")
    first = len(records[0].rows[0].events)
    events = sum(len(row.events) for row in rows) / len(rows)
    yield Fact("its events alone", f"{events:.0f} bytes", f"the first row, with its board: {first}")
