"""Counselors, longest road, largest army, points and the end (CO1, CO2, LR1, LA1, EN1 to EN4)."""

from __future__ import annotations

import pytest

from alexandros_rules.campaign import events, map_checks, moves
from alexandros_rules.campaign.awards import road_lengths
from alexandros_rules.campaign.progress import Progress
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, OVER, ROBBER, State, change
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
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
    next_turn,
    of_type,
    only,
    path,
    play,
    points_of,
    position,
    refused,
    tile,
)
from tests.campaign.room.conftest import CHITS, STOPS, short_map

Owners = tuple[int | None, ...]


def position_with(chits: tuple[int, ...], owners: Owners) -> State:
    """Returns a state in which each seat has so many chits and these own the counselor cards."""
    players = len(chits)
    base = position(players, hands=["gold"] * players, won=[f"{n} famine" for n in chits])
    return change(base, counselors=owners)


def owners_after(winner: int, state: State) -> Owners:
    """Returns who owns the cards after this seat has won one more chit."""
    state = auction(state, "bridge")
    for seat in range(state.players):
        state = play(state, bid(1, "gold") if seat == winner else PASS, seat=seat)
    return state.counselors


@pytest.mark.rule("CO1")
def test_the_first_to_have_three_chits_is_the_first_counselor_and_so_on() -> None:
    owners = owners_after(CAROL, position_with((0, 0, 2, 0), (None,) * 3))
    assert owners == (CAROL, None, None)
    owners = owners_after(ALICE, position_with((2, 0, 3, 0), owners))
    assert owners == (CAROL, ALICE, None)
    owners = owners_after(DAVE, position_with((3, 0, 3, 2), owners))
    assert owners == (CAROL, ALICE, DAVE)
    assert owners_after(BOB, position_with((3, 2, 3, 3), owners)) == owners  # none is left


@pytest.mark.rule("CO1", "SU5")
def test_with_three_players_the_second_one_takes_the_third_card() -> None:
    owners = owners_after(BOB, position_with((0, 2, 0), (None, None)))
    assert owners == (BOB, None)
    state = position_with((2, 3, 0), owners)
    assert owners_after(ALICE, state) == (BOB, ALICE)
    assert points_of(change(state, counselors=(BOB, ALICE))) == [2, 4, 0]


@pytest.mark.rule("CO1", "SU5")
def test_with_two_players_there_is_only_the_third_card() -> None:
    state = position_with((2, 2), (None,))
    assert owners_after(BOB, state) == (BOB,)
    assert points_of(change(state, counselors=(BOB,))) == [0, 2]


@pytest.mark.rule("CO1", "CO2")
@pytest.mark.parametrize(("winner", "chits", "owners", "after"), [
    pytest.param(BOB, (0, 1, 0, 0), (None,) * 3, (None,) * 3, id="two chits are not enough"),
    pytest.param(ALICE, (6, 0, 0, 0), (ALICE, None, None), (ALICE, None, None),
                 id="nobody owns two cards"),
    pytest.param(BOB, (3, 3, 0, 0), (ALICE, BOB, None), (BOB, ALICE, None),
                 id="with more chits one takes the better card and gives one's own"),
    pytest.param(BOB, (4, 3, 0, 0), (ALICE, BOB, None), (ALICE, BOB, None),
                 id="with equal numbers the owner keeps the card"),
    pytest.param(CAROL, (3, 3, 3, 0), (ALICE, BOB, CAROL), (CAROL, BOB, ALICE),
                 id="the worst card can be exchanged for the best"),
    pytest.param(CAROL, (5, 3, 3, 0), (ALICE, BOB, CAROL), (ALICE, CAROL, BOB),
                 id="the best card that can be taken is taken"),
    pytest.param(DAVE, (3, 3, 3, 3), (ALICE, BOB, CAROL), (DAVE, BOB, CAROL),
                 id="without a card one takes one and gives nothing"),
    # Dave takes the first card from Alice, Alice the second from Bob, and Bob the third.
    pytest.param(DAVE, (5, 4, 3, 5), (ALICE, BOB, CAROL), (DAVE, ALICE, BOB),
                 id="swaps go on until nothing changes"),
    pytest.param(BOB, (3, 2), (ALICE,), (ALICE,), id="of two the owner keeps the only card"),
    pytest.param(BOB, (3, 3), (ALICE,), (BOB,), id="of two the one with more chits takes it"),
])
def test_cards_pass_to_players_with_more_chits(
    winner: int, chits: tuple[int, ...], owners: Owners, after: Owners
) -> None:
    assert owners_after(winner, position_with(chits, owners)) == after


