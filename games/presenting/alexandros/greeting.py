"""The game that greets visitors: a position from its middle, and its next turn played by post."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.ruleset import Setup
from engine.simulation import play_out
from games.presenting.turn import Letters

TURN = 20  # the one that is shown: a march, a province and a levy, all in one answer
NAMES = ("Alice", "Bob", "Carol")
SEED = bytes([7]) * 32

Step = tuple[State, Any, tuple[Any, ...]]


@lru_cache(maxsize=1)
def shown_view() -> State:
    """The position a spectator sees at the beginning of the turn, always the same."""
    return _view(turns()[1][0][0])


@lru_cache(maxsize=1)
def letters() -> Letters:
    """What is written about that turn: the mail before it, the orders in answer, the receipt."""
    before, turn = turns()
    return Letters(
        turn=TURN, seat=turn[0][0].seat, name=NAMES[turn[0][0].seat], news=_told(before),
        orders=tuple(RULESET.format(move, state) for state, move, _ in turn),
        receipt=_told(turn),
    )


@lru_cache(maxsize=1)
def turns() -> tuple[list[Step], list[Step]]:
    """The moves of the turn before and of the turn that is shown, of a game between bots."""
    bot = next(iter(RULESET.bots.values()))
    setup = Setup(next(iter(RULESET.boards().values())), len(NAMES))
    game = play_out(RULESET, setup, seed=SEED, bots=[bot] * len(NAMES))
    steps = list(takewhile(lambda step: step[0].turn <= TURN, game))
    return ([step for step in steps if step[0].turn == TURN - 1],
            [step for step in steps if step[0].turn == TURN])


def _told(steps: Sequence[Step]) -> tuple[str, ...]:
    """What a spectator reads of these moves, a sentence each."""
    told: list[str] = []
    for before, _, events in steps:
        state, happened = before, []
        for event in events:
            happened.append((RULESET.view_event(event, None, over=False), _view(state)))
            state = RULESET.evolve(state, event)
        told += RULESET.tell(happened, NAMES)
    return tuple(told)


def _view(state: State) -> State:
    view: State = RULESET.view(state, None)
    return view
