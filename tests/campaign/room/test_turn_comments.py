"""Reasons say what a turn does and another one does not, and what a result came from."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from alexandros_rules.addressing import for_reader
from alexandros_rules.campaign import moves
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import ROBBER, ROLL, State, change
from games.rulesets.campaign.result_causes import CampaignCauses
from games.rulesets.campaign.turn_comments import CampaignComments
from tests.campaign.analysis.judged_games import played
from tests.campaign.positions import (
    ALICE,
    BOB,
    PASS,
    auction,
    gold,
    junction,
    play,
    position,
    tile,
)

NAMES = ("Alice", "Bob", "Carol")


def reasons(state: State, *some: moves.Move, other: Sequence[moves.Move] | None = None,
            reader: int | None = ALICE) -> str:
    view = RULESET.view(state, ALICE)
    instead = None if other is None else RULESET.view(play(state, *other), ALICE)
    return " ".join(CampaignComments().reasons(
        view, some, instead=instead, seat=ALICE, names=for_reader(NAMES, reader),
        played=other or ()))


def home(hand: str = "3 ore 2 wheat", **more: object) -> State:
    """Alice has a settlement at C4.N and can pay for a city."""
    return position(3, hands=[hand, "2 wool", "2 wool"], settlements=["C4.N", "D5.S"],
                    **more)  # type: ignore[arg-type]


@pytest.mark.rule("BU1")
def test_a_city_is_a_reason_unless_it_was_played_too() -> None:
    city = moves.BuildCity(junction("C4.N"))
    assert "It builds a city at" in reasons(home(), city, moves.End())
    assert "It builds a city at" in reasons(home(), city, moves.End(), other=[moves.End()])
    assert "city" not in reasons(home(), city, moves.End(), other=[city, moves.End()])


@pytest.mark.rule("BU1", "TH4")
def test_a_development_card_is_told_with_what_else_could_be_built_and_what_it_can_be() -> None:
    buy = moves.BuyDevelopment()
    what = "Of all 25, 5 are a point each, and 14 are soldiers."
    assert reasons(home("ore wheat wool"), buy, moves.End()) == (
        f"It buys a development card. Nothing else can be built now. {what}")
    rich = home("ore wheat wool brick lumber")
    assert reasons(rich, buy, moves.End()) == f"It buys a development card. {what}"
    assert reasons(rich, buy, moves.End(), other=[moves.End()]).startswith(
        "It buys a development card.")
    assert what not in reasons(rich, buy, moves.End(), other=[moves.End()])


def test_a_bid_is_compared_with_the_bid_that_was_played() -> None:
    state = auction(position(3, hands=["9 gold", "9 gold", "2 gold"], arrow=19),
                    "settlement", "Babylon")
    assert "It bids up to 4 for the settlement at Babylon" in reasons(state, gold(4))
    assert reasons(state, gold(4), other=[gold(7)]) == (
        "It bids up to 4 for the settlement at Babylon (E5.N) instead of 7, as it is not worth"
        " more.")
    assert "(E5.N) instead of nothing. A settlement there brings" in reasons(
        state, gold(4), other=[PASS])
    assert reasons(state, PASS, other=[gold(7)]) == (
        "It bids nothing for the settlement at Babylon (E5.N) instead of up to 7, and saves the"
        " payment for later.")


@pytest.mark.rule("CO1")
def test_a_bid_for_a_chit_says_what_it_brings_to_its_player_and_to_other_readers() -> None:
    state = auction(position(3, hands=["9 gold", "9 gold", "2 gold"], arrow=20), "bridge", "Susa")
    for other in (gold(1), PASS):
        mine = reasons(state, gold(2), other=[other])
        assert "You have 0 chits. You need 3 more for a counselor card." in mine
        assert "Alice has 0 chits before this auction." in reasons(
            state, gold(2), other=[other], reader=BOB)
    two = auction(position(3, hands=["9 gold", "9 gold"], won=["2 famine"], arrow=20), "bridge",
                  "Susa")
    assert "With this chit, Alice gains 4 points for a counselor card." in reasons(
        two, gold(2), other=[PASS], reader=BOB)


@pytest.mark.rule("SE1")
def test_a_hand_that_a_seven_endangers_is_compared_with_a_safe_one() -> None:
    state = home("12 wool 3 ore 2 wheat")
    text = reasons(state, moves.BankTrade(3, 5, 2), moves.End(), other=[moves.End()])
    assert "It leaves you 9 cards. What was played leaves 17, of which a seven takes 8." in text


@pytest.mark.rule("DE2")
def test_the_robber_hurts_whoever_is_named() -> None:
    state = home(cards=["soldier"])
    place = next(each for each in state.world.land
                 if state.world.corners[each] & state.buildings(BOB)
                 and not state.world.corners[each] & state.buildings(ALICE)
                 and each != tile("A8"))
    soldier = moves.PlaySoldier(place, BOB)
    assert "which then yields nothing to Bob" in reasons(state, soldier, moves.End(),
                                                         other=[moves.End()])
    assert "nothing to you" in reasons(state, soldier, moves.End(), reader=BOB)
    early = change(state, phase=ROLL, dice=(0, 0))
    assert "It plays a soldier before the dice are rolled." in reasons(
        early, soldier, moves.Roll(), other=[moves.Roll()])


def test_a_turn_that_does_nothing_says_so() -> None:
    assert reasons(home(), moves.End()) == (
        "It spends nothing now, and saves for something better.")


def test_every_cause_of_some_games_is_a_sentence_for_every_reader() -> None:
    for number, bots in enumerate((["regent", "satrap"], ["counselor", "regent", "satrap"])):
        some = played(bots, number)
        winners = some[-1].after.winners
        for seat in range(len(bots)):
            for reader in (None, *range(len(bots))):
                names = for_reader(NAMES[:len(bots)], reader)
                found = CampaignCauses().causes(some, seat=seat, names=names, winners=winners,
                                                lost={})
                text = CampaignCauses().summary(some, seat=seat, names=names, winners=winners)
                for sentence in (text, *(one.text for one in found)):
                    assert sentence.endswith(".")
                    assert "%(" not in sentence
                    if reader is None:
                        assert " you" not in sentence
                assert "ahead of" in text or "equally many" in text or "as many points" in text


@pytest.mark.rule("SE2", "AL1")
def test_a_bid_in_an_auction_that_begins_after_the_robber_has_its_reason() -> None:
    state = position(3, hands=["9 gold", "9 gold", "2 gold"], phase=ROBBER, arrow=0)
    assert state.auction is None
    words = reasons(state, moves.MoveRobber(tile("D5"), None), gold(4))
    assert "It bids up to 4 for" in words
