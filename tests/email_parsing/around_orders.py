"""Texts with a turn and what people, programs and companies write around it, generated.

Each text has the orders that must be played for it; "" if nothing may be played.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from alexandros_rules import drafts
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import evaluate
from games.post.inbox.parsing.left_out import Meaning
from games.post.inbox.parsing.lost_orders import doubts_in_signature
from games.post.inbox.parsing.quote_stripper import separate
from games.post.inbox.parsing.requests import ORDERS, read_request
from games.post.inbox.turn_replies import unused_line
from tests.email_parsing.phrasings_index import POSITIONS
from tests.engine.positions import ALICE, RULESET

_DATA: dict[str, list[str]] = tomllib.loads(
    (Path(__file__).parent / "signatures.toml").read_text("utf-8"))
NAMES, OTHERS = ["Alice Archer", "alice"], ["Bob", "Carol"]
MEANING = Meaning.of(RULESET.verbs, things=RULESET.things, known=RULESET.words, names=NAMES,
                     others=OTHERS)
VIEW = RULESET.view(POSITIONS["turn"], ALICE)
WHOLE = "take horse; march A5.N via E E; draw; draw"
TURNS = (
    "take horse\nmarch A5.N via E E\ndraw\ndraw", "take horse; march A5.N via E E; draw; draw",
    "take horse\n\nmarch A5.N via E E\n\ndraw twice",
    "1. take horse\n2. march A5.N via E E\n3. draw twice",
    "nimm Pferd\nmarschiere A5 Nord\nziehe zwei Karten",
    "prends cheval, marche A5.N, pioche deux fois",
    "Take horse, march to A5.N and draw twice.",
)
PARTS = ("take horse", "take horse\nmarch A5.N via E E", "take horse; march A5.N via E E; draw")


@dataclass(frozen=True, slots=True)
class Text:
    """A text and the orders it means, in notation."""

    text: str
    orders: str


def harmless() -> Iterator[Text]:
    """Whole turns with everything around them that may not stop them."""
    chance = random.Random("harmless")
    for kind in ("openings", "closings", "devices", "signatures", "footers", "banners", "remarks"):
        for said in _DATA[kind]:
            yield Text(_around(chance, kind, said), WHOLE)
            yield Text(f"{chance.choice(TURNS)}\n\n-- \n{said}", WHOLE)


def in_doubt() -> Iterator[Text]:
    """Whole turns with a sentence that may take them back."""
    chance = random.Random("doubts")
    for doubt in _DATA["doubts"]:
        for kind in ("above", "below", "signed", "marked"):
            yield Text(_doubtful(chance, kind, doubt), "")


def halves() -> Iterator[Text]:
    """Parts of turns, with the rest in words that nobody understands."""
    chance = random.Random("halves")
    for rest in _DATA["rests"]:
        for part in PARTS:
            yield Text(f"{part}\n{rest}\n\n{_pick(chance, 'closings')}\nAlice", "")
            yield Text(f"{part}\n\n{rest}\n", "")
            yield Text(f"{part}\n\n-- \n{rest}", "")


def _pick(chance: random.Random, kind: str) -> str:
    return chance.choice(_DATA[kind])


def _around(chance: random.Random, kind: str, said: str) -> str:
    parts = {name: said if name == kind else _pick(chance, name) for name in _DATA}
    above = [parts["banners"] if kind == "banners" or chance.random() < 0.1 else "",
             parts["openings"]]
    below = [parts["remarks"] if kind == "remarks" or chance.random() < 0.2 else "",
             f"{parts['closings']}\n{parts['signatures']}",
             parts["devices"] if kind == "devices" or chance.random() < 0.3 else "",
             parts["footers"] if kind == "footers" or chance.random() < 0.3 else ""]
    return "\n\n".join(part for part in (*above, chance.choice(TURNS), *below) if part)


def _doubtful(chance: random.Random, where: str, doubt: str) -> str:
    turn, closing = chance.choice(TURNS), _pick(chance, "closings")
    signature = _pick(chance, "signatures")
    if where == "above":
        return f"{doubt}\n\n{turn}\n\n{closing}\nAlice"
    if where == "below":
        return f"{turn}\n{doubt}\n\n{closing}\n{signature}"
    footer = _pick(chance, "footers")
    if where == "marked":
        return f"{turn}\n\n-- \n{signature}\n{doubt}\n\n{footer}"
    return f"{turn}\n\n{closing}\n{signature}\n\nPS: {doubt}\n\n{footer}"


def played(text: str) -> str:
    """The orders that would be played for this text, in notation; "" if it is refused."""
    stripped = separate(text)
    request = read_request(stripped.text, verbs=RULESET.verbs, things=RULESET.things,
                           known=RULESET.words, names=NAMES, others=OTHERS)
    if request.command != ORDERS:
        return ""
    try:
        draft = Draft(VIEW, evaluate(RULESET, VIEW, request.texts, seat=ALICE))
    except Refusal:
        return ""
    is_whole = not drafts.goes_on(RULESET, draft, seat=ALICE)
    unsure = (request.is_unsure and not is_whole) or unused_line(
        RULESET, VIEW, request.texts, seat=ALICE)
    doubts = doubts_in_signature(stripped.removed.signature, MEANING, is_whole=is_whole)
    return "" if unsure or doubts.orders or doubts.others else draft.text
