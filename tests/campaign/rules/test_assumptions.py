"""Supposing what nobody has shown contradicts nothing that the view shows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from alexandros_rules import orders
from alexandros_rules.campaign import assumptions, continuing, events
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import End, Roll
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, CHANCE, OVER, State, change
from alexandros_rules.errors import Illegal
from alexandros_rules.immutable import with_item
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign.random_games import Game, Step, positions, viewers

TRUTHS = list(positions(every=60))
SAMPLE = [(state, viewer) for state in TRUTHS for viewer in viewers(state)]
GAME = Game(3)
ALICE, BOB = 0, 1


def seen(state: State, viewer: int | None) -> State:
    """Returns what a viewer of a true position can conclude."""
    return assumptions.opened(RULESET.view(state, viewer))


def unknown(view: State) -> int:
    """Returns how many commodity cards of a view are unknown."""
    return sum(some[th.UNKNOWN] for some in (*view.hands, view.bank)) + view.supply.count(
        th.UNKNOWN)


def every_truth_supposed(view: State, truth: State) -> State:
    """Returns the view with what all hidden cards really are supposed, one after the other."""
    for seat in range(truth.players):
        for kind in th.COMMODITIES:
            while view.hands[seat][kind] < truth.hands[seat][kind]:
                view = assumptions.suppose_in_hand(view, seat, kind)
        for kind in th.expand(th.subtract(truth.cards[seat], view.cards[seat])[:th.HIDDEN]):
            view = assumptions.suppose_development(view, seat, kind)
    return view


def test_what_follows_from_the_numbers_is_true_and_no_card_is_lost() -> None:
    for state, viewer in SAMPLE:
        view = seen(state, viewer)
        assert sum(assumptions.unseen(view)) == unknown(view)
        for hand, known in zip(state.hands, view.hands, strict=True):
            assert th.cards(hand) == th.cards(known)
            assert th.covers(hand, (*known[:th.UNKNOWN], 0))


@pytest.mark.promise("R10")
def test_every_truth_can_be_supposed() -> None:
    for state, viewer in SAMPLE:
        view = every_truth_supposed(seen(state, viewer), state)
        assert (view.hands, view.cards) == (state.hands, state.cards)
        assert view.bought == state.bought or sum(state.bought) < sum(state.cards[state.seat])


def test_every_unknown_card_can_be_supposed_until_none_is_left() -> None:
    for state, viewer in SAMPLE:
        view = seen(state, viewer)
        for seat in range(view.players):
            while view.hands[seat][th.UNKNOWN]:
                view = assumptions.suppose_in_hand(view, seat, assumptions.possible(view)[0])
        assert min(assumptions.unseen(view)) >= 0
        assert unknown(view) == len(view.supply) or not assumptions.possible(view)


@pytest.mark.promise("R10")
def test_nothing_hidden_decides_what_may_be_supposed() -> None:
    for state in TRUTHS:
        other = change(state, hands=tuple(
            [(*sorted(hand[:th.GOLD]), *hand[th.GOLD:]) for hand in state.hands]))
        assert RULESET.view(other, None) == RULESET.view(state, None)
        assert seen(other, None) == seen(state, None)


def hidden(held: Sequence[int], **bank: int) -> State:
    """Returns a view in which so many cards are hidden in each hand, all others in the bank.

    Of the commodities that are named, so many are hidden.
    """
    state = RULESET.view(TRUTHS[0], None)
    kinds = [th.CARDS_OF_EACH - bank.get(name, 0) for name in th.KIND_NAMES[:th.GOLD]]
    hands = [(0, 0, 0, 0, 0, 0, number) for number in held]
    return change(state, players=len(held), supply=(), bank=(*kinds, 40, 0),
                  hands=tuple(hands), won=((0,) * 4,) * len(held),
                  cards=(th.NO_DEVELOPMENTS,) * len(held))


def test_one_hidden_hand_or_one_hidden_commodity_is_known() -> None:
    assert assumptions.opened(hidden([0, 3], wool=2, ore=1)).hands[BOB] == (0, 0, 0, 2, 1, 0, 0)
    assert assumptions.opened(hidden([1, 3], ore=4)).hands == (
        (0, 0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 3, 0, 0))
    assert assumptions.opened(hidden([1, 3], wool=3, ore=1)).hands[BOB] == (0, 0, 0, 2, 0, 0, 1)


def test_one_supposed_card_may_settle_all_the_others() -> None:
    view = assumptions.suppose_in_hand(hidden([1, 2], wool=2, ore=1), ALICE, th.ORE)
    assert view.hands[BOB] == (0, 0, 0, 2, 0, 0, 0)


@pytest.mark.rule("YI5")
def test_the_cards_of_an_ended_supply_can_be_supposed() -> None:
    view = hidden([2, 0], wool=2, ore=2)
    view = change(view, bank=th.add(view.bank, (0, 0, 0, 0, 0, 0, 2)))
    view = assumptions.suppose_in_bank(assumptions.suppose_in_bank(view, th.ORE), th.WOOL)
    assert (view.bank[th.UNKNOWN], view.hands[ALICE]) == (0, (0, 0, 0, 1, 1, 0, 0))


def test_what_contradicts_the_view_is_refused() -> None:
    view = hidden([1, 2], wool=2, ore=1)
    with pytest.raises(Illegal, match="You can see all 19 cards of brick here"):
        assumptions.suppose_in_hand(view, BOB, th.BRICK)
    with pytest.raises(Illegal, match="There is no unknown card in this hand"):
        assumptions.suppose_in_hand(hidden([0, 1], wool=1), ALICE, th.WOOL)
    with pytest.raises(Illegal, match="This player has no unknown development card"):
        assumptions.suppose_development(view, BOB, th.SOLDIER)
    with pytest.raises(Illegal, match="No dice are rolled here"):
        assumptions.suppose_dice(view, 8)
    with pytest.raises(Illegal, match="No chit is turned face up here"):
        assumptions.suppose_chit(view, th.FAMINE)
    with pytest.raises(Illegal, match="All cards of the bank are known"):
        assumptions.suppose_in_bank(view, th.ORE)
    with pytest.raises(Illegal, match="The game is over here"):
        assumptions.suppose_in_hand(change(view, phase=OVER), BOB, th.WOOL)


@pytest.mark.rule("DE1")
def test_cards_bought_in_this_turn_are_supposed_last() -> None:
    state = change(TRUTHS[0], phase=BUILD, bought=(0, 0, 0, 0, 1, 0),
                   cards=with_item(TRUTHS[0].cards, TRUTHS[0].seat, (1, 0, 0, 0, 1, 0)))
    view = assumptions.suppose_development(seen(state, None), state.seat, th.SOLDIER)
    assert view.bought == (0, 0, 0, 0, 0, 1)
    assert assumptions.suppose_development(view, state.seat, th.MONOPOLY).bought == state.bought


@pytest.mark.rule("SE2")
def test_a_card_stolen_from_a_known_hand_may_be_any_of_it() -> None:
    state = change(TRUTHS[0], hands=with_item(TRUTHS[0].hands, BOB, (2, 0, 0, 1, 0, 4, 0)))
    after = fold(RULESET, state, [events.Stole(ALICE, BOB, th.UNKNOWN)])
    assert after.hands[BOB] == (1, 0, 0, 0, 0, 4, 1)


def tried(view: State, step: Step) -> tuple[State, tuple[events.Event, ...]]:
    """Returns the view after the move of a real step, and the events that the view shows of it."""
    (made,) = orders.evaluate(RULESET, view, [RULESET.format(step.move, step.state)],
                              seat=step.seat)
    return made.after, made.events


def without_dice(position: str) -> list[Any]:
    parts, *hidden_things = json.loads(position)
    return [parts[:8], parts[9:], hidden_things]


@pytest.mark.promise("R10")
def test_the_position_after_a_supposed_roll_and_chit_is_that_after_the_real_ones() -> None:
    log = [*RULESET.start(GAME.setup, GAME.chance)]
    found = set()
    for step in GAME.steps():
        before, log = log, [*log, *step.events]
        if RULESET.status(step.after).over or not isinstance(step.move, End | Roll):
            continue
        since = Setup(GAME.setup.board, GAME.setup.players,
                      {**GAME.setup.options, "position": continuing.after(before)})
        view = every_truth_supposed(assumptions.opened(continuing.view(since)), step.state)
        view, made = tried(view, step)
        if view.phase != CHANCE:  # nobody knew that the player prefers to roll at once
            continue
        with pytest.raises(ValueError, match="nobody is to move"):
            continuing.after(made, since, reached=view)
        view = assumptions.suppose_dice(view, sum(step.after.dice))
        if view.phase == CHANCE:
            assert step.after.auction is not None
            view = assumptions.suppose_chit(view, step.after.auction.kind)
        reached = continuing.after(made, since, reached=view)
        assert without_dice(reached) == without_dice(continuing.after(log))
        found.add((view.phase, view.auction and view.auction.kind))
    assert len(found) > 4
