"""Rolling a seven, and Alexander's way and what he sets off (SE1 to SE3, AL1 to AL3)."""

from __future__ import annotations

import pytest

from alexandros_rules.campaign import events, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, State, change
from tests.campaign import positions as at
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    WORLD,
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
    stuff,
    tile,
    travelled,
)


@pytest.mark.rule("SE1")
@pytest.mark.parametrize(("hand", "due"), [
    ("11 wool", 0), ("12 wool", 6), ("13 wool", 6), ("6 wool 9 ore", 7), ("11 wool 20 gold", 0)])
def test_more_than_eleven_cards_are_halved_rounded_down(hand: str, due: int) -> None:
    after = next_turn(position(hands=[hand]), 7)
    assert after.due[ALICE] == due
    assert (after.phase == DISCARD) == (due > 0)


@pytest.mark.rule("SE1")
def test_everybody_with_too_many_cards_discards_at_the_same_time_and_chooses_what() -> None:
    state = next_turn(position(hands=["8 wool 4 ore", "", "12 brick 3 gold"]), 7)
    assert to_move(state) == (ALICE, CAROL)

    state = play(state, moves.Discard(stuff("2 wool 4 ore")), seat=ALICE)
    assert has(state, ALICE, "8 wool 4 ore")  # until all have chosen
    assert to_move(state) == (CAROL,)
    state = play(state, moves.Discard(stuff("6 brick")), seat=CAROL)

    assert has(state, ALICE, "6 wool")
    assert has(state, CAROL, "6 brick 3 gold")
    assert (state.bank[th.ORE], state.bank[th.WOOL], state.bank[th.BRICK]) == (19, 13, 13)
    assert state.phase == ROBBER


@pytest.mark.rule("SE1")
@pytest.mark.parametrize(("cards", "code"), [
    ("5 wool", "wrong-discard"), ("7 wool", "wrong-discard"), ("5 wool gold", "wrong-discard"),
    ("6 ore", "not-in-hand")])
def test_what_is_discarded_must_be_as_many_cards_of_the_hand(cards: str, code: str) -> None:
    state = next_turn(position(hands=["12 wool 4 gold"]), 7)
    assert refused(state, moves.Discard(stuff(cards)), seat=ALICE) == code


@pytest.mark.rule("SE1")
def test_nobody_discards_twice_or_without_a_need() -> None:
    state = next_turn(position(hands=["12 wool", "12 ore", "3 ore"]), 7)
    state = play(state, moves.Discard(stuff("6 wool")), seat=ALICE)
    assert refused(state, moves.Discard(stuff("6 wool")), seat=ALICE) == "not-now"
    assert refused(state, moves.Discard(stuff("ore")), seat=CAROL) == "not-now"


@pytest.mark.rule("SE1")
def test_a_player_may_choose_discards_in_advance() -> None:
    state = position(hands=["8 wool 4 ore 4 wheat"])
    state = play(state, moves.PreferDiscards((th.ORE,)), seat=ALICE)
    after = next_turn(state, 7)
    assert after.phase == ROBBER
    assert has(after, ALICE, "4 wool 4 wheat")  # all ore, then always what there is most of


@pytest.mark.rule("SE2")
def test_after_a_seven_nothing_is_yielded() -> None:
    found = events_of(position(settlements=["B5.N"]), moves.End(), chance=Draws(7))
    assert not of_type(found, events.Yielded)


@pytest.mark.rule("SE2")
def test_the_robber_goes_to_another_land_hex_and_steals_from_one_player_there() -> None:
    state = position(hands=["2 wool ore 5 gold"], settlements=["B5.N", "C5.N"])
    state = next_turn(state, 7)
    assert state.phase == ROBBER
    found = events_of(state, moves.MoveRobber(tile("B5"), ALICE), chance=Draws(theft=2))
    after = play(state, moves.MoveRobber(tile("B5"), ALICE), chance=Draws(theft=2))
    assert after.robber == tile("B5")
    assert only(found, events.Stole) == events.Stole(BOB, ALICE, th.ORE)
    assert has(after, ALICE, "2 wool 5 gold")  # gold is safe
    assert has(after, BOB, "ore")


@pytest.mark.rule("SE2")
def test_each_card_of_the_hand_can_be_stolen() -> None:
    state = next_turn(position(hands=["brick 2 ore gold"], settlements=["B5.N"]), 7)
    stolen = [only(events_of(state, moves.MoveRobber(tile("B5"), ALICE), chance=Draws(theft=i)),
                   events.Stole).card for i in range(3)]
    assert stolen == [th.BRICK, th.ORE, th.ORE]


@pytest.mark.rule("SE2")
def test_the_robber_cannot_stay_nor_go_to_sea() -> None:
    state = next_turn(position(robber="A8"), 7)
    assert refused(state, moves.MoveRobber(tile("A8"), None)) == "robber-stays"
    assert refused(state, moves.MoveRobber(tile("A3"), None)) == "robber-at-sea"


@pytest.mark.rule("SE2")
def test_only_a_player_with_a_building_there_and_a_card_can_be_robbed() -> None:
    state = position(hands=["wool", "wool", "3 gold", "wool"],
                     settlements=["B5.N", "C5.N", "C6.N"])
    state = next_turn(state, 7)  # Carol has no card, Dave no building there, Bob is to play
    assert [move.victim for move in at.moves_of(state, moves.MoveRobber)
            if move.tile == tile("B5")] == [ALICE]
    for victim in (BOB, CAROL, at.DAVE, None):
        assert refused(state, moves.MoveRobber(tile("B5"), victim)) == "wrong-victim"


