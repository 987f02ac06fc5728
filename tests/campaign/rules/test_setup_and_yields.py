"""What is on the table, how a game begins, what comes in (TH1 to TH6, SU1 to SU5, YI1 to YI5)."""

from __future__ import annotations

from collections import Counter

import pytest

from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.campaign import events, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, ROLL, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    Draws,
    events_of,
    has,
    junction,
    next_turn,
    of_type,
    only,
    play,
    position,
    refused,
    setup,
    started,
    stuff,
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
def test_the_supply_stack_has_fewer_cards_with_fewer_players_and_each_is_dealt_five(
    players: int, each: int
) -> None:
    begin = RULESET.start(setup(players), SeededChance(at.SEED))
    stack = only(begin, events.Prepared).supply
    assert th.counts(stack) == (each,) * 5 + (0, 0)
    assert stack != tuple(sorted(stack))
    assert started(players).bank[:5] == (19 - each,) * 5  # the rest is the bank
    dealt = only(begin, events.Dealt).hands
    assert [sum(hand) for hand in dealt] == [5] * players
    assert dealt == tuple(th.counts(stack[5 * seat:5 * seat + 5]) for seat in range(players))


@pytest.mark.rule("SU3", "SU4")
def test_the_game_begins_with_the_first_players_auction() -> None:
    state = started(first=BOB)
    assert (state.seat, state.turn, state.dice) == (BOB, 1, (0, 0))
    assert state.phase != BUILD
    assert state.auction.junction == junction("Philippi")


def rolled(state: State, dice: int) -> list[Event]:
    """Returns the events when the next player rolls this sum."""
    return events_of(state, moves.End(), chance=Draws(dice))


@pytest.mark.rule("YI1")
def test_there_are_no_dice_in_the_first_turn() -> None:
    begin = RULESET.start(at.setup(), SeededChance(at.SEED))
    assert not of_type(begin, events.Rolled)


@pytest.mark.rule("YI1")
def test_each_turn_after_the_first_begins_with_a_roll_of_two_dice() -> None:
    first = at.change(position(), turn=1)
    roll = only(rolled(first, 9), events.Rolled)
    assert (roll.seat, sum(roll.dice)) == (BOB, 9)
    assert next_turn(first, 9).dice == roll.dice


@pytest.mark.rule("YI1")
def test_the_dice_wait_for_a_player_who_could_play_a_card_before_them() -> None:
    state = position(cards=["", "soldier"])
    assert (next_turn(state).seat, next_turn(state).phase) == (BOB, ROLL)
    rolling = play(state, moves.PreferRolling(at_once=True), seat=BOB)
    assert next_turn(rolling).phase == BUILD
    again = play(rolling, moves.PreferRolling(at_once=False), seat=BOB)
    assert next_turn(again).phase == ROLL


@pytest.mark.rule("YI1")
def test_a_hex_yields_one_card_for_a_settlement_and_two_for_a_city() -> None:
    state = position(settlements=["C7.N", "C7.SE"], cities=["", "", "C7.SW"])
    after = next_turn(state, 4)  # Hyrcania has lumber and the number 4
    assert [hand[th.LUMBER] for hand in after.hands] == [1, 1, 2, 0]
    assert after.bank[th.LUMBER] == 19 - 4


@pytest.mark.rule("YI1")
def test_hexes_with_another_number_yield_nothing() -> None:
    state = position(settlements=["B5.N"])
    assert not of_type(rolled(state, 10), events.Yielded)


@pytest.mark.rule("YI1")
def test_a_settlement_gets_a_card_from_each_of_its_hexes() -> None:
    state = position(settlements=["A5.S"])  # Colchis 2, Armenia 3, Atropatene 12
    assert has(next_turn(state, 2), ALICE, "lumber")
    assert has(next_turn(state, 3), ALICE, "ore")
    assert has(next_turn(state, 12), ALICE, "lumber")


@pytest.mark.rule("YI1")
def test_the_hex_of_the_robber_yields_nothing() -> None:
    state = position(settlements=["C7.N", "C5.N"], robber="C7")
    gains = only(rolled(state, 4), events.Yielded).gains
    assert gains == (th.NOTHING, stuff("brick"), th.NOTHING, th.NOTHING)


