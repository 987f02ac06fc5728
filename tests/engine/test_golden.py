"""Golden records: every one must replay to the digests it was recorded with, forever.

``tests/golden/whole_records.py`` makes them; their ``index.json`` has the expected results.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from alexandros_rules import codec, record, replay
from alexandros_rules.chance import SeededChance, commitment
from tests.engine import record_features, reference_game, reference_rules
from tests.engine.random_games import RULESET
from tests.golden.game_files import RECORDS, read_record, record_text

INDEX: dict[str, dict[str, Any]] = json.loads((RECORDS / "index.json").read_text("utf-8"))
NAMES = sorted(INDEX)

# The versions of the rules that were released, oldest first; each keeps its records.
VERSIONS = (1, 2, 3)


def test_the_index_lists_every_record() -> None:
    assert sorted(path.stem for path in RECORDS.glob("*.record")) == NAMES


@pytest.mark.promise("R8")
def test_every_released_version_of_the_rules_has_records() -> None:
    heads = [record_text(name).split("\n")[1] for name in NAMES]

    assert RULESET.versions == VERSIONS
    assert set(heads) == {f"ruleset: alexandros {version}" for version in VERSIONS}


@pytest.mark.promise("R8")
@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays_to_what_the_index_says(name: str) -> None:
    assert record_features.summary(read_record(name)) == INDEX[name]


@pytest.mark.promise("R8", "R9", "R24")
@pytest.mark.parametrize("name", NAMES)
def test_a_record_verifies_against_its_seed(name: str) -> None:
    one = read_record(name)
    assert one.seed is not None
    assert commitment(one.seed) == one.commitment
    assert codec.digest_key(one.seed) == one.key
    fault = replay.verify(RULESET, one.setup, one.rows, SeededChance(one.seed), one.key,
                          version=one.version)
    assert fault is None


@pytest.mark.parametrize("name", NAMES)
def test_a_record_written_again_is_the_same_text(name: str) -> None:
    one = read_record(name)
    assert one.seed is not None
    assert record.export(one, RULESET, seed=one.seed) == record_text(name)


@pytest.mark.rule("T3", "P3", "K2", "E1")
@pytest.mark.parametrize("name", NAMES)
def test_a_record_conserves_cards_walls_and_guards(name: str) -> None:
    one = read_record(name)
    states = list(replay.states(RULESET, one.rows, version=one.version))
    for state in states:
        assert reference_rules.faults(state) == []
    for before, after in pairwise(states):
        assert reference_rules.step_faults(before, after) == []


@pytest.mark.rule("A3", "A16", "C2", "C3", "C5", "E1", "E3", "E4", "E5", "E6", "K3", "K4", "K5",
                  "S5")
@pytest.mark.parametrize("name", NAMES)
def test_the_reference_game_agrees_with_every_record_after_every_move(name: str) -> None:
    one = read_record(name)
    assert one.seed is not None
    states = list(replay.states(RULESET, one.rows, version=one.version))
    table = reference_game.Table(states[0], SeededChance(one.seed))
    for row, (before, after) in zip(one.rows[1:], pairwise(states), strict=True):
        table.play(before, RULESET.parse(row.move, before, seat=before.seat))
        assert table.facts() == reference_game.facts(after)


@pytest.mark.parametrize(
    ("version", "feature"),
    [pytest.param(version, feature, marks=pytest.mark.rule(*ids)) for version in VERSIONS
     for feature, ids in record_features.names_of(version).items()],
)
def test_the_records_show(version: int, feature: str) -> None:
    assert any(feature in record_features.features(read_record(name))
               for name in NAMES if read_record(name).version == version)
