"""Test vectors: questions about the rules of a game, and what this engine answers.

``engine/FORMATS.md`` describes the files.  ``answered`` takes the questions of a file and gives
every answer anew, so a file is up to date exactly if it is what its questions are answered with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from alexandros_rules import codec, record, replay
from alexandros_rules.alexandros import board_file
from alexandros_rules.campaign import map_file
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.collection import rulesets
from alexandros_rules.errors import Illegal
from alexandros_rules.move_list import MoveList, parts_of
from alexandros_rules.record import Record
from alexandros_rules.replay import LogRow
from alexandros_rules.ruleset import Ruleset, Setup

FOLDER = Path(__file__).parents[3] / "engine" / "formats"
FORMAT = "test vectors 1"
SHORT = 8  # characters of digests and hashes
MOST = 12  # orders with one verb that are listed
WHOLE = 30  # rows of the game that is there as a log and a record
NAMES = ("Alice", "Bob", "Carol", "Dave")
WIDTH = 100

Data = dict[str, Any]


def path(name: str) -> Path:
    return FOLDER / f"{name}.vectors.json"


def read(name: str) -> Data:
    data: Data = json.loads(path(name).read_text("utf-8"))
    return data


def written(value: Any, indent: int = 0) -> str:
    """The value as JSON of which each part is on one line if the line is not too long."""
    text = json.dumps(value, ensure_ascii=False)
    if len(text) + indent <= WIDTH or not isinstance(value, list | dict) or not value:
        return text
    first, last = ("[", "]") if isinstance(value, list) else ("{", "}")
    parts = [written(part, indent + 1) for part in value] if isinstance(value, list) else [
        f"{json.dumps(key)}: {written(part, indent + 1)}" for key, part in value.items()]
    blanks = " " * (indent + 1)
    return f"{first}\n{blanks}" + f",\n{blanks}".join(parts) + f"\n{' ' * indent}{last}"


def played(asked: Mapping[str, Any]) -> list[Game]:
    """The games of a file."""
    rules = rulesets()[asked["ruleset"]]
    return [Game(rules, asked["boards"][game["board"]]["text"], game) for game in asked["games"]]


def answered(asked: Mapping[str, Any], games: Sequence[Game]) -> Data:
    """The questions of a file with the engine's answers; the games have been played."""
    rules = rulesets()[asked["ruleset"]]
    return {
        "format": FORMAT, "ruleset": rules.name, "version": rules.version,
        "boards": {name: {"text": board["text"], **_GEOMETRY[rules.name](board["text"])}
                   for name, board in asked["boards"].items()},
        "draws": [_drawn(draw) for draw in asked["draws"]],
        "games": [game.answered() for game in games],
        "positions": [{"game": one["game"], **games[one["game"]].position(one["row"])}
                      for one in asked["positions"]],
        "log": games[0].log(WHOLE), "record": games[0].record(WHOLE),
    }


def _alexandros_board(text: str) -> Data:
    board = board_file.load(text)
    return {"fingerprint": board.id, "spaces": len(board.spaces),
            "points": len(board.coordinates), "start": board.start}


def _campaign_board(text: str) -> Data:
    world = map_file.load(text)
    return {"fingerprint": world.id, "hexes": len(world.hexes),
            "junctions": len(world.junctions), "paths": len(world.paths),
            "deserts": [world.hexes[tile].label for tile in world.deserts]}


_GEOMETRY: Mapping[str, Callable[[str], Data]] = {
    "alexandros": _alexandros_board, "campaign": _campaign_board}


def _drawn(draw: Mapping[str, Any]) -> Data:
    chance = SeededChance(bytes.fromhex(draw["seed"]))
    asked = {name: draw[name] for name in ("seed", "label", "below", "shuffle") if name in draw}
    result = (chance.below(draw["below"], draw["label"]) if "below" in draw
              else list(chance.shuffle(draw["shuffle"], draw["label"])))
    return {**asked, "result": result}


