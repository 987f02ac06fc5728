"""What counts in an auction and how bids are paid (AU1, AU2, AU5 to AU7)."""

from __future__ import annotations

import pytest

from engine.campaign import auctions, events, moves
from engine.campaign import things as th
from engine.campaign.state import DISCARD, State, change
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
