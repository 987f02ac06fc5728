"""Buildings, where they may stand, and development cards (BU1 to BU5, DE1 to DE3)."""

from __future__ import annotations

import pytest

from alexandros_rules.campaign import events, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.building import free_junctions
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import ROLL, State
from alexandros_rules.campaign.world import bits
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    WORLD,
    auction,
    bid,
    bids,
    events_of,
    has,
    junction,
    next_turn,
    only,
    path,
    play,
    position,
    refused,
    stuff,
    tile,
)

COSTS = {
    "road": "brick lumber", "settlement": "brick lumber wheat wool", "city": "2 wheat 3 ore",
    "development": "wheat wool ore",
}
MOVES = {
    "road": moves.BuildRoad(path("B5.N B5.NE")),
    "settlement": moves.BuildSettlement(junction("B5.N")),
    "city": moves.BuildCity(junction("C6.N")),
    "development": moves.BuyDevelopment(),
}


def site(hand: str) -> State:
    """Returns a position in which Alice could build everything, given enough cards."""
    return position(hands=[hand], roads=["A5.S B5.N"], settlements=["C6.N"])


@pytest.mark.rule("BU1")
@pytest.mark.parametrize("what", COSTS)
def test_each_thing_has_its_price_which_goes_to_the_bank(what: str) -> None:
    state = site(COSTS[what] + " 2 gold")
    after = play(state, MOVES[what])
    assert has(after, ALICE, "2 gold")
    assert after.bank == th.add(state.bank, stuff(COSTS[what]))


@pytest.mark.rule("BU1")
@pytest.mark.parametrize("what", COSTS)
def test_gold_pays_for_no_part_of_it(what: str) -> None:
    for missing in {*COSTS[what].split()} & {*th.KIND_NAMES}:
        rest = th.subtract(stuff(COSTS[what]), stuff(missing))
        state = at.change(site("9 gold"), hands=(th.add(rest, stuff("9 gold")), *[th.NOTHING] * 3))
        assert refused(state, MOVES[what]) == "too-expensive"


@pytest.mark.rule("BU1")
def test_a_bought_development_card_is_the_top_one_and_seen_by_its_buyer_only() -> None:
    state = position(hands=["wheat wool ore"], deck="monopoly soldier")
    after = play(state, moves.BuyDevelopment())
    assert after.cards[ALICE] == at.development_cards("monopoly")
    assert after.deck == (th.SOLDIER,)
    assert at.RULESET.view(after, ALICE).cards[ALICE][th.MONOPOLY] == 1
    assert at.RULESET.view(after, 1).cards[ALICE] == (0, 0, 0, 0, 0, 1)
    empty = position(hands=["wheat wool ore"], deck="")
    assert refused(empty, moves.BuyDevelopment()) == "none-left"


@pytest.mark.rule("BU2")
@pytest.mark.parametrize("own", [
    {"roads": ["A5.S B5.N"]}, {"settlements": ["B5.N"]}, {"cities": ["B5.N"]}])
def test_a_road_joins_the_players_own_road_settlement_or_city(own: dict[str, list[str]]) -> None:
    state = position(hands=["brick lumber"], **own)
    assert path("B5.N B5.NE") in bits(play(state, MOVES["road"]).roads[ALICE])
    assert refused(state, moves.BuildRoad(path("B5.NE C6.N"))) == "no-road-site"


@pytest.mark.rule("BU2")
def test_a_road_joins_nothing_of_another_player() -> None:
    for own in ({"roads": ["", "A5.S B5.N"]}, {"settlements": ["", "B5.N"]}):
        state = position(hands=["brick lumber"], **own)
        assert refused(state, MOVES["road"]) == "no-road-site"


@pytest.mark.rule("BU2")
@pytest.mark.parametrize("piece", ["settlements", "cities"])
def test_a_road_does_not_go_on_through_another_players_building(piece: str) -> None:
    state = position(hands=["brick lumber"], roads=["A5.S B5.N"], **{piece: ["", "B5.N"]})
    assert refused(state, MOVES["road"]) == "no-road-site"
    assert refused(state, moves.BuildRoad(path("B5.N A5.NE"))) == "no-road-site"
    assert play(state, moves.BuildRoad(path("A5.S B4.N")))  # from the other end it may


@pytest.mark.rule("BU2")
def test_a_road_goes_on_through_the_players_own_building() -> None:
    state = position(hands=["brick lumber"], roads=["A5.S B5.N"], settlements=["B5.N"])
    assert play(state, MOVES["road"]).roads_left(ALICE) == 13


@pytest.mark.rule("BU2")
@pytest.mark.parametrize("seat", [0, 1])
def test_each_path_holds_at_most_one_road(seat: int) -> None:
    roads = [["A5.S B5.N"], ["", "B5.N B5.NE"]][seat] if seat else ["A5.S B5.N B5.NE"]
    state = position(hands=["brick lumber"], settlements=["B5.N"], roads=roads)
    assert refused(state, MOVES["road"]) == "no-road-site"


@pytest.mark.rule("BU2")
def test_every_path_has_land_on_a_side_and_the_coast_counts() -> None:
    land = {*WORLD.land}
    sides = [len(land & {*each.hexes}) for each in WORLD.paths]
    assert {*sides} == {1, 2}
    coast = path("A5.N A5.NE")  # Colchis and the Caspian
    assert sides[coast] == 1
    state = position(hands=["brick lumber"], settlements=["A5.N"])
    assert play(state, moves.BuildRoad(coast)).roads[ALICE] == 1 << coast


