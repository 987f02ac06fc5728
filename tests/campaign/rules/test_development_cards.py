"""Playing development cards (DE1 to DE3)."""

from __future__ import annotations

import pytest

from engine.campaign import events, moves
from engine.campaign import things as th
from engine.campaign.rules import RULESET
from engine.campaign.state import ROLL
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    auction,
    bid,
    bids,
    events_of,
    has,
    next_turn,
    only,
    path,
    play,
    position,
    refused,
    stuff,
    tile,
)

SOLDIER = moves.PlaySoldier(tile("B5"), None)
PLENTY = moves.PlayPlenty(stuff("2 ore"))


@pytest.mark.rule("DE1")
def test_one_development_card_is_played_per_turn() -> None:
    state = play(position(cards=["2 soldier plenty"]), SOLDIER)
    assert refused(state, PLENTY) == "second-development"
    assert refused(state, moves.PlaySoldier(tile("B4"), None)) == "second-development"
    later = at.change(next_turn(state), seat=ALICE, phase=state.phase)
    assert has(play(later, PLENTY), ALICE, "2 ore")


@pytest.mark.rule("DE1")
def test_a_card_is_played_before_the_dice_or_after_them() -> None:
    before = next_turn(position(cards=["", "plenty"]))
    assert before.phase == ROLL
    played = play(before, PLENTY)
    assert (played.phase, has(played, BOB, "2 ore")) == (ROLL, True)
    after = play(before, moves.Roll(), chance=at.Draws(2))
    assert has(play(after, PLENTY), BOB, "2 ore")


@pytest.mark.rule("DE1")
def test_a_card_is_not_played_in_the_turn_in_which_it_was_bought() -> None:
    state = position(hands=["2 wheat 2 wool 2 ore"], deck="plenty plenty")
    state = play(state, moves.BuyDevelopment())
    assert refused(state, PLENTY) == "no-development"
    older = position(hands=["wheat wool ore"], deck="plenty", cards=["plenty"])
    assert has(play(older, moves.BuyDevelopment(), PLENTY), ALICE, "2 ore")


@pytest.mark.rule("DE1")
def test_a_card_is_played_only_in_ones_own_turn() -> None:
    state = position(cards=["", "soldier"])
    assert refused(state, SOLDIER, seat=BOB) == "not-your-turn"


@pytest.mark.rule("DE1", "EN1")
def test_victory_points_count_at_once_and_stay_hidden() -> None:
    state = position(hands=["wheat wool ore"], deck="point", settlements=["B5.N"])
    state = play(state, moves.BuyDevelopment())
    assert (state.points(ALICE), state.public_points(ALICE)) == (2, 1)
    assert RULESET.status(state).scores == (1, 0, 0, 0)
    assert RULESET.view(state, BOB).points(ALICE) == 1


@pytest.mark.rule("DE1")
def test_a_victory_point_wins_as_soon_as_it_is_bought() -> None:
    state = position(hands=["wheat wool ore"], deck="point", cities=["B5.N A8.N A9.N A10.N"],
                     settlements=["A1.N A2.N C5.N A5.NW E1.N"])
    after = play(state, moves.BuyDevelopment())
    assert (after.reason, after.winners) == ("points", (ALICE,))
    assert RULESET.view(after, BOB).points(ALICE) == 14  # now everybody sees it


@pytest.mark.rule("DE2")
def test_a_soldier_moves_the_robber_and_steals() -> None:
    state = position(cards=["soldier"], hands=["", "ore"], settlements=["", "B5.N"])
    assert refused(state, moves.PlaySoldier(tile("A8"), None)) == "robber-stays"
    assert refused(state, SOLDIER) == "wrong-victim"
    after = play(state, moves.PlaySoldier(tile("B5"), BOB))
    assert after.robber == tile("B5")
    assert has(after, ALICE, "ore")
    assert has(after, BOB, "")


@pytest.mark.rule("DE2")
def test_a_soldier_lies_face_up_and_counts_until_it_is_paid_away() -> None:
    state = play(position(cards=["soldier"], soldiers=[2, 2], hands=["", "9 gold"]), SOLDIER)
    assert (state.soldiers, state.army) == ((3, 2, 0, 0), ALICE)
    assert state.cards[ALICE] == th.NO_DEVELOPMENTS
    state = bids(auction(state, "battle"), bid(5, "2 soldier"), bid(4, "4 gold"))
    assert (state.soldiers, state.army) == ((1, 2, 0, 0), None)


@pytest.mark.rule("DE3")
def test_road_building_gives_two_free_roads() -> None:
    state = position(cards=["2 roads"], settlements=["B5.N"], hands=["wool"])
    after = play(state, moves.PlayRoads((path("B5.N B5.NE"), path("B5.NE C6.N"))))
    assert after.roads_left(ALICE) == 13
    assert has(after, ALICE, "wool")
    far = moves.PlayRoads((path("B5.NE C6.N"), path("B5.N B5.NE")))
    assert refused(state, far) == "no-road-site"  # the order matters
    three = [path("B5.N B5.NE"), path("B5.NE C6.N"), path("B5.N A5.S")]
    assert refused(state, moves.PlayRoads(tuple(three))) == "wrong-roads"
    assert refused(state, moves.PlayRoads(())) == "wrong-roads"


@pytest.mark.rule("DE3")
def test_a_player_may_build_only_one_free_road() -> None:
    state = position(cards=["roads"], settlements=["B5.N"])
    assert play(state, moves.PlayRoads((path("B5.N B5.NE"),))).roads_left(ALICE) == 14


@pytest.mark.rule("DE3")
@pytest.mark.parametrize("taken", ["ore wheat", "2 ore", "2 brick"])
def test_year_of_plenty_gives_two_commodities_which_may_be_alike(taken: str) -> None:
    state = position(cards=["plenty"])
    after = play(state, moves.PlayPlenty(stuff(taken)))
    assert has(after, ALICE, taken)
    assert after.bank == th.subtract(state.bank, stuff(taken))


@pytest.mark.rule("DE3")
@pytest.mark.parametrize(("taken", "code"), [
    ("ore", "wrong-plenty"), ("3 ore", "wrong-plenty"), ("ore gold", "wrong-plenty"),
    ("2 wheat", "bank-short")])
def test_year_of_plenty_gives_no_gold_and_only_what_the_bank_has(taken: str, code: str) -> None:
    state = position(cards=["plenty"], bank="9 ore wheat 9 gold")
    assert refused(state, moves.PlayPlenty(stuff(taken))) == code


@pytest.mark.rule("DE3")
def test_monopoly_gets_all_of_one_commodity_from_everybody() -> None:
    state = position(cards=["monopoly"], hands=["ore", "3 ore wool", "2 wheat", "ore gold"])
    found = events_of(state, moves.PlayMonopoly(th.ORE))
    assert only(found, events.MonopolyPlayed).taken == (0, 3, 0, 1)
    after = play(state, moves.PlayMonopoly(th.ORE))
    assert has(after, ALICE, "5 ore")
    assert has(after, BOB, "wool")
    assert has(after, CAROL, "2 wheat")
    assert has(after, at.DAVE, "gold")


@pytest.mark.rule("DE3")
def test_there_is_no_monopoly_of_gold() -> None:
    state = position(cards=["monopoly"], hands=["", "5 gold"])
    assert refused(state, moves.PlayMonopoly(th.GOLD)) == "no-monopoly"
