"""What a searching bot supposes about hidden cards agrees with all that its seat has seen."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import reduce

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.analysis.analyst import after
from alexandros_rules.alexandros.bots.search.deals import guess, next_cards
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.memory import pools
from alexandros_rules.alexandros.moves import Draw
from alexandros_rules.alexandros.pools import EVERY_CARD, Pool
from alexandros_rules.alexandros.state import TAKE, change
from tests.engine import positions as at
from tests.engine.continued_games import positions
from tests.engine.positions import ALICE, BOB, HORSE, LYRE, RULESET, TEMPLE
from tests.engine.sampled_positions import sampled_views

VIEWS = list(sampled_views(40))
SHUFFLED = positions("v3-persia-2-walls-4")  # its supply has been used up several times


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


def test_everybody_remembers_the_same_of_each_shuffle() -> None:
    for origin in SHUFFLED:
        for seat in range(origin.state.players):
            assert pools(RULESET.view(origin.state, seat)) == pools(origin.state)


@pytest.mark.rule("C3")
def test_cards_held_since_before_a_shuffle_are_in_the_hand_and_not_in_the_supply() -> None:
    found = 0
    for origin in SHUFFLED:
        for seat in range(origin.state.players):
            view, other = RULESET.view(origin.state, seat), 1 - seat
            kept = [pool for pool in view.older if pool.held[other] and not pool.held[seat]]
            for pool in kept:
                hands, _ = guess(view, seat, salt=b"any")
                assert cards.covers(cards.subtract(hands[other], view.known[other]), pool.cards)
                found += 1
    assert found > 20


@pytest.mark.rule("C3")
def test_ones_own_cards_tell_from_which_shuffle_they_may_come() -> None:
    rest = cards.subtract(EVERY_CARD, cards.read_code("thhl"))
    state = change(at.position(at.draw_board("........h...l..."), hands=["h", "t"], face_up=""),
                   supply=cards.read_row("hl"), discard=rest,
                   older=(Pool(cards.read_code("th"), (1, 1)),))
    hands, supply = guess(RULESET.view(state, ALICE), ALICE, salt=b"any")

    assert hands[BOB] == cards.read_code("t")
    assert sorted(supply) == [HORSE, LYRE]
    assert next_cards(RULESET.view(state, ALICE), ALICE) == {HORSE: 0.5, LYRE: 0.5}


@pytest.mark.rule("C3")
def test_the_chances_of_the_next_card_are_those_of_all_possible_deals() -> None:
    # Of Alice's horse and temple, one is older than the shuffle, and Bob's card is the other kind.
    state = change(at.position(at.draw_board("........h...l..."), hands=["ht", "h"], face_up=""),
                   supply=cards.read_row("htl"),
                   discard=cards.subtract(EVERY_CARD, cards.read_code("hhhttl")),
                   older=(Pool(cards.read_code("th"), (1, 1)),))
    view = RULESET.view(state, ALICE)
    drawn = Counter(guess(view, ALICE, salt=bytes([i, j]))[1][0]
                    for i in range(40) for j in range(40))
    expected = next_cards(view, ALICE)

    assert expected == {TEMPLE: 2 / Fraction(9), HORSE: 4 / Fraction(9), LYRE: 1 / Fraction(3)}
    for card, chance in expected.items():
        assert abs(drawn[card] / 1600 - chance) < 0.05  # four deviations


@pytest.mark.rule("C3")
def test_no_card_is_lost_when_the_supply_runs_out_in_the_middle_of_a_plan() -> None:
    origin = next(each for each in SHUFFLED if each.phase == TAKE and len(each.state.supply) > 9)
    seat = origin.state.seat
    rest = cards.add(origin.state.discard, cards.counts(origin.state.supply[1:]))
    state = change(origin.state, supply=origin.state.supply[:1], discard=rest, older=())
    view = RULESET.view(state, seat)
    taken = after(view, [legal_moves(view)[0]])
    begun = after(taken, [legal_moves(taken)[0]])
    drawn = after(begun, [Draw()])
    assert (drawn.shuffles, len(begun.supply)) == (view.shuffles + 1, 0)

    hands, supply = guess(drawn, seat, salt=b"any")
    unknown = cards.counts(drawn.face_up)[cards.UNKNOWN] + drawn.hands[seat][cards.UNKNOWN]
    assert len(supply) == len(drawn.supply) + unknown
    known_row = (*cards.counts(drawn.face_up)[:cards.UNKNOWN], 0)
    own = (*hands[seat][:cards.UNKNOWN], 0)
    everywhere = (own, hands[1 - seat], drawn.discard, known_row, cards.counts(supply))
    assert reduce(cards.add, everywhere) == EVERY_CARD
