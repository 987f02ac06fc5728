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

from alexandros_rules import drafts
from alexandros_rules.analysis import RatedTurn
from alexandros_rules.bot_games import play_on, play_out
from alexandros_rules.bot_plans import always
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import MAX_MOVES
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Bot, Setup
from games.features.exercises.best_turn import is_solution
from games.features.puzzles.content import Content, key_of, salt_of
from games.rulesets import opponents, registry
from games.rulesets.registry import Room

MARGIN = 0.15  # by how much the best turn must be better than any other
LEAD_IN_GAMES = 0.1  # how many more games it must win; smaller than the margin, as few are played
LEAST_CHANCE = 0.2  # a turn that only loses more slowly is no fun to find
QUIET_PART = 0.5  # of a game, at its beginning, in which a turn rarely decides much
MOST_OF_A_GAME = 2
GAMES = 40  # played on after the best turn, and as many after the next one
FEW_GAMES = 12  # after which a turn that is about as good is given up
TURNS_OF_A_BOT = 4
ROUNDED = 0.001  # difference of margins that comes from rounding

Ask = Callable[..., Any]
T = TypeVar("T")


def ask_here(question: Callable[..., Any], *about: Any, **details: Any) -> Any:
    """Ask the analyst in this process, where it may take as long as it likes."""
    return question(*about, **details, has_time=always)


def puzzle_at(room: Room, state: Any, *, setup: Setup, moves: Sequence[tuple[int, str]],
              ask: Ask = ask_here, games: int = 0) -> Content | None:
    """Return the puzzle at a true state in which somebody's turn begins, or None.

    ``moves`` are those of the turn before, in notation, with the seats that played them.  In so
    many ``games`` played on after the best turn and after the next one, the best must win more.
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
    if games and lead_in_games(room, view, (best.moves, second.moves), seat=seat, key=key,
                               games=games) < LEAD_IN_GAMES:
        return None
    content = Content(
        setup, seat, text,
        tuple(ruleset.view_move(text, by=by, seat=seat) for by, text in moves),
        drafts.write_moves(ruleset, view, best.moves, seat=seat),
        best.chance - second.chance, 0.0)
    return replace(content, missed=_share_that_miss(room, content, view, best.moves, ask=ask))


def _clear_best(room: Room, view: Any, *, seat: int, key: str,
                ask: Ask) -> tuple[RatedTurn, RatedTurn] | None:
    """Return the best turn and the next one if that makes a puzzle, also as attempts are judged."""
    assert room.analyst is not None  # the caller asks only for games that have one
    found = ask(room.analyst.clear_best, view, seat=seat, salt=salt_of(key), margin=MARGIN)
    if found is None or found[0].chance < LEAST_CHANCE:
        return None
    turns = [one.moves for one in found]
    best, second = ask(room.analyst.chances, view, turns, seat=seat, salt=salt_of(key))
    solves = is_solution(second, best=best, margin=found[0].chance - found[1].chance)
    return None if best < LEAST_CHANCE or solves else found


def lead_in_games(room: Room, view: Any, turns: tuple[Sequence[Any], Sequence[Any]], *, seat: int,
                  key: str, games: int) -> float:
    """Return how many more games the first of two turns wins, from -1 to 1.

    Each of the ``games`` goes on from another guess of what is hidden, played by the strongest bot
    at all seats, once after each turn.  Now and then, a first turn that has hardly won more ends
    the comparison.
    """
    total = 0.0
    for number in range(games):
        if number and number % FEW_GAMES == 0 and total < number * LEAD_IN_GAMES / 2:
            return total / number
        seed = hashlib.sha256(salt_of(key) + f"game {number}".encode()).digest()
        first, second = (share_won(room, view, moves, seat=seat, seed=seed) for moves in turns)
        total += first - second
    return total / games


def share_won(room: Room, view: Any, moves: Sequence[Any], *, seat: int, seed: bytes) -> float:
    """Return the seat's share of the win in a game played on from a guess after these moves."""
    assert room.analyst is not None  # else there are no puzzles
    ruleset, chance = room.ruleset, SeededChance(seed)
    state = room.analyst.guessed(view, seat=seat, salt=seed)
    for move in moves:
        state = fold(ruleset, state, ruleset.decide(state, move, chance, seat=seat))
    bots = [ruleset.bots[strongest(room)]] * len(ruleset.status(state).scores)
    *_moves, (state, _none, _events) = play_on(ruleset, state, chance=chance, seed=seed, bots=bots)
    winners = ruleset.status(state).winners
    return (seat in winners) / len(winners)


