"""Makes the golden games that bots play: the same ones every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine import replay
from engine.bot_plans import next_move
from engine.chance import SeededChance
from engine.ruleset import Status
from tests.engine.random_games import RULESET
from tests.golden.game_files import FOLDER, GoldenGame, Order, write
from tests.golden.players import PLAYERS

BOARDS = ("delta", "persia")
TRIES = 3000  # deals of each board and number of players
MOST_MOVES = 900
SLOW = 25  # the greedy bot plays in one table of so many
MIXED = ("taxman", "raider", "hoarder", "builder", "restless", "nomad", "wanderer", "random",
         "builder", "raider", "taxman", "restless", "hoarder")
THRIFTY = ("taxman", "taxman", "taxman", "settler", "taxman", "settler", "taxman")


@dataclass(frozen=True, slots=True)
class Style:
    """Tables that tend to one ending: a row of players, of which each table takes a part.

    ``wanted`` is the number of games of each board and number of players with that ending.
    """

    row: tuple[str, ...]
    walls: tuple[tuple[int, int] | None, ...]
    wanted: int


STYLES = {
    "walls": Style(MIXED, (None, None, (20, 6), None, (9, 2)), 22),
    "points": Style(THRIFTY, (None,), 22),
    # Too few walls for any march are left only by chance, and sooner on a board with few walls.
    "stuck": Style((*MIXED, *THRIFTY), ((1, 1), (4, 1), (2, 1), (5, 1), (8, 1)), 8),
}
ENDINGS = tuple(STYLES)


def table(board: str, players: int, number: int) -> GoldenGame:
    """Returns the table with this number, without any orders."""
    style = STYLES[ENDINGS[number % len(ENDINGS)]]
    names = tuple(style.row[(number * 2 + seat) % len(style.row)] for seat in range(players))
    if number % SLOW == 0:
        names = ("greedy", *names[1:])
    options: dict[str, Any] = {"half_of_occupying": True} if number % 5 < 2 else {}
    if number % 4 == 2:
        options["first"] = number % players
    return GoldenGame(f"{board}-{players}-{number}", board, names, f"{board} {players} {number}",
                      (), options, style.walls[number % len(style.walls)])


def played(game: GoldenGame) -> tuple[GoldenGame, Status]:
    """Returns the game with the orders of its bots, and how it ended."""
    chance = SeededChance(game.seed)
    orders: list[Order] = []
    state = replay.fold(RULESET, None, RULESET.start(game.table, chance))
    while not RULESET.status(state).over and len(orders) < MOST_MOVES:
        seat = state.seat
        move = next_move(PLAYERS[game.players[seat]], RULESET.view(state, seat), seat=seat,
                         salt=game.seed + len(orders).to_bytes(4))
        orders.append(Order(seat, RULESET.format(move, state)))
        state = replay.fold(RULESET, state, RULESET.decide(state, move, chance, seat=seat))
    done = GoldenGame(game.name, game.board, game.players, game.deal, tuple(orders),
                      game.options, game.walls)
    return done, RULESET.status(state)


def games(board: str) -> Iterator[GoldenGame]:
    """Yields games on a board until there are enough of each number of players and ending."""
    for players in RULESET.seats:
        kept: Counter[str] = Counter()
        for number in range(TRIES):
            ending = ENDINGS[number % len(ENDINGS)]
            if kept[ending] >= STYLES[ending].wanted:
                continue
            game, status = played(table(board, players, number))
            if status.over and kept[status.reason] < STYLES[status.reason].wanted:
                kept[status.reason] += 1
                yield game
        print(f"{board}, {players} players: {dict(kept)}", flush=True)


def openings(board: str) -> Iterator[GoldenGame]:
    """Yields a game for each seat that may be named as the first player."""
    for players in RULESET.seats:
        for seat in range(players):
            whole = table(board, players, ENDINGS.index("walls") + len(ENDINGS) * seat)
            options = {"first": seat, "half_of_occupying": seat % 2 == 0}
            yield _named(whole, f"{board}-{players}-first-{seat}", options)


def stuck(board: str) -> Iterator[GoldenGame]:
    """Yields a game that ends stuck with the smaller compensation for each number of players."""
    for players in RULESET.seats:
        for number in range(TRIES):
            rare = table(board, players, ENDINGS.index("stuck") + len(ENDINGS) * number)
            name = f"{board}-{players}-stuck-{number}"
            game, status = played(_named(rare, name, {"half_of_occupying": True}))
            if status.reason == "stuck":
                yield game
                break


def _named(game: GoldenGame, name: str, options: dict[str, Any]) -> GoldenGame:
    """Returns the same table with another name, deal and options."""
    return replace(game, name=name, deal=name.replace("-", " "), options=options)


def make() -> None:
    """Writes one file for each board, and one for what these games do not show."""
    FOLDER.mkdir(exist_ok=True)
    for board in BOARDS:
        write(FOLDER / f"{board}.games", games(board))
    make_further()


def make_further() -> None:
    """Writes the file with first players and options that the other games do not show."""
    named = [played(game)[0] for board in BOARDS for game in openings(board)]
    write(FOLDER / "further.games", [*named, *(game for board in BOARDS for game in stuck(board))])
