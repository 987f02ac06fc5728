"""Sentences about events: complete, and without what the reader may not see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from alexandros_rules.addressing import for_reader
from alexandros_rules.campaign import describe, events
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.describe import describe_event
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.moves import Bid
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import OVER, ROBBER, ROLL, SECRET_PAYMENT, Offer, State, change
from alexandros_rules.chance import SeededChance
from alexandros_rules.narration import narrate, narrate_for
from tests.campaign.positions import setup
from tests.campaign.random_games import steps
from tests.campaign.scenes import (
    ALICE,
    BOB,
    CAROL,
    NAMES,
    SEED,
    auction,
    discarding,
    paths,
    places,
    turn,
)


class Dice:
    """Chance with these dice; of everything else it takes the first."""

    def __init__(self, *dice: int):
        self._dice = dict(zip((1, 2), dice, strict=True)) if dice else {}

    def below(self, n: int, label: str) -> int:
        die = label.rpartition("-")[2]
        return self._dice[int(die)] - 1 if label.startswith("die") else 0

    def shuffle(self, cards: Any, label: str) -> tuple[int, ...]:
        return tuple(cards)


def told(state: State, order: str, *dice: int, seat: int = ALICE) -> list[str]:
    """Returns the sentences about the events of an order, for somebody who may see everything."""
    move = RULESET.parse(order, state, seat=seat)
    decided = RULESET.decide(state, move, Dice(*dice), seat=seat)
    return narrate(RULESET, state, decided, names=NAMES)


def told_to(reader: int | None, state: State, order: str, *dice: int,
            seat: int = ALICE) -> list[str]:
    move = RULESET.parse(order, state, seat=seat)
    decided = RULESET.decide(state, move, Dice(*dice), seat=seat)
    return narrate_for(RULESET, reader, state, decided, names=NAMES)


def about(event: Event, state: State | None = None) -> str:
    return describe_event(event, turn() if state is None else state, NAMES)


PASS = Bid(0, ())


@pytest.mark.rule("SU2", "SU3", "SU4", "AL3")
def test_the_start_says_who_begins_and_leads_to_the_first_auction() -> None:
    started = RULESET.start(setup(players=2), SeededChance(SEED))

    first, dealt, drawn, auctioned = narrate(RULESET, None, started, names=NAMES)

    assert first == ("The game begins. Alice takes the first turn. Everybody has 8 gold."
                     " The robber stands in Gedrosia (F6).")
    assert dealt.startswith("Alice is dealt ")
    assert drawn.startswith("Everybody draws a card from the supply. Alice gets 1 ")
    assert auctioned == (
        "Alexander passes Philippi (A1.SE). A settlement on Philippi (A1.SE) is up for auction;"
        " brick, lumber, wheat, wool and gold count."
    )


@pytest.mark.rule("SU3")
def test_a_balanced_start_says_how_much_gold_each_player_has() -> None:
    started = RULESET.start(setup(players=3, first=1, balanced_start=True), SeededChance(SEED))

    assert describe_event(started[0], None, NAMES) == (
        "The game begins. Bob takes the first turn. To make up for the turn order, Bob has 7 gold,"
        " Carol has 8 gold and Alice has 10 gold."
    )


@pytest.mark.rule("AU7", "AU10")
def test_the_start_says_if_the_bidding_is_open_and_what_may_be_bid() -> None:
    started = RULESET.start(setup(open_bidding=True, bluff=True), SeededChance(SEED))

    assert describe_event(started[0], None, NAMES) == (
        "The game begins. Alice takes the first turn. Everybody has 8 gold. The bidding is open."
        " Bids may be higher than what the bidder can pay."
    )
    assert narrate(RULESET, None, started, names=NAMES)[-1].endswith("Alice opens the bidding.")


@pytest.mark.promise("R10")
def test_players_are_told_their_own_cards_only() -> None:
    dealt = events.Dealt(((2, 1, 0, 0, 2, 0, 0), (1, 1, 1, 1, 1, 0, 0)))
    seen = RULESET.view_event(dealt, BOB, over=False)

    assert about(seen) == "Bob is dealt 1 brick, 1 lumber, 1 wheat, 1 wool and 1 ore."
    assert about(RULESET.view_event(dealt, None, over=False)) == ""
    assert about(RULESET.view_event(events.Supplied(ALICE, (0, 1, 2, 3)), BOB, over=False)) == (
        "Everybody draws a card from the supply. Bob gets 1 lumber.")


@pytest.mark.rule("YI1", "YI3", "YI4")
def test_the_dice_and_what_they_yield_are_one_text() -> None:
    state = turn(phase=ROLL, settlements=(places(turn(), "D5.N"), 0, 0, 0),
                 cities=(0, places(turn(), "D5.S"), 0, 0), supply=())

    assert told(state, "roll", 4, 4)[0] == (
        "Alice rolls 8 (4 and 4). Alice gets 1 wheat. Bob gets 2 wheat.")
    assert told(state, "roll", 1, 1)[0] == "Alice rolls 2 (1 and 1). No land yields anything."


@pytest.mark.rule("YI2")
def test_a_shortage_is_described() -> None:
    state = turn(phase=ROLL, bank=(5, 5, 0, 5, 5, 10, 0), settlements=(
        places(turn(), "D5.N"), places(turn(), "D5.S"), 0, 0))

    assert told(state, "roll", 4, 4)[0] == (
        "Alice rolls 8 (4 and 4). The bank has too little wheat, so nobody gets any of that.")


@pytest.mark.rule("SE1")
def test_a_seven_says_who_has_to_discard() -> None:
    state = turn(phase=ROLL)

    assert told(state, "roll", 3, 4) == [
        "Alice rolls 7 (3 and 4). No hex yields anything. Alice has to discard 10 cards."]


@pytest.mark.rule("SE1")
@pytest.mark.promise("R10")
def test_discards_are_told_when_all_have_chosen() -> None:
    state = discarding()
    order = "discard 4 wheat 6 wool"

    assert told(state, order) == ["Alice will discard 4 wheat and 6 wool.",
                                  "Alice discards 4 wheat and 6 wool."]
    assert told_to(BOB, state, order) == ["Alice has decided.",
                                          "Alice discards 4 wheat and 6 wool."]


@pytest.mark.rule("SE2", "DE2")
@pytest.mark.promise("R10")
def test_a_theft_names_the_card_to_thief_and_victim_only() -> None:
    state = turn(phase=ROBBER, arrow=45)
    steals = ("Alice moves the robber to Babylonia (D5) and steals {} from Bob. The hex yields"
              " nothing as long as the robber stands there.")

    for reader, thing in ((ALICE, "1 brick"), (BOB, "1 brick"), (CAROL, "a card"),
                          (None, "a card")):
        assert told_to(reader, state, "robber D5 from yellow")[0] == steals.format(thing)
    assert told(turn(), "play soldier A1") == [
        "Alice plays a soldier. Alice moves the robber to Macedonia (A1) and steals nothing."]


@pytest.mark.rule("YI1", "SE2")
@pytest.mark.parametrize(("hex_", "means"), [("D5", True), ("G4", False)])
def test_it_is_told_what_the_robber_means_where_somebody_has_built(
    hex_: str, means: bool
) -> None:
    state = turn(phase=ROBBER, arrow=45)
    sentence = describe_event(events.RobberMoved(ALICE, hex_), state, for_reader(NAMES, BOB))
    assert sentence.endswith(
        " The hex yields nothing as long as the robber stands there.") is means


@pytest.mark.rule("AL1", "AL3")
def test_alexanders_way_and_what_it_brings_are_one_text() -> None:
    state = turn(phase=ROLL, supply=(), chits=(th.BATTLE,) * 14)

    assert told(state, "roll", 1, 1)[1] == (
        "Alexander passes Persian Gates (E6.N). The chit there is turned face up: battle. This"
        " chit is up for auction; wool, ore, soldiers and gold count.")
    assert told(change(state, arrow=12), "roll", 1, 1)[1] == "Alexander passes Pelusium (E3.SE)."


@pytest.mark.rule("AU5", "AU8", "AU10")
@pytest.mark.promise("R10")
def test_an_auction_tells_winner_price_and_payment_but_no_limits() -> None:
    state = auction(bids=(None, Bid(3, ((th.GOLD, 2), (th.WOOL, 1))), PASS, PASS))
    end = "Alice wins the auction for 3 (3 wool) and founds a settlement on Philippi (A1.SE)."

    assert told(state, "bid 5 pay 5 wool") == ["Alice bids up to 5.", end]
    assert told_to(BOB, state, "bid 5 pay 5 wool") == ["Alice has decided.", end]
    assert told_to(None, state, "bid 5 pay 5 wool") == ["Alice has decided.", end]
    assert told(state, "pass")[0] == "Alice bids nothing."
    assert told(state, "pass")[1].startswith("Bob wins the auction for 1 (1 gold) and founds")


@pytest.mark.rule("AU10")
def test_limits_are_told_after_the_end() -> None:
    named = events.LimitNamed(BOB, 5, ((th.WOOL, 5),))

    assert about(RULESET.view_event(named, ALICE, over=True)) == (
        "Bob bids up to 5 and would pay with 5 wool.")
    assert about(RULESET.view_event(named, ALICE, over=False)) == "Bob has decided."


@pytest.mark.rule("AU4", "AU7", "AU8", "AU9")
def test_auctions_end_in_many_ways() -> None:
    bids = auction(bids=(None, PASS, PASS, PASS))
    full = change(bids, settlements=(places(bids, "C4.N", "D5.S", "E3.N", "F5.N", "B3.N"), 0, 0, 0))
    battle = auction(bids=(None, PASS, PASS, PASS), kind=th.BATTLE, soldiers=(2, 0, 0, 0))
    bluff = auction(bids=(None, Bid(40, ()), PASS, PASS), bluff=True)

    assert told(bids, "pass")[-1] == "Nobody bids, so no settlement is founded here."
    assert told(battle, "pass")[-1] == "Nobody bids, so the chit is out of the game."
    assert told(full, "bid 1 gold")[-1] == (
        "Alice wins the auction for 1 and pays with 1 gold. Alice has no settlement left, so"
        " Philippi (A1.SE) stays empty.")
    assert told(battle, "bid 1 pay soldier")[-1] == (
        "Alice wins the auction for 1 and pays with 1 soldier, worth 3. Alice takes the chit"
        " (battle) and has 1 chit now.")
    assert told(bluff, "bid 50")[-1] == (
        "Alice wins with a bid of 40 but cannot pay it. Alice has to discard 10 cards.")


@pytest.mark.rule("AU3", "AU7")
def test_open_bids_are_told_but_not_how_they_would_be_paid() -> None:
    state = auction(open_bidding=True)

    assert told(state, "bid 2 pay 2 gold") == ["Alice bids 2 and would pay with 2 gold."]
    assert told_to(BOB, state, "bid 2 pay 2 gold") == ["Alice bids 2."]
    assert about(events.BidMade(BOB, 4, SECRET_PAYMENT)) == "Bob bids 4."
    assert told(state, "pass") == ["Alice passes."]


@pytest.mark.rule("AU7")
def test_an_auction_that_begins_again_says_who_does_not_bid() -> None:
    again = events.AuctionBegan("settlement", "A1.SE", BOB, (ALICE, CAROL))

    assert about(again, auction()) == (
        "The auction begins again; brick, lumber, wheat, wool and gold count. Alice and Carol do"
        " not bid.")


@pytest.mark.rule("CO1", "CO2")
@pytest.mark.parametrize(("before", "owners", "sentence"), [
    ((None, None, None), (BOB, None, None), "Bob takes the counselor card worth 4 points."),
    ((BOB, ALICE, None), (ALICE, BOB, None), ("Alice takes the counselor card worth 4 points. Bob"
     " takes the counselor card worth 3 points.")),
    ((BOB, ALICE, CAROL), (BOB, ALICE, 3), ("Dave takes the counselor card worth 2 points. Carol no"
     " longer has a counselor card.")),
])
def test_counselors_who_change_are_named(
    before: tuple[int | None, ...], owners: tuple[int | None, ...], sentence: str
) -> None:
    assert about(events.CounselorsChanged(owners), turn(counselors=before)) == sentence


@pytest.mark.rule("LR1", "LA1")
def test_awards_are_described() -> None:
    assert about(events.LongestRoad(BOB, 6)) == (
        "Bob has the longest road now, with 6 roads (2 points).")
    assert about(events.LongestRoad(None, 0)) == "Nobody has the longest road any more."
    assert about(events.LargestArmy(BOB), turn(soldiers=(0, 3, 0, 0))) == (
        "Bob has the largest army now, with 3 soldiers (2 points).")
    assert about(events.LargestArmy(None)) == "Nobody has the largest army any more."


@pytest.mark.rule("BU1", "BU2", "BU3", "DE3", "TR1")
@pytest.mark.parametrize(("order", "sentence"), [
    ("road C4.NE", "Alice builds a road on B4.SW."),
    ("settlement Tyre", "Alice builds a settlement on Tyre (E3.N)."),
    ("city C4.N", "Alice builds a city on C4.N."),
    ("buy development", "Alice buys a development card (soldier)."),
    ("play roads C4.NE C4.NW", ("Alice plays road building. Alice builds a free road on B4.SW."
     " Alice builds a free road on B3.SE.")),
    ("play plenty ore wheat",
     "Alice plays year of plenty and takes 1 wheat and 1 ore from the bank."),
    ("play monopoly ore", ("Alice plays monopoly on ore. Bob hands over 2 ore. Carol hands over 2"
     " ore. Dave hands over 2 ore.")),
    ("bank 4 wool for ore", "Alice trades 4 wool for 1 ore with the bank."),
    ("accept 3", "Alice gives 1 ore to Bob and gets 1 wool (offer 3)."),
    ("offer 2 wool for ore",
     "Alice offers everybody 2 wool for 1 ore (offer 1)."),
    ("offer 2 wool for 3 ore to yellow blue",
     "Alice offers Bob and Carol 2 wool for 3 ore (offer 1)."),
    ("standing offer wool for 2 gold 3 times", ("Alice makes a standing offer to everybody: 1 wool"
     " for 2 gold (offer 1). It can be accepted 3 times.")),
    ("standing offer wool for 2 gold to green",
     "Alice makes a standing offer to Dave: 1 wool for 2 gold (offer 1)."),
    ("prefer to discard wool ore", "After a seven, Alice first discards wool and ore."),
    ("prefer to roll at once", "The dice roll at once when Alice's turn begins."),
    ("prefer to roll myself", "Alice has changed their preferences."),
    ("end", "Alice's turn ends; Bob is next."),
])
def test_orders_of_a_turn_are_described(order: str, sentence: str) -> None:
    tyre = paths(turn(), "E3.NE") if order.startswith("settlement") else 0
    hands = ((4, 4, 4, 4, 4, 5, 0), *[(2, 2, 2, 2, 2, 2, 0)] * 3)
    state = turn(roads=(tyre, 0, 0, 0), hands=hands, deck=(th.SOLDIER,))

    assert told(state, order) == [sentence]


@pytest.mark.rule("TR3")
def test_whose_turn_ends_is_told_that_nobody_has_taken_their_offer() -> None:
    offers = tuple([Offer(number, seat, th.single(th.WOOL), th.single(th.ORE), 0b1111, 1,
                          standing=standing)
                    for number, seat, standing in ((1, ALICE, False), (2, ALICE, True),
                                                   (3, BOB, False))])
    state = change(turn(), offers=offers)
    ended = RULESET.decide(state, RULESET.parse("end", state, seat=ALICE), Dice(2, 3), seat=ALICE)
    own, others = (narrate_for(RULESET, reader, state, ended, names=for_reader(NAMES, reader))[0]
                   for reader in (ALICE, BOB))
    assert own == ("Nobody has taken your offer of 1 wool for 1 ore. Your turn ends; Bob is"
                   " next.")
    assert "Nobody has taken" not in others


@pytest.mark.rule("TR3")
def test_offers_end_in_many_ways() -> None:
    assert told(turn(), "withdraw 3", seat=BOB) == ["Bob withdraws offer 3."]
    assert about(events.OfferReduced(3, 0)) == "Bob's offer 3 has lapsed."
    assert about(events.OfferReduced(3, 1)) == "Bob's offer 3 can be accepted only 1 more time."
    assert told(turn(last_offer=-1), "otherwise end") == [
        "Alice's offer has been taken, so their other order is left out."]
    assert told(turn(), "offer ore for wool") == [
        "Alice gives 1 ore to Bob and gets 1 wool (offer 3)."]


@pytest.mark.promise("R10")
def test_preferences_and_bought_cards_are_not_told_to_others() -> None:
    state = turn()

    for order in ("prefer to discard wool ore", "prefer to choose discards",
                  "prefer to roll at once", "prefer to roll myself"):
        assert told_to(BOB, state, order) == ["Alice has changed their preferences."]
    assert told_to(BOB, state, "buy development") == ["Alice buys a development card."]


@pytest.mark.rule("EN1", "EN2", "EN3")
@pytest.mark.parametrize(("reason", "winners", "text"), [
    ("points", (BOB,), ("The game is over because a player has reached 14 points. Bob wins with 2"
     " points.")),
    ("persepolis", (BOB, CAROL), ("The game is over because Alexander has reached Persepolis. Bob"
     " and Carol share the win with 2 points.")),
])
def test_the_end_says_why_and_who_wins(reason: str, winners: tuple[int, ...], text: str) -> None:
    state = turn(cards=((0,) * 6, (0, 1, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (0,) * 6))

    sentence = about(events.Ended(reason, winners), state)

    assert text in sentence
    assert "Bob has 2 points: 1 for settlements and 1 for victory point cards." in sentence
    assert "Dave has 1 point: 1 for settlements. The game is over" in sentence


@pytest.mark.rule("EN1")
def test_the_end_says_where_the_points_of_everybody_come_from() -> None:
    state = turn(cities=(places(turn(), "A1.N"), 0, 0, 0), longest=ALICE, army=BOB,
                 counselors=(ALICE, BOB, None), cards=((0,) * 6,) * 4, settlements=(0,) * 4)

    told = describe.describe_events([(events.Ended("persepolis", (ALICE,)), state)], NAMES)

    assert told[:-1] == [
        "Alice has 8 points: 2 for cities, 4 for a counselor card and 2 for the longest road.",
        "Bob has 5 points: 3 for a counselor card and 2 for the largest army.",
        "Carol has no points.", "Dave has no points."]


@pytest.mark.rule("EN3")
def test_the_end_says_when_chits_decide() -> None:
    state = turn(cards=((0,) * 6,) * 4, won=((0,) * 4, (1, 0, 2, 0), (2, 0, 0, 0), (0,) * 4))

    text = about(events.Ended("persepolis", (BOB,)), state)

    assert ("Bob wins with 1 point. Of players with equally many points, the one with the most"
            " chits wins: Alice 0, Bob 3, Carol 2, Dave 0.") in text


def test_alexander_reaches_persepolis() -> None:
    assert about(events.AlexanderMoved(46)) == "Alexander reaches Persepolis (E7.S)."


def test_every_event_has_a_sentence_but_a_theft_which_is_told_with_the_robber() -> None:
    special = {events.Started, events.RobberMoved, events.Rolled, events.AuctionWon}
    assert {*describe._SENTENCES} | special == {*events.CLASSES.values()}
    assert not {*describe._SENTENCES} & special
    assert about(events.Stole(ALICE, BOB, 0)) == ""


# What a spectator may not read.
SECRETS = re.compile(r"would pay|bids up to|will discard|first discards|roll at once|card \(|dealt")


@pytest.mark.promise("R10")
def test_events_of_random_games_are_described_completely_and_to_others_without_secrets() -> None:
    for state, seat, move, decided, _after in steps():
        everything = narrate(RULESET, state, decided, names=NAMES)
        assert all(text.endswith(".") and "  " not in text for text in everything)
        over = RULESET.status(state).over or any(isinstance(e, events.Ended) for e in decided)
        other = (seat + 1) % state.players
        for reader in (other, None):
            seen = narrate_for(RULESET, reader, state, decided, names=NAMES)
            assert len(seen) == len(everything) or over, (everything, seen)
            assert reader is not None or over or not SECRETS.search(" ".join(seen)), seen
        view = RULESET.view(state, seat)
        planned = RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat)
        if view.phase != OVER:
            assert narrate(RULESET, view, planned, names=NAMES)
