"""Lists of legal moves are counted without making the moves, and keep their fixed order."""

from __future__ import annotations

from itertools import combinations, islice

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Draw, End, Occupy
from alexandros_rules.alexandros.occupying import occupation_cost, possible_gifts
from alexandros_rules.alexandros.provinces import provinces
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.move_list import ListedOrders, MoveList, listed_orders
from tests.engine.hoards import hoard
from tests.engine.sampled_positions import sampled_views


def listed_by_trying(state: State) -> list[Occupy]:
    """All occupations, by trying every set of spaces and every gift."""
    found = []
    supply = state.guards_left(state.seat)
    for province in provinces(state.board, state.walls) if supply else ():
        if province & state.guards[state.seat]:
            continue
        spaces = bits(province & ~state.board.open)
        if len(spaces) > 14:
            continue
        for size in range(1, supply + 1):
            for guards in combinations(spaces, size):
                cost = occupation_cost(state, province, sum(1 << s for s in guards))
                if cards.covers(state.hand, cost.total):
                    found += [Occupy(guards, gift) for gift in possible_gifts(cost)]
    return found


@pytest.mark.rule("O1", "O2", "O3", "K1", "K3")
def test_occupations_are_those_found_by_trying_in_order_of_guards_spaces_and_gift() -> None:
    seen = 0
    for view in sampled_views(step=5):
        if view.phase != ACT:
            continue
        expected = listed_by_trying(view)
        found = [move for move in legal_moves(view) if isinstance(move, Occupy)]
        if all((p & ~view.board.open).bit_count() <= 14 for p in provinces(view.board, view.walls)):
            assert found == expected
            seen += len(found)
        else:
            assert [move for move in found if move in expected] == expected
    assert seen > 100


def test_a_move_list_knows_its_length_and_each_move_without_listing_them() -> None:
    for view in sampled_views(step=7):
        moves = legal_moves(view)
        every = list(moves)
        assert len(moves) == len(every)
        assert [moves[i] for i in range(len(every))] == every
        assert moves[-1:] == every[-1:]
        with pytest.raises(IndexError):
            moves[len(every)]


def test_a_hoard_of_cards_allows_millions_of_moves_that_nobody_has_to_list() -> None:
    state = hoard()

    moves = legal_moves(state)

    assert len(moves) > 100_000_000
    assert moves[0] == Draw()
    assert moves[-1] == End()
    assert list(islice(moves, 5)) == moves[:5]
    RULESET.decide(state, moves[len(moves) // 2], RULESET.unknown_chance(), seat=state.seat)


def test_equal_lists_have_the_same_moves_in_the_same_order() -> None:
    moves: MoveList = MoveList([[Draw()], [], [End()]])

    assert moves == [Draw(), End()]
    assert moves != [End(), Draw()]
    assert moves != [Draw()]
    assert moves != 2
    assert repr(moves) == "MoveList([Draw(), End()], 2 moves)"


def test_listed_orders_name_the_first_of_each_verb_and_count_the_rest() -> None:
    state = hoard()

    legal = RULESET.legal_moves(state, seat=state.seat)
    listed = {one.verb: one for one in listed_orders(RULESET, state, legal, most=3)}

    assert listed["draw"] == ListedOrders("draw", ("draw",), 0)
    assert len(listed["occupy"].orders) == 3
    assert sum(len(one.orders) + one.more for one in listed.values()) == len(legal_moves(state))
