"""Positions of lessons: short games of ``positions.toml``, played by the rules."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from engine.alexandros import cards
from engine.alexandros.board_file import shipped
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.chance import ScriptedChance
from engine.orders import split
from engine.replay import fold
from engine.ruleset import Setup

LEARNER = 0
PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the moves in notation that led to it, oldest first."""

    state: State
    moves: tuple[str, ...]


@lru_cache(maxsize=1)
def positions() -> Mapping[str, Position]:
    """Return all positions by name.  Raise a Refusal if the file breaks the rules."""
    text = (resources.files("engine.alexandros.course") / "positions.toml").read_text("utf-8")
    return {name: _played(entry) for name, entry in tomllib.loads(text).items()}


def _played(entry: Mapping[str, Any]) -> Position:
    chance = ScriptedChance({"shuffle-1": _deck(entry["deck"])})
    setup = Setup(shipped()[entry["board"]], PLAYERS, {"first": entry.get("first", LEARNER)})
    state: State = fold(RULESET, None, RULESET.start(setup, chance))
    moves = []
    for order in split("\n".join(entry["turns"]), RULESET.verbs):
        move = RULESET.parse(order, state, seat=state.seat)
        moves.append(RULESET.format(move, state))
        state = fold(RULESET, state, RULESET.decide(state, move, chance, seat=state.seat))
    return Position(state, tuple(moves))


def _deck(top: str) -> tuple[int, ...]:
    """Return a whole deck that begins with these cards."""
    first = cards.read_row(top)
    rest = [card for card in cards.KINDS
            for _ in range(cards.CARDS_PER_SYMBOL - first.count(card))]
    return (*first, *rest)
