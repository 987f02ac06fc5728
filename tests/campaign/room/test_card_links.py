"""The cards below the map: choosing them composes bids, discards and trades."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from alexandros_rules import drafts
from alexandros_rules.campaign import things
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import State
from games.models import Game, User
from games.rulesets.campaign.choices import Choices
from games.rulesets.campaign.turn_form import card_links
from tests.campaign import scenes
from tests.campaign.scenes import ALICE, BOB
from tests.pages.page_reader import Sit

NAMES = ("Alice", "Bob", "Carol", "Dave")


def shown(state: State, *chosen: str, seat: int = ALICE) -> dict[str, tuple[str, dict[str, str]]]:
    """What each kind of card does and the query to which it leads, after some were chosen."""
    query: dict[str, str] = {}
    for word in chosen:
        query = _links(state, query, seat)[word][1]
    return _links(state, query, seat)


def _links(state: State, query: dict[str, str],
           seat: int) -> dict[str, tuple[str, dict[str, str]]]:
    def link(draft: str, **fields: Any) -> str:
        return "?" + urlencode({**({"draft": draft} if draft else {}), **fields})

    draft = drafts.evaluate(RULESET, RULESET.view(state, seat), "", seat=seat)
    choices = Choices.after(draft, seat=seat, names=NAMES, link=link)
    awaited = seat in RULESET.status(state).to_move
    return {card.word: (card.action, dict(parse_qsl(urlsplit(card.href).query)))
            for card in card_links(choices, query, awaited=awaited) if card.href}


@pytest.mark.rule("AU5")
def test_cards_pay_for_a_bid_of_what_they_are_worth() -> None:
    cards = shown(scenes.auction(), "gold", "gold")
    assert cards["gold"] == ("Pay with gold", {"limit": "3", "pay-gold": "3"})


@pytest.mark.rule("AU1")
def test_cards_that_do_not_count_in_an_auction_lead_nowhere() -> None:
    assert "ore" not in shown(scenes.auction(hands=((1, 1, 1, 1, 3, 1, 0),) * 4))


def test_no_more_cards_can_be_chosen_than_are_held() -> None:
    state = scenes.auction(hands=((2, 0, 0, 0, 0, 1, 0),) * 4)
    assert "gold" in shown(state)
    assert "gold" not in shown(state, "gold")


@pytest.mark.rule("SE1")
def test_the_card_that_completes_a_discard_leads_to_its_order() -> None:
    state = scenes.discarding()
    due, hand = state.due[ALICE], state.hands[ALICE]
    kinds = [things.KIND_NAMES[kind] for kind in things.expand(hand) if kind != things.GOLD]
    *before, last = kinds[:due]

    assert "gold" not in shown(state)
    action, query = shown(state, *before)[last]

    assert action == f"Discard {last}"
    assert query["draft"].startswith("discard ")
    draft = drafts.evaluate(RULESET, RULESET.view(state, ALICE), query["draft"], seat=ALICE)
    assert draft.refusal is None


@pytest.mark.rule("TR2", "TR3")
@pytest.mark.parametrize("seat", [ALICE, BOB])
def test_a_card_is_given_in_a_trade_whosever_turn_it_is(seat: int) -> None:
    cards = shown(scenes.turn(hands=((1, 1, 1, 4, 0, 0, 0),) * 4), "wool", seat=seat)
    assert cards["wool"] == ("Give wool in a trade", {"form": "trade", "give-wool": "2"})


@pytest.mark.django_db
@pytest.mark.any_database
def test_the_page_shows_what_has_been_chosen(game: Game, alice: User, sit: Sit) -> None:
    browser = sit(alice)
    browser.open(f"/games/{game.code}/")
    for _ in range(2):
        browser.follow("(Pay with gold)")
    assert "Chosen: 2 gold." in browser.page.words
    page = browser.press("Add this bid to the draft")
    assert "would pay with 2 gold" in page.words
