"""Phrasings of orders in seven languages, and what the reader makes of each of them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import evaluate
from games.post.inbox.parsing.requests import ORDERS, PREVIEW, read_request
from tests.engine.positions import ALICE, RULESET, draw_board, position

FOLDER = Path(__file__).parent / "phrasings"
LANGUAGES = ("en", "de", "fr", "it", "es", "nl", "pt")
STRIP = draw_board("....h...l...t...")
NOT_PLAYED = ""  # refused, or not read as orders at all
POSITIONS: dict[str, State] = {
    "turn": position(STRIP),
    "levy": position(STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["l"]),
    "free": position(STRIP, phase=ACT, alexander="A1.N", hands=["lt"]),
    "play": position(STRIP, hands=["l"]),
}


@dataclass(frozen=True, slots=True)
class Phrasing:
    """A text with the orders it means in a position; ``NOT_PLAYED`` if it means none."""

    text: str
    position: str
    orders: str
    kind: str  # a language, or what is written instead of orders


def _toml(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text("utf-8"))


UNDERSTOOD = [
    Phrasing(text, meaning["position"], meaning["orders"], language)
    for meaning in _toml("understood.toml")["meaning"]
    for language in LANGUAGES for text in meaning[language]
]
NOT_ORDERS = [
    Phrasing(text, where, NOT_PLAYED, kind)
    for kind, texts in _toml("not_orders.toml").items() for text in texts for where in POSITIONS
]


def read(phrasing: Phrasing) -> str:
    """The orders that would be played for this text, in notation."""
    request = read_request(phrasing.text, verbs=RULESET.verbs, things=RULESET.things,
                           known=RULESET.words, names=["Alice"])
    if request.command not in (ORDERS, PREVIEW):
        return NOT_PLAYED
    view = RULESET.view(POSITIONS[phrasing.position], ALICE)
    try:
        moves = evaluate(RULESET, view, request.texts, seat=ALICE)
    except Refusal:
        return NOT_PLAYED
    return "; ".join(move.text for move in moves)
