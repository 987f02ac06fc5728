"""Points and the end of the game (EN1 to EN4)."""

from __future__ import annotations

import pytest

from engine.campaign import events, moves
from engine.campaign.state import BUILD, OVER, ROBBER, State, change
from tests.campaign.positions import (
    ALICE,
    BOB,
    PASS,
    auction,
    bid,
    events_of,
    junction,
    next_turn,
    of_type,
    only,
    play,
    points_of,
    position,
    refused,
    tile,
)

FOUR_CITIES = "B5.N A8.N A9.N A10.N"  # eight points
FIVE_SETTLEMENTS = "A1.N A2.N C5.N A5.NW E1.N"
STAY = moves.MoveRobber(tile("B5"), None)


def thirteen(seat: int, players: int = 4, **more: object) -> State:
    """Returns a position in which a seat has 13 points."""
    others = [""] * seat
    return position(players, cities=[*others, FOUR_CITIES], settlements=[*others, FIVE_SETTLEMENTS],
                    seat=seat, **more)


@pytest.mark.rule("EN1", "TH6")
def test_points_are_for_buildings_cards_awards_and_counselors() -> None:
    assert points_of(position(settlements=["B5.N C5.N"])) == [2, 0, 0, 0]
    assert points_of(position(cities=["", "B5.N C5.N"])) == [0, 4, 0, 0]
    assert points_of(position(cards=["", "", "3 point 2 soldier"])) == [0, 0, 3, 0]
    assert points_of(position(longest=1, army=3)) == [0, 2, 0, 2]
    assert points_of(position(counselors=(3, 0, 1))) == [3, 2, 0, 4]
    assert points_of(position(
        settlements=["B5.N"], cities=["C5.N"], cards=["point"], longest=0, army=0,
        counselors=(1, 0, None))) == [11, 4, 0, 0]


@pytest.mark.rule("EN1")
def test_chits_gold_and_roads_are_worth_no_points() -> None:
    state = position(won=["2 famine 4 battle"], hands=["9 gold 5 ore"], roads=["A5.N A5.NE"])
    assert points_of(state) == [0, 0, 0, 0]


@pytest.mark.rule("EN2")
def test_a_player_who_reaches_fourteen_points_wins_at_once() -> None:
    state = position(hands=["2 wheat 3 ore"], cities=["B5.N A8.N A9.N"], longest=ALICE,
                     settlements=[FIVE_SETTLEMENTS])
    assert points_of(state)[ALICE] == 13
    found = events_of(state, moves.BuildCity(junction("E1.N")))
    assert only(found, events.Ended) == events.Ended("points", (ALICE,))
    after = play(state, moves.BuildCity(junction("E1.N")))
    assert (after.phase, after.winners) == (OVER, (ALICE,))
    assert refused(after, moves.End()) == "game-over"


@pytest.mark.rule("EN2")
def test_thirteen_points_are_not_enough() -> None:
    state = thirteen(ALICE)
    assert points_of(state) == [13, 0, 0, 0]
    assert next_turn(state).phase == BUILD


@pytest.mark.rule("EN2")
def test_a_player_can_win_in_another_players_turn() -> None:
    state = thirteen(BOB, hands=["gold", "gold"], won=["", "2 famine"])
    state = auction(change(state, seat=ALICE), "bridge")
    state = play(play(state, PASS, seat=ALICE), bid(1, "gold"), seat=BOB)
    assert (state.seat, state.winners, state.reason) == (ALICE, (BOB,), "points")


@pytest.mark.rule("EN2", "LA1")
def test_a_player_can_win_because_another_loses_the_largest_army() -> None:
    state = position(cities=["", FOUR_CITIES], settlements=["", "A1.N A2.N C5.N A5.NW"],
                     hands=["", "8 gold"], soldiers=[5, 3], army=ALICE)
    assert points_of(state) == [2, 12, 0, 0]
    state = auction(state, "battle")
    state = play(play(state, bid(9, "3 soldier"), seat=ALICE), bid(8, "8 gold"), seat=BOB)
    assert (state.winners, state.reason) == ((BOB,), "points")


def arriving(players: int = 4, **more: object) -> State:
    """Returns a position after a seven, on the last arrow before Persepolis."""
    return position(players, arrow=45, phase=ROBBER, **more)


@pytest.mark.rule("EN3")
def test_the_game_ends_at_once_when_alexander_reaches_persepolis() -> None:
    after = play(arriving(settlements=["A8.N", "A9.N A10.N"], hands=["2 gold"]), STAY)
    assert (after.phase, after.reason, after.winners) == (OVER, "persepolis", (BOB,))
    assert after.arrow == 46


