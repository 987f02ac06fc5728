"""Games between bots, from which the stock of puzzles is made.

Imports no models, because it also works in processes that have no database.
"""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engine.bot_games import play_out
from engine.ruleset import Setup
from games.puzzles.content import Content
from games.puzzles.mining import puzzle_at
from games.rulesets import opponents, registry
from games.rulesets.registry import Room

FIRST_TURN = 3  # before it, too little has happened
MOST_OF_A_GAME = 2


def find(game: str, *, boards: Sequence[str], count: int, seed: str,
         processes: int) -> Iterator[Sequence[Content]]:
    """Plays so many games and yields the puzzles in each, in an order that never changes.

    ``boards`` are names; one that comes more than once is played more often.
    """
    play = partial(puzzles_in, game, boards=boards, seed=seed)
    if processes == 1:
        yield from map(play, range(count))
        return
    # Not a fork: the caller may have threads and connections.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        yield from pool.map(play, range(count), chunksize=4)


def puzzles_in(game: str, number: int, *, boards: Sequence[str], seed: str) -> list[Content]:
    """The puzzles of one game between bots, those with the largest margins first."""
    room = registry.get(game)
    words = hashlib.sha256(f"{seed} {number}".encode()).digest()
    setup = _setup(room, boards, words)
    bots = seated(room, words, players=setup.players)
    found = list[Content]()
    turn, now, before = 0, list[tuple[int, str]](), list[tuple[int, str]]()
    ruleset = room.ruleset
    for state, move, _events in play_out(
            ruleset, setup, seed=words, bots=[room.ruleset.bots[name] for name in bots]):
        status = ruleset.status(state)
        if move is None:
            break
        if status.turn != turn:
            turn, now, before = status.turn, [], now
            if turn >= FIRST_TURN and (puzzle := puzzle_at(room, state, setup=setup, moves=before)):
                found.append(puzzle)
        now.append((status.to_move[0], ruleset.format(move, state)))
    found.sort(key=lambda puzzle: -puzzle.margin)
    return found[:MOST_OF_A_GAME]


def _setup(room: Room, boards: Sequence[str], words: bytes) -> Setup:
    board, seats = boards[words[0] % len(boards)], room.ruleset.seats
    return Setup(room.ruleset.boards()[board], seats[words[1] % len(seats)])


def seated(room: Room, words: bytes, *, players: int) -> list[str]:
    """The strongest bot in one seat, and any in the others."""
    names = list(room.ruleset.bots)
    chosen = [names[word % len(names)] for word in words[2:2 + players]]
    chosen[words[6] % players] = strongest(room)
    return chosen


def strongest(room: Room) -> str:
    """The name of the bot that measurements have found to be the strongest."""
    measured = [name for name in opponents.read(room.strengths).bots if name in room.ruleset.bots]
    return measured[-1] if measured else next(iter(room.ruleset.bots))
