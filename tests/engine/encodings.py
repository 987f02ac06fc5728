"""Checks of how positions and moves of both games are encoded, for tests with few and with many."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.alexandros.state import OVER
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.campaign.state import change
from alexandros_rules.collection import Encoding, Ruleset, Setup, encoding
from alexandros_rules.encoding import moves_at, walk
from alexandros_rules.immutable import with_item
from alexandros_rules.move_list import parts_of
from tests.campaign import random_games as campaign_games
from tests.campaign.twins import twin
from tests.engine import random_games
from tests.engine.positions import draw_board, hidden_cards_shuffled, position

WALKED = 400  # moves of a part that are all walked to; of a longer one, some are
SAMPLE = 5
RICH = 0.1  # the share of positions in which a seat can do nearly everything


class Position(NamedTuple):
    """A position of a random game, before its end, with one of its seats.

    ``twin`` is another state, which differs only in what the seat may not see.
    """

    rules: Ruleset
    setup: Setup
    encoding: Encoding
    state: Any
    twin: Any
    seat: int

    @property
    def view(self) -> Any:
        return self.rules.view(self.state, self.seat)


@cache
def positions(name: str, *, games: int, every: int) -> list[Position]:
    """Returns some positions of so many games."""
    found = {ALEXANDROS.name: _alexandros, CAMPAIGN.name: _campaign}[name](games, every)
    return [*found]


def _alexandros(games: int, every: int) -> Iterator[Position]:
    """Yields positions of games on all boards, with all numbers of players."""
    rng = Random(1)
    boards = [*ALEXANDROS.boards()]
    for number in range(games):
        board = boards[number % len(boards)]
        table = random_games.setup(board, players=2 + number % 3)
        encoded = encoding(ALEXANDROS, table)
        steps = random_games.played(table, seed=random_games.seed(number),
                                    bots=("restless", "hoarder", "greedy", "restless"))
        for state, _move, _events in [*steps][number % every::every]:
            if state.phase != OVER:
                yield Position(ALEXANDROS, table, encoded, state,
                               hidden_cards_shuffled(state, state.seat, rng), state.seat)
    stuck = position(draw_board(".h.."), routes=["A2.NW: SE"], supply="", face_up="")
    table = Setup(stuck.board.text, stuck.players)
    yield Position(ALEXANDROS, table, encoding(ALEXANDROS, table), stuck, stuck, stuck.seat)


def _campaign(games: int, every: int) -> Iterator[Position]:
    """Yields positions of games with all options, for any seat, but mostly for one that moves."""
    rng = Random(1)
    for game in campaign_games.GAMES[:games]:
        encoded = encoding(CAMPAIGN, game.setup)
        for step in [*game.steps()][game.number % every::every]:
            if step.move is None:
                continue
            seat = rng.choice((step.seat, rng.randrange(step.state.players)))
            state = _rich(step.state, seat) if rng.random() < RICH else step.state
            yield Position(CAMPAIGN, game.setup, encoded, state, twin(state, seat, rng), seat)


def _rich(state: Any, seat: int) -> Any:
    """Returns the state with all that allows moves that one seldom has, in the hand of a seat."""
    return change(
        state, played=False,
        cards=with_item(state.cards, seat, th.add(state.cards[seat], (1, 1, 1, 1, 1, 0))),
        hands=with_item(state.hands, seat, th.add(state.hands[seat], (3, 3, 3, 3, 3, 0, 0))))


def check_paths(position: Position, rng: Random) -> set[str]:
    """Checks that each legal move has one path, and that nothing else has any.

    Returns the groups of the actions.
    """
    rules, _setup, encoded, _state, _twin, seat = position
    view = position.view
    legal, actions = rules.legal_moves(view, seat=seat), set[int]()
    choices = encoded.choices(view, seat=seat)
    for part in parts_of(legal):
        for move in part if len(part) <= SAMPLE else [
                part[rng.randrange(len(part))] for _ in range(SAMPLE)]:
            path = encoded.path(move, view, seat=seat)
            assert len(path) <= encoded.longest
            assert walk(choices, path) == move
            actions.update(path)
    if len(legal) <= WALKED:
        found = dict(moves_at(choices))
        assert found == {encoded.path(move, view, seat=seat): move for move in legal}
        assert len(found) == len(legal)
    elif choices:
        check_walk(position, choices, rng)
    return {name for name, group in encoded.groups.items() if actions & {*group}}


def check_walk(position: Position, choices: Any, rng: Random) -> None:
    """Checks that a random walk leads to a legal move, whose path it is."""
    path: tuple[int, ...] = ()
    found = choices
    while isinstance(found, dict):
        action = rng.choice([*found])
        path, found = (*path, action), found[action]()
    assert position.encoding.path(found, position.view, seat=position.seat) == path
    text = position.rules.format(found, position.view)
    assert position.rules.parse(text, position.view, seat=position.seat) == found
    position.rules.decide(position.view, found, position.rules.unknown_chance(),
                          seat=position.seat)


def check_secrets(position: Position) -> None:
    """Checks that numbers and first actions say nothing about what the seat may not see."""
    rules, _setup, encoded, state, other, seat = position
    views = [rules.view(each, seat) for each in (state, other)]
    numbers, numbers_of_other = [encoded.features(view, seat=seat) for view in views]
    assert numbers == numbers_of_other
    first, second = [encoded.choices(view, seat=seat) for view in views]
    assert [*first] == [*second]
    for some in numbers.values():
        assert all(0 <= number <= 1 for number in some)