class Game:
    """A game with the orders of its rows, played by the engine."""

    def __init__(self, rules: Ruleset, board: str, asked: Mapping[str, Any]):
        self.rules, self.asked = rules, asked
        self.seed = bytes.fromhex(asked["seed"])
        self.key, self.chance = codec.digest_key(self.seed), SeededChance(self.seed)
        self.setup = Setup(board, asked["players"], asked["options"])
        self.rows: list[LogRow] = []
        self.states: list[Any] = []
        self.answers = list(self._answers())

    def _answers(self) -> Iterator[list[Any]]:
        """Yields each order with its seat, and its digest and hash or the code of its refusal."""
        row, state = replay.start(self.rules, self.setup, self.chance, self.key,
                                  version=self.asked["version"])
        self.rows.append(row)
        self.states.append(state)
        yield _short(row)
        for seat, order, *_ in self.asked["rows"][1:]:
            try:
                row, state = replay.play(
                    self.rules, state, self.rules.parse(order, state, seat=seat), self.chance,
                    self.key, previous=row, seat=seat)
            except Illegal as refusal:
                yield [seat, order, refusal.code]
                continue
            self.rows.append(row)
            self.states.append(state)
            yield _short(row)

    def answered(self) -> Data:
        """The game as the file has it."""
        asked = {name: self.asked[name] for name in (
            "shows", "board", "players", "options", "version", "seed")}
        status = self.rules.status(self.states[-1])
        return {
            **asked, "commitment": commitment(self.seed), "key": self.key.hex(),
            "rows": self.answers, "digest": self.rows[-1].digest, "hash": self.rows[-1].chain,
            "over": status.over, "scores": list(status.scores),
            "winners": list(status.winners), "reason": status.reason,
        }

    def position(self, number: int) -> Data:
        """The position after a row: its views, what is legal, and the row that follows."""
        state, after = self.states[number - 1], self.rows[number]
        status, seats = self.rules.status(state), range(self.setup.players)
        return {
            "row": number, "position": self.rules.dump_state(state),
            "views": [self.rules.dump_state(self.rules.view(state, seat))
                      for seat in (*seats, None)],
            "turn": status.turn, "to_move": list(status.to_move),
            "may_act": list(status.may_act), "scores": list(status.scores),
            "moves": [_moves(self.rules, state, seat) if status.may_order(seat) else {}
                      for seat in seats],
            "next": {"seat": after.seat, "order": after.move,
                     "events": json.loads(after.events),
                     "position": self.rules.dump_state(self.states[number])},
        }

    def log(self, rows: int) -> Data:
        """The game as a log, as far as these rows."""
        return record.log_of(self._made(rows), name="Test vectors")

    def record(self, rows: int) -> str:
        """The game as a record, as far as these rows."""
        return record.export(self._made(rows), self.rules, seed=self.seed)

    def _made(self, rows: int) -> Record:
        return Record(self.rules.name, self.asked["version"], "vectors000",
                      NAMES[:self.setup.players], self.setup, commitment(self.seed), self.key,
                      self.seed, tuple(self.rows[:rows]))


def _short(row: LogRow) -> list[Any]:
    return [row.seat, row.move, row.digest[:SHORT], row.chain[:SHORT]]


def _moves(rules: Ruleset, state: Any, seat: int) -> Data:
    """The legal orders of a seat by their verbs, sorted, or how many they are."""
    legal = rules.legal_moves(state, seat=seat)
    assert isinstance(legal, MoveList)
    parts: dict[str, list[Any]] = {}
    for part in parts_of(legal):
        parts.setdefault(rules.format(part[0], state).split()[0], []).append(part)
    found = {verb: sum(map(len, some)) for verb, some in parts.items()}
    return {verb: number if number > MOST else
            sorted(rules.format(move, state) for part in parts[verb] for move in part)
            for verb, number in found.items()}
