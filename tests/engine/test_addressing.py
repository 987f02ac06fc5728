"""The reader of a sentence is “you”, in the sentences of both games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from alexandros_rules.addressing import for_reader, objects, subjects, told
from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.narration import narrate
from alexandros_rules.ruleset import Ruleset
from tests.campaign import random_games as games_of_the_campaign
from tests.engine.random_games import played, seed, setup

Moves = Iterable[tuple[Any, Iterable[Any]]]  # the state before each move, and its events
NAMES = ("Alice", "Bob", "Carol", "Dave")
WRONG = re.compile(r"\b[Yy]ou (is|has|was|\w*[^s\W]s)\b"  # "you takes"
                   r"|^You [^.:]*\band (pays|plays|gets|has|steals|takes)\b")


def test_the_reader_comes_last_in_a_list() -> None:
    names = for_reader(NAMES, 0)
    assert subjects(names, [0, 1, 2]) == "Bob, Carol and you"
    assert objects(names, [0]) == "you"
    assert objects(NAMES, [0, 1]) == "Alice and Bob"


def test_only_the_reader_is_addressed() -> None:
    assert told(for_reader(NAMES, 0), 0, "You pass.", "Alice passes.") == "You pass."
    assert told(for_reader(NAMES, 1), 0, "You pass.", "Alice passes.") == "Alice passes."
    assert told(for_reader(NAMES, None), 0, "You pass.", "Alice passes.") == "Alice passes."


def alexandros() -> Moves:
    table = setup("delta", players=3, walls=(20, 30))
    return [(state, events) for number in range(4) for state, _move, events in played(
        table, seed=seed(number), bots=["greedy", "restless", "restless"])]


def the_campaign() -> Moves:
    return [(step.state, step.events) for step in games_of_the_campaign.steps()[::7]]


@pytest.mark.parametrize(("ruleset", "moves"), [
    (ALEXANDROS, alexandros), (CAMPAIGN, the_campaign)])
def test_sentences_say_you_for_the_reader_wherever_they_name_them_to_others(
    ruleset: Ruleset, moves: Callable[[], Moves]
) -> None:
    addressed = 0
    for state, events in moves():
        by_name = narrate(ruleset, state, events, names=NAMES)
        for seat in range(state.players):
            read = narrate(ruleset, state, events, names=for_reader(NAMES, seat))
            for named, told_to in zip(by_name, read, strict=True):
                assert NAMES[seat] not in told_to
                assert not WRONG.search(told_to), told_to
                assert (named == told_to) == (NAMES[seat] not in named), told_to
                addressed += named != told_to
    assert addressed > 100
