"""Supposing what an unknown card is contradicts nothing that the view shows."""

from __future__ import annotations

from itertools import islice

import pytest

from alexandros_rules.alexandros import assumptions, cards
from alexandros_rules.alexandros.bots.search.deals import guess
from alexandros_rules.alexandros.cards import KINDS, UNKNOWN
from alexandros_rules.alexandros.moves import Move
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import OVER, TAKE, State, change
from alexandros_rules.errors import Refusal
from alexandros_rules.immutable import with_item
from alexandros_rules.move_list import MoveList
from alexandros_rules.replay import fold
from tests.engine.positions import BOB, HORSE, SOLDIER
from tests.engine.sampled_positions import sampled_views

OWN_VIEWS = list(sampled_views(120))
VIEWS = [assumptions.opened(view) for view in OWN_VIEWS]


def unknown_cards(view: State) -> int:
    """Returns how many cards a view hides: in hands, face up and in the supply."""
    hands = sum(hand[UNKNOWN] for hand in view.hands)
    return hands + view.face_up.count(UNKNOWN) + view.supply.count(UNKNOWN)


def played(view: State, order: str) -> State:
    """Returns the view after an order of whoever is to move, as its viewer sees it."""
    move = RULESET.parse(order, view, seat=view.seat)
    events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=view.seat)
    after: State = fold(RULESET, view, events)
    return after


@pytest.mark.promise("R10")
@pytest.mark.parametrize("view", VIEWS)
def test_the_unseen_cards_are_those_that_the_view_hides_and_bots_guess_from(view: State) -> None:
    unseen = assumptions.unseen(view)
    assert cards.total(unseen) == unknown_cards(view)
    hands, supply = guess(view, view.seat, salt=b"any")
    found = cards.counts(supply)
    for hand, held in zip(hands, view.hands, strict=True):
        assert all(hand[card] >= held[card] for card in KINDS)
        found = cards.add(found, cards.subtract(hand, (*held[:UNKNOWN], 0)))
    assert found[:UNKNOWN] == unseen[:UNKNOWN]


@pytest.mark.rule("C5")
def test_cards_that_everybody_has_seen_lie_open_in_a_hidden_hand() -> None:
    view = change(VIEWS[0], hands=with_item(VIEWS[0].hands, BOB, (0, 0, 0, 0, 0, 3)),
                  known=with_item(VIEWS[0].known, BOB, (0, 0, 2, 0, 0, 0)))
    assert assumptions.opened(view).hands[BOB] == (0, 0, 2, 0, 0, 1)


@pytest.mark.parametrize("view", VIEWS)
def test_every_unknown_card_can_be_supposed_until_none_is_left(view: State) -> None:
    for seat in range(view.players):
        while view.hands[seat][UNKNOWN]:
            card = assumptions.possible(view)[0]
            size = cards.total(view.hands[seat])
            view = assumptions.suppose_in_hand(view, seat, card=card)
            assert cards.total(view.hands[seat]) == size
    assert not any(hand[UNKNOWN] for hand in view.hands)
    assert min(assumptions.unseen(view)[:UNKNOWN]) >= 0


def test_a_twelfth_card_of_a_symbol_is_refused() -> None:
    view = VIEWS[0]
    hidden = assumptions.unseen(view)[HORSE]
    seen = change(view, discard=cards.add(view.discard, (0, 0, hidden, 0, 0, 0)),
                  hands=with_item(view.hands, BOB, (0, 0, 0, 0, 0, 1)))
    with pytest.raises(Refusal) as refusal:
        assumptions.suppose_in_hand(seen, BOB, card=HORSE)
    assert refusal.value.sentence == (
        "You can see all 11 cards with the symbol horse here, so the unknown card cannot be one of"
        " them. Suppose another symbol.")


def test_nothing_is_supposed_of_known_cards_and_after_the_end() -> None:
    view = VIEWS[0]
    with pytest.raises(Refusal, match="There is no unknown card in this hand"):
        assumptions.suppose_in_hand(view, view.seat, card=SOLDIER)
    with pytest.raises(Refusal, match="All the face-up cards are known"):
        assumptions.suppose_face_up(view, SOLDIER)
    with pytest.raises(Refusal, match="The game is over here"):
        assumptions.suppose_face_up(change(view, phase=OVER), HORSE)


