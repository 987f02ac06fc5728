"""Everybody can see where points come from and, at the end, what decided the game (EN1)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.campaign import things
from engine.campaign.state import OVER, State, change
from games.rulesets.campaign.table_panel import deciding_texts, sources
from tests.campaign.scenes import ALICE, BOB, CAROL, NAMES, places, turn

NAMED = NAMES[:3]


def ended(**changes: Any) -> State:
    """Alice has two cities, Bob the counselor card and an army, and Carol a settlement."""
    state = turn(3)
    homes = (0, places(state, "D5.S"), places(state, "D5.N"))
    return change(state, **{
        "phase": OVER, "settlements": homes, "cities": (places(state, "C4.N", "A1.SE"), 0, 0),
        "cards": (things.NO_DEVELOPMENTS,) * 3, "counselors": (BOB, None), "army": BOB,
        "winners": (BOB,), **changes})


@pytest.mark.rule("EN1")
def test_the_sources_add_up_to_the_points() -> None:
    state = ended()
    for seat in range(3):
        assert sum(source.points[seat] for source in sources(state)) == state.points(seat)
    assert {source.name: source.points[BOB] for source in sources(state) if source.points[BOB]} == {
        "settlements": 1, "counselor card": 4, "largest army": 2}


def test_a_spectator_learns_why_the_winner_is_ahead_of_the_second() -> None:
    [told] = deciding_texts(ended(), NAMED, None)
    assert told == (
        "Bob is 3 points ahead of Alice. Bob has more from: counselor card (+4), largest army (+2),"
        " settlements (+1). Alice has more from: cities (+4).")


def test_whoever_came_last_learns_what_they_lacked() -> None:
    told = deciding_texts(ended(), NAMED, CAROL)
    assert len(told) == 2
    assert told[1] == ("Bob is 6 points ahead of Carol. Bob has more from: counselor card (+4),"
                       " largest army (+2).")


@pytest.mark.rule("EN3")
def test_with_equal_points_the_chits_have_decided() -> None:
    state = ended(army=None, counselors=(None, None), winners=(ALICE,),
                  cities=(0, 0, 0), settlements=(1, 2, 0), won=((3, 0, 0, 0),) + ((0,) * 4,) * 2)
    assert deciding_texts(state, NAMED, BOB)[0] == (
        "Alice and Bob have equally many points, but Alice has more chits.")


@pytest.mark.parametrize("changes", [{"phase": "build"}, {"winners": (ALICE, BOB)}])
def test_nothing_is_said_before_the_end_nor_of_a_shared_win(changes: dict[str, Any]) -> None:
    assert deciding_texts(ended(**changes), NAMED, ALICE) == ()
