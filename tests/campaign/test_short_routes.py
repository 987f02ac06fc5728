"""Alexander reaches the goal of any map, however many arrows lead to it."""

from __future__ import annotations

import pytest

from engine.campaign import map_checks
from engine.campaign.progress import Progress
from engine.campaign.rules import RULESET
from engine.campaign.state import OVER, change
from engine.chance import SeededChance
from engine.replay import fold
from engine.ruleset import Setup
from tests.campaign.room.short_game import CHITS, STOPS, short_map


@pytest.mark.rule("EN3")
def test_the_game_ends_at_the_goal_of_a_short_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_checks, "CHITS", CHITS)
    chance = SeededChance(bytes(32))
    state = fold(RULESET, None, RULESET.start(Setup(short_map(), 3), chance))
    progress = Progress(change(state, arrow=STOPS, auction=None), chance)

    progress.travel(seven=True)

    assert (progress.state.phase, progress.state.reason) == (OVER, "persepolis")
