"""Longest road and largest army, and how they are lost (LR1, LA1)."""

from __future__ import annotations

import pytest

from engine.campaign import events, moves
from engine.campaign.awards import road_lengths
from engine.campaign.state import State
from tests.campaign.positions import (
    ALICE,
    BOB,
    CAROL,
    DAVE,
    PASS,
    auction,
    bid,
    bids,
    events_of,
    junction,
    of_type,
    only,
    path,
    play,
    points_of,
    position,
    tile,
)

FIVE = "A5.N A5.NE B5.N B5.NE C6.N C6.NE"
SEVEN = f"A5.NW {FIVE} D6.N"
WEST = "A1.NW A1.N A1.NE A2.N A2.NE B2.N"  # five roads
EAST = "A8.N A8.NE A9.N A9.NE A10.N A10.NE"  # five roads
LOOP = "B5.N A5.S C5.N B5.S C6.N B5.NE B5.N"
COST = "brick lumber"


def length(*lines: str, **more: object) -> int:
    return road_lengths(position(roads=[lines], **more))[ALICE]


@pytest.mark.rule("LR1")
@pytest.mark.parametrize(("lines", "longest"), [
    ((), 0), (("A5.N A5.NE",), 1), ((FIVE,), 5),
    ((WEST, "A8.N A8.NE A9.N"), 5),  # two lines that do not meet are not added
    (("B5.N A5.NE A5.N", "B5.N A5.S C5.N", "B5.N B5.NE C6.N"), 4),  # a fork of three twos
    ((LOOP,), 6), ((LOOP, "B5.N A5.NE A5.N"), 8), ((LOOP, "B5.N A5.NE A5.N", "C5.N B4.S"), 8),
    ((LOOP, "B5.N A5.NE", "B5.S D5.N"), 7),  # through half of the loop, or all of it and one tail
    (("A5.S C5.N B5.S C6.N B5.NE B5.N A5.S B4.N",), 7),
])
def test_the_longest_line_uses_no_path_twice(lines: tuple[str, ...], longest: int) -> None:
    assert length(*lines) == longest


@pytest.mark.rule("LR1")
def test_buildings_of_others_cut_a_line_and_own_ones_do_not() -> None:
    assert length(FIVE, settlements=["B5.N"]) == 5
    assert length(FIVE, settlements=["", "B5.N"]) == 3
    assert length(FIVE, cities=["", "C6.N"]) == 4
    assert length(FIVE, settlements=["", "A5.N", "C6.NE"]) == 5  # at its ends
    assert length(LOOP, settlements=["", "B5.N"]) == 6  # it begins and ends there


@pytest.mark.rule("LR1")
def test_the_fifth_road_in_a_line_wins_two_points() -> None:
    state = position(hands=[COST], roads=["A5.N A5.NE B5.N B5.NE C6.N"])
    assert state.longest is None
    after = play(state, moves.BuildRoad(path("C6.N C6.NE")))
    assert after.longest == ALICE
    assert points_of(after) == [2, 0, 0, 0]


@pytest.mark.rule("LR1")
def test_the_fourth_does_not() -> None:
    state = position(hands=[COST], roads=["A5.N A5.NE B5.N B5.NE"])
    assert play(state, moves.BuildRoad(path("B5.NE C6.N"))).longest is None


@pytest.mark.rule("LR1")
def test_a_longer_line_takes_it_and_one_as_long_does_not() -> None:
    state = position(hands=[f"2 {COST.replace(' ', ' 2 ')}"], longest=BOB,
                     roads=["A5.N A5.NE B5.N B5.NE C6.N", WEST])
    level = play(state, moves.BuildRoad(path("C6.N C6.NE")))
    assert level.longest == BOB
    assert play(level, moves.BuildRoad(path("C6.NE D6.N"))).longest == ALICE


def cut(*, roads: list[str], longest: int | None, place: str = "B5.N",
        line: str = "A5.S B5.N") -> State:
    """Returns the state after Dave has built a settlement in the middle of Alice's line."""
    state = position(seat=DAVE, hands=["", "", "", "brick lumber wheat wool"],
                     roads=[*roads, line], longest=longest)
    return play(state, moves.BuildSettlement(junction(place)))


@pytest.mark.rule("LR1")
def test_a_settlement_that_cuts_the_line_takes_it_away() -> None:
    assert cut(roads=[FIVE, "", ""], longest=ALICE).longest is None


