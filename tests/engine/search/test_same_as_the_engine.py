"""The search's own, quick copy of the rules agrees with the engine."""

from __future__ import annotations

from itertools import islice

import pytest

from alexandros_rules.alexandros.bots.search.actions import act, list_actions
from alexandros_rules.alexandros.bots.search.deals import position_of
from alexandros_rules.alexandros.bots.search.ground import zeros
from alexandros_rules.alexandros.bots.search.marches import (
    CHOSEN,
    FACE_UP,
    MOST,
    PER_POINT,
    Marches,
    add_marches,
    march_on,
)
from alexandros_rules.alexandros.bots.search.plan import action_of, march_of
from alexandros_rules.alexandros.bots.search.position import (
    CARDS,
    DISCARD,
    LEFT,
    PURSE,
    SCORE,
    Position,
    copy_all,
)
from alexandros_rules.alexandros.bots.search.turns import begin_actions
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.marches import new_walls
from alexandros_rules.alexandros.moves import Draw, March
from alexandros_rules.alexandros.state import ACT, MARCH, State
from alexandros_rules.chance import UnknownChance
from tests.engine.random_games import played, seed, setup

TABLES = [("persia", ("restless", "greedy")), ("delta", ("restless",) * 3),
          ("persia", ("greedy", "restless", "random", "restless"))]


def positions(phase: str) -> list[State]:
    """Returns true positions of several games in which a march or an action is to be chosen."""
    found = []
    for number, (board, bots) in enumerate(TABLES):
        game = played(setup(board, players=len(bots)), seed=seed(number), bots=bots)
        found += [state for state, _, _ in islice(game, 400) if state.phase == phase]
    return found


def true_position(state: State) -> Position:
    """Returns the search's position of a state in which all hands are known."""
    return position_of(state, (state.hands, state.supply))


def facts(position: Position) -> dict[str, object]:
    """Returns everything in a position that the rest of the game depends on."""
    ground, purse, seats = position.ground, position.purse, range(position.players)
    land = range(ground.spaces)
    return {
        "walls": [side for side in range(ground.sides) if position.terrain.wall[side]],
        "walls left": (position.black, position.red),
        "guards": [space for space in land if position.guard[space]],
        "provinces": {_province(position, number) for number in range(position.provinces)},
        "hands": [list(purse[seat * CARDS:seat * CARDS + CARDS]) for seat in seats],
        "scores": list(purse[SCORE:SCORE + position.players]),
        "guards left": list(purse[LEFT:LEFT + position.players]),
        "alexander": position.alexander,
        "stock": position.end - position.drawn + sum(purse[DISCARD:PURSE]),
    }


def _province(position: Position, province: int) -> tuple[object, ...]:
    terrain = position.terrain
    spaces = tuple(
        [space for space, number in enumerate(terrain.province) if number == province])
    symbols = slice(5 * province, 5 * province + 5)
    return (
        spaces, terrain.value[province], terrain.bearing[province], position.owner[province],
        position.guards[province], tuple(terrain.price[symbols]), tuple(position.posts[symbols]),
    )


def after(state: State, move: object) -> State:
    """Returns the state after a move, in which a card that is drawn is unknown."""
    for event in decide(state, move, UnknownChance(5)):  # type: ignore[arg-type]
        state = evolve(state, event)
    return state


@pytest.mark.rule("A4", "A7", "A8", "A9", "A10", "A11", "E2")
def test_it_finds_the_legal_marches() -> None:
    complete = 0
    for state in positions(MARCH):
        position, marches = true_position(state), Marches(true_position(state).ground)
        assert state.card is not None
        add_marches(marches, position, state.card, FACE_UP)
        found = [march_of(marches, i, state) for i in range(marches.count)]
        legal = [move for part in legal_moves(state).parts for move in part]

        assert len(set(found)) == len(found)
        places = {_place(state, move) for move in legal}
        assert {_place(state, move) for move in found} <= places
        if marches.count + PER_POINT < MOST and _most_routes(legal) < PER_POINT:
            assert {_place(state, move) for move in found} == places
            complete += 1
    assert complete > 50


def _place(state: State, move: object) -> tuple[int, frozenset[int]]:
    """Returns where a march ends and which walls it places: all that matters (A11)."""
    assert isinstance(move, March)
    return move.point, frozenset(new_walls(state.board, state.alexander, move.steps, state.walls))


def _most_routes(legal: list[object]) -> int:
    points = [move.point for move in legal if isinstance(move, March)]
    return max(map(points.count, points), default=0)


@pytest.mark.rule("A11", "E1", "P1", "P2", "P5")
def test_a_march_leads_to_the_same_position() -> None:
    for state in positions(MARCH)[::2]:
        position, marches = true_position(state), Marches(true_position(state).ground)
        assert state.card is not None
        add_marches(marches, position, state.card, FACE_UP)
        for march in range(0, marches.count, 5):
            marches.played[march] = CHOSEN
            moved = Position(position.ground, state.players)
            copy_all(moved, position)
            march_on(marches, march, moved)

            expected = true_position(after(state, march_of(marches, march, state)))
            assert facts(moved) == facts(expected)


@pytest.mark.rule("O1", "O2", "K1", "K2", "K4", "L1", "L2", "L3", "B1", "C1")
def test_an_action_leads_to_the_same_position() -> None:
    kinds = set()
    for state in positions(ACT):
        if state.actions < 2:  # the row is not filled up before the end of the turn (C2)
            continue
        position = true_position(state)
        found = zeros(400)
        for action in found[:list_actions(position, found)]:
            move = action_of(action, state, position)
            kinds.add(type(move))
            acted = Position(position.ground, state.players)
            copy_all(acted, position)
            act(acted, action)

            expected = true_position(after(state, move))
            if isinstance(move, Draw):
                hide_new_cards(acted, expected, state)
            assert facts(acted) == facts(expected)
    assert len(kinds) == 5


def hide_new_cards(acted: Position, expected: Position, state: State) -> None:
    """Checks that drawn cards, which the search does not know, are as many.

    Both positions then have the same hands.
    """
    for seat in range(state.players):
        start = seat * 6
        assert sum(acted.purse[start:start + 6]) == sum(expected.purse[start:start + 6])
        acted.purse[start:start + 6] = expected.purse[start:start + 6]


def test_a_march_begins_the_actions() -> None:
    position = true_position(positions(MARCH)[0])
    begin_actions(position)
    assert (position.actions, position.levied) == (2, 0)
