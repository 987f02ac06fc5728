"""Games of The Campaign played at random: positions and what happened between them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from engine.campaign import things as th
from engine.campaign.events import Event
from engine.campaign.legal_moves import awaited_moves
from engine.campaign.moves import (
    Accept,
    Bid,
    End,
    MakeOffer,
    Move,
    PreferDiscards,
    PreferRolling,
    Withdraw,
)
from engine.campaign.rules import RULESET, to_move
from engine.campaign.state import BUILD, MOST_OFFERS, MOST_TIMES, OVER, State
from engine.campaign.trading import mask_of
from engine.chance import SeededChance
from engine.replay import fold
from tests.campaign.positions import setup

BESIDES = 0.3  # how often somebody makes a move that the game does not wait for
ENDING = 0.3


GAMES: tuple[dict[str, Any], ...] = (
    {"seed": 1}, {"seed": 2, "players": 3, "open_bidding": True}, {"seed": 3, "players": 2},
    {"seed": 4, "bluff": True}, {"seed": 5, "open_bidding": True, "bluff": True},
    {"seed": 6, "players": 2, "open_bidding": True}, {"seed": 7, "players": 3},
)


@dataclass(frozen=True, slots=True)
class Step:
    """A move of a game: the state before it, who made it, and what it led to."""

    state: State
    seat: int
    move: Move
    events: tuple[Event, ...]
    after: State


@lru_cache(maxsize=8)
def game(seed: int, players: int = 4, *, open_bidding: bool = False, bluff: bool = False,
         most: int = 10_000) -> tuple[Step, ...]:
    """Plays a game of random moves to its end, or of so many moves."""
    rng = Random(seed)
    chance = SeededChance(hashlib.sha256(str(seed).encode()).digest())
    table = setup(players, open_bidding=open_bidding, bluff=bluff)
    state = fold(RULESET, None, RULESET.start(table, chance))
    steps: list[Step] = []
    while state.phase != OVER and len(steps) < most:
        seat, move = choose(state, rng)
        events = RULESET.decide(state, move, chance, seat=seat)
        after = fold(RULESET, state, events)
        steps.append(Step(state, seat, move, events, after))
        state = after
    return tuple(steps)


def choose(state: State, rng: Random) -> tuple[int, Move]:
    """Returns a legal move, now and then one that the game does not wait for, and its seat."""
    if rng.random() < BESIDES:
        seat = rng.randrange(state.players)
        return seat, _beside(state, seat, rng)
    seat = rng.choice(to_move(state))
    parts = awaited_moves(state, seat).parts
    if isinstance(parts[-1][0], End) and rng.random() < ENDING:
        return seat, End()
    if isinstance(parts[0][0], Bid):
        return seat, _low_bid(parts, rng)
    return seat, rng.choice(rng.choice(parts))


def _low_bid(parts: tuple[Sequence[Any], ...], rng: Random) -> Bid:
    """Returns the lowest of some bids, so that not everybody spends everything."""
    some = [rng.choice(rng.choice(parts)) for _ in range(2)]
    return min(some, key=lambda bid: bid.limit)


def _beside(state: State, seat: int, rng: Random) -> Move:
    """Returns a preference, the answer to an offer, or an offer of one thing for another."""
    parts = [part for part in RULESET.legal_moves(state, seat=seat).parts
             if isinstance(part[0], Accept | Withdraw | PreferDiscards | PreferRolling)]
    mine = [kind for kind in th.KINDS if state.hands[seat][kind]]
    own = [offer for offer in state.offers if offer.seat == seat]
    if isinstance(parts[0][0], Accept):
        return rng.choice(parts[0])
    if not mine or len(own) >= MOST_OFFERS or rng.random() < ENDING:
        return rng.choice(rng.choice(parts))
    return _small_offer(state, seat, rng.choice(mine), rng)


def _small_offer(state: State, seat: int, give: int, rng: Random) -> MakeOffer:
    others = [other for other in range(state.players) if other != seat]
    get = rng.choice([kind for kind in th.KINDS if kind != give])
    times = rng.randint(1, min(MOST_TIMES, state.hands[seat][give]))
    to = mask_of(rng.sample(others, rng.randint(1, len(others))))
    now = state.phase == BUILD and seat == state.seat and rng.random() < 0.5
    return MakeOffer(th.single(give), th.single(get), to, 1 if now else times, standing=not now)


@lru_cache(maxsize=1)
def steps() -> tuple[Step, ...]:
    """Returns all moves of these games, with all options and numbers of players."""
    return tuple(step for each in GAMES for step in game(**each))


def positions(every: int = 1) -> Iterator[State]:
    """Returns positions of all games that are still going on."""
    yield from (step.state for step in steps()[::every])


def viewers(state: State) -> list[int | None]:
    """Returns all seats, and None for a spectator."""
    return [*range(state.players), None]


def sample(part: Sequence[Any], number: int, rng: Random) -> list[Any]:
    """Returns all moves of a short list, or some of a long one."""
    if len(part) <= number:
        return list(part)
    return [part[rng.randrange(len(part))] for _ in range(number)]
