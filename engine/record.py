"""A whole game as a readable text, so that a bug report is a file.

::

    game record 1
    ruleset: alexandros 1
    game: k3j2h1g0f9
    players: Alice | Bob
    options: {"half_of_occupying":false}
    seed: 5f0c...            (or "-" while it is secret)
    commitment: 9a1b...
    key: 77ab...             (of the digests; follows from the seed)

    board:
      name = "delta"
      ...

    moves:
    1 - start ! first:0 shuffle-1:3,0,4,2... = 0d5e...
    2 1 take horse > lyre = 77aa...
    3 1 march K7.SE via E SE = 1b2c...

Each line of moves is the number, the seat (from 1, "-" the table), the move,
``!`` the chance it used, ``>`` the cards it brought to light, ``=`` the state's
digest.  Loading decides every move again and compares the digests; what ``>``
tells is for people.  A record shows every card: it is for operators, and for
everybody when the game is over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import codec, registry, replay
from engine.chance import Scripted, Seeded, commitment
from engine.errors import Refusal, Unreadable
from engine.replay import OUTSIDE, START, Row
from engine.ruleset import Ruleset, Setup

MAGIC = "game record 1"
MAX_LENGTH = 1_000_000
_LINE = re.compile(
    r"(?P<number>\d+) (?P<seat>-|\d+) (?P<move>[^!>=]+?)"
    r"(?: ! (?P<chance>[^>=]+?))?(?: > (?P<cards>[^=]+?))? = (?P<digest>[0-9a-f]{32})"
)


@dataclass(frozen=True, slots=True)
class Record:
    """A game: who played what, with which seed, and the log.

    ``seed`` is None while it is secret; ``key`` of the digests is needed then too, to compare
    them.
    """

    ruleset: str
    version: int
    game: str
    names: tuple[str, ...]
    setup: Setup
    commitment: str
    key: bytes
    seed: bytes | None
    rows: tuple[Row, ...]


class Recording:
    """Chance that remembers what it gave, so that a record can tell it."""

    def __init__(self, seed: bytes):
        self._chance = Seeded(seed)
        self.given: dict[str, tuple[int, ...] | int] = {}

    def shuffle(self, cards: Sequence[int], label: str) -> tuple[int, ...]:
        self.given[label] = result = self._chance.shuffle(cards, label)
        return result

    def below(self, n: int, label: str) -> int:
        self.given[label] = result = self._chance.below(n, label)
        return result


def export(record: Record, *, seed: bytes) -> str:
    """The text of a record.  ``seed`` is the game's true one: it tells what chance gave.

    The seed itself is written only when ``record.seed`` has it.
    """
    head = [
        MAGIC,
        f"ruleset: {record.ruleset} {record.version}",
        f"game: {record.game}",
        f"players: {' | '.join(name.replace('|', '/') for name in record.names)}",
        f"options: {codec.canonical(dict(record.setup.options))}",
        f"seed: {record.seed.hex() if record.seed else '-'}",
        f"commitment: {record.commitment}",
        f"key: {record.key.hex()}",
    ]
    board = [f"  {line}".rstrip() for line in record.setup.board.rstrip("\n").split("\n")]
    return "\n".join([*head, "", "board:", *board, "", "moves:", *_lines(record, seed), ""])


def _lines(record: Record, seed: bytes) -> list[str]:
    ruleset = registry.get(record.ruleset)
    state = None
    lines = []
    for row in record.rows:
        chance = Recording(seed)
        seat = "-" if row.seat is None else str(row.seat + 1)
        told = [str(row.number), seat, row.move]
        if row.move.startswith(OUTSIDE):
            told.append(f"! {row.events}")
        else:
            before, state = state, _decided(ruleset, record.setup, state, row, chance)
            told += [f"! {_chance_text(chance)}"] if chance.given else []
            seen = _seen(ruleset, row, record.version) if before is not None else ""
            told += [f"> {seen}"] if seen else []
        lines.append(" ".join([*told, "=", row.digest]))
    return lines


def _decided(ruleset: Ruleset, setup: Setup, state: Any, row: Row, chance: Any) -> Any:
    """The state after deciding a row's move again."""
    if state is None:
        return replay.fold(ruleset, None, ruleset.start(setup, chance))
    events = ruleset.decide(state, ruleset.parse(row.move, state), chance)
    return replay.fold(ruleset, state, events)


def _chance_text(chance: Recording) -> str:
    return " ".join(
        f"{label}:{result if isinstance(result, int) else ','.join(map(str, result))}"
        for label, result in chance.given.items()
    )


def _seen(ruleset: Ruleset, row: Row, version: int) -> str:
    """The cards a move brought to light, as the events name them."""
    found = [data["card"] for data in json.loads(row.events)
             if data["type"] in ("drew", "revealed", "dealt")]
    return " ".join(found)


