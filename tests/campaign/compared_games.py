"""Random games of The Campaign, for tests that look at every position."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engine.campaign import moves, trading
from engine.campaign.bots.counselor import CounselorBot
from engine.campaign.events import Event
from engine.campaign.legal_moves import awaited_moves, legal_moves
from engine.campaign.moves import Move
from engine.campaign.rules import RULESET
from engine.campaign.state import BUILD, MOST_OFFERS, State
from engine.campaign.things import COMMODITIES, KINDS, single
from engine.chance import Chance, SeededChance
from engine.replay import fold
from engine.ruleset import Setup

# How likely a seat is to make moves of a kind, where it has several; others have 1.
EAGERNESS = {
    moves.BuildRoad: 6, moves.BuildSettlement: 60, moves.BuildCity: 60, moves.BuyDevelopment: 4,
    moves.PlaySoldier: 3, moves.PlayRoads: 3, moves.PlayPlenty: 3, moves.PlayMonopoly: 3,
}

BOT = CounselorBot()


def map_with(*, violet: int) -> str:
    """Returns the map of the game where only sevens move Alexander after so many stops (AL2).

    The fewer stops, the longer the game, and the more is built.
    """
    lines = [line for line in RULESET.boards()["campaign"].splitlines() if line != "violet"]
    stops = [i for i, line in enumerate(lines) if line[:3] in ("T  ", "?  ", ".  ")]
    lines.insert(stops[violet - 1] + 1, "violet")
    return "\n".join([*lines, ""])


class Step(NamedTuple):
    """A move, by whom it is made, and the position before it; None for the last position."""

    state: State
    seat: int
    move: Move | None
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Habits:
    """How the players of a game play: what they bid at most, and if they build what they can.

    With a plan, a bot chooses most of their moves, so that more is built.
    """

    highest_bid: int
    build: bool
    plan: bool = False


@dataclass(frozen=True)
class Game:
    """A random game.  Everything about it follows from one number."""

    number: int

    @property
    def setup(self) -> Setup:
        rng = Random(self.number)
        players = 2 + self.number % 3
        first = {"first": rng.randrange(players)} if rng.random() < 0.3 else {}
        violet = rng.choice((43, 43, 30, 15))
        return Setup(map_with(violet=violet), players, {
            "open_bidding": rng.random() < 0.4, "bluff": rng.random() < 0.3, **first})

    @property
    def chance(self) -> SeededChance:
        return SeededChance(hashlib.sha256(f"campaign {self.number}".encode()).digest())

    def first_state(self) -> State:
        return fold(RULESET, None, RULESET.start(self.setup, self.chance))

    def steps(self) -> Iterator[Step]:
        rng = Random(self.number)
        habits = Habits(highest_bid=rng.choice((2, 6, 12, 99)), build=rng.random() < 0.5,
                        plan=self.number % 4 == 1)
        return play(self.setup, self.chance, rng, habits)


def play(setup: Setup, chance: Chance, rng: Random, habits: Habits) -> Iterator[Step]:
    """Plays a game; the events of a step lead to the state of the next."""
    state = fold(RULESET, None, RULESET.start(setup, chance))
    while not RULESET.status(state).over:
        seat, move = random_move(state, rng, habits)
        events = RULESET.decide(state, move, chance, seat=seat)
        yield Step(state, seat, move, events)
        state = fold(RULESET, state, events)
    yield Step(state, state.seat, None, ())


def random_move(state: State, rng: Random, habits: Habits) -> tuple[int, Move]:
    """Chooses any kind of legal move, then any move of it; now and then one of another seat."""
    if rng.random() < 0.1:
        seat = rng.randrange(state.players)
        parts = [part for part in legal_moves(state, seat).parts if part]
        return seat, _any_of(rng.choice(parts), rng)
    if state.phase == BUILD and rng.random() < 0.3:
        return _trade(state, rng)
    seat = rng.choice(RULESET.status(state).to_move)
    if habits.plan and rng.random() < 0.9:
        return seat, BOT.choose(RULESET.view(state, seat), seat=seat, salt=rng.randbytes(4))
    parts = [part for part in awaited_moves(state, seat).parts if part]
    weights = [EAGERNESS.get(type(part[0]), 1) for part in parts]
    if habits.build and state.phase == BUILD and len(parts) > 1 and rng.random() < 0.9:
        del parts[-1], weights[-1]  # the end of the turn
    for _ in range(20):
        move = _any_of(rng.choices(parts, weights)[0], rng)
        if habits.build and isinstance(move, moves.BankTrade):
            move = _useful_exchange(state)
        if not isinstance(move, moves.Bid) or move.limit <= habits.highest_bid:
            break
    return seat, move


def _useful_exchange(state: State) -> Move:
    """Exchanges what the seat has most of for what it has least of, as long as that is useful."""
    hand = state.hand
    give = max(KINDS, key=lambda kind: hand[kind])
    get = min(COMMODITIES, key=lambda kind: (not state.bank[kind], hand[kind]))
    if hand[give] - 4 < hand[get] or not state.bank[get]:
        return moves.End()
    return moves.BankTrade(give, get, 1)


def _any_of(part: Any, rng: Random) -> Move:
    move: Move = part[rng.randrange(len(part))]
    return move


def _trade(state: State, rng: Random) -> tuple[int, Move]:
    """Accepts an offer, or makes a small one, or says what follows an offer that is not taken."""
    possible = [(seat, moves.Accept(offer.number)) for seat in range(state.players)
                for offer in trading.acceptable(state, seat)]
    if possible and rng.random() < 0.5:
        return rng.choice(possible)
    fitting = trading.acceptable(state, state.seat)
    if fitting and _has_room(state, state.seat) and rng.random() < 0.3:
        offer = rng.choice(fitting)  # asks for what is offered already
        return state.seat, moves.MakeOffer(offer.get, offer.give, 1 << offer.seat, 1,
                                           standing=False)
    if state.last_offer and rng.random() < 0.5:
        parts = [part for part in awaited_moves(state, state.seat).parts if part]
        return state.seat, moves.Otherwise(_any_of(rng.choice(parts), rng))
    seat = state.seat if rng.random() < 0.6 else rng.randrange(state.players)
    if any(state.hands[seat]) and _has_room(state, seat):
        return seat, _small_offer(state, rng, seat=seat)
    return state.seat, moves.PreferRolling(at_once=True)


def _has_room(state: State, seat: int) -> bool:
    """Checks if the seat may make one more offer."""
    return sum(offer.seat == seat for offer in state.offers) < MOST_OFFERS


def _small_offer(state: State, rng: Random, *, seat: int) -> Move:
    give = rng.choice([kind for kind in KINDS if state.hands[seat][kind]])
    get = rng.choice([kind for kind in KINDS if kind != give])
    others = [mask for mask in range(1, 1 << state.players) if not mask >> seat & 1]
    held = state.hands[seat][give]
    standing = seat != state.seat or rng.random() < 0.3
    times = rng.randint(1, min(held, 3)) if standing else 1
    return moves.MakeOffer(single(give, rng.randint(1, min(held // times, 2))),
                           single(get, rng.choice((1, 1, 2))),
                           others[-1] if rng.random() < 0.7 else rng.choice(others),
                           times, standing)
