"""The positions of the lessons, from the short games in ``positions.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any

from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.board_file import shipped
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.chance import Chance, ScriptedChance
from alexandros_rules.course import LEARNER, Positions
from alexandros_rules.ruleset import Setup

PLAYERS = 2


def _begin(entry: Mapping[str, Any]) -> tuple[Setup, Chance]:
    chance = ScriptedChance({"shuffle-1": _deck(entry["deck"])})
    return Setup(shipped()[entry["board"]], PLAYERS, {"first": entry.get("first", LEARNER)}), chance


def _deck(top: str) -> tuple[int, ...]:
    """Return a whole deck that begins with these cards."""
    first = cards.read_row(top)
    rest = [card for card in cards.KINDS
            for _ in range(cards.CARDS_PER_SYMBOL - first.count(card))]
    return (*first, *rest)


POSITIONS = Positions(RULESET, resources.files(__package__) / "positions.toml",
                      _begin, display_names.colour)