def _share_that_miss(room: Room, content: Content, view: Any, best: Sequence[Any], *,
                     ask: Ask) -> float:
    """Return the share of the turns of all bots that do not solve the puzzle.

    Each bot plays some turns, from other guesses of what is hidden.  Turns are judged as people's.
    """
    assert room.analyst is not None  # else there are no puzzles
    turns = [list(best)]
    for number in range(TURNS_OF_A_BOT):
        seed = hashlib.sha256(salt_of(content.key) + f"bot {number}".encode()).digest()
        state = room.analyst.guessed(view, seat=content.seat, salt=seed)
        turns += [_turn_of(room, bot, state, seat=content.seat, seed=seed, ask=ask)
                  for bot in room.ruleset.bots.values()]
    legal = [moves for moves in turns if _is_legal(room, view, moves, seat=content.seat)]
    best_chance, *chances = ask(room.analyst.chances, view, legal, seat=content.seat,
                                salt=salt_of(content.key))
    solved = sum(is_solution(chance, best=best_chance, margin=content.margin)
                 for chance in chances)
    return 1 - solved / (len(turns) - 1)


def _turn_of(room: Room, bot: Bot, state: Any, *, seat: int, seed: bytes, ask: Ask) -> list[Any]:
    """Return the moves of a bot's whole turn from this state."""
    ruleset, chance = room.ruleset, SeededChance(seed)
    turn, moves = ruleset.status(state).turn, list[Any]()
    while len(moves) < MAX_MOVES and _is_to_move(room, state, seat=seat, turn=turn):
        think = ask if bot.thinks else ask_here
        for move in think(bot.plan, ruleset.view(state, seat), seat=seat, salt=seed):
            state = fold(ruleset, state, ruleset.decide(state, move, chance, seat=seat))
            moves.append(move)
    return moves


def _is_to_move(room: Room, state: Any, *, seat: int, turn: int) -> bool:
    status = room.ruleset.status(state)
    return seat in status.to_move and status.turn == turn


def _is_legal(room: Room, view: Any, moves: Sequence[Any], *, seat: int) -> bool:
    """Return whether moves use nothing that was revealed on the way."""
    try:
        drafts.write_moves(room.ruleset, view, moves, seat=seat)
    except Refusal:
        return False
    return True


def check(game: str, content: Content) -> str:
    """Return what is wrong with a puzzle of the stock by today's search, "" if nothing is."""
    room = registry.get(game)
    view = room.ruleset.load_state(content.view, content.setup)
    found = _clear_best(room, view, seat=content.seat, key=content.key, ask=ask_here)
    if found is None:
        return "no turn is clearly best"
    best, second = found
    orders = drafts.write_moves(room.ruleset, view, best.moves, seat=content.seat)
    if orders != content.best:
        return f"the best turn is: {orders}"
    margin = best.chance - second.chance
    return "" if abs(margin - content.margin) < ROUNDED else f"the margin is {margin:.3f}"


def check_all(game: str, stock: Sequence[Content], *, processes: int) -> Iterator[str]:
    """Yield what is wrong with each puzzle of a stock, "" if nothing is, in their order."""
    return _in_processes(partial(check, game), stock, processes)


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
    begun, ruleset = list[tuple[int, Any, list[tuple[int, str]]]](), room.ruleset
    turn, now, before = 0, list[tuple[int, str]](), list[tuple[int, str]]()
    for state, move, _events in play_out(
            ruleset, setup, seed=words, bots=[ruleset.bots[name] for name in bots]):
        status = ruleset.status(state)
        if move is None:
            break
        if status.turn != turn:
            turn, now, before = status.turn, [], now
            begun.append((turn, state, before))
        now.append((status.to_move[0], ruleset.format(move, state)))
    looked_at = [puzzle_at(room, state, setup=setup, moves=moves, games=GAMES)
                 for number, state, moves in begun if number > turn * QUIET_PART]
    found = [puzzle for puzzle in looked_at if puzzle is not None]
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