FIVE = "A5.N A5.NE B5.N B5.NE C6.N C6.NE"
SEVEN = f"A5.NW {FIVE} D6.N"
WEST = "A1.NW A1.N A1.NE A2.N A2.NE B2.N"  # five roads
EAST = "A8.N A8.NE A9.N A9.NE A10.N A10.NE"  # five roads
LOOP = "B5.N A5.S C5.N B5.S C6.N B5.NE B5.N"


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
    assert road_lengths(position(roads=[lines]))[ALICE] == longest


@pytest.mark.rule("LR1")
@pytest.mark.parametrize(("line", "buildings", "longest"), [
    (FIVE, {"settlements": ["B5.N"]}, 5),
    (FIVE, {"settlements": ["", "B5.N"]}, 3), (FIVE, {"cities": ["", "C6.N"]}, 4),
    (FIVE, {"settlements": ["", "A5.N", "C6.NE"]}, 5),  # at its ends
    (LOOP, {"settlements": ["", "B5.N"]}, 6),  # it begins and ends there
])
def test_buildings_of_others_cut_a_line_and_own_ones_do_not(
    line: str, buildings: dict[str, list[str]], longest: int
) -> None:
    assert road_lengths(position(roads=[line], **buildings))[ALICE] == longest


@pytest.mark.rule("LR1")
def test_the_fifth_road_in_a_line_wins_two_points_and_the_fourth_none() -> None:
    state = position(hands=["2 brick 2 lumber"], roads=["A5.N A5.NE B5.N B5.NE"])
    four = play(state, moves.BuildRoad(path("B5.NE C6.N")))
    assert (state.longest, four.longest) == (None, None)
    five = play(four, moves.BuildRoad(path("C6.N C6.NE")))
    assert five.longest == ALICE
    assert points_of(five) == [2, 0, 0, 0]


@pytest.mark.rule("LR1")
def test_a_longer_line_takes_it_and_one_as_long_does_not() -> None:
    state = position(hands=["2 brick 2 lumber"], longest=BOB,
                     roads=["A5.N A5.NE B5.N B5.NE C6.N", WEST])
    level = play(state, moves.BuildRoad(path("C6.N C6.NE")))
    assert level.longest == BOB
    assert play(level, moves.BuildRoad(path("C6.NE D6.N"))).longest == ALICE


@pytest.mark.rule("LR1")
@pytest.mark.parametrize(("roads", "before", "lengths", "owner"), [
    pytest.param([FIVE, "", ""], ALICE, [3, 0, 0], None, id="it is taken away"),
    pytest.param([SEVEN, WEST, ""], ALICE, [4, 5, 0], BOB, id="the only longest line gets it"),
    pytest.param([SEVEN, WEST, EAST], ALICE, [4, 5, 5], None, id="others are tied"),
    pytest.param([f"{SEVEN} C7.S", WEST, EAST], ALICE, [5, 5, 5], ALICE, id="its owner is tied"),
    pytest.param(["A5.N A5.NE B5.N B5.NE", WEST.rpartition(" ")[0], ""], None, [2, 4, 0], None,
                 id="nobody has five"),
])
def test_a_settlement_that_cuts_a_line_gives_the_award_to_whoever_has_the_longest_now(
    roads: list[str], before: int | None, lengths: list[int], owner: int | None
) -> None:
    state = position(seat=DAVE, hands=["", "", "", "brick lumber wheat wool"],
                     roads=[*roads, "A5.S B5.N"], longest=before)
    after = play(state, moves.BuildSettlement(junction("B5.N")))
    assert road_lengths(after)[:3] == lengths
    assert after.longest == owner
    assert points_of(after) == [2 * (seat == owner) + (seat == DAVE) for seat in range(4)]


@pytest.mark.rule("LR1")
def test_a_settlement_won_in_an_auction_cuts_lines_too() -> None:
    line = "D5.N C5.S D4.N C4.S D3.N B3.S"
    state = position(hands=["gold", "gold"], roads=[line], longest=ALICE, arrow=18)
    state = auction(state, "settlement", "Carrhae")
    assert bids(state, PASS, bid(1, "gold")).longest is None


@pytest.mark.rule("LA1")
@pytest.mark.parametrize(("soldiers", "owner", "after"), [
    ([1], None, None), ([2], None, ALICE), ([2, 3], BOB, BOB), ([3, 3], BOB, ALICE),
    ([4, 3], ALICE, ALICE)])
