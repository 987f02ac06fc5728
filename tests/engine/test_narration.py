"""Sentences are made from events and states as the reader may see them."""

from __future__ import annotations

import pytest

from engine.alexandros.state import ACT
from engine.chance import SeededChance
from engine.narration import narrate, narrate_for
from tests.engine.positions import (
    ALICE,
    BOB,
    NAMES,
    RULESET,
    SEED,
    decide,
    draw_board,
    position,
    setup,
)

DRAWING = position(draw_board("t.h.l...s.ta...."), phase=ACT, alexander="A12.NE", supply="tahls",
                   actions=2)
TEMPLE = decide(DRAWING, "draw")


def test_each_event_is_described_with_the_state_before_it() -> None:
    after = RULESET.evolve(DRAWING, TEMPLE[0])

    assert narrate(RULESET, DRAWING, (*TEMPLE, *decide(after, "draw")), names=NAMES)[:2] == [
        "Alice draws a temple from the supply.", "Alice draws an amphora from the supply.",
    ]


@pytest.mark.promise("R10")
def test_a_drawn_card_is_named_to_its_owner_alone() -> None:
    def told(seat: int | None) -> str:
        return narrate_for(RULESET, seat, DRAWING, TEMPLE, names=NAMES)[0]

    assert told(ALICE) == "Alice draws a temple from the supply."
    assert told(BOB) == told(None) == "Alice draws a card from the supply."


@pytest.mark.promise("R10")
def test_the_start_of_a_game_is_described_without_the_deal_of_others() -> None:
    events = RULESET.start(setup(), SeededChance(SEED))
    dealt = [line for line in narrate(RULESET, None, events, names=NAMES) if " is dealt " in line]

    def told(seat: int | None) -> list[str]:
        lines = narrate_for(RULESET, seat, None, events, names=NAMES)
        return [line for line in lines if " is dealt " in line]

    assert [line.split()[0] for line in dealt] == ["Alice", "Bob"]
    assert told(BOB) == dealt[1:]
    assert told(None) == []
