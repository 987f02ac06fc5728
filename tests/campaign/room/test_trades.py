"""Trades are composed by taps and suggested from what the player can see; payments spare cards."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from alexandros_rules import drafts
from alexandros_rules.campaign import moves, things
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import Offer, State
from games.rulesets.campaign.choices import Choices
from games.rulesets.campaign.phases import content_of
from games.rulesets.campaign.ready_turns import bot_turn
from games.rulesets.campaign.trade_form import trade_panel
from games.rulesets.campaign.wares import thrifty_bids, thrifty_discard
from tests.campaign import scenes
from tests.campaign.scenes import ALICE, BOB, NAMES, places


def trade(state: State, *taps: str, seat: int = ALICE) -> dict[str, Any]:
    """The trade on the page of a seat after taps such as "give wool" and "get ore"."""
    query: dict[str, str] = {}
    shown = _panel(state, query, seat)
    for tap in taps:
        side, word = tap.split()
        (href,) = [getattr(row, side).more for row in shown["rows"] if row.word == word]
        query = dict(parse_qsl(urlsplit(href).query))
        shown = _panel(state, query, seat)
    return shown


def _panel(state: State, query: dict[str, str], seat: int) -> dict[str, Any]:
    def link(draft: str, **fields: Any) -> str:
        return "?" + urlencode({**({"draft": draft} if draft else {}), **fields})

    draft = drafts.evaluate(RULESET, RULESET.view(state, seat), "", seat=seat)
    choices = Choices.after(draft, seat=seat, names=NAMES, link=link)
    return trade_panel(choices, query, awaited=seat in RULESET.status(state).to_move)


def hand(*numbers: int, **changes: Any) -> State:
    """Alice's turn with these cards in her hand; the others have few."""
    return scenes.turn(hands=((*numbers, 0), *((2, 2, 2, 2, 2, 2, 0),) * 3), **changes)


@pytest.mark.rule("TR1", "TR2")
def test_two_taps_offer_a_card_to_the_others_or_to_the_bank() -> None:
    shown = trade(hand(0, 0, 0, 4, 0, 0), "give wool", "get ore")
    assert shown["sentence"] == "You give 1 wool; you get 1 ore."
    assert (shown["best"].order, shown["other"].order) == ("offer wool for ore",
                                                          "bank 4 wool for ore")


@pytest.mark.rule("TR1")
def test_who_composes_what_the_bank_takes_trades_with_the_bank() -> None:
    shown = trade(hand(0, 0, 0, 4, 0, 0), *["give wool"] * 4, "get ore")
    assert shown["best"].order == "bank 4 wool for ore"


@pytest.mark.rule("TR1")
def test_who_gives_more_than_the_bank_takes_trades_with_the_bank() -> None:
    shown = trade(hand(0, 0, 0, 6, 0, 0), *["give wool"] * 5, "get ore")
    assert shown["best"].order == "bank 4 wool for ore"
    assert not shown["at_once"]
    assert not shown["warning"]


@pytest.mark.rule("TR3")
def test_offers_that_nobody_has_taken_yet_are_told() -> None:
    offer = Offer(1, ALICE, things.single(3, 1), things.single(4, 1), 0b10, 1, False)
    [told] = trade(hand(0, 0, 0, 4, 0, 0, offers=(offer,)))["open_offers"]
    assert "You give 1 wool for 1 ore" in told.text
    assert told.asked == (BOB,)


@pytest.mark.rule("TR3")
def test_nobody_is_asked_about_a_standing_offer() -> None:
    offer = Offer(1, ALICE, things.single(3, 1), things.single(4, 1), 0b10, 1, True)
    [told] = trade(hand(0, 0, 0, 4, 0, 0, offers=(offer,)))["open_offers"]
    assert told.asked == ()


@pytest.mark.rule("TR2")
@pytest.mark.parametrize(("taps", "warning"), [
    (["give wool"], ""), (["give wool"] * 2, "You give more than you get."),
    (["give wool", "get ore"],
     "You ask for more cards than you give. Hardly anybody will take that."),
])
def test_an_odd_offer_is_warned_of(taps: list[str], warning: str) -> None:
    shown = trade(hand(0, 0, 0, 4, 0, 0), *taps, "get ore")
    assert shown["best"].order.startswith("offer")
    assert shown["at_once"]
    assert shown["warning"] == warning


@pytest.mark.rule("TR1", "TR2")
@pytest.mark.parametrize(("wool", "gold", "warning"), [
    (1, 0, ""), (2, 0, "You give more than you get."),
    (4, 0, ""), (5, 0, ""),  # which are trades with the bank
    (4, 1, "The bank gives you 1 ore for 4 wool.")])
def test_who_offers_more_than_they_need_to_is_warned(wool: int, gold: int, warning: str) -> None:
    taps = [*["give wool"] * wool, *["give gold"] * gold, "get ore"]
    assert trade(hand(0, 0, 0, 5, 0, 5), *taps)["warning"] == warning


@pytest.mark.rule("TR1")
def test_the_warning_knows_the_harbours_and_what_the_bank_lacks() -> None:
    state = hand(0, 0, 0, 5, 0, 5)
    harbour = scenes.change(state, settlements=(places(state, "A1.S"), 0, 0, 0))
    taps = [*["give wool"] * 4, "give gold", "get ore"]
    assert trade(harbour, *taps)["warning"] == "The bank gives you 1 ore for 3 wool."
    empty = scenes.change(state, bank=(5, 5, 5, 5, 0, 5, 0))
    assert trade(empty, *taps)["warning"] == "You give more than you get."