def first_orders(view: State, *kinds: str) -> State:
    """Plays for the seat to move the first legal order of each of these kinds."""
    for kind in kinds:
        legal = [RULESET.format(move, view) for move in RULESET.legal_moves(view, seat=view.seat)]
        view = played(view, next(order for order in legal if order.startswith(kind)))
    return view


@pytest.mark.parametrize("turn", [("take", "march", "draw", "end"), ("take", "march", "end")])
def test_every_seat_can_take_march_draw_and_end_on_the_view_of_one(turn: tuple[str, ...]) -> None:
    view = next(view for view in VIEWS if view.phase == TAKE and view.players == 3)
    viewer = view.seat
    for _ in range(view.players - 1):
        seat = view.seat
        view = first_orders(view, *turn)
        assert view.seat != seat
        while UNKNOWN in view.face_up:
            view = assumptions.suppose_face_up(view, assumptions.possible(view)[0])
    assert view.seat != viewer
    assert cards.total(assumptions.unseen(view)) == unknown_cards(view)


def first_and_last(legal: MoveList) -> list[Move]:
    """Returns some legal moves: the first, and the last, where levies and recalls are."""
    rest = range(min(8, len(legal)), len(legal))
    return [*islice(legal, 8), *(legal[i] for i in rest[-8:])]


@pytest.mark.promise("R10")
@pytest.mark.parametrize("own", OWN_VIEWS)
def test_with_the_right_cards_supposed_another_seat_may_do_what_it_really_may(own: State) -> None:
    """Also occupy, take over, levy and recall."""
    view = assumptions.opened(RULESET.view(own, (own.seat + 1) % own.players))
    for card in cards.expand(cards.subtract(own.hand, (*view.hand[:UNKNOWN], 0))):
        view = assumptions.suppose_in_hand(view, own.seat, card=card)
    legal = RULESET.legal_moves(view, seat=own.seat)
    assert len(legal) == len(RULESET.legal_moves(own, seat=own.seat))
    for move in first_and_last(legal):
        text = RULESET.format(move, view)
        assert text == RULESET.format(move, own)
        after, really = played(view, text), played(own, text)
        assert (after.guards, after.scores, after.hands[own.seat], after.discard) == (
            really.guards, really.scores, really.hands[own.seat], really.discard)


def test_these_views_offer_every_kind_of_order() -> None:
    verbs = {RULESET.format(move, view).split()[0] for view in OWN_VIEWS
             for move in first_and_last(RULESET.legal_moves(view, seat=view.seat))}
    assert verbs >= {"take", "play", "march", "draw", "occupy", "levy", "recall", "end"}


def test_a_supposed_card_of_another_seat_can_be_played() -> None:
    view = next(view for view in VIEWS if view.phase == TAKE and view.players == 2)
    view = first_orders(view, "take", "march", "end")
    other = view.seat
    view = change(view, hands=with_item(view.hands, other, (0, 0, 0, 0, 0, 1)))
    card = next(card for card in assumptions.possible(view) if RULESET.legal_moves(
        assumptions.suppose_in_hand(view, other, card=card), seat=other))
    supposed = assumptions.suppose_in_hand(view, other, card=card)
    orders = [RULESET.format(move, supposed) for move in RULESET.legal_moves(supposed, seat=other)]
    assert any(order.startswith("play") for order in orders)
    assert not any(RULESET.format(move, view).startswith("play")
                   for move in RULESET.legal_moves(view, seat=other))


@pytest.mark.rule("A16")
def test_alexander_is_not_stuck_while_unknown_cards_might_move_him() -> None:
    view = next(view for view in VIEWS if view.phase == TAKE)
    view = change(view, face_up=(UNKNOWN, UNKNOWN),
                  hands=with_item(view.hands, view.seat, (0, 0, 0, 0, 0, 1)))
    assert list(RULESET.legal_moves(view, seat=view.seat)) == []
    with pytest.raises(Refusal, match="Alexander must march when any card allows it"):
        played(view, "stay")
