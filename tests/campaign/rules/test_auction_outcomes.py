"""How the bidding goes and what the winner gets (AU3, AU4, AU8 to AU10)."""

from __future__ import annotations

import pytest

from engine.campaign import events, moves
from engine.campaign import things as th
from engine.campaign.building import free_junctions
from engine.campaign.moves import Bid
from engine.campaign.rules import RULESET, to_move
from engine.campaign.state import BUILD, SECRET_BID, State
from tests.campaign import positions as at
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
    has,
    junction,
    of_type,
    only,
    play,
    position,
    refused,
)

GOLD = ["9 gold"] * 4


def gold(limit: int) -> Bid:
    """Returns a bid that is paid with gold."""
    return bid(limit, f"{limit} gold") if limit else PASS


def open_auction(kind: str = "famine", *, seat: int = ALICE, **more: object) -> State:
    return auction(position(hands=GOLD, open_bidding=True, seat=seat, **more), kind)


def sealed(kind: str = "famine", *, seat: int = ALICE, **more: object) -> State:
    return auction(position(hands=GOLD, seat=seat, **more), kind)


@pytest.mark.rule("AU3")
def test_the_opener_bids_first_then_each_player_clockwise() -> None:
    state = open_auction(seat=CAROL)
    order = []
    for limit in (1, 2, 3, 4, 5):
        order += to_move(state)
        state = play(state, gold(limit), seat=order[-1])
    assert order == [CAROL, DAVE, ALICE, BOB, CAROL]


@pytest.mark.rule("AU3")
def test_a_pass_is_final() -> None:
    state = play(open_auction(), gold(1), seat=ALICE)
    state = play(state, PASS, seat=BOB)
    for limit, seat in ((2, CAROL), (3, DAVE), (4, ALICE)):
        state = play(state, gold(limit), seat=seat)
    assert to_move(state) == (CAROL,)
    assert refused(state, gold(5), seat=BOB) == "not-now"


@pytest.mark.rule("AU3")
def test_the_opener_may_pass() -> None:
    state = play(open_auction(), PASS, seat=ALICE)
    assert to_move(state) == (BOB,)
    state = play(state, gold(1), seat=BOB)
    state = play(play(state, PASS, seat=CAROL), PASS, seat=DAVE)
    assert state.won[BOB][th.FAMINE] == 1  # Alice is not asked again


@pytest.mark.rule("AU3")
def test_each_bid_is_higher_than_the_last_and_at_least_one() -> None:
    state = open_auction()
    assert refused(state, moves.Bid(-1, ()), seat=ALICE) == "low-bid"
    state = play(state, gold(3), seat=ALICE)
    assert refused(state, gold(3), seat=BOB) == "low-bid"
    assert refused(state, gold(2), seat=BOB) == "low-bid"
    assert play(state, gold(5), seat=BOB).auction.bids[BOB].limit == 5


@pytest.mark.rule("AU3", "AU5")
def test_in_open_bidding_the_highest_bid_is_the_price() -> None:
    state = play(open_auction(), gold(6), seat=ALICE)
    for seat in (BOB, CAROL, DAVE):
        state = play(state, PASS, seat=seat)
    assert has(state, ALICE, "3 gold")


@pytest.mark.rule("AU4")
@pytest.mark.parametrize("begin", [open_auction, sealed])
def test_a_chit_that_nobody_bid_for_is_out_of_the_game(begin: object) -> None:
    state = begin("battle")
    after = bids(state, PASS, PASS, PASS, PASS)
    assert (after.phase, after.auction) == (BUILD, None)
    assert after.won == state.won
    assert after.chits == state.chits
    assert after.hands == state.hands


@pytest.mark.rule("AU4")
def test_a_temple_that_nobody_bid_for_remains_an_ordinary_junction() -> None:
    state = auction(position(hands=GOLD, arrow=19), "settlement", "Babylon")
    after = bids(state, PASS, PASS, PASS, PASS)
    babylon = junction("Babylon")
    assert not after.occupied
    assert not free_junctions(after) >> babylon & 1  # Susa beside it is still ahead (BU4)
    assert free_junctions(at.change(after, arrow=20)) >> babylon & 1


@pytest.mark.rule("AU8")
def test_the_winner_of_a_temple_places_a_settlement_without_road_cost_or_distance() -> None:
    babylon = at.WORLD.junctions[junction("Babylon")].label
    state = position(hands=GOLD, cities=["D5.S D4.S"], arrow=19)  # neighbours of Babylon
    after = bids(auction(state, "settlement", "Babylon"), PASS, gold(4), PASS, PASS)
    assert at.labels(at.WORLD, after.settlements[BOB]) == {babylon}
    assert has(after, BOB, "8 gold")  # just the price
    assert at.points_of(after) == [4, 1, 0, 0]


@pytest.mark.rule("AU8")
def test_a_player_with_no_settlement_left_may_bid_but_builds_nothing() -> None:
    state = position(hands=GOLD, settlements=["", "A8.N A9.N A10.N A1.N A2.N"], arrow=19)
    state = auction(state, "settlement", "Babylon")
    for seat, move in ((ALICE, gold(3)), (BOB, gold(5)), (CAROL, PASS)):
        state = play(state, move, seat=seat)
    found = events_of(state, PASS, seat=DAVE)
    assert only(found, events.Founded).built is False
    after = play(state, PASS, seat=DAVE)
    assert after.settlements == state.settlements
    assert has(after, BOB, "5 gold")