@pytest.mark.rule("TR2")
def test_no_kind_can_be_tapped_on_both_sides() -> None:
    shown = trade(hand(0, 0, 0, 4, 0, 0), "give wool")
    (wool,) = [row for row in shown["rows"] if row.word == "wool"]
    assert wool.give.more
    assert not wool.get.more


def test_whatever_a_page_is_asked_for_its_offer_can_be_made() -> None:
    state = hand(0, 0, 0, 2, 0, 0)
    for query in ({"give-wool": "3", "get-ore": "1"}, {"give-wool": "1", "get-wool": "1"},
                  {"give-wool": "2", "get-ore": "1", "times": "2", "standing": "1"}):
        assert _panel(state, query, ALICE)["best"] is None


@pytest.mark.rule("TR3")
def test_an_offer_out_of_turn_stands() -> None:
    shown = trade(hand(0, 0, 0, 4, 0, 0), "give wool", "get ore", seat=BOB)
    assert shown["best"].order == "standing offer wool for ore"
    assert shown["other"] is None


def test_the_page_says_what_is_lacking_and_offers_what_can_be_spared() -> None:
    shown = trade(hand(0, 0, 2, 3, 2, 0, offers=()))
    assert shown["lack"][0] == "You lack 1 ore for a city."
    assert [choice.order for choice in shown["suggested"]] == ["offer wool for ore"]
    assert shown["suggested"][0].href.endswith("#best-trade")


@pytest.mark.rule("TR1")
def test_the_bank_is_suggested_for_a_part_of_what_is_lacking() -> None:
    shown = trade(hand(0, 0, 2, 5, 1, 0, offers=()))
    assert shown["lack"][0] == "You lack 2 ore for a city."
    assert "bank 4 wool for ore" in [choice.order for choice in shown["suggested"]]


def test_an_offer_of_what_is_lacking_is_accepted_before_others() -> None:
    offers = tuple([Offer(number, BOB, things.single(give), things.single(things.WOOL), 1, 1,
                          standing=True)
                    for number, give in ((1, things.BRICK), (2, things.ORE))])
    shown = trade(hand(0, 0, 2, 3, 2, 0, offers=offers))
    assert [choice.order for choice in shown["acceptable"]] == ["accept 2", "accept 1"]


@pytest.mark.promise("R10")
def test_suggestions_do_not_depend_on_what_others_hide() -> None:
    few, other = ((2, 2, 2, 2, 2, 2, 0),) * 3, ((0, 0, 0, 0, 10, 2, 0),) * 3
    own = (0, 0, 2, 3, 2, 0, 0)
    first, second = (trade(scenes.turn(hands=(own, *hands))) for hands in (few, other))
    assert (first["lack"], first["suggested"]) == (second["lack"], second["suggested"])


@pytest.mark.rule("AU5")
def test_bids_spare_what_the_next_goal_needs() -> None:
    state = scenes.auction(hands=((1, 1, 2, 2, 3, 1, 0),) * 4)
    home = places(state, "C4.N")
    state = scenes.change(state, settlements=(home, 0, 0, 0))
    assert [bid.payment for bid in thrifty_bids(state, ALICE, range(3, 6))] == [
        ((things.GOLD, 1), (things.WOOL, 2)),
        ((things.GOLD, 1), (things.WOOL, 2), (things.BRICK, 1)),
        ((things.GOLD, 1), (things.WOOL, 2), (things.BRICK, 1), (things.LUMBER, 1))]
    assert thrifty_bids(state, ALICE, [6])[0].payment[-1] == (things.WHEAT, 1)
    assert thrifty_bids(state, ALICE, [99]) == []


@pytest.mark.rule("SE1")
def test_discards_spare_what_the_next_goal_needs() -> None:
    state = scenes.discarding(hands=((5, 4, 2, 4, 3, 5, 0),) * 4)
    assert thrifty_discard(state, ALICE) == moves.Discard((4, 3, 0, 3, 0, 0, 0))


@pytest.mark.rule("SE1")
@pytest.mark.parametrize("known", [2, 10])
def test_a_discard_is_suggested_if_enough_cards_are_known(known: int) -> None:
    hands = ((0, 0, 0, known, 0, 4, 22 - known), *((2, 2, 2, 2, 2, 2, 0),) * 3)
    draft = drafts.evaluate(RULESET, scenes.discarding(hands=hands), "", seat=ALICE)
    choices = Choices.after(draft, seat=ALICE, names=NAMES, link=lambda text, **_: text)
    suggestion = content_of(choices, {}).panel["suggestion"]
    assert bool(suggestion) == (known == 10)
    if suggestion:
        assert drafts.evaluate(RULESET, draft.view, suggestion.href, seat=ALICE).refusal is None


def test_a_ready_made_turn_pays_as_the_page_does() -> None:
    state = scenes.auction()
    bid = bot_turn(RULESET.view(state, ALICE), ALICE)[0]
    assert isinstance(bid, moves.Bid)
    assert [bid] == thrifty_bids(state, ALICE, [bid.limit])
