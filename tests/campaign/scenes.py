"""Positions in which there is something to say: an auction, and a turn with everything in it.

Red (Alice) is to move, then yellow (Bob), blue (Carol) and green (Dave).
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from engine.campaign import things as th
from engine.campaign.legal_moves import awaited_moves
from engine.campaign.moves import Move
from engine.campaign.rules import RULESET
from engine.campaign.state import BUILD, DISCARD, Offer, State, change
from engine.chance import SeededChance
from engine.replay import fold
from engine.ruleset import Setup

NAMES = ("Alice", "Bob", "Carol", "Dave")
ALICE, BOB, CAROL, DAVE = range(4)
HAND: th.Counts = (3, 3, 4, 8, 3, 5, 0)
SEED = bytes(32)


def setup(players: int = 4, **options: Any) -> Setup:
    return Setup(RULESET.boards()["campaign"], players, {"first": ALICE, **options})


@cache
def _started(players: int, open_bidding: bool, bluff: bool) -> State:
    events = RULESET.start(setup(players, open_bidding=open_bidding, bluff=bluff),
                           SeededChance(SEED))
    return fold(RULESET, None, events)  # type: ignore[no-any-return]


def auction(players: int = 4, *, open_bidding: bool = False, bluff: bool = False,
            **changes: Any) -> State:
    """The first auction: for a settlement at Philippi.  Alice has many cards, the others few."""
    state = _started(players, open_bidding, bluff)
    hands = (HAND, *[(2, 2, 2, 2, 2, 2, 0)] * (players - 1))
    return change(state, **{"hands": hands, **changes})


def turn(players: int = 4, **changes: Any) -> State:
    """Alice's turn after the dice, with Alexander beyond Damascus.

    Alice has a settlement at C4.N, Bob one at D5.S, Carol one at D5.N and Dave one at C4.S.
    Everybody has development cards.  Offer 3 is Bob's.
    """
    state = auction(players)
    at = state.world.junction_by_label
    homes = ("C4.N", "D5.S", "D5.N", "C4.S")[:players]
    offer = Offer(3, BOB, th.single(th.WOOL), th.single(th.ORE), 1, 2, standing=True)
    return change(state, **{
        "phase": BUILD, "auction": None, "bank": (5, 5, 5, 5, 5, 10, 0), "arrow": 20,
        "settlements": tuple([1 << at[place] for place in homes]),
        "cards": ((3, 1, 2, 2, 2, 0),) * players, "offers": (offer,),
        "offered": (0, 1, 0, 0)[:players], **changes})


def discarding(**changes: Any) -> State:
    return turn(phase=DISCARD, due=(10, 0, 0, 0), **changes)


def places(state: State, *labels: str) -> int:
    """Returns the mask of these junctions."""
    return sum(1 << state.world.junction_by_label[label] for label in labels)


def paths(state: State, *labels: str) -> int:
    """Returns the mask of these paths."""
    return sum(1 << state.world.path_by_label[label] for label in labels)


def random_games(games: int) -> Iterator[tuple[State, int, Move, tuple[Any, ...]]]:
    """Plays random games of all numbers of players and options.

    Yields each state, who moves, the move, and its events.
    """
    for seed in range(games):
        yield from _random_game(seed)


def _random_game(seed: int) -> Iterator[tuple[State, int, Move, tuple[Any, ...]]]:
    rng = random.Random(seed)
    chance = SeededChance(hashlib.sha256(str(seed).encode()).digest())
    made = setup(2 + seed % 3, open_bidding=seed % 4 == 1, bluff=seed % 3 == 2)
    state: State = fold(RULESET, None, RULESET.start(made, chance))
    while waiting := RULESET.status(state).to_move:
        seat = rng.choice(waiting)
        legal = RULESET.legal_moves(state, seat=seat) if rng.random() < 0.3 else (
            awaited_moves(state, seat))
        part = rng.choice(legal.parts)
        move = part[rng.randrange(len(part))]
        events = RULESET.decide(state, move, chance, seat=seat)
        yield state, seat, move, events
        state = fold(RULESET, state, events)
