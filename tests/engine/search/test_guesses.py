"""What a searching bot supposes about hidden cards agrees with all that its seat has seen."""

from __future__ import annotations

from functools import reduce

import pytest

from engine.alexandros import cards
from engine.alexandros.bots.search.deals import guess
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
    assert all(map(cards.covers, hands, view.known))
    everywhere = (*hands, view.discard, cards.counts((*supply, *view.face_up)))
    assert reduce(cards.add, everywhere) == (11, 11, 11, 11, 11, 0)


def test_a_card_taken_face_up_stays_in_the_guessed_hand() -> None:
    views = [view for view in VIEWS if any(map(sum, view.known))]
    assert views
    for view in views[:20]:
        for salt in range(5):
            hands, _ = guess(view, view.seat, salt=bytes([salt]))
            assert all(map(cards.covers, hands, view.known))


def test_guesses_differ_from_each_other_and_follow_from_the_salt() -> None:
    view = max(VIEWS, key=lambda one: len(one.supply))
    assert len({guess(view, view.seat, salt=bytes([i])) for i in range(10)}) == 10
    assert guess(view, view.seat, salt=b"a") == guess(view, view.seat, salt=b"a")