@pytest.mark.rule("LR1")
def test_after_a_cut_it_goes_to_the_only_player_with_the_longest_line() -> None:
    assert cut(roads=[SEVEN, WEST, ""], longest=ALICE).longest == BOB


@pytest.mark.rule("LR1")
def test_if_a_cut_leaves_others_tied_nobody_has_it() -> None:
    after = cut(roads=[SEVEN, WEST, EAST], longest=ALICE)
    assert road_lengths(after)[:3] == [4, 5, 5]
    assert after.longest is None
    assert points_of(after) == [0, 0, 0, 1]


@pytest.mark.rule("LR1")
def test_if_a_cut_leaves_the_owner_tied_they_keep_it() -> None:
    longer = f"{SEVEN} C7.S"
    after = cut(roads=[longer, WEST, EAST], longest=ALICE)
    assert road_lengths(after)[:3] == [5, 5, 5]
    assert after.longest == ALICE


@pytest.mark.rule("LR1")
def test_a_settlement_won_in_an_auction_cuts_lines_too() -> None:
    line = "D5.N C5.S D4.N C4.S D3.N B3.S"
    state = position(hands=["gold", "gold"], roads=[line], longest=ALICE, arrow=18)
    state = auction(state, "settlement", "Carrhae")
    assert bids(state, PASS, bid(1, "gold")).longest is None


@pytest.mark.rule("LR1")
def test_nobody_has_it_below_five() -> None:
    assert cut(roads=["A5.N A5.NE B5.N B5.NE", WEST.rpartition(" ")[0], ""],
               longest=None).longest is None


def soldier(state: State) -> State:
    return play(state, moves.PlaySoldier(tile("B5"), None))


@pytest.mark.rule("LA1")
@pytest.mark.parametrize(("soldiers", "owner", "after"), [
    ([1], None, None), ([2], None, ALICE), ([2, 3], BOB, BOB), ([3, 3], BOB, ALICE),
    ([4, 3], ALICE, ALICE)])
def test_three_soldiers_or_more_than_the_owner_take_the_largest_army(
    soldiers: list[int], owner: int | None, after: int | None
) -> None:
    state = soldier(position(cards=["soldier"], soldiers=soldiers, army=owner))
    assert state.army == after
    assert points_of(state) == [2 * (seat == after) for seat in range(4)]


def paid(soldiers: list[int], owner: int, number: int, *, winner: int = ALICE) -> State:
    """Returns the state after the winner of a battle has paid with so many soldiers."""
    gold = ["9 gold" if seat != winner else "" for seat in range(4)]
    state = auction(position(hands=gold, soldiers=soldiers, army=owner), "battle")
    top, rival = 3 * number, (winner + 1) % 4
    for seat in range(4):
        move = PASS
        if seat == winner:
            move = bid(top, f"{number} soldier")
        elif seat == rival:
            move = bid(top - 1, f"{top - 1} gold")
        state = play(state, move, seat=seat)
    assert state.soldiers[winner] == soldiers[winner] - number
    return state


@pytest.mark.rule("LA1")
def test_below_three_it_goes_back() -> None:
    assert paid([4, 2], ALICE, 2).army is None


@pytest.mark.rule("LA1")
def test_the_player_with_the_most_of_at_least_three_gets_it_then() -> None:
    state = paid([5, 3, 4], ALICE, 3)
    assert state.army == CAROL


@pytest.mark.rule("LA1")
def test_if_two_others_have_as_many_nobody_gets_it() -> None:
    assert paid([5, 3, 3], ALICE, 3).army is None


@pytest.mark.rule("LA1")
def test_in_a_tie_its_owner_keeps_it() -> None:
    assert paid([5, 3], ALICE, 2).army == ALICE


@pytest.mark.rule("LA1")
def test_an_owner_who_still_has_three_loses_it_to_a_player_with_more() -> None:
    assert paid([5, 4], ALICE, 2).army == BOB


@pytest.mark.rule("LR1", "LA1")
def test_a_change_is_told_once() -> None:
    state = position(hands=[COST], roads=["A5.N A5.NE B5.N B5.NE C6.N"])
    found = events_of(state, moves.BuildRoad(path("C6.N C6.NE")))
    assert only(found, events.LongestRoad) == events.LongestRoad(ALICE, 5)
    longer = position(hands=[COST], roads=[FIVE], longest=ALICE)
    assert not of_type(events_of(longer, moves.BuildRoad(path("C6.NE D6.N"))), events.LongestRoad)
