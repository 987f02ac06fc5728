"""What buildings cost and where they may stand (BU1 to BU5)."""

from __future__ import annotations

import pytest

from engine.campaign import moves
from engine.campaign import things as th
from engine.campaign.building import free_junctions
from engine.campaign.state import State
from engine.campaign.world import bits
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    WORLD,
    has,
    junction,
    path,
    play,
    position,
    refused,
    stuff,
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
