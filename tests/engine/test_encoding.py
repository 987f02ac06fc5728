"""Positions as numbers and moves as paths: every legal move has one path, and nothing leaks."""

from __future__ import annotations

from random import Random

import pytest

from alexandros_rules.collection import rulesets
from tests.engine import encodings

both = pytest.mark.parametrize("name", rulesets())
FEW = {"alexandros": {"games": 3, "every": 29}, "campaign": {"games": 3, "every": 197}}


@both
def test_every_legal_move_has_one_path_and_nothing_else_has_any(name: str) -> None:
    rng = Random(1)
    for position in encodings.positions(name, **FEW[name]):
        assert encodings.check_paths(position, rng)


@both
@pytest.mark.promise("R10")
def test_numbers_and_actions_do_not_change_with_what_a_seat_may_not_see(name: str) -> None:
    found = encodings.positions(name, **FEW[name])
    assert any(position.twin != position.state for position in found)
    for position in found:
        encodings.check_secrets(position)
