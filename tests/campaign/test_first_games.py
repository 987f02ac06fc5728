"""The guide of somebody's first game, and the buttons of a turn, on the whole map."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from alexandros_rules.campaign import things
from alexandros_rules.campaign.analysis import candidates
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, ROBBER, ROLL, State, change
from alexandros_rules.drafts import Draft, describe, evaluate
from games.rulesets.campaign.ready_turns import bot_turn
from games.rulesets.campaign.room import ROOM
from games.rulesets.protocols import Turn
from tests.campaign.positions import ALICE, position
from tests.campaign.scenes import auction

NAMES = ("Alice", "Bob")


def turn(state: State, *, advice: bool = False) -> Turn:
    return shown(Draft(RULESET.view(state, ALICE), ()), advice=advice)


def shown(draft: Draft, *, advice: bool = False) -> Turn:
    return ROOM.turn.turn(draft, seat=ALICE, names=NAMES, query={},
                          link=lambda draft, **fields: f"?draft={draft}", moves=(), advice=advice)


def tip(state: State, number: int) -> str:
    assert ROOM.guide
    found = ROOM.guide.tip(Draft(RULESET.view(state, ALICE), ()), turn(state), seat=ALICE,
                           names=NAMES, number=number)
    assert found
    assert len(found.text.split()) <= 32
    return found.text


def building(**changes: Any) -> State:
    return position(2, **{"settlements": ["A1.SE", "A5.N"], **changes})


def page(state: State, *, advice: bool = False, **context: Any) -> str:
    return render_to_string(ROOM.turn.choices_template, {
        "panel": turn(state, advice=advice).panel, "draft": Draft(state, ()), **context})


@pytest.mark.rule("AU1", "CO1")
def test_each_chit_of_the_first_turns_is_told_something_else() -> None:
    told = [tip(auction(2, kind=things.STATUE), number) for number in (1, 2, 3)]
    assert "three gets a counselor card" in told[0]
    assert len({*told}) == 3


@pytest.mark.rule("YI1")
def test_the_guide_says_what_ones_own_land_yields() -> None:
    assert tip(building(), 1).startswith("Your land: lumber 6, ore 5, harbour 3:1. You get a card")


@pytest.mark.rule("YI1")
def test_the_dice_roll_at_the_first_click() -> None:
    state = change(building(cards=["point"]), phase=ROLL)
    whole = page(state, orders_url="/orders/")
    assert 'method="post"' in whole
    assert 'name="orders" value="roll"' in whole
    assert "development card first" not in whole
    assert "development card first" in page(change(building(cards=["soldier"]), phase=ROLL))


def test_where_nothing_is_sent_the_dice_are_part_of_the_draft() -> None:
    whole = page(change(building(cards=["point"]), phase=ROLL))
    assert 'href="?draft=roll"' in whole
    assert "<form method" not in whole


def test_one_button_buys_a_development_card() -> None:
    state = building(hands=["wheat wool ore", ""], roads=["", ""])
    assert page(state).count("development card</a>") == 1


@pytest.mark.rule("YI1", "SE1")
@pytest.mark.parametrize(("phase", "order", "says"), [
    (ROLL, "roll", "Roll the dice"), (ROBBER, "robber E1", "Move the robber"), (BUILD, "end", ""),
])
def test_the_button_for_a_draft_says_what_it_does(phase: str, order: str, says: str) -> None:
    view = RULESET.view(change(building(cards=["soldier"]), phase=phase), ALICE)
    draft = evaluate(RULESET, view, order, seat=ALICE)
    assert shown(draft).confirm == says


@pytest.mark.rule("YI1")
def test_a_draft_does_not_tell_the_dice_of_the_next_turn_as_thrown() -> None:
    draft = evaluate(RULESET, RULESET.view(building(), ALICE), "end", seat=ALICE)
    assert describe(draft, ruleset=RULESET, names=NAMES, seat=ALICE)[-1] == (
        "Then Bob rolls the dice.")


@pytest.mark.parametrize("state", [
    auction(2, settlements=(1, 0)), auction(2, kind=things.STATUE),
    building(hands=["3 ore 2 wheat", ""]),
    building(hands=["wool", ""]), change(building(), phase=ROBBER),
])
def test_the_suggested_order_begins_the_turn_with_which_hints_compare(state: State) -> None:
    view = RULESET.view(state, ALICE)
    order = format_move(candidates.turns(view, ALICE)[0][0], view)
    suggested = turn(state, advice=True).panel["suggested"]
    assert suggested.order.partition(" pay ")[0] == order.partition(" pay ")[0]
    assert suggested.note.startswith("The strongest bot would ")
    assert turn(state).panel["suggested"] is None


@pytest.mark.rule("AU4")
def test_somebody_without_land_is_advised_to_bid_more_for_a_settlement() -> None:
    homeless, settled = (turn(auction(2, **changes), advice=True).panel["suggested"]
                         for changes in ({}, {"settlements": (1, 0)}))
    view = RULESET.view(auction(2), ALICE)
    [usual] = [move.limit for move in bot_turn(view, ALICE) if isinstance(move, Bid)]
    assert homeless.label == f"Bid up to {usual + 2}"
    assert "the winner pays only what it takes" in homeless.note
    assert "the winner pays only what it takes" not in settled.note


def test_a_hint_takes_the_place_of_the_suggestion() -> None:
    state = building(hands=["3 ore 2 wheat", ""])
    reason = "It builds a city at"
    assert reason in page(state, advice=True, guide=True)
    assert reason not in page(state, advice=True, guide=True, hint={"order": "end"})


@pytest.mark.parametrize(("state", "button"), [
    (auction(2), "Bid up to "), (building(hands=["3 ore 2 wheat", ""]), "Build a city: "),
])
def test_the_suggestion_is_folded_as_soon_as_the_guide_is_silent(
    state: State, button: str
) -> None:
    def suggestion(**context: Any) -> str:
        whole = page(state, advice=True, **context)
        return whole.partition('<details class="suggested"')[2].partition("</details>")[0]

    first, later = suggestion(guide=True), suggestion()
    assert " open>" in first
    assert " open>" not in later
    assert 'class="button"' in first
    assert 'class="button quiet"' in later
    assert button in later


def test_the_end_of_the_turn_has_one_button_where_it_is_suggested() -> None:
    advised = page(building(hands=["", ""]), advice=True, guide=True)
    assert "The strongest bot would end the turn." in advised
    assert "End the turn<" not in advised


@pytest.mark.rule("AU1")
def test_the_panel_says_what_the_kind_of_a_chit_is_for() -> None:
    words = "Its kind only decides which cards can pay for it"
    assert words in page(auction(2, kind=things.STATUE))
    assert words not in page(auction(2))


def test_an_auction_has_one_advice() -> None:
    price = "In games between strong bots"
    assert page(auction(2)).count(price) == 1
    advised = page(auction(2), advice=True, guide=True)
    assert advised.count(price) == 1
    assert advised.index("What a strong bot would do") < advised.index("Pass")


def test_a_pass_has_one_button() -> None:
    state = auction(2, kind=things.STATUE, hands=((0, 0, 0, 0, 0, 1, 0),) * 2)
    assert page(state).count("Pass</a>") == 1
    advised = page(state, advice=True, guide=True)
    assert "The strongest bot would pass. It does not bid for this chit" in advised
    assert advised.count("Pass</a>") == 1


def limits(state: State, name: str = "bids", *, advice: bool = False) -> list[str]:
    return [bid.label for bid in turn(state, advice=advice).panel[name]]


@pytest.mark.rule("AU1")
def test_a_few_bids_come_first_and_the_others_are_folded_with_how_one_pays() -> None:
    rich = ((0, 3, 0, 2, 0, 8, 0),) * 2
    temple = auction(2, hands=rich)
    assert limits(temple) == ["6", "7", "8", "13"], "around the usual price"
    assert limits(temple, "more_bids") == ["1", "2", "3", "4", "5", "9", "10", "11", "12"]
    assert limits(temple, advice=True) == limits(temple), "whatever a bot would bid"
    whole = page(temple)
    shown, _, folded = whole.partition("<details")
    assert "gold first" in shown
    assert all(f'title="pays up to {number} gold"' in shown for number in (6, 7, 8))
    assert folded.count('class="button quiet"') == 9


def test_a_road_says_its_price_before_its_places_are_unfolded() -> None:
    whole = page(building(hands=["brick lumber", ""], roads=["", ""]))
    price = whole.partition("Road</h3>")[2].partition("<a ")[0]
    assert "1 brick" in price
    assert "1 lumber" in price


def test_digits_choose_the_places_for_a_settlement() -> None:
    whole = page(building(hands=["brick lumber wheat wool", ""], arrow=44,
                          roads=["A5.N A5.NE B5.N B5.NE", ""]))
    places = whole.partition("Settlement</h3>")[2].partition("City</h3>")[0]
    assert places.count('class="option"') == places.count("aria-keyshortcuts") > 0


def test_what_can_wait_is_one_fold_below_everything_else() -> None:
    for state in (auction(2), building(), change(building(), phase=ROBBER)):
        shown, _, folded = page(state).partition('<details id="later">')
        assert "Decide in advance" in folded
        assert "Make a standing offer" not in shown


def test_facts_about_a_bid_stand_below_its_buttons() -> None:
    whole = page(auction(2))
    assert whole.index("Pass") < whole.index("facts-of-bid")




@pytest.mark.rule("AU3", "AU7")
def test_who_can_pay_nothing_passes_at_the_first_click() -> None:
    ore = (0, 0, 0, 0, 3, 0, 0)
    state = auction(2, hands=(ore, ore))
    whole = page(state, advice=True, orders_url="/orders/")
    assert 'name="orders" value="bid nothing"' in whole
    assert "Pass: you can pay nothing</button>" in whole
    assert "Pass</a>" not in whole
    assert "how you pay" not in whole
    assert "Pass: you can pay nothing</a>" in page(state)
    assert "how you pay" in page(auction(2, hands=(ore, ore), bluff=True))


@pytest.mark.rule("AU3", "AU7")
def test_who_cannot_outbid_the_others_passes_at_the_first_click() -> None:
    gold = (0, 0, 0, 0, 0, 3, 0)
    state = auction(2, hands=(gold, gold), open_bidding=True, bids=(None, Bid(3, ())))
    assert "You can pay no more than 3: pass</button>" in page(state, orders_url="/orders/")


def test_the_robber_is_confirmed_before_anything_else_is_decided() -> None:
    view = RULESET.view(change(building(arrow=0), phase=ROBBER), ALICE)
    draft = evaluate(RULESET, view, "robber C4", seat=ALICE)
    assert draft.view.phase == BUILD
    drafted = shown(draft)
    assert drafted.whole
    assert drafted.confirm == "Move the robber"


@pytest.mark.rule("SE2")
def test_ones_own_land_comes_last_where_the_robber_robs_nobody() -> None:
    state = change(building(), phase=ROBBER)
    own = {tile for tile, corners in enumerate(state.world.corners)
           if corners & state.buildings(ALICE)}
    orders = [choice.order for choice in turn(state).panel["empty"]]
    tiles = [state.world.hex_by_label[order.split()[1]] for order in orders]
    assert own & {*tiles}
    assert not own & {*tiles[:-len(own & {*tiles})]}
