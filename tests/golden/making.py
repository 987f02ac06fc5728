"""Makes the golden games that bots play by the newest rules: the same ones every time.

The games of earlier versions of the rules stay as they were made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from alexandros_rules import replay
from alexandros_rules.alexandros import continuing
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import Status
from tests.engine.random_games import RULESET, seed_of
from tests.golden import coverage
from tests.golden.coverage import ENDINGS, FLAGS
from tests.golden.game_files import FOLDER, GoldenGame, Order, write
from tests.golden.players import PLAYERS

BOARDS = ("delta", "empire", "march", "persia")
RULES = RULESET.version
TRIES = 200_000  # deals of each board and number of players
MOST_MOVES = 900
SLOW = 25  # the greedy bot plays in one table of so many
WANTED = 3  # games of each board and number of players with each ending, and more for the options
MIXED = ("taxman", "raider", "hoarder", "builder", "restless", "nomad", "wanderer", "random",
         "builder", "raider", "taxman", "restless", "hoarder")
THRIFTY = ("taxman", "taxman", "taxman", "settler", "taxman", "settler", "taxman")

MATCHES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("delta", ("taxman", "raider"), {}),
    ("persia", ("settler", "greedy"), {"balanced_start": True}),
)

CONTINUED: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("march", ("settler", "taxman"), 25), ("delta", ("builder", "raider", "taxman"), 12),
    ("persia", ("taxman", "settler", "raider", "builder"), 38),
)


@dataclass(frozen=True, slots=True)
class Style:
    """Tables that tend to one ending: a row of players, of which each table takes a part."""

    row: tuple[str, ...]
    walls: tuple[tuple[int, int] | None, ...]


STYLES = {
    "walls": Style(MIXED, (None, None, (20, 6), None, (9, 2))),
    "points": Style(THRIFTY, (None,)),
    # Too few walls for any march are left only by chance, and sooner on a board with few walls.
    "stuck": Style((*MIXED, *THRIFTY), ((1, 1), (4, 1), (2, 1), (5, 1), (8, 1))),
    "quiet": Style(("idler",), (None,)),
}


def table(board: str, players: int, number: int) -> GoldenGame:
    """Returns the table with this number, without any orders."""
    style = STYLES[ENDINGS[number % len(ENDINGS)]]
    names = tuple(style.row[(number * 2 + seat) % len(style.row)] for seat in range(players))
    if number % SLOW == 0:
        names = ("greedy", *names[1:])
    name = f"v{RULES}-{board}-{players}-{number}"
    return GoldenGame(name, board, names, name.replace("-", " "), (), _options(number, players),
                      style.walls[number % len(style.walls)], rules=RULES)


def _options(number: int, players: int) -> dict[str, Any]:
    """Returns each option in some of the tables of each style, in all combinations."""
    nth = number // len(ENDINGS)
    options: dict[str, Any] = {flag: True for bit, flag in enumerate(FLAGS) if nth >> bit & 1}
    if nth % 5 == 2:
        options["first"] = nth % players
    return options


def played(game: GoldenGame) -> tuple[GoldenGame, Status]:
    """Returns the game with the orders of its bots, and how it ended."""
    chance = SeededChance(game.seed)
    orders: list[Order] = []
    began = RULESET.start(game.table, chance, version=game.rules)
    state = replay.fold(RULESET, None, began)
    while not RULESET.status(state).over and len(orders) < MOST_MOVES:
        seat = state.seat
        move = next_move(PLAYERS[game.players[seat]], RULESET.view(state, seat), seat=seat,
                         salt=game.seed + len(orders).to_bytes(4))
        orders.append(Order(seat, RULESET.format(move, state)))
        state = replay.fold(RULESET, state, RULESET.decide(state, move, chance, seat=seat))
    return replace(game, orders=tuple(orders)), RULESET.status(state)


def games(board: str) -> Iterator[GoldenGame]:
    """Yields games on a board until they show all that is wanted for each number of players."""
    for players in RULESET.seats:
        missing = coverage.wanted_counts(RULES, board, players, each=WANTED)
        for number in range(TRIES):
            if not any(_tends_to(number, feature) for feature in missing):
                continue
            game, status = played(table(board, players, number))
            if status.over and any(one in missing for one in _shown(game, status)):
                missing.subtract(_shown(game, status))
                missing = +missing
                yield game
        print(f"{board}, {players} players, not shown: {dict(missing)}", flush=True)


def _tends_to(number: int, feature: coverage.Feature) -> bool:
    """Whether the table with this number is likely to show what is missing."""
    ending, (name, value) = ENDINGS[number % len(ENDINGS)], feature
    if name == coverage.FIRST:
        return ending == "walls"
    return bool(value == ending) if name == coverage.ENDING else name.startswith(ending)


def _shown(game: GoldenGame, status: Status) -> list[coverage.Feature]:
    return list(coverage.features(game.rules, status.reason, game.options))


def second_games() -> Iterator[GoldenGame]:
    """Yields second games of matches, whose deals are those of other games."""
    for board, names, options in MATCHES:
        name = f"v{RULES}-second-game-{board}"
        options = {**options, "deal": seed_of(f"first {name}").hex()}
        yield played(GoldenGame(name, board, names, name.replace("-", " "), (), options,
                                rules=RULES))[0]


def continued_games() -> Iterator[GoldenGame]:
    """Yields games that go on from a position in another game, so many orders before its end."""
    for board, names, left in CONTINUED:
        name = f"v{RULES}-continued-{board}"
        first = played(GoldenGame(f"first {name}", board, names, f"first {name}", (), {},
                                  rules=RULES))[0]
        options = {"position": _position(first, orders=len(first.orders) - left)}
        yield played(GoldenGame(name, board, names, name.replace("-", " "), (), options,
                                rules=RULES))[0]


def _position(game: GoldenGame, *, orders: int) -> str:
    """Returns the text of the position of a game after so many orders."""
    chance = SeededChance(game.seed)
    log = list(RULESET.start(game.table, chance, version=game.rules))
    for order in game.orders[:orders]:
        state = replay.fold(RULESET, None, log)
        move = RULESET.parse(order.text, state, seat=order.seat)
        log += RULESET.decide(state, move, chance, seat=order.seat)
    return continuing.after(log)


def make() -> None:
    """Writes one file for each board, one for matches and one for games from a position."""
    FOLDER.mkdir(exist_ok=True)
    write(FOLDER / f"v{RULES}-matches.games", second_games())
    write(FOLDER / f"v{RULES}-continued.games", continued_games())
    for board in BOARDS:
        write(FOLDER / f"v{RULES}-{board}.games", games(board))