@pytest.mark.rule("SE2")
def test_the_player_to_play_chooses_whom_to_rob() -> None:
    state = next_turn(position(hands=["wool", "", "ore"], settlements=["B5.N"],
                               cities=["", "", "C6.N"]), 7)
    assert has(play(state, moves.MoveRobber(tile("B5"), ALICE)), BOB, "wool")
    assert has(play(state, moves.MoveRobber(tile("B5"), CAROL)), BOB, "ore")


@pytest.mark.rule("SE2")
def test_nothing_is_stolen_where_nobody_can_be_robbed() -> None:
    state = next_turn(position(hands=["wool"]), 7)
    assert refused(state, moves.MoveRobber(tile("B5"), ALICE)) == "no-victim"
    assert play(state, moves.MoveRobber(tile("B5"), None)).robber == tile("B5")


@pytest.mark.rule("SE2")
def test_only_the_two_players_see_what_is_stolen() -> None:
    event = events.Stole(BOB, ALICE, th.ORE)
    seen = [RULESET.view_event(event, seat, over=False).card for seat in (0, 1, 2, 3, None)]
    assert seen == [th.ORE, th.ORE, th.UNKNOWN, th.UNKNOWN, th.UNKNOWN]


@pytest.mark.rule("SE3")
def test_after_a_seven_come_discards_robber_supply_and_alexander_in_this_order() -> None:
    state = position(hands=["12 wool"], settlements=["B5.N"], supply="ore ore ore ore", arrow=20)
    found = events_of(state, moves.End(), chance=Draws(7))
    state = next_turn(state, 7)
    for move, seat in ((moves.Discard(stuff("6 wool")), ALICE),
                       (moves.MoveRobber(tile("B5"), ALICE), BOB)):
        found += events_of(state, move, seat=seat)
        state = play(state, move, seat=seat)
    order = (events.Rolled, events.DiscardsDue, events.Discarded, events.RobberMoved, events.Stole,
             events.Supplied, events.AlexanderMoved, events.ChitTurned, events.AuctionBegan)
    assert [type(event) for event in found if type(event) in order] == [*order]
    assert state.phase != BUILD


RICH = ["gold"] * 4  # so that everybody may bid


def before(name: str, **more: object) -> State:
    """Returns a position in which Alexander's next move passes this stop."""
    place = [stop.name for stop in WORLD.route].index(name)
    return position(hands=RICH, arrow=place, **more)


@pytest.mark.rule("AL1")
def test_alexander_moves_on_to_the_next_arrow_in_every_turn() -> None:
    state = position(arrow=10)
    assert next_turn(state, 5).arrow == 11
    assert next_turn(next_turn(state, 5), 6).arrow == 12


@pytest.mark.rule("AL1")
def test_in_each_move_he_passes_the_junction_between_two_arrows() -> None:
    for arrow, stop in enumerate(WORLD.route):
        assert WORLD.arrow_ends[arrow][1] == stop.junction == WORLD.arrow_ends[arrow + 1][0]


@pytest.mark.rule("AL1")
def test_with_a_seven_he_moves_after_the_robber() -> None:
    state = next_turn(position(arrow=10), 7)
    assert (state.phase, state.arrow) == (ROBBER, 10)
    assert play(state, moves.MoveRobber(tile("B5"), None)).arrow == 11


@pytest.mark.rule("AL2")
@pytest.mark.parametrize(("arrow", "seven", "after"), [
    (42, False, 43), (42, True, 43), (43, False, 43), (43, True, 44), (44, False, 44),
    (44, True, 45), (45, False, 45), (45, True, 46)])
def test_from_the_first_violet_arrow_on_he_moves_only_after_a_seven(
    arrow: int, seven: bool, after: int
) -> None:
    assert travelled(position(arrow=arrow), seven=seven)[0].arrow == after


@pytest.mark.rule("AL2")
def test_a_turn_in_which_he_stands_still_has_no_auction() -> None:
    state, found = travelled(position(hands=RICH, arrow=43), seven=False)
    assert found == []
    assert state.phase == BUILD


@pytest.mark.rule("AL3", "AU8")
def test_a_temple_starts_the_auction_for_a_settlement() -> None:
    state, found = travelled(before("Babylon"))
    assert only(found, events.AuctionBegan) == events.AuctionBegan(
        "settlement", WORLD.junctions[junction("Babylon")].label, ALICE, ())
    assert not of_type(found, events.ChitTurned)
    assert state.phase == AUCTION


@pytest.mark.rule("AL3")
@pytest.mark.parametrize("chit", range(4))
def test_a_chit_is_turned_face_up_and_starts_its_auction(chit: int) -> None:
    state = before("Susa")
    state = change(state, chits=(chit, *state.chits[1:]))
    after, found = travelled(state)
    assert only(found, events.ChitTurned).chit == chit
    assert only(found, events.AuctionBegan).kind == th.CHIT_NAMES[chit]
    assert after.chits == state.chits[1:]


@pytest.mark.rule("AL3")
def test_a_blank_junction_does_nothing() -> None:
    state, found = travelled(before("Damascus"))
    assert [type(event) for event in found] == [events.AlexanderMoved]
    assert state.phase == BUILD


@pytest.mark.rule("AL3", "AU3")
def test_the_player_to_play_opens_the_auction() -> None:
    state, found = travelled(before("Babylon", seat=BOB))
    assert only(found, events.AuctionBegan).opener == state.seat == BOB


@pytest.mark.rule("AL1", "EN3")
def test_the_move_on_to_persepolis_starts_no_auction() -> None:
    state, found = travelled(position(hands=RICH, arrow=45, settlements=["B5.N"]), seven=True)
    assert [type(event) for event in found] == [events.AlexanderMoved, events.Ended]
    assert state.winners == (at.ALICE,)
