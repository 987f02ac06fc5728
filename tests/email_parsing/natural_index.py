"""Orders of both games as people write them, in eleven languages, and what is made of them.

Half of the phrasings, chosen by a digest of the text, were not looked at while the reader of orders
was written: they tell how well it reads what its writers have never seen.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import evaluate
from alexandros_rules.phrasing import chosen
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.spelling import correct
from games.base.plain_text import visible
from games.post.inbox.parsing import html_text
from games.post.inbox.parsing.requests import ORDERS, read_request
from tests.campaign import scenes
from tests.email_parsing.phrasings_index import NOT_PLAYED, POSITIONS
from tests.engine.positions import ALICE, position

LANGUAGES = ("en", "de", "fr", "it", "es", "nl", "pt", "sv", "da", "nb", "pl")
_FILE = Path(__file__).parent / "phrasings" / "natural.toml"
_BOARD = position("march", alexander="I19.N", guards=["I24"], hands=["lt"])


@dataclass(frozen=True, slots=True)
class Scene:
    """A view of Alice's, and the orders that the email about it suggests, by their numbers."""

    ruleset: Ruleset
    view: Any
    suggested: Sequence[str]


SCENES = {
    **{name: Scene(ALEXANDROS, ALEXANDROS.view(state, ALICE), ())
       for name, state in POSITIONS.items()},
    "turn": Scene(ALEXANDROS, ALEXANDROS.view(POSITIONS["turn"], ALICE), (
        "take horse; march A5.N; draw; draw", "take horse; march A5.SE; draw; draw",
        "take lyre; march A9.N; draw; draw")),
    "board": Scene(ALEXANDROS, ALEXANDROS.view(_BOARD, ALICE), (
        "take lyre; march I21.N; draw; draw", "take lyre; march I21.N; draw; levy lyre",
        "take horse; march H22.SW; draw; draw")),
    "auction": Scene(CAMPAIGN, CAMPAIGN.view(scenes.auction(), ALICE), (
        "bid up to 3 pay 3 gold", "bid up to 5 pay 5 gold", "bid nothing")),
    "build": Scene(CAMPAIGN, CAMPAIGN.view(scenes.turn(), ALICE), (
        "accept 3; end", "road B3.E; end", "city C4.N; end")),
}


@dataclass(frozen=True, slots=True)
class Natural:
    """A text of a position, with the orders it means; ``NOT_PLAYED`` if it means none."""

    text: str
    position: str
    orders: str
    language: str = ""

    @property
    def is_held_back(self) -> bool:
        """Whether the text belongs to the half that only measures."""
        return hashlib.sha256(self.text.encode()).digest()[0] % 2 == 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What would be played for a text and, if nothing, what is offered to play with a click."""

    played: str
    offered: str = ""


_CORPUS = tomllib.loads(_FILE.read_text("utf-8"))
NATURAL = [
    Natural(text, meaning["position"], meaning["orders"], language)
    for meaning in _CORPUS["meaning"] for language in LANGUAGES for text in meaning[language]
]
UNCLEAR = [
    Natural(text, where, NOT_PLAYED)
    for group in _CORPUS["unclear"] for text in group["texts"] for where in group["positions"]
]


def text_of(phrasing: Natural) -> str:
    """Return the text of the phrasing as the inbox reads it."""
    text = phrasing.text
    return html_text.to_text(text) if text.startswith("<") else visible(text)


def read(phrasing: Natural) -> Outcome:
    """Return what an email with this text leads to."""
    scene, text = SCENES[phrasing.position], text_of(phrasing)
    if choice := chosen(scene.ruleset, scene.view, text, scene.suggested):
        line, number = choice
        lines = text.split("\n")
        lines[line] = scene.suggested[number - 1]
        text = "\n".join(lines)
    request = read_request(text, verbs=scene.ruleset.verbs, things=scene.ruleset.things,
                           known=scene.ruleset.words, names=["Alice"])
    if request.command != ORDERS:
        return Outcome(NOT_PLAYED)
    orders = request.texts
    try:
        moves = evaluate(scene.ruleset, scene.view, orders, seat=ALICE)
        return Outcome("; ".join(move.text for move in moves))
    except Refusal:
        found = correct(scene.ruleset, scene.view, orders, seat=ALICE)
        whole = found is not None and found.refusal is None
        return Outcome(NOT_PLAYED, "; ".join(found.orders) if whole and found else "")
