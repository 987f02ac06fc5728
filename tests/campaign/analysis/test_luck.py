"""Luck is what the dice that came are worth, compared with all that might have come."""

from __future__ import annotations

import pytest

from alexandros_rules.bot_plans import always
from alexandros_rules.campaign import events
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import ROLL, State
from alexandros_rules.campaign.yields import yields
from tests.campaign.analysis.judged_games import ANALYST
from tests.campaign.positions import ALICE, BOB, position

UPPER_SYRIA = "C4.N"  # one of its hexes yields with 8


def before_the_dice() -> State:
    return position(3, settlements=[UPPER_SYRIA, "D5.S", "A5.N"], cities=[""], phase=ROLL,
                    cards=["soldier"], hands=["2 wool", "wool", "wool"])


def luck(state: State, event: events.Event) -> list[float]:
    return list(ANALYST.luck([(RULESET.view(state, ALICE), event)], seat=ALICE, salt=b"any",
                             has_time=always))


def roll(total: int) -> events.Rolled:
    first = max(1, total - 6)
    return events.Rolled(ALICE, (first, total - first))


@pytest.mark.rule("YI1")
def test_the_luck_of_all_rolls_is_0_on_average() -> None:
    state = before_the_dice()
    for seat in range(3):
        assert sum((6 - abs(7 - total)) * luck(state, roll(total))[seat]
                   for total in range(2, 13)) == pytest.approx(0)


def test_a_roll_that_pays_one_player_alone_is_their_luck() -> None:
    state = before_the_dice()
    gains = {total: yields(state, total)[0] for total in range(2, 13)}
    pays = next(total for total, some in gains.items()
                if any(some[ALICE]) and not any(some[BOB]))
    found = luck(state, roll(pays))
    assert found[ALICE] > 0
    assert found[ALICE] > found[BOB]


def test_a_victory_point_card_is_lucky_and_only_its_buyer_is_told() -> None:
    state = position(3, hands=["ore wool wheat"], settlements=[UPPER_SYRIA, "D5.S", "A5.N"])
    point = luck(state, events.DevelopmentBought(ALICE, th.POINT))
    soldier = luck(state, events.DevelopmentBought(ALICE, th.SOLDIER))
    assert point[ALICE] > 0
    assert point[ALICE] > soldier[ALICE]
    assert point[BOB] == 0
    assert luck(state, events.DevelopmentBought(BOB, th.HIDDEN)) == [0, 0, 0]