def test_three_soldiers_or_more_than_the_owner_take_the_largest_army(
    soldiers: list[int], owner: int | None, after: int | None
) -> None:
    state = play(position(cards=["soldier"], soldiers=soldiers, army=owner),
                 moves.PlaySoldier(tile("B5"), None))
    assert state.army == after
    assert points_of(state) == [2 * (seat == after) for seat in range(4)]


@pytest.mark.rule("LA1")
@pytest.mark.parametrize(("soldiers", "paid", "owner"), [
    pytest.param([4, 2], 2, None, id="below three it goes back"),
    pytest.param([5, 3, 4], 3, CAROL, id="the most of at least three get it then"),
    pytest.param([5, 3, 3], 3, None, id="two others have as many"),
    pytest.param([5, 3], 2, ALICE, id="in a tie its owner keeps it"),
    pytest.param([5, 4], 2, BOB, id="an owner with three loses it to one with more"),
])
def test_who_pays_with_soldiers_may_lose_the_largest_army(
    soldiers: list[int], paid: int, owner: int | None
) -> None:
    state = auction(position(hands=["", "9 gold"], soldiers=soldiers, army=ALICE), "battle")
    state = bids(state, bid(3 * paid, f"{paid} soldier"), bid(3 * paid - 1, f"{3 * paid - 1} gold"))
    assert state.soldiers[ALICE] == soldiers[ALICE] - paid
    assert state.army == owner


@pytest.mark.rule("LR1", "LA1")
def test_a_change_is_told_once() -> None:
    state = position(hands=["brick lumber"], roads=["A5.N A5.NE B5.N B5.NE C6.N"])
    found = events_of(state, moves.BuildRoad(path("C6.N C6.NE")))
    assert only(found, events.LongestRoad) == events.LongestRoad(ALICE, 5)
    longer = position(hands=["brick lumber"], roads=[FIVE], longest=ALICE)
    assert not of_type(events_of(longer, moves.BuildRoad(path("C6.NE D6.N"))), events.LongestRoad)


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
@pytest.mark.parametrize(("more", "winners"), [
    # Carol has more chits, but fewer points.
    pytest.param({"settlements": ["A8.N", "A9.N"], "won": ["famine", "2 bridge", "4 battle"]},
                 (BOB,), id="of tied players the one with the most chits wins"),
    pytest.param({"settlements": ["A8.N", "A9.N", "A10.N"], "won": ["famine", "bridge"]},
                 (ALICE, BOB), id="players who are still tied share the win"),
    pytest.param({"settlements": ["A8.N"], "cards": ["", "2 point"]}, (BOB,),
                 id="hidden victory points count"),
])
def test_the_most_points_win_then_the_most_chits(
    more: dict[str, list[str]], winners: tuple[int, ...]
) -> None:
    assert play(arriving(**more), STAY).winners == winners


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
@pytest.mark.parametrize(("settlements", "won", "points", "winners"), [
    pytest.param(FIVE_SETTLEMENTS, [], [14, 15], (BOB,), id="the second overtakes the first"),
    ("A1.N A2.N C5.N A5.NW", ["famine", "2 famine"], [14, 14], (BOB,)),
    ("A1.N A2.N C5.N A5.NW", ["2 famine", "famine"], [14, 14], (ALICE,)),
    ("A1.N A2.N C5.N A5.NW", ["famine", "famine"], [14, 14], (ALICE, BOB))])
def test_of_two_players_with_fourteen_points_points_decide_then_chits_or_the_win_is_shared(
    settlements: str, won: list[str], points: list[int], winners: tuple[int, ...]
) -> None:
    state = position(2, cities=["E5.S F7.S E10.S G4.SE", FOUR_CITIES], won=won,
                     settlements=["F1.S E1.S B3.N E4.S", settlements],
                     longest=ALICE, army=BOB, seat=BOB, turn=6)
    assert points_of(state) == points
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


@pytest.mark.rule("EN3")
def test_the_game_ends_at_the_goal_of_a_short_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(map_checks, "CHITS", CHITS)
    chance = SeededChance(bytes(32))
    state = fold(RULESET, None, RULESET.start(Setup(short_map(), 3), chance))
    progress = Progress(change(state, arrow=STOPS, auction=None), chance)

    progress.travel(seven=True)

    assert (progress.state.phase, progress.state.reason) == (OVER, "persepolis")