@pytest.mark.rule("AU9")
@pytest.mark.parametrize("kind", th.CHIT_NAMES)
def test_the_chit_of_any_other_event_lies_face_up_in_front_of_the_winner(kind: str) -> None:
    after = bids(sealed(kind), PASS, PASS, gold(2))
    assert after.won[CAROL] == tuple(int(name == kind) for name in th.CHIT_NAMES)
    assert after.chits_of(CAROL) == 1
    for seat in (ALICE, None):
        assert RULESET.view(after, seat).won == after.won


@pytest.mark.rule("AU10")
def test_normally_all_players_name_their_limits_at_the_same_time() -> None:
    state = sealed()
    assert to_move(state) == (ALICE, BOB, CAROL, DAVE)
    state = play(state, gold(2), seat=DAVE)
    assert to_move(state) == (ALICE, BOB, CAROL)
    assert refused(state, gold(3), seat=DAVE) == "not-now"


@pytest.mark.rule("AU10")
def test_with_open_bidding_only_one_seat_bids_at_a_time() -> None:
    assert to_move(open_auction()) == (ALICE,)


@pytest.mark.rule("AU10")
def test_who_holds_nothing_at_all_is_not_asked() -> None:
    begin = position(hands=["gold", "ore"], soldiers=[0, 0, 1])
    assert to_move(auction(begin, "famine")) == (ALICE, BOB)  # how many cards is public, not which
    assert to_move(auction(begin, "battle")) == (ALICE, BOB, CAROL)


@pytest.mark.rule("AU10")
@pytest.mark.parametrize(("limits", "opener", "winner", "price"), [
    ((5, 3, 0, 0), ALICE, ALICE, 3),  # Alice can bid 3 before Bob, who would have to bid 4
    ((3, 5, 0, 0), ALICE, BOB, 4),
    ((3, 5, 0, 0), BOB, BOB, 3),
    ((5, 5, 0, 0), ALICE, ALICE, 5),
    ((5, 5, 0, 0), BOB, BOB, 5),
    ((4, 4, 4, 4), CAROL, CAROL, 4),
    ((0, 7, 0, 0), ALICE, BOB, 1),
    ((0, 0, 0, 1), ALICE, DAVE, 1),
    ((2, 6, 5, 1), ALICE, BOB, 5),
    ((6, 2, 5, 1), CAROL, ALICE, 6),
    ((1, 2, 3, 4), ALICE, DAVE, 4),
])
def test_the_highest_limit_wins_at_the_smallest_bid_that_nobody_raises(
    limits: tuple[int, ...], opener: int, winner: int, price: int
) -> None:
    state = sealed(seat=opener)
    for seat in (0, 1, 2):
        state = play(state, gold(limits[seat]), seat=seat)
    won = only(events_of(state, gold(limits[3]), seat=3), events.AuctionWon)
    assert (won.seat, won.price) == (winner, price)


@pytest.mark.rule("AU10")
def test_nobody_else_sees_a_limit_or_if_it_is_a_pass() -> None:
    for move in (gold(6), PASS):
        state = play(sealed(), move, seat=BOB)
        named = only(events_of(sealed(), move, seat=BOB), events.LimitNamed)
        for seat in (ALICE, CAROL, DAVE, None):
            assert RULESET.view(state, seat).auction.bids[BOB] == SECRET_BID
            assert RULESET.view_event(named, seat, over=False) == events.LimitNamed(BOB, -1, ())
            assert RULESET.view_move(RULESET.format(move, state), by=BOB, seat=seat) == "bid"
        assert RULESET.view(state, BOB).auction.bids[BOB] == move
        assert RULESET.view_event(named, BOB, over=False) == named


@pytest.mark.rule("AU10")
def test_the_log_shows_the_price_but_no_limit_before_the_end() -> None:
    state = sealed()
    found = []
    for seat, limit in enumerate((8, 3, 0, 5)):
        found += events_of(state, gold(limit), seat=seat)
        state = play(state, gold(limit), seat=seat)
    seen = [RULESET.view_event(event, CAROL, over=False) for event in found]
    assert {event.limit for event in of_type(seen, events.LimitNamed)} == {-1, 0}  # 0: Carol's
    assert only(seen, events.AuctionWon) == events.AuctionWon(ALICE, 5, ((th.GOLD, 5),))


@pytest.mark.rule("AU10")
def test_all_limits_are_revealed_after_the_end() -> None:
    named = only(events_of(sealed(), gold(6), seat=BOB), events.LimitNamed)
    assert RULESET.view_event(named, ALICE, over=True).limit == 6


@pytest.mark.rule("AU10")
def test_how_an_open_bid_is_paid_is_seen_only_when_it_is_paid() -> None:
    state = open_auction()
    made = only(events_of(state, gold(2), seat=ALICE), events.BidMade)
    seen = RULESET.view_event(made, BOB, over=False)
    assert (seen.amount, seen.payment == made.payment) == (2, False)
    assert RULESET.view_move("bid 2 pay 2 gold", by=ALICE, seat=BOB) == "bid 2"
