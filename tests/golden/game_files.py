"""The golden games as short text: one block for each game, one line for each turn.

::

    game v2-persia-3-17
    rules: 2                              (the version of the rules; without this line, 1)
    board: persia
    walls: 9 2                            (only if the game has fewer walls than its board)
    options: {"half_of_occupying": true}
    players: greedy, hoarder, taxman
    deal: 17                              (the seed follows from this word)
    shows: A reason to keep this game     (games written by hand)
    1 take lyre; march D7.S via SE SE SW; occupy C7; draw
    2 refused march-first: draw

A line begins with the seat from 1.  Orders after "refused" and a code must be refused with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from alexandros_rules import record
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup
from tests.engine.random_games import RULESET, seed_of, setup

FOLDER = Path(__file__).parent / "games"
RECORDS = Path(__file__).parent / "records"
REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Order:
    """One order of a seat; ``code`` is that of its refusal, "" if it is played."""

    seat: int
    text: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class GoldenGame:
    """A golden game: its table, its players and all orders."""

    name: str
    board: str
    players: tuple[str, ...]
    deal: str
    orders: tuple[Order, ...]
    options: dict[str, Any]
    walls: tuple[int, int] | None = None
    shows: str = ""
    rules: int = 1

    @property
    def table(self) -> Setup:
        return setup(self.board, players=len(self.players), walls=self.walls, **self.options)

    @property
    def seed(self) -> bytes:
        return seed_of(self.deal)


def record_text(name: str) -> str:
    return (RECORDS / f"{name}.record").read_text("utf-8")


@cache
def read_record(name: str) -> Record:
    """Returns the record of a whole game; every move is decided again."""
    return record.load(record_text(name), {RULESET.name: RULESET})


def read_all() -> Iterator[GoldenGame]:
    """Yields the games of all files."""
    for path in sorted(FOLDER.glob("*.games")):
        for block in path.read_text("utf-8").split("\n\n"):
            if block.strip():
                yield _read(block.strip().split("\n"))


def _read(lines: list[str]) -> GoldenGame:
    head: dict[str, str] = {}
    orders: list[Order] = []
    for line in lines:
        first, _, rest = line.partition(" ")
        if first.isdigit():
            orders += _orders(int(first) - 1, rest)
        else:
            head[first.rstrip(":")] = rest
    walls = tuple(map(int, head["walls"].split())) if "walls" in head else None
    return GoldenGame(head["game"], head["board"], tuple(head["players"].split(", ")), head["deal"],
                      tuple(orders), json.loads(head.get("options", "{}")),
                      None if walls is None else (walls[0], walls[1]), head.get("shows", ""),
                      int(head.get("rules", "1")))


def _orders(seat: int, line: str) -> list[Order]:
    if not line.startswith(REFUSED):
        return [Order(seat, text) for text in line.split("; ")]
    code, _, text = line.removeprefix(REFUSED).strip().partition(": ")
    return [Order(seat, text, code)]


def write(path: Path, games: Iterable[GoldenGame]) -> None:
    """Writes games to one file."""
    path.write_text("\n\n".join("\n".join(_lines(game)) for game in games) + "\n", "utf-8")


def _lines(game: GoldenGame) -> Iterator[str]:
    yield f"game {game.name}"
    if game.rules > 1:
        yield f"rules: {game.rules}"
    yield f"board: {game.board}"
    if game.walls is not None:
        yield f"walls: {game.walls[0]} {game.walls[1]}"
    if game.options:
        yield f"options: {json.dumps(game.options)}"
    yield f"players: {', '.join(game.players)}"
    yield f"deal: {game.deal}"
    if game.shows:
        yield f"shows: {game.shows}"
    for (seat, code), orders in groupby(game.orders, key=lambda order: (order.seat, order.code)):
        if code:
            yield from (f"{seat + 1} {REFUSED} {code}: {order.text}" for order in orders)
        else:
            yield f"{seat + 1} {'; '.join(order.text for order in orders)}"
