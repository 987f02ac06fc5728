"""Guesses fit the view of their seat, and nothing appears or disappears in them."""

from __future__ import annotations

from dataclasses import replace

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.analysis.guesses import guess
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import OVER, SECRET_BID, State, change
from alexandros_rules.chance import SeededChance
from tests.campaign.analysis.judged_games import played
from tests.campaign.positions import SEED


def opened(view: State) -> State:
    """The view before others decided in secret, as far as they can decide again."""
    seen = change(view, discards=tuple([
        None if some is None or some[th.UNKNOWN] else some for some in view.discards]))
    if view.auction is None:
        return seen
    return change(seen, auction=replace(view.auction, bids=tuple([
        None if bid == SECRET_BID else bid for bid in view.auction.bids])))


def test_a_guess_looks_to_its_seat_like_the_true_position() -> None:
    looked = set[str]()
    for options in ({}, {"open_bidding": True}):
        for one in played(["regent", "satrap", "treasurer"], 1, **options):
            state = one.before
            looked.add(state.phase)
            for seat in range(state.players):
                view = RULESET.view(state, seat)
                guessed = guess(view, seat, SeededChance(SEED))
                assert RULESET.view(guessed, seat) == opened(view)
    assert {"roll", "robber", "auction", "build"} <= looked


def test_all_cards_and_chits_of_the_game_are_in_a_guess_once() -> None:
    for one in played(["regent", "satrap"], 2):
        view = RULESET.view(one.before, 0)
        if view.phase == OVER:
            continue
        state = guess(view, 0, SeededChance(SEED))
        total = th.add(state.bank, th.counts(state.supply))
        for hand in state.hands:
            total = th.add(total, hand)
        assert total[:th.GOLD] == (th.CARDS_OF_EACH,) * 5
        developments = [*state.deck, *(kind for cards in state.cards for kind in th.expand(cards))]
        assert developments.count(th.SOLDIER) + sum(state.soldiers) == th.DECK[th.SOLDIER]
        assert developments.count(th.POINT) == th.DECK[th.POINT]
        assert th.HIDDEN not in developments


def test_another_guess_deals_other_cards() -> None:
    view = RULESET.view(played(["regent", "satrap", "treasurer"], 1)[20].before, 0)
    assert len({guess(view, 0, SeededChance(bytes([i]) * 32)).hands[1] for i in range(8)}) > 1