@pytest.mark.rule("BU3")
def test_a_settlement_needs_a_road_of_its_player() -> None:
    hand = "brick lumber wheat wool"
    for roads in ([""], ["", "A5.S B5.N"], ["A5.NW A5.N"]):
        state = position(hands=[hand], roads=roads)
        assert refused(state, MOVES["settlement"]) == "no-settlement-site"
    state = position(hands=[hand], roads=["A5.S B5.N"])
    assert play(state, MOVES["settlement"]).settlements[ALICE] == 1 << junction("B5.N")


@pytest.mark.rule("BU3")
@pytest.mark.parametrize("neighbour", ["A5.NE", "A5.S", "B5.NE"])
@pytest.mark.parametrize("piece", ["settlements", "cities"])
@pytest.mark.parametrize("seat", [0, 1])
def test_no_neighbouring_junction_is_built_on(neighbour: str, piece: str, seat: int) -> None:
    state = position(hands=["brick lumber wheat wool"], roads=["A5.S B5.N"],
                     **{piece: ["", neighbour] if seat else [neighbour]})
    assert refused(state, MOVES["settlement"]) == "no-settlement-site"


@pytest.mark.rule("BU3")
def test_two_paths_are_far_enough_and_a_junction_is_built_on_once() -> None:
    hand = "brick lumber wheat wool"
    near = position(hands=[hand], roads=["A5.S B5.N"], settlements=["A5.N", "C5.N", "C6.N"])
    assert play(near, MOVES["settlement"]).settlements_left(ALICE) == 3
    taken = position(hands=[hand], roads=["A5.S B5.N"], settlements=["", "B5.N"])
    assert refused(taken, MOVES["settlement"]) == "no-settlement-site"


def on_stop(number: int, *, arrow: int) -> State:
    """Returns a position in which Alice has a road to this stop of the route."""
    place = WORLD.route[number - 1].junction
    state = position(hands=["brick lumber wheat wool"], arrow=arrow)
    return at.change(state, roads=(WORLD.paths_at[place], 0, 0, 0))


@pytest.mark.rule("BU4")
def test_no_settlement_is_built_where_alexander_has_not_been_yet() -> None:
    build = moves.BuildSettlement(WORLD.route[19].junction)
    assert refused(on_stop(20, arrow=19), build) == "no-settlement-site"
    assert refused(on_stop(20, arrow=20), build) == "no-settlement-site"  # stop 21 is beside it
    assert play(on_stop(20, arrow=21), build).settlements_left(ALICE) == 4


@pytest.mark.rule("BU4")
@pytest.mark.parametrize(("passed", "ahead"), [(7, 16), (9, 14), (26, 31), (29, 38), (30, 35)])
def test_a_passed_junction_stays_closed_while_a_neighbour_is_ahead(
    passed: int, ahead: int
) -> None:
    here, there = (WORLD.route[number - 1].junction for number in (passed, ahead))
    assert WORLD.neighbours[here] >> there & 1
    build = moves.BuildSettlement(here)
    for arrow in range(passed, ahead):
        assert refused(on_stop(passed, arrow=arrow), build) == "no-settlement-site"
    assert play(on_stop(passed, arrow=ahead), build).settlements[ALICE] == 1 << here


@pytest.mark.rule("BU4")
def test_junctions_beside_the_route_are_closed_until_he_has_passed() -> None:
    state = position(hands=["brick lumber wheat wool"], roads=["A1.NE A1.N"], arrow=0)
    beside = moves.BuildSettlement(junction("A1.NE"))  # its neighbour is Philippi
    assert refused(state, beside) == "no-settlement-site"
    assert play(at.change(state, arrow=1), beside).settlements_left(ALICE) == 4


@pytest.mark.rule("BU4")
def test_persepolis_and_its_neighbours_are_never_free() -> None:
    closed = 1 << WORLD.goal | WORLD.neighbours[WORLD.goal]
    assert len(bits(closed)) == 4
    for arrow in range(47):
        assert not free_junctions(position(arrow=arrow)) & closed


@pytest.mark.rule("BU4")
def test_roads_may_be_built_where_alexander_has_not_been() -> None:
    state = position(hands=["brick lumber"], arrow=0, settlements=["E6.S"])
    assert play(state, moves.BuildRoad(path("E6.S E6.SE")))


@pytest.mark.rule("BU5")
def test_building_and_trading_may_be_mixed() -> None:
    state = position(hands=["brick lumber 8 gold 2 wool", "wheat"], settlements=["B5.N"])
    state = play(state, moves.BuildRoad(path("B5.N B5.NE")),
                 moves.BankTrade(th.GOLD, th.BRICK, 1), moves.BankTrade(th.GOLD, th.LUMBER, 1),
                 moves.BuildRoad(path("B5.NE C6.N")))
    state = play(state, moves.MakeOffer(stuff("wool"), stuff("wheat"), 2, 1, standing=False))
    state = play(state, moves.Accept(1), seat=1)
    assert has(state, ALICE, "wheat wool")
    assert state.roads_left(ALICE) == 13


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
