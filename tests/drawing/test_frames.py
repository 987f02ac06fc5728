"""What stands in the strip below a board never overprints what stands beside it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from alexandros_rules.alexandros.state import change
from games.drawing.letters import width
from games.rulesets.alexandros.drawing import draw_board
from games.rulesets.campaign.drawing import draw_map
from tests.campaign.positions import position as campaign_position
from tests.drawing.sample_positions import of_class
from tests.engine.positions import position

LONG = ["Callisthenes"] * 4
SIZE = 21
BROADER = 1.1  # than in our font, in that of many readers


def strip(svg: str, prefix: str) -> list[tuple[float, float]]:
    """The left and right ends of all words in the strip, from the left."""
    ends = []
    for text in of_class(svg, f"{prefix}-words"):
        kinds, x = (text.get("class") or "").split(), float(text.get("x") or 0)
        wide = BROADER * width(text.text or "", 27 if f"{prefix}-score" in kinds else SIZE)
        if f"{prefix}-heading" not in kinds:
            ends.append((x - wide, x) if f"{prefix}-right" in kinds else (x, x + wide))
    return sorted(ends)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["persia", "delta"])
def test_a_long_name_keeps_off_the_count_of_the_walls(board: str, players: int) -> None:
    view = change(position(board, players=players), scores=(156,) * players)
    ends = strip(draw_board(view, frame=True, names=LONG), "ax")
    assert len(ends) == 2 * players + 1
    assert all(left > right for (_, right), (left, _) in pairwise(ends))


@pytest.mark.parametrize("players", [2, 4])
def test_a_long_name_keeps_off_the_dice(players: int) -> None:
    ends = strip(draw_map(campaign_position(players), frame=True, names=LONG), "cm")
    assert all(left > right for (_, right), (left, _) in pairwise(ends))
