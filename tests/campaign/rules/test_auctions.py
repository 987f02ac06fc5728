"""What counts in an auction, how bids are paid, who wins, and what they get (AU1 to AU10)."""

from __future__ import annotations

import pytest

from alexandros_rules.campaign import auctions, events, moves
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.building import free_junctions
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.campaign.state import BUILD, DISCARD, SECRET_BID, State, change
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
    gold,
    has,
    junction,
    of_type,
    only,
    payment,
    play,
    position,
    refused,
    stuff,
)

ALL = "3 brick 3 lumber 3 wheat 3 wool 3 ore 3 gold"
COUNTS = {
    "settlement": {"brick", "lumber", "wheat", "wool", "gold"},
    "famine": {"wheat", "wool", "gold"},
    "bridge": {"brick", "lumber", "gold"},
    "battle": {"ore", "wool", "gold", "soldier"},
    "statue": {"brick", "ore", "gold"},
}
THINGS = (*th.KIND_NAMES, "soldier")


def rich(kind: str, **more: object) -> State:
    """Returns an auction in which Alice holds three of everything and Bob three gold."""
    return auction(position(2, hands=[ALL, "3 gold"], soldiers=[3], **more), kind)


@pytest.mark.rule("AU1")
@pytest.mark.parametrize("kind", COUNTS)
@pytest.mark.parametrize("thing", THINGS)
def test_what_counts_depends_on_the_auction(kind: str, thing: str) -> None:
    state = rich(kind)
    if thing in COUNTS[kind]:
        assert play(state, bid(1, thing)).auction.bids[ALICE] == bid(1, thing)
    else:
        assert refused(state, bid(1, thing)) == "does-not-count"


@pytest.mark.rule("AU1")
@pytest.mark.parametrize(("kind", "most"), [
    ("settlement", 15), ("famine", 9), ("bridge", 9), ("battle", 18), ("statue", 9)])
def test_everything_is_worth_one_and_a_soldier_three(kind: str, most: int) -> None:
    state = rich(kind)
    everything = tuple(auctions.counting(state, state.auction.kind, seat=ALICE).items())
    assert auctions.value(everything) == most
    assert play(state, moves.Bid(most, everything)).auction.bids[ALICE].limit == most
    assert refused(state, moves.Bid(most + 1, everything)) == "high-bid"


@pytest.mark.rule("AU2")
def test_soldiers_in_the_hand_do_not_count() -> None:
    state = auction(position(hands=["gold"], cards=["3 soldier"]), "battle")
    assert refused(state, bid(1, "soldier")) == "not-in-hand"


@pytest.mark.rule("AU2")
def test_a_soldier_that_was_played_before_the_dice_counts_in_this_turn() -> None:
    state = change(position(cards=["", "soldier"], arrow=19), chits=(th.BATTLE,) * 9)
    state = at.next_turn(state)
    state = play(state, moves.PlaySoldier(at.tile("B5"), None))
    state = play(state, moves.Roll(), chance=at.Draws(5))
    assert state.auction.kind == th.BATTLE
    assert play(state, bid(3, "soldier")).won[BOB][th.BATTLE] == 1


@pytest.mark.rule("AU2")
def test_no_soldier_can_be_played_while_an_auction_goes_on() -> None:
    state = auction(position(hands=["gold"], cards=["soldier"]), "battle")
    assert refused(state, moves.PlaySoldier(at.tile("B5"), None)) == "not-now"


@pytest.mark.rule("AU5")
def test_only_the_winner_pays_with_any_mix_and_commodities_and_gold_go_to_the_bank() -> None:
    state = auction(position(hands=["2 brick 2 wool 2 gold", "2 wheat", "gold"]), "settlement")
    after = bids(state, bid(4, "wool gold 2 brick"), bid(2, "2 wheat"), bid(1, "gold"))
    assert after.auction is None
    assert has(after, ALICE, "2 brick wool gold")  # the price was 2, first wool, then gold
    assert has(after, BOB, "2 wheat")
    assert has(after, CAROL, "gold")
    assert (after.bank[th.WOOL], after.bank[th.GOLD]) == (18, 38)


@pytest.mark.rule("AU5")
def test_soldiers_that_are_paid_go_under_the_development_deck() -> None:
    state = auction(position(hands=["", "5 gold"], soldiers=[3], deck="point monopoly"), "battle")
    after = bids(state, bid(8, "3 soldier"), bid(5, "5 gold"))
    assert after.soldiers[ALICE] == 1  # a price of 5 takes two soldiers
    assert after.deck == (th.POINT, th.MONOPOLY, th.SOLDIER, th.SOLDIER)
    assert after.won[ALICE][th.BATTLE] == 1


@pytest.mark.rule("AU6")
@pytest.mark.parametrize(("limit", "text"), [
    (1, "soldier"), (2, "soldier"), (3, "soldier"), (4, "2 soldier"), (5, "soldier 2 wool"),
    (4, "soldier gold"), (6, "soldier 2 wool gold"), (9, "3 soldier"), (7, "wool 2 soldier")])
def test_soldiers_may_be_worth_more_than_the_bid(limit: int, text: str) -> None:
    assert play(rich("battle"), bid(limit, text)).auction.bids[ALICE].limit == limit


@pytest.mark.rule("AU6")
@pytest.mark.parametrize(("limit", "text"), [
    (2, "3 wool"), (3, "soldier wool"), (3, "2 soldier"), (5, "2 soldier wool"),
    (5, "soldier 3 gold"), (2, "wool"), (4, "soldier"), (9, "3 soldier gold")])
def test_nothing_is_paid_beyond_what_is_needed_and_nothing_less(limit: int, text: str) -> None:
    assert refused(rich("battle"), bid(limit, text)) == "wrong-payment"


