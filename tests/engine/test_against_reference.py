"""Compares the engine with an independent implementation of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given

from alexandros_rules.alexandros import events
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Play, Stay, Take
from alexandros_rules.alexandros.provinces import provinces
from alexandros_rules.alexandros.state import State
from alexandros_rules.chance import SeededChance
from tests.engine import reference_game, reference_rules
from tests.engine.candidate_moves import canonical
from tests.engine.random_games import seed
from tests.engine.strategies import Game, games
from tests.seeded_chance import examples


@pytest.mark.rule("A10", "A11", "E2")
@examples(15)
@given(games())
def test_every_route_that_places_other_walls_is_listed(game: Game) -> None:
    for state, _ in game.sample_states(3):
        if state.phase != "march":
            continue
        board, closed = state.board, reference_rules.walls(state)
        expected = {
            ("march", point, frozenset(new))
            for space in reference_rules.targets(state) for point in board.corners[space]
            for route in reference_rules.routes(board, state.alexander, point)
            if len(new := set(map(frozenset, pairwise(route))) - closed) <= state.walls_left
        }
        assert {canonical(state, move) for move in legal_moves(state)} == expected


@pytest.mark.rule("A2", "A12", "A13", "A14", "A16", "E2")
@examples(30)
@given(games())
def test_a_card_is_listed_just_when_some_march_by_it_is_possible(game: Game) -> None:
    for state in game.states:
        if state.phase != "take":
            continue
        row, hand = reference_rules.cards_to_march_by(state)
        moves = set(legal_moves(state))
        if row or hand:
            assert moves == {Take(card) for card in row} | {Play(card) for card in hand}
        else:
            assert moves == ({Take(card) for card in state.face_up} or {Stay()})


@pytest.mark.rule("P1", "P2", "L2", "L3")
@examples(15)
@given(games())
def test_provinces_and_levies_are_as_one_counts_them_by_hand(game: Game) -> None:
    for before, produced, _ in game.steps:
        board = before.board
        expected = {
            sum(1 << space for space in province) for province in reference_rules.provinces(before)
        }
        assert set(provinces(board, before.walls)) == expected
        for event in produced:
            if isinstance(event, events.Levied):
                assert list(event.gains) == reference_rules.levy_gains(before)


@pytest.mark.rule("A3", "A11", "A16", "C2", "C3", "E1", "F1", "K3", "L3", "S4")
@examples(25)
@given(games())
def test_the_reference_game_has_the_same_table_after_every_move(game: Game) -> None:
    table = reference_game.Table(game.states[0], SeededChance(seed(game.number)))
    for state, move, _ in game.moves:
        assert table.facts() == reference_game.facts(state)
        if move is not None:
            table.play(state, move)


@pytest.mark.rule("O2", "K1", "K2", "K3", "K4", "K5", "A15", "P5")
@examples(100)
@given(games())
def test_occupations_cost_and_give_what_the_rules_say(game: Game) -> None:
    for before, produced, after in game.steps:
        for event in produced:
            if isinstance(event, events.Occupied | events.TookOver):
                _check_occupation(before, event, after)


def _check_occupation(
    before: State, event: events.Occupied | events.TookOver, after: State
) -> None:
    board = before.board
    own = {board.space_by_name[name] for name in event.guards}
    (province,) = (p for p in reference_rules.provinces(before) if own <= p)
    removed_guards = {
        space: seat for space, seat in reference_rules.guards(before).items() if space in province
    }
    paid, removal = (
        reference_rules.symbols(board, province - own),
        reference_rules.symbols(board, [*removed_guards, *removed_guards]),
    )
    given = Counter[int]()
    assert counted(event.paid) == paid
    if isinstance(event, events.TookOver):
        assert set(removed_guards.values()) == {event.loser}
        assert removed_guards.keys() == {board.space_by_name[name] for name in event.removed}
        assert counted(event.removal) == removal
        pool = paid if before.options.half_of_occupying else paid + removal
        given = counted(event.given)
        assert given <= pool
        assert given.total() == (0 if before.players == 2 else (pool.total() + 1) // 2)
        assert hand(after, event.loser) == hand(before, event.loser) + given
    else:
        assert not removed_guards
    assert hand(after, event.seat) == hand(before, event.seat) - paid - removal
    for space in province:
        assert reference_rules.guards(after).get(space) == (event.seat if space in own else None)


def counted(cards: Counts) -> Counter[int]:
    return Counter({card: n for card, n in enumerate(cards) if n})


def hand(state: State, seat: int) -> Counter[int]:
    return counted(state.hands[seat])


