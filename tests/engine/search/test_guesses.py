"""What a searching bot supposes about hidden cards agrees with all that its seat has seen."""

from __future__ import annotations

import pytest

from engine.alexandros import cards
from engine.alexandros.bots.search.deals import guess
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from tests.engine.sampled_positions import sampled_views

VIEWS = list(sampled_views(40))


@pytest.mark.promise("R10")
@pytest.mark.parametrize("number", range(0, len(VIEWS), 9))
def test_a_guess_agrees_with_the_view(number: int) -> None:
    view = VIEWS[number]
    hands, supply = guess(view, view.seat, salt=b"any")

    assert hands[view.seat] == view.hand
    assert [cards.total(hand) for hand in hands] == [cards.total(hand) for hand in view.hands]
    assert len(supply) == len(view.supply)
    assert all(cards.covers(hand, seen) for hand, seen in zip(hands, view.known, strict=True))
    assert all_cards(view, hands, supply) == (11, 11, 11, 11, 11, 0)


def all_cards(view: State, hands: tuple[cards.Counts, ...], supply: tuple[int, ...]) -> object:
    """Returns the counts of all cards of the game."""
    total = cards.add(view.discard, cards.counts((*supply, *view.face_up)))
    for hand in hands:
        total = cards.add(total, hand)
    return total


def test_guesses_differ_from_each_other() -> None:
    view = max(VIEWS, key=lambda one: len(one.supply))
    guesses = {guess(view, view.seat, salt=bytes([i])) for i in range(10)}
    assert len(guesses) == 10


def test_the_same_salt_gives_the_same_guess() -> None:
    view = VIEWS[0]
    assert guess(view, view.seat, salt=b"a") == guess(view, view.seat, salt=b"a")


def test_a_card_taken_face_up_stays_in_the_guessed_hand() -> None:
    views = [view for view in VIEWS if any(map(sum, view.known))]
    assert views
    for view in views[:20]:
        other = (view.seat + 1) % view.players
        for salt in range(5):
            hands, _ = guess(view, view.seat, salt=bytes([salt]))
            assert cards.covers(hands[other], view.known[other])
    assert RULESET.version >= 2
