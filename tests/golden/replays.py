"""Replays golden games: what the index stores of each, and the first difference from it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from alexandros_rules import codec, replay
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Refusal
from alexandros_rules.record import Record
from tests.engine.random_games import RULESET
from tests.golden.game_files import GoldenGame

INDEX = Path(__file__).parent / "index.jsonl"
MARK = 4  # hexadecimal digits of each row's mark

Entry = dict[str, Any]


def read_index() -> dict[str, Entry]:
    """Returns the stored facts of each game by its name."""
    lines = INDEX.read_text("utf-8").splitlines()
    return {entry["game"]: entry for entry in map(json.loads, lines)}


def write_index(entries: Mapping[str, Entry]) -> None:
    lines = [json.dumps(entry) for _, entry in sorted(entries.items())]
    INDEX.write_text("\n".join(lines) + "\n", "utf-8")


def play(game: GoldenGame) -> Iterator[tuple[replay.LogRow | None, Any, str]]:
    """Plays a game's orders and yields each row, the state after it and "".

    A refused order yields no row, the state, and the code of its refusal.
    """
    key, chance = codec.digest_key(game.seed), SeededChance(game.seed)
    row, state = replay.start(RULESET, game.table, chance, key, version=game.rules)
    yield row, state, ""
    for order in game.orders:
        try:
            move = RULESET.parse(order.text, state, seat=order.seat)
            row, state = replay.play(RULESET, state, move, chance, key, previous=row,
                                     seat=order.seat)
        except Refusal as refusal:
            yield None, state, refusal.code
        else:
            yield row, state, ""


def facts(name: str, table: Mapping[str, Any],
          rows: Iterator[tuple[replay.LogRow | None, Any, str]]) -> Entry:
    """Returns the index entry of a game with these rows.

    ``views`` has a digest of what each seat, and last a spectator, sees after all rows; ``marks``
    has a few digits for each row, which tell where a difference begins.
    """
    players = table["players"]
    views = [hashlib.sha256() for _ in range(players + 1)]
    marks, kinds, codes, count, digest, state = "", set(), set(), 0, "", None
    for row, state, code in rows:
        if row is None:
            codes.add(code)
            continue
        seen = [RULESET.dump_state(RULESET.view(state, seat)) for seat in (*range(players), None)]
        for view, text in zip(views, seen, strict=True):
            view.update(text.encode())
        marks += hashlib.sha256("\n".join([row.digest, *seen]).encode()).hexdigest()[:MARK]
        kinds |= {event["type"] for event in json.loads(row.events)}
        count, digest = count + 1, row.digest
    status = RULESET.status(state)
    return {
        "game": name, **table, "ending": status.reason or "unfinished", "rows": count,
        "turns": status.turn, "scores": list(status.scores), "winners": list(status.winners),
        "digest": digest, "views": [view.hexdigest()[:32] for view in views],
        "events": sorted(kinds), "refusals": sorted(codes), "marks": marks,
    }


def facts_of(game: GoldenGame) -> Entry:
    """Returns the index entry of a game.  Raises ValueError if an order meets another answer."""
    return facts(game.name, {
        "board": game.board, "walls": list(game.walls) if game.walls else None,
        "players": len(game.players),
        "options": game.options, **_rules(game.rules),
    }, _as_expected(game))


def _rules(version: int) -> dict[str, int]:
    """Returns the version of the rules of a game, which entries of the first version lack."""
    return {} if version == 1 else {"rules": version}


def _as_expected(game: GoldenGame) -> Iterator[tuple[replay.LogRow | None, Any, str]]:
    expected = ["", *(order.code for order in game.orders)]
    texts = ["start", *(order.text for order in game.orders)]
    for (row, state, code), wanted, text in zip(play(game), expected, texts, strict=True):
        if code != wanted:
            raise ValueError(f"{text!r} is answered with {code or 'no refusal'}, not with"
                             f" {wanted or 'no refusal'}")
        yield row, state, code


def facts_of_record(name: str, record: Record) -> Entry:
    """Returns the index entry of a game that is stored as a whole record."""
    board = next(n for n in RULESET.boards() if f'name = "{n}"' in record.setup.board)
    states = replay.states(RULESET, record.rows, version=record.version)
    return facts(name, {
        "board": board, "walls": None, "players": record.setup.players,
        "options": dict(record.setup.options), **_rules(record.version),
    }, ((row, state, "") for row, state in zip(record.rows, states, strict=True)))


def difference(stored: Entry, found: Entry) -> str:
    """Returns how a replay differs from the index, with the first row; "" if it does not."""
    names = [name for name in {**stored, **found} if stored.get(name) != found.get(name)]
    if not names:
        return ""
    row = _first_row(stored.get("marks", ""), found.get("marks", ""))
    where = f"from row {row}" if row else "after the last row"
    parts = [f"{name} is {found.get(name)}, not {stored.get(name)}"
             for name in names if name != "marks"]
    return f"differs {where}: {'; '.join(parts) or 'only what seats see on the way'}"


def _first_row(old: str, new: str) -> int:
    """Returns the number of the first row with another mark, 0 if there is none."""
    for number, start in enumerate(range(0, max(len(old), len(new)), MARK), 1):
        if old[start : start + MARK] != new[start : start + MARK]:
            return number
    return 0