@pytest.mark.rule("EN3")
def test_there_is_no_last_event() -> None:
    found = events_of(arriving(hands=["gold"] * 4), STAY)
    assert not of_type(found, events.AuctionBegan)


@pytest.mark.rule("EN3")
def test_of_tied_players_the_one_with_the_most_chits_wins() -> None:
    state = arriving(settlements=["A8.N", "A9.N"], won=["famine", "2 bridge", "4 battle"])
    assert play(state, STAY).winners == (BOB,)  # Carol has more chits, but fewer points


@pytest.mark.rule("EN3")
def test_players_who_are_still_tied_share_the_win() -> None:
    state = arriving(settlements=["A8.N", "A9.N", "A10.N"], won=["famine", "bridge"])
    assert play(state, STAY).winners == (ALICE, BOB)


@pytest.mark.rule("EN3")
def test_hidden_victory_points_count_at_the_end() -> None:
    state = arriving(settlements=["A8.N"], cards=["", "2 point"])
    assert play(state, STAY).winners == (BOB,)


@pytest.mark.rule("EN4")
def test_with_two_players_fourteen_points_win_at_the_end_of_the_round() -> None:
    state = position(2, hands=["2 wheat 3 ore"], cities=["B5.N A8.N A9.N"], longest=ALICE,
                     settlements=[FIVE_SETTLEMENTS], turn=5)
    state = play(state, moves.BuildCity(junction("E1.N")))
    assert (points_of(state)[ALICE], state.phase) == (14, BUILD)
    state = next_turn(state)
    assert (state.seat, state.phase) == (BOB, BUILD)
    state = play(state, moves.End())
    assert (state.phase, state.winners, state.reason) == (OVER, (ALICE,), "points")


@pytest.mark.rule("EN4")
def test_the_second_of_two_players_may_still_overtake_the_first() -> None:
    state = position(2, cities=["E5.S F7.S E10.S G4.SE", FOUR_CITIES],
                     settlements=["F1.S E1.S B3.N E4.S", FIVE_SETTLEMENTS],
                     longest=ALICE, army=BOB, seat=BOB, turn=6)
    assert points_of(state) == [14, 15]
    assert play(state, moves.End()).winners == (BOB,)


@pytest.mark.rule("EN4")
@pytest.mark.parametrize(("won", "winners"), [
    (["famine", "2 famine"], (BOB,)), (["2 famine", "famine"], (ALICE,)),
    (["famine", "famine"], (ALICE, BOB))])
def test_if_both_have_as_many_points_the_chits_decide_or_the_win_is_shared(
    won: list[str], winners: tuple[int, ...]
) -> None:
    state = position(2, cities=["E5.S F7.S E10.S G4.SE", FOUR_CITIES], won=won,
                     settlements=["F1.S E1.S B3.N E4.S", "A1.N A2.N C5.N A5.NW"],
                     longest=ALICE, army=BOB, seat=BOB, turn=6)
    assert points_of(state) == [14, 14]
    assert play(state, moves.End()).winners == winners


@pytest.mark.rule("EN4")
def test_with_two_players_the_round_in_which_he_reaches_persepolis_is_finished() -> None:
    state = play(arriving(2, settlements=["A8.N", "A9.N"], turn=5), STAY)
    assert (state.arrow, state.phase, state.seat) == (46, BUILD, ALICE)
    state = next_turn(state, 7)  # he has arrived: even a seven moves him no more
    state = play(state, moves.MoveRobber(tile("B4"), None))
    assert (state.arrow, state.phase, state.seat) == (46, BUILD, BOB)
    state = play(state, moves.End())
    assert (state.reason, state.winners) == ("persepolis", (ALICE, BOB))


@pytest.mark.rule("EN4")
def test_if_the_second_of_two_players_brings_him_there_their_turn_is_the_last() -> None:
    state = play(arriving(2, settlements=["A8.N"], seat=BOB, turn=6), STAY)
    assert state.phase == BUILD
    assert play(state, moves.End()).reason == "persepolis"


@pytest.mark.rule("EN4")
@pytest.mark.parametrize("first", [ALICE, BOB])
def test_a_round_begins_with_the_first_player(first: int) -> None:
    state = position(2, settlements=["A8.N"], arrow=46, seat=first, turn=7)
    assert play(state, moves.End()).phase == BUILD
    assert play(next_turn(state), moves.End()).phase == OVER
