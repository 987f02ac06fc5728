"""The grammars match what the rules write, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any

import pytest

from alexandros_rules.campaign.state import COLOURS
from alexandros_rules.campaign.things import KIND_NAMES
from alexandros_rules.collection import rulesets
from alexandros_rules.drafts import SEPARATOR
from alexandros_rules.errors import Refusal
from alexandros_rules.move_list import parts_of
from tests.campaign.random_games import sample
from tests.engine.formats.grammars import grammar, tree
from tests.engine.formats.test_vectors import NAMES, played
from tests.golden.game_files import RECORDS

EVERY = {"alexandros": 1, "campaign": 3}  # one in so many positions
OF_EACH = 3  # moves that share a verb
NAMED = {*KIND_NAMES, *COLOURS}
SPACE, PLACE = re.compile("[A-Z][0-9]+"), re.compile("[A-Z][0-9]+[.][A-Z]+")
LETTERS = " .01279AKNSWabdeglnoprtwx;"


def positions(name: str) -> Iterator[tuple[Any, int]]:
    """Positions with the seats that may give orders."""
    rules = rulesets()[name]
    _, games = played(name)
    for state in chain.from_iterable(game.states for game in games):
        for seat in range(state.players):
            if rules.status(state).may_order(seat):
                yield state, seat


@cache
def orders(name: str) -> dict[str, tuple[Any, int]]:
    """Legal orders of all kinds as the rules write them, each with a position and a seat."""
    rules, rng, found = rulesets()[name], Random(3), {}
    for state, seat in islice(positions(name), 0, None, EVERY[name]):
        for part in parts_of(rules.legal_moves(state, seat=seat)):
            for move in sample(part, OF_EACH, rng):
                found[rules.format(move, state)] = state, seat
    return found


@pytest.mark.parametrize("name", NAMES)
def test_orders_that_the_rules_write_match(name: str) -> None:
    assert len(orders(name)) > 500
    assert [order for order in orders(name) if tree(name, order) is None] == []
    assert tree(name, SEPARATOR.join(list(orders(name))[:9]), "orders") is not None


def changed(order: str, rng: Random) -> str:
    """The order with a character or word left out, doubled, replaced or put elsewhere."""
    parts: list[str] = rng.choice([list, lambda text: text.split(" ")])(order)
    glue = "" if len("".join(parts)) == len(order) else " "
    at = rng.randrange(len(parts))
    parts[at:at + 1] = rng.choice([[], [parts[at]] * 2, [rng.choice(LETTERS)], [parts[at], " "],
                                   [parts[at].swapcase()]])
    if rng.random() < 0.2:
        rng.shuffle(parts)
    return glue.join(parts)


def is_left_open(text: str, written: str) -> bool:
    """Whether only the words beside a rule of the grammar tell that this is not written so.

    Each name is written once, things and spaces in their order; of the names of a path or
    junction, the rules write one.  How a bid is paid follows from the position.
    """
    names = [word for word in text.split(" ") if word in NAMED or SPACE.fullmatch(word)]
    if "bid " in text or len({*names}) < len(names):
        return True
    return text != written and sorted(PLACE.sub("", text)) == sorted(PLACE.sub("", written))


@pytest.mark.parametrize("name", NAMES)
def test_no_other_text_matches(name: str) -> None:
    rules, rng, seen = rulesets()[name], Random(4), {True: 0, False: 0}
    for order, (state, seat) in orders(name).items():
        text = changed(order, rng)
        try:
            written = rules.format(rules.parse(text, state, seat=seat), state)
        except Refusal:
            continue  # nobody can tell what the rules would write
        if not is_left_open(text, written):
            assert (tree(name, text) is not None) == (written == text), (text, written)
            seen[written == text] += 1
    assert 50 < seen[False] > seen[True], seen


@pytest.mark.parametrize("text", ["bid", "bid 5", "discard", "prefer"])
def test_what_others_see_of_a_secret_order_matches(text: str) -> None:
    assert tree("campaign", text, "hidden") is not None


def test_records_match() -> None:
    texts = [path.read_text("utf-8") for path in sorted(RECORDS.glob("*.record"))[::4]]
    texts += [played(name)[0]["record"] for name in NAMES]
    for text in texts:
        found = tree("record", text, "record")
        assert found is not None
        name = str(next(found.find_data("ruleset")).children[0])
        for move in found.find_data("order"):
            assert tree(name, " ".join(map(str, move.children))) is not None
    (text, *_), rng = texts, Random(5)
    assert grammar("record").parse(text)
    for number, line in enumerate(lines := text.split("\n")):
        if line and not line.startswith("  "):
            at = rng.randrange(len(line))
            broken = [*lines[:number], line[:at] + "\u00a0" + line[at + 1:], *lines[number + 1:]]
            assert line[:5] in ("game:", "playe", "optio") or (
                tree("record", "\n".join(broken), "record") is None), broken[number]
