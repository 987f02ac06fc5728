"""The test vectors are up to date, and show everything that a game has."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import alexandros_rules
from alexandros_rules.alexandros import events as alexandros_events
from alexandros_rules.campaign import events as campaign_events
from tests.engine.formats import vectors
from tests.engine.formats.grammars import grammar, tree
from tests.engine.formats.vectors import Data, Game

NAMES = ("alexandros", "campaign")
EVENTS = {"alexandros": {*alexandros_events.CLASSES}, "campaign": {*campaign_events.CLASSES}}
REFUSING = {"alexandros": ("alexandros/decide.py", "alexandros/occupying.py"),
            "campaign": ("campaign/refusals.py", "campaign/deals.py")}
# Refusals of orders that cannot be written strictly, and one that only a view can lead to.
UNASKED = {"nothing-for-nothing", "wrong-roads", "perhaps-lapsed"}
PARTS = {"order", "orders", "plain", "hidden", "things", "later", "more", "path", "junction",
         "recipients"}  # rules of the grammars that are not orders


@cache
def played(name: str) -> tuple[Data, list[Game]]:
    data = vectors.read(name)
    return data, vectors.played(data)


@pytest.mark.promise("R8")
@pytest.mark.parametrize("name", NAMES)
def test_the_engine_gives_every_answer_of_the_file(name: str) -> None:
    found = vectors.written(vectors.answered(*played(name))) + "\n"
    assert found == vectors.path(name).read_text("utf-8"), "python -m tests.engine.formats"


@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_event_order_and_refusal_occurs(name: str) -> None:
    data, games = played(name)
    rows = [row for game in data["games"] for row in game["rows"][1:]]
    assert {event["type"] for game in games for row in game.rows
            for event in json.loads(row.events)} == EVENTS[name]
    orders = {str(part.data) for row in rows if len(row) > 3
              for part in tree(name, row[1]).iter_subtrees()}
    rules = {str(rule.origin.name) for rule in grammar(name).rules}
    assert orders - PARTS == {rule for rule in rules if not rule.startswith("_")} - PARTS
    source = "".join((Path(alexandros_rules.__file__).parent / one).read_text("utf-8")
                     for one in REFUSING[name])
    refusals = {row[2] for row in rows if len(row) == 3}
    assert refusals == {*re.findall(r'Illegal\(\s*"([\w-]+)"', source)} - UNASKED
