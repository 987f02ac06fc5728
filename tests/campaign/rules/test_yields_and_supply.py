"""Dice, what hexes yield, shortages and the supply stack (YI1 to YI5)."""

from __future__ import annotations

import pytest

from engine.campaign import events, moves
from engine.campaign import things as th
from engine.campaign.events import Event
from engine.campaign.rules import RULESET
from engine.campaign.state import BUILD, ROLL, State
from engine.chance import SeededChance
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    Draws,
    events_of,
    has,
    next_turn,
    of_type,
    only,
    play,
    position,
    stuff,
)


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


@pytest.mark.rule("YI2")
def test_if_the_bank_is_short_of_a_commodity_nobody_gets_any_of_it() -> None:
    state = position(settlements=["C7.N C5.N", "C7.SE", "C10.N"], bank="2 lumber 9 brick")
    yielded = only(rolled(state, 4), events.Yielded)
    assert yielded.short == (th.LUMBER,)
    assert yielded.gains == (stuff("brick"), th.NOTHING, th.NOTHING, th.NOTHING)
    assert next_turn(state, 4).bank == stuff("2 lumber 8 brick")


@pytest.mark.rule("YI2")
def test_a_bank_with_just_enough_pays_everybody() -> None:
    state = position(settlements=["C7.N", "C7.SE", "C10.N"], bank="3 lumber")
    after = next_turn(state, 4)
    assert [hand[th.LUMBER] for hand in after.hands] == [1, 1, 1, 0]
    assert after.bank == th.NOTHING


@pytest.mark.rule("YI2")
def test_a_player_to_whom_all_of_it_is_due_gets_what_is_left() -> None:
    state = position(cities=["C7.N C7.SW"], bank="3 lumber")
    yielded = only(rolled(state, 4), events.Yielded)
    assert (yielded.gains[ALICE], yielded.short) == (stuff("3 lumber"), ())


@pytest.mark.rule("YI2")
def test_an_empty_bank_pays_nobody_even_if_it_is_due_to_one_player_alone() -> None:
    state = position(cities=["C7.N"], bank="ore")
    yielded = only(rolled(state, 4), events.Yielded)
    assert (yielded.gains[ALICE], yielded.short) == (th.NOTHING, (th.LUMBER,))


@pytest.mark.rule("YI3")
def test_a_gold_hex_yields_one_gold_for_a_settlement_and_two_for_a_city() -> None:
    state = position(settlements=["E10.NE"], cities=["", "E10.S"])
    after = next_turn(state, 10)
    assert (after.gold(ALICE), after.gold(BOB), after.bank[th.GOLD]) == (1, 2, 37)


@pytest.mark.rule("YI3")
def test_gold_can_be_short_too() -> None:
    shared = position(settlements=["E10.NE"], cities=["", "E10.S"], bank="2 gold")
    assert only(rolled(shared, 10), events.Yielded).short == (th.GOLD,)
    alone = position(cities=["E10.S"], bank="gold")
    assert has(next_turn(alone, 10), ALICE, "gold")


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
