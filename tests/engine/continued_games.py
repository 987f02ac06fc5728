"""Positions of recorded games, and games that go on from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from alexandros_rules import codec, record, replay
from alexandros_rules.alexandros import continuing
from alexandros_rules.alexandros.events import Event
from alexandros_rules.alexandros.state import OVER, State
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup
from tests.engine.positions import NAMES, RULESET
from tests.golden.game_files import read_record

FLAGS = ("half_of_occupying", "balanced_start", "finish_round")
SEED = bytes([6]) * 32


@dataclass(frozen=True)
class Origin:
    """A position of a recorded game: the events up to it, and the true state."""

    setup: Setup
    log: tuple[Event, ...]
    state: State

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def position(self) -> str:
        return continuing.after(self.log)

    @property
    def table(self) -> Setup:
        """The setup of a game that goes on from here."""
        flags = {name: value for name, value in self.setup.options.items() if name in FLAGS}
        return Setup(self.setup.board, self.setup.players, {**flags, "position": self.position})


@cache
def positions(name: str) -> Sequence[Origin]:
    """The positions of a recorded game before its end."""
    played = read_record(name)
    log: tuple[Event, ...] = ()
    found, state = [], None
    for row in played.rows:
        new = replay.events_of(RULESET, row.events, version=played.version)
        log, state = (*log, *new), replay.fold(RULESET, state, new)
        if state.phase != OVER:
            found.append(Origin(played.setup, log, state))
    return found


def start(origin: Origin, seed: bytes = SEED) -> tuple[Event, ...]:
    """The first events of a game that goes on from this position."""
    return RULESET.start(origin.table, SeededChance(seed))


def begun(origin: Origin, seed: bytes = SEED) -> State:
    """The state with which a game goes on from this position."""
    state: State = replay.fold(RULESET, None, start(origin, seed))
    return state


def record_from(origin: Origin, *, seed: bytes = SEED) -> str:
    """The record of a game that greedy bots play on from this position."""
    key, chance, bot = codec.digest_key(seed), SeededChance(seed), RULESET.bots["greedy"]
    row, state = replay.start(RULESET, origin.table, chance, key)
    rows = [row]
    while not RULESET.status(state).over:
        seat = state.seat
        move = next_move(bot, RULESET.view(state, seat), seat=seat, salt=bytes([len(rows) % 256]))
        row, state = replay.play(RULESET, state, move, chance, key, previous=rows[-1], seat=seat)
        rows.append(row)
    made = Record(RULESET.name, RULESET.version, "goeson0000", NAMES[:origin.setup.players],
                  origin.table, commitment(seed), key, seed, tuple(rows))
    return record.export(made, RULESET, seed=seed)
