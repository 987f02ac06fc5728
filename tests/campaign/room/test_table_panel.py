"""What the table shows of a position with everything in it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.campaign import things
from engine.campaign.moves import Bid
from engine.campaign.rules import RULESET
from engine.campaign.state import OVER, State, change
from games.rulesets.campaign.table_panel import CampaignTable
from tests.campaign.scenes import ALICE, BOB, CAROL, NAMES, auction, turn

TABLE = CampaignTable()


def table_of(state: State, seat: int | None) -> dict[str, Any]:
    return dict(TABLE.table(RULESET.view(state, seat), names=NAMES[:state.players], seat=seat))


def place(state: State, seat: int, reader: int | None = None) -> Any:
    return table_of(state, reader)["places"][seat]


@pytest.mark.promise("R10")
def test_victory_point_cards_are_added_for_their_owner_only() -> None:
    cards = ((0, 2, 0, 0, 0, 0), *[things.NO_DEVELOPMENTS] * 3)
    state = turn(cards=cards)
    own, others = place(state, ALICE, ALICE), place(state, ALICE, BOB)
    assert (own.hidden, others.hidden) == (2, 0)
    assert others.developments == 2
    assert "(and 2 that only you see)" in own.holdings


def test_after_the_end_the_points_contain_them_and_hands_are_open() -> None:
    cards = ((0, 2, 0, 0, 0, 0), *[things.NO_DEVELOPMENTS] * 3)
    state = change(turn(cards=cards), phase=OVER, auction=None)
    shown = place(state, ALICE)
    assert (shown.score, shown.hidden) == (state.points(ALICE), 0)
    assert table_of(state, BOB)["open"] is True


def test_the_table_says_whom_an_auction_waits_for() -> None:
    state = auction(3, bids=(Bid(2, ((things.GOLD, 2),)),))
    tasks = [place(state, seat).task for seat in range(3)]
    assert tasks == ["turn", "to bid", "to bid"]


def test_the_notice_tells_the_reader_only_their_own_limit() -> None:
    state = auction(3, bids=(Bid(2, ((things.GOLD, 2),)),))
    assert "You bid up to 2." in str(table_of(state, ALICE)["notice"])
    for reader in (BOB, CAROL, None):
        assert "2" not in str(table_of(state, reader)["notice"])


@pytest.mark.rule("TR1")
def test_the_rates_of_the_bank_name_harbours() -> None:
    state = auction(2)
    assert table_of(state, ALICE)["hand"].rates == (
        "The bank gives you 1 for 4 of a kind.")
    harbour = next(one for one in state.world.harbours if one.kind == "wool")
    state = change(state, settlements=(1 << harbour.junctions[0], 0))
    assert table_of(state, ALICE)["hand"].rates == (
        "The bank gives you 1 for 4 of a kind, or for 2 wool.")