@pytest.mark.rule("AU6")
def test_a_thing_is_named_once_and_a_pass_pays_nothing() -> None:
    state = rich("famine")
    assert refused(state, moves.Bid(2, ((th.WOOL, 1), (th.WOOL, 1)))) == "wrong-payment"
    assert refused(state, moves.Bid(0, ((th.WOOL, 1),))) == "wrong-payment"


@pytest.mark.rule("AU6")
@pytest.mark.parametrize(("full", "price", "used"), [
    ("wool 3 gold soldier", 2, "wool gold"), ("soldier 3 gold wool", 2, "soldier"),
    ("2 wool 2 soldier", 3, "soldier"), ("2 soldier gold", 4, "2 soldier"),
    ("gold 2 soldier", 7, "gold 2 soldier"), ("gold 2 soldier", 5, "2 soldier"),
    ("3 wool 3 gold", 6, "3 wool 3 gold")])
def test_a_lower_price_uses_up_what_comes_first_and_no_more_than_needed(
    full: str, price: int, used: str
) -> None:
    part = auctions.part_of(payment(full), price)
    assert part == payment(used)
    assert auctions.is_exact(part, price)


@pytest.mark.rule("AU6")
def test_any_part_of_any_payment_is_exact() -> None:
    for soldiers in range(4):
        for wool in range(4):
            for order in ("soldier wool", "wool soldier"):
                numbers = {"soldier": soldiers, "wool": wool}
                full = payment(" ".join(f"{numbers[name]} {name}" for name in order.split()
                                        if numbers[name]))
                for price in range(1, auctions.value(full) + 1):
                    assert auctions.is_exact(auctions.part_of(full, price), price)


@pytest.mark.rule("AU7")
def test_a_bid_that_the_bidder_could_not_pay_is_refused() -> None:
    state = auction(position(hands=["2 wool 9 ore gold"]), "famine")
    assert refused(state, bid(4, "2 wool gold")) == "high-bid"
    assert refused(state, bid(4)) == "high-bid"
    assert refused(state, bid(3, "3 wool")) == "not-in-hand"


def bluffing(*hands: str, **more: object) -> State:
    return auction(position(hands=hands, bluff=True, **more), "famine")


@pytest.mark.rule("AU7")
def test_with_the_option_a_bluffer_who_cannot_pay_loses_half_their_cards() -> None:
    state = bids(bluffing("3 ore 2 wool 4 gold", "8 gold"), bid(9), bid(8, "8 gold"), PASS, PASS)
    assert (state.phase, state.due) == (DISCARD, (2, 0, 0, 0))  # half of five, rounded down
    state = play(state, moves.Discard(stuff("ore wool")), seat=ALICE)  # their choice
    assert has(state, ALICE, "2 ore wool 4 gold")  # gold is exempt
    assert has(state, BOB, "8 gold")


@pytest.mark.rule("AU7")
def test_then_the_auction_starts_again_without_them_and_those_who_passed_may_bid() -> None:
    state = bids(bluffing("4 ore", "8 gold", "gold"), bid(9), bid(8, "8 gold"), PASS, PASS)
    found = events_of(state, moves.Discard(stuff("2 ore")), seat=ALICE)
    assert only(found, events.AuctionBegan).excluded == (ALICE,)
    state = play(state, moves.Discard(stuff("2 ore")), seat=ALICE)
    assert refused(state, bid(1), seat=ALICE) == "not-now"
    state = play(state, PASS, seat=BOB)
    state = play(state, bid(1, "gold"), seat=CAROL)
    state = play(state, PASS, seat=DAVE)
    assert state.won[CAROL][th.FAMINE] == 1


@pytest.mark.rule("AU7")
def test_the_same_player_opens_again_unless_they_are_the_one_who_could_not_pay() -> None:
    def opener(winner: int, *made: moves.Bid) -> int:
        state = bids(bluffing("2 ore", "2 ore", open_bidding=True), *made)
        state = play(state, moves.Discard(stuff("ore")), seat=winner)
        return state.auction.opener

    assert opener(BOB, PASS, bid(5), PASS, PASS) == ALICE
    assert opener(ALICE, bid(5), PASS, PASS, PASS) == BOB


@pytest.mark.rule("AU7")
def test_a_bluffer_with_one_card_or_none_loses_nothing_but_their_bid() -> None:
    state = bluffing("ore", "gold")
    for seat, move in ((ALICE, bid(9)), (BOB, bid(1, "gold")), (CAROL, PASS)):
        state = play(state, move, seat=seat)
    found = events_of(state, PASS, seat=DAVE)
    assert only(found, events.PaymentFailed) == events.PaymentFailed(ALICE, 1)
    assert not of_type(found, events.DiscardsDue)
    assert only(found, events.AuctionBegan).excluded == (ALICE,)


@pytest.mark.rule("AU7")
def test_a_bluff_pays_if_the_price_is_low_enough() -> None:
    state = bids(bluffing("2 wool 3 gold", "gold"), bid(20), bid(1, "gold"), PASS, PASS)
    assert state.won[ALICE][th.FAMINE] == 1
    assert has(state, ALICE, "wool 3 gold")


@pytest.mark.rule("AU7")
def test_if_nobody_can_pay_the_chit_is_out_of_the_game() -> None:
    state = bluffing("", "", "", "")
    failed = []
    while state.auction is not None:  # each in turn has won, could not pay and is left out
        seat = auctions.awaited(state)[0]
        found = events_of(state, bid(5), seat=seat)
        failed += [event.seat for event in of_type(found, events.PaymentFailed)]
        state = play(state, bid(5), seat=seat)
    assert failed == [ALICE, BOB, CAROL, DAVE]
    assert not any(map(any, state.won))


GOLD = ["9 gold"] * 4


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