@pytest.mark.rule("YI2", "YI3")
@pytest.mark.parametrize(("dice", "pieces", "bank", "gains", "short", "left"), [
    pytest.param(4, {"settlements": ["C7.N C5.N", "C7.SE", "C10.N"]}, "2 lumber 9 brick",
                 ["brick"], (th.LUMBER,), "2 lumber 8 brick", id="nobody gets any of it"),
    pytest.param(4, {"settlements": ["C7.N", "C7.SE", "C10.N"]}, "3 lumber", ["lumber"] * 3, (), "",
                 id="just enough pays everybody"),
    pytest.param(4, {"cities": ["C7.N C7.SW"]}, "3 lumber", ["3 lumber"], (), "",
                 id="if all is due to one player they get what is left"),
    pytest.param(4, {"cities": ["C7.N"]}, "ore", [], (th.LUMBER,), "ore",
                 id="an empty bank pays nobody"),
    pytest.param(10, {"settlements": ["E10.NE"], "cities": ["", "E10.S"]}, "2 gold", [],
                 (th.GOLD,), "2 gold", id="gold can be short too"),
    pytest.param(10, {"cities": ["E10.S"]}, "gold", ["gold"], (), "", id="gold due to one alone"),
])
def test_if_the_bank_is_short_of_something_due_to_several_players_nobody_gets_any(
    dice: int, pieces: dict[str, list[str]], bank: str, gains: list[str], short: tuple[int, ...],
    left: str
) -> None:
    state = position(**pieces, bank=bank)
    yielded = only(rolled(state, dice), events.Yielded)
    expected = tuple(stuff(text) for text in [*gains, "", "", "", ""][:4])
    assert (yielded.gains, yielded.short) == (expected, short)
    after = next_turn(state, dice)
    assert (after.hands, after.bank) == (expected, stuff(left))


@pytest.mark.rule("YI3")
def test_a_gold_hex_yields_one_gold_for_a_settlement_and_two_for_a_city() -> None:
    state = position(settlements=["E10.NE"], cities=["", "E10.S"])
    after = next_turn(state, 10)
    assert (after.gold(ALICE), after.gold(BOB), after.bank[th.GOLD]) == (1, 2, 37)


@pytest.mark.rule("YI4")
def test_after_the_dice_each_player_draws_a_card_beginning_with_the_one_to_play() -> None:
    state = position(supply="ore wheat brick wool lumber")
    found = rolled(state, 5)
    assert only(found, events.Supplied) == events.Supplied(
        BOB, (th.WOOL, th.ORE, th.WHEAT, th.BRICK))
    after = next_turn(state, 5)
    holders = [th.expand(after.hands[seat]) for seat in (BOB, CAROL, DAVE, ALICE)]
    assert holders == [(th.ORE,), (th.WHEAT,), (th.BRICK,), (th.WOOL,)]
    assert after.supply == (th.LUMBER,)
    kinds = [type(event) for event in found]
    assert kinds.index(events.Rolled) < kinds.index(events.Supplied)


@pytest.mark.rule("YI4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_draws_in_the_first_turn_too(players: int) -> None:
    state = at.started(players)
    assert [th.cards(hand) for hand in state.hands] == [6] * players


@pytest.mark.rule("YI5")
def test_the_stack_ends_when_a_draw_is_due_and_it_has_fewer_cards_than_players() -> None:
    state = position(supply="ore wheat brick")
    found = rolled(state, 5)
    assert only(found, events.SupplyEnded).left == stuff("ore wheat brick")
    assert not of_type(found, events.Supplied)
    after = next_turn(state, 5)
    assert (after.supply, after.bank[th.ORE]) == ((), 19)
    assert all(hand == th.NOTHING for hand in after.hands)


@pytest.mark.rule("YI5")
def test_a_stack_with_as_many_cards_as_players_is_drawn_to_the_last() -> None:
    after = next_turn(position(supply="ore wheat brick wool"), 5)
    assert after.supply == ()
    assert [th.cards(hand) for hand in after.hands] == [1, 1, 1, 1]
    assert not of_type(rolled(after, 5), events.SupplyEnded)


@pytest.mark.rule("YI5")
def test_cards_that_are_spent_go_to_the_bank_and_not_back_into_the_stack() -> None:
    state = position(hands=["brick lumber"], settlements=["B5.N"], supply="ore wheat brick wool")
    after = play(state, moves.BuildRoad(at.path("B5.N B5.NE")))
    assert after.supply == state.supply
    assert (after.bank[th.BRICK], after.bank[th.LUMBER]) == (18, 19)  # a brick is in the stack
