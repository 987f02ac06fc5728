"""What lies on the table, and how a game begins (TH1 to TH6, SU1 to SU5)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.alexandros.rules import RULESET as ALEXANDROS
from engine.campaign import events, moves
from engine.campaign import things as th
from engine.campaign.rules import RULESET
from engine.campaign.state import BUILD, State
from engine.chance import SeededChance
from engine.errors import Illegal
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    junction,
    only,
    play,
    position,
    refused,
    setup,
    started,
)

PLAYERS = (2, 3, 4)


def everything(state: State) -> th.Counts:
    """Returns what is in the hands, in the bank and in the supply stack together."""
    total = th.add(state.bank, th.counts(state.supply))
    for hand in state.hands:
        total = th.add(total, hand)
    return total


@pytest.mark.rule("TH1")
def test_two_to_four_players_take_part() -> None:
    assert [started(players).players for players in PLAYERS] == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(Illegal, match="2 to 4 players"):
            RULESET.start(setup(players), SeededChance(at.SEED))


@pytest.mark.rule("TH1")
def test_the_colours_are_those_of_the_first_game() -> None:
    assert RULESET.colours == ALEXANDROS.colours


@pytest.mark.rule("TH2")
@pytest.mark.parametrize("players", PLAYERS)
def test_there_are_nineteen_cards_of_each_commodity_and_forty_gold(players: int) -> None:
    assert everything(started(players)) == (19, 19, 19, 19, 19, 40, 0)


@pytest.mark.rule("TH2")
def test_gold_is_no_commodity_card() -> None:
    assert th.cards(at.stuff("2 wheat ore 9 gold")) == 3


@pytest.mark.rule("TH3")
def test_a_player_has_five_settlements() -> None:
    four = position(hands=["brick lumber wheat wool"], roads=["A5.S B5.N"],
                    settlements=["A8.N A9.N A10.N A1.N"])
    assert play(four, moves.BuildSettlement(junction("B5.N"))).settlements_left(ALICE) == 0
    five = position(hands=["brick lumber wheat wool"], roads=["A5.S B5.N"],
                    settlements=["A8.N A9.N A10.N A1.N A2.N"])
    assert refused(five, moves.BuildSettlement(junction("B5.N"))) == "none-left"


@pytest.mark.rule("TH3")
def test_a_player_has_four_cities() -> None:
    three = position(hands=["2 wheat 3 ore"], settlements=["B5.N"], cities=["A8.N A9.N A10.N"])
    assert play(three, moves.BuildCity(junction("B5.N"))).cities_left(ALICE) == 0
    four = position(hands=["2 wheat 3 ore"], settlements=["B5.N"],
                    cities=["A8.N A9.N A10.N A1.N"])
    assert refused(four, moves.BuildCity(junction("B5.N"))) == "none-left"


@pytest.mark.rule("TH3")
def test_the_settlement_that_a_city_replaces_goes_back_to_its_player() -> None:
    state = position(hands=["2 wheat 3 ore"], settlements=["A5.N B5.N"])
    assert state.settlements_left(ALICE) == 3

    after = play(state, moves.BuildCity(junction("B5.N")))

    assert at.labels(after.world, after.settlements[ALICE]) == {"A5.N"}
    assert at.labels(after.world, after.cities[ALICE]) == {"B5.N"}
    assert (after.settlements_left(ALICE), after.cities_left(ALICE)) == (4, 3)


@pytest.mark.rule("TH3")
def test_a_player_has_fifteen_roads() -> None:
    world = at.WORLD
    road = moves.BuildRoad(at.path("A5.N A5.NE"))
    others = [p for p in range(len(world.paths)) if p != road.path]
    for built, answer in ((14, None), (15, "none-left")):
        mask = sum(1 << p for p in others[-built:])
        state = at.change(position(hands=["brick lumber"], settlements=["A5.N"]),
                          roads=(mask, 0, 0, 0))
        if answer:
            assert refused(state, road) == answer
        else:
            assert play(state, road).roads_left(ALICE) == 0


@pytest.mark.rule("TH4")
def test_there_are_25_development_cards() -> None:
    assert Counter(started().deck) == {
        th.SOLDIER: 14, th.POINT: 5, th.ROADS: 2, th.PLENTY: 2, th.MONOPOLY: 2}


@pytest.mark.rule("TH5")
def test_there_are_seven_chits_of_each_kind() -> None:
    state = started()
    assert Counter([*state.chits, *state.aside]) == {
        th.FAMINE: 7, th.BRIDGE: 7, th.BATTLE: 7, th.STATUE: 7}


@pytest.mark.rule("TH6", "SU5")
@pytest.mark.parametrize(("players", "values"), [(4, [4, 3, 2]), (3, [4, 2]), (2, [2])])
def test_the_counselor_cards_in_play_depend_on_the_number_of_players(
    players: int, values: list[int]
) -> None:
    state = started(players)
    assert state.counselors == (None,) * len(values)
    owned = at.change(state, counselors=tuple(range(len(values))))
    assert [owned.points(seat) - state.points(seat) for seat in range(len(values))] == values


@pytest.mark.rule("SU1")
def test_the_chits_lie_on_the_junctions_for_them_and_three_are_left_over() -> None:
    state = started()
    assert len(state.chits) == sum(stop.kind == "chit" for stop in at.WORLD.route) == 25
    assert len(state.aside) == 3


@pytest.mark.rule("SU1")
def test_chits_are_shuffled_and_nobody_sees_them_nor_those_left_over() -> None:
    assert started().chits != started(seed=bytes(32)).chits
    for seat in (0, 1, 2, 3, None):
        view = RULESET.view(started(), seat)
        assert {*view.chits, *view.aside} == {th.FACE_DOWN}


@pytest.mark.rule("SU2", "YI1")
def test_alexander_begins_on_the_start_arrow_and_moves_on_in_the_first_turn() -> None:
    begin = RULESET.evolve(None, RULESET.start(setup(), SeededChance(at.SEED))[0])
    assert begin.arrow == 0
    assert at.WORLD.arrow_ends[0] == (junction("A1.S"), junction("Philippi"))
    assert started().arrow == 1


@pytest.mark.rule("SU2")
def test_the_robber_begins_on_a_desert_that_is_drawn() -> None:
    places = {started(seed=bytes([i]) * 32).robber for i in range(60)}
    assert places == {*at.WORLD.deserts}


@pytest.mark.rule("SU3")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_begins_with_eight_gold_and_nothing_on_the_map(players: int) -> None:
    state = started(players)
    assert [state.gold(seat) for seat in range(players)] == [8] * players
    assert not state.occupied
    assert not state.built_paths


@pytest.mark.rule("SU3")
def test_the_first_player_is_drawn_unless_the_creator_names_one() -> None:
    drawn = {started(first=None, seed=bytes([i]) * 32).seat for i in range(40)}
    assert drawn == {0, 1, 2, 3}
    assert {started(first=2, seed=bytes([i]) * 32).seat for i in range(9)} == {2}


@pytest.mark.rule("SU4")
@pytest.mark.parametrize(("players", "each"), [(4, 19), (3, 15), (2, 10)])
def test_the_supply_stack_has_fewer_cards_with_fewer_players(players: int, each: int) -> None:
    events_ = RULESET.start(setup(players), SeededChance(at.SEED))
    prepared = only(events_, events.Prepared)
    assert th.counts(prepared.supply) == (each,) * 5 + (0, 0)
    assert prepared.supply != tuple(sorted(prepared.supply))
    assert started(players).bank[:5] == (19 - each,) * 5  # the rest is the bank


@pytest.mark.rule("SU4")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_is_dealt_five_cards_from_the_stack(players: int) -> None:
    events_ = RULESET.start(setup(players), SeededChance(at.SEED))
    stack = only(events_, events.Prepared).supply
    dealt = only(events_, events.Dealt).hands
    assert [sum(hand) for hand in dealt] == [5] * players
    assert dealt == tuple(th.counts(stack[5 * seat:5 * seat + 5]) for seat in range(players))


@pytest.mark.rule("SU3", "SU4")
def test_the_game_begins_with_the_first_players_auction() -> None:
    state = started(first=BOB)
    assert (state.seat, state.turn, state.dice) == (BOB, 1, (0, 0))
    assert state.phase != BUILD
    assert state.auction.junction == junction("Philippi")
