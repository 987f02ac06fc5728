"""Lists of orders for people show a few offers and preferences, not hundreds of them."""

from __future__ import annotations

from engine.campaign.rules import RULESET
from engine.campaign.state import BUILD, change
from engine.chance import SeededChance
from engine.move_list import listed_orders
from engine.replay import fold
from engine.ruleset import Setup


def test_lists_show_a_few_bids() -> None:
    setup = Setup(RULESET.boards()["campaign"], 3, {"first": 0})
    start = fold(RULESET, None, RULESET.start(setup, SeededChance(bytes(32))))

    (bids, *_) = listed_orders(RULESET, start, seat=0, most=40)

    assert bids.verb == "bid"
    assert len(bids.orders) == 9
    assert bids.orders[0] == "bid nothing"


def test_lists_show_two_examples_of_offers_and_of_preferences() -> None:
    setup = Setup(RULESET.boards()["campaign"], 3, {"first": 0})
    start = fold(RULESET, None, RULESET.start(setup, SeededChance(bytes(32))))
    state = change(start, phase=BUILD, auction=None)

    listed = {one.verb: one for one in listed_orders(RULESET, state, seat=0, most=40)}

    assert [len(listed[verb].orders) for verb in ("offer", "standing")] == [2, 2]
    assert listed["standing"].more > 1_000_000
    assert listed["prefer"].orders == (
        "prefer to roll at once", "prefer to roll myself", "prefer to choose discards",
        "prefer to discard brick")