def load(text: str) -> Record:
    """The record in a text, every move decided again; raises Unreadable with the line."""
    if len(text) > MAX_LENGTH:
        raise Unreadable("record-size", f"A record has at most {MAX_LENGTH} characters.")
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].strip() != MAGIC:
        raise Unreadable("record-magic", f"A record begins with the line {MAGIC!r}.", line=1)
    head, board, first = _sections(lines)
    return _replayed(head, board, lines[first:], first + 1)


def _sections(lines: list[str]) -> tuple[dict[str, str], str, int]:
    try:
        board_at, moves_at = lines.index("board:"), lines.index("moves:")
    except ValueError:
        raise Unreadable("record-sections", "A record has the lines 'board:' and 'moves:'.") from None
    head = dict(line.split(": ", 1) for line in lines[1:board_at] if ": " in line)
    for name in ("ruleset", "game", "players", "options", "seed", "commitment", "key"):
        if name not in head:
            raise Unreadable("record-head", f"The head of the record lacks the line '{name}: ...'.")
    board = "\n".join(line.removeprefix("  ") for line in lines[board_at + 1 : moves_at])
    return head, board.rstrip("\n") + "\n", moves_at + 1


def _replayed(head: dict[str, str], board: str, lines: list[str], first: int) -> Record:
    names = tuple(name.strip() for name in head["players"].split("|"))
    try:
        name, version = head["ruleset"].split()
        ruleset = registry.get(name)
        key = bytes.fromhex(head["key"])
        seed = None if head["seed"] == "-" else bytes.fromhex(head["seed"])
        setup = Setup(board, len(names), json.loads(head["options"]))
    except (ValueError, KeyError) as error:
        raise Unreadable("record-head", f"The head of the record cannot be read: {error}.") from None
    if seed is not None and (
        commitment(seed) != head["commitment"] or codec.digest_key(seed) != key
    ):
        raise Unreadable("record-seed", "The seed does not fit the commitment and the key.")
    rows: list[Row] = []
    state = None
    for number, line in enumerate(lines, first):
        if line.strip():
            try:
                row, state = _row(ruleset, setup, key, line.strip(), rows, state)
            except Refusal as refusal:
                raise refusal.at(number) from None
            rows.append(row)
    if not rows:
        raise Unreadable("record-moves", "The record has no moves, not even the start.")
    return Record(name, int(version), head["game"], names, setup, head["commitment"], key, seed,
                  tuple(rows))


def _row(ruleset: Ruleset, setup: Setup, key: bytes, line: str, rows: list[Row],
         state: Any) -> tuple[Row, Any]:
    match = _OUTSIDE_LINE.fullmatch(line) or _LINE.fullmatch(line)
    if not match:
        raise Unreadable("record-line", f"This is no line of a record: {line[:80]!r}.")
    seat = None if match["seat"] == "-" else int(match["seat"]) - 1
    previous = rows[-1] if rows else None
    if match["move"].startswith(OUTSIDE):
        if previous is None:
            raise Unreadable("record-start", "The first move of a record is 'start'.")
        row = _outside_row(ruleset, key, match, previous, seat, state)
    else:
        row, state = _decide_row(ruleset, setup, key, match, previous, seat, state)
    if row.digest != match["digest"] or row.number != int(match["number"]):
        raise Unreadable(
            "record-digest", f"Move {match['number']} gives another position than the record says."
        )
    return row, state


_OUTSIDE_LINE = re.compile(
    r"(?P<number>\d+) (?P<seat>-|\d+) (?P<move>@\S+) ! \[(?P<chance>\{.*\})\]"
    r" = (?P<digest>[0-9a-f]{32})"
)


def _outside_row(ruleset: Ruleset, key: bytes, match: re.Match[str], previous: Row,
                 seat: int | None, state: Any) -> Row:
    try:
        data = json.loads(match["chance"] or "")
        return replay.note(ruleset, state, data, key, previous=previous, seat=seat)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable("record-outside", f"This note does not fit: {error}.") from None


def _decide_row(ruleset: Ruleset, setup: Setup, key: bytes, match: re.Match[str],
                previous: Row | None, seat: int | None, state: Any) -> tuple[Row, Any]:
    try:
        chance = Scripted(_read_chance(match["chance"] or ""))
        if previous is None:
            if match["move"] != START:
                raise Unreadable("record-start", "The first move of a record is 'start'.")
            return replay.start(ruleset, setup, chance, key)
        move = ruleset.parse(match["move"], state)
        return replay.play(ruleset, state, move, chance, key, previous=previous, seat=seat or 0)
    except (ValueError, KeyError) as error:
        raise Unreadable("record-chance", f"The chance of this move does not fit: {error}.") from None


def _read_chance(text: str) -> dict[str, tuple[int, ...] | int]:
    """ "first:0 shuffle-1:4,2,0": what chance gave, by label."""
    found: dict[str, tuple[int, ...] | int] = {}
    for part in text.split():
        label, _, value = part.rpartition(":")
        found[label] = (
            tuple(map(int, value.split(","))) if label.startswith("shuffle") else int(value)
        )
    return found
