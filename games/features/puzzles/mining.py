"""Finding puzzles in games: positions in which the analyst thinks one turn clearly best.

The analyst gets the view of the player to move and nothing else.  The true states are only used to
make these views, and to see which bots would have found the turn.  The stock is made from games
between bots, also in processes that have no database, so this module imports no models.
"""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from engine import drafts
from engine.analysis import RatedTurn
from engine.bot_games import play_out
from engine.bot_plans import always
from engine.chance import SeededChance
from engine.errors import Refusal
from engine.orders import MAX_MOVES
from engine.replay import fold
from engine.ruleset import Bot, Setup
from games.features.puzzles.content import Content, key_of, salt_of
from games.rulesets import opponents, registry
from games.rulesets.registry import Room

MARGIN = 0.1  # by how much the best turn must be better than any other
LEAST_CHANCE = 0.2  # a turn that only loses more slowly is no fun to find
FIRST_TURN = 3  # before it, too little has happened
MOST_OF_A_GAME = 2

Ask = Callable[..., Any]
T = TypeVar("T")


def ask_here(question: Callable[..., Any], *about: Any, **details: Any) -> Any:
    """Ask the analyst in this process, where it may take as long as it likes."""
    return question(*about, **details, has_time=always)


def puzzle_at(room: Room, state: Any, *, setup: Setup, moves: Sequence[tuple[int, str]],
              ask: Ask = ask_here) -> Content | None:
    """Return the puzzle at a true state in which somebody's turn begins, or None.

    ``moves`` are those of the turn before, in notation, with the seats that played them.
    """
    ruleset = room.ruleset
    seat, = ruleset.status(state).to_move[:1]
    text = ruleset.dump_state(ruleset.view(state, seat))
    view = ruleset.load_state(text, setup)  # solvers have seen nothing that came before
    key = key_of(setup, text)
    found = _clear_best(room, view, seat=seat, key=key, ask=ask)
    if found is None:
        return None
    best, second = found
    return Content(
        setup, seat, text,
        tuple(ruleset.view_move(text, by=by, seat=seat) for by, text in moves),
        drafts.write_moves(ruleset, view, best.moves, seat=seat),
        best.chance - second.chance,
        _share_that_miss(room, state, best.moves, seat=seat, key=key, ask=ask))


def _clear_best(room: Room, view: Any, *, seat: int, key: str,
                ask: Ask) -> tuple[RatedTurn, RatedTurn] | None:
    """Return the best turn and the next one if that makes a puzzle."""
    assert room.analyst is not None  # the caller asks only for games that have one
    found = ask(room.analyst.clear_best, view, seat=seat, salt=salt_of(key), margin=MARGIN)
    return found if found is not None and found[0].chance >= LEAST_CHANCE else None


def _share_that_miss(room: Room, state: Any, best: Sequence[Any], *, seat: int,
                     key: str, ask: Ask) -> float:
    """Return the share of bots that play a turn with another end than the best one."""
    ruleset = room.ruleset
    end = _end(room, ruleset.view(state, seat), best, seat=seat)
    missed = [not _finds(room, bot, state, seat=seat, key=key, goal=end, ask=ask)
              for bot in ruleset.bots.values()]
    return sum(missed) / len(missed)


def _end(room: Room, view: Any, moves: Sequence[Any], *, seat: int) -> str:
    for move in moves:
        events = room.ruleset.decide(view, move, room.ruleset.unknown_chance(), seat=seat)
        view = fold(room.ruleset, view, events)
    return room.ruleset.dump_state(view)


def _finds(room: Room, bot: Bot, state: Any, *, seat: int, key: str, goal: str,
           ask: Ask) -> bool:
    """Return whether this bot's turn ends like the best one, played on the view before it."""
    ruleset, chance = room.ruleset, SeededChance(salt_of(key))
    view, turn, moves = ruleset.view(state, seat), ruleset.status(state).turn, list[Any]()
    while len(moves) < MAX_MOVES and _is_to_move(room, state, seat=seat, turn=turn):
        think = ask if bot.thinks else ask_here
        plan = think(bot.plan, ruleset.view(state, seat), seat=seat, salt=salt_of(key))
        for move in plan:
            state = fold(ruleset, state, ruleset.decide(state, move, chance, seat=seat))
            moves.append(move)
    try:
        return _end(room, view, moves, seat=seat) == goal
    except Refusal:  # it needed a card that had been turned up meanwhile
        return False


def _is_to_move(room: Room, state: Any, *, seat: int, turn: int) -> bool:
    status = room.ruleset.status(state)
    return seat in status.to_move and status.turn == turn


def look_again(game: str, content: Content) -> Content | None:
    """Return a puzzle of the stock as the analyst sees it today, None if it is none any more."""
    room = registry.get(game)
    assert room.analyst is not None
    view = room.ruleset.load_state(content.view, content.setup)
    found = _clear_best(room, view, seat=content.seat, key=content.key, ask=ask_here)
    if found is None:
        return None
    best, second = found
    orders = drafts.write_moves(room.ruleset, view, best.moves, seat=content.seat)
    return replace(content, best=orders, margin=best.chance - second.chance)


def look_again_at(game: str, stock: Sequence[Content], *,
                  processes: int) -> Iterator[Content | None]:
    """Yield the puzzles of a stock as the analyst sees them today, in their order."""
    return _in_processes(partial(look_again, game), stock, processes)


def find_puzzles(game: str, *, boards: Sequence[str], count: int, seed: str,
                 processes: int) -> Iterator[Sequence[Content]]:
    """Play ``count`` games and yield the puzzles of each, always in the same order.

    ``boards`` are names of boards; a name that is listed twice is played twice as often.
    """
    return _in_processes(partial(puzzles_in, game, boards=boards, seed=seed), range(count),
                         processes)


def _in_processes(do: Callable[[Any], T], some: Iterable[Any], processes: int) -> Iterator[T]:
    """Yield the results in order, made by several processes or by this one."""
    if processes == 1:
        yield from map(do, some)
        return
    # Not a fork: the caller may have threads and connections.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        yield from pool.map(do, some, chunksize=4)


def puzzles_in(game: str, number: int, *, boards: Sequence[str], seed: str) -> list[Content]:
    """Return the puzzles of one game between bots, those with the largest margins first."""
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
    """Return names of bots for the seats: the strongest for one of them, any for the others."""
    names = list(room.ruleset.bots)
    chosen = [names[word % len(names)] for word in words[2:2 + players]]
    chosen[words[6] % players] = strongest(room)
    return chosen


def strongest(room: Room) -> str:
    """Return the name of the bot that measurements have found to be the strongest."""
    measured = [name for name in opponents.read(room.strengths).bots if name in room.ruleset.bots]
    return measured[-1] if measured else next(iter(room.ruleset.bots))
