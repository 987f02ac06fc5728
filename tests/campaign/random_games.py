"""Random games of The Campaign, and moves that may not be legal, for tests of every position."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from alexandros_rules.campaign import moves, trading, yields
from alexandros_rules.campaign.bots.first_counselor import FirstCounselor
from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.legal_moves import awaited_moves, legal_moves
from alexandros_rules.campaign.moves import Move
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, MOST_OFFERS, State
from alexandros_rules.campaign.things import (
    COMMODITIES,
    KINDS,
    MONOPOLY,
    PLENTY,
    ROADS,
    SOLDIERS,
    Counts,
    counts,
    single,
)
from alexandros_rules.campaign.world import bits
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup

# How likely a seat is to make moves of a kind, where it has several; others have 1.
EAGERNESS = {
    moves.BuildRoad: 6, moves.BuildSettlement: 60, moves.BuildCity: 60, moves.BuyDevelopment: 4,
    moves.PlaySoldier: 3, moves.PlayRoads: 3, moves.PlayPlenty: 3, moves.PlayMonopoly: 3,
}

BOT = FirstCounselor()  # it never changes, so these games do not either


def map_with(*, violet: int) -> str:
    """Returns the map of the game where only sevens move Alexander after so many stops (AL2).

    The fewer stops, the longer the game, and the more is built.
    """
    lines = [line for line in RULESET.boards()["campaign"].splitlines() if line != "violet"]
    stops = [i for i, line in enumerate(lines) if line[:3] in ("T  ", "?  ", ".  ")]
    lines.insert(stops[violet - 1] + 1, "violet")
    return "\n".join([*lines, ""])


class Step(NamedTuple):
    """A move, by whom it is made, what it leads to, and the positions before and after it.

    Of the last position, ``move`` is None.
    """

    state: State
    seat: int
    move: Move | None
    events: tuple[Event, ...]
    after: State


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
        state = self.first_state()
        while not RULESET.status(state).over:
            seat, move = random_move(state, rng, habits)
            events = RULESET.decide(state, move, self.chance, seat=seat)
            after = fold(RULESET, state, events)
            yield Step(state, seat, move, events, after)
            state = after
        yield Step(state, state.seat, None, (), state)


# With all options and numbers of players; in the last two, many cards are discarded.
GAMES = tuple(map(Game, (0, 1, 3, 4, 5, 12, 23)))


@lru_cache(maxsize=1)
def steps() -> tuple[Step, ...]:
    """Returns all moves of ``GAMES``."""
    return tuple([step for game in GAMES for step in game.steps() if step.move is not None])


def positions(every: int = 1) -> Iterator[State]:
    """Returns positions of ``GAMES`` before they have ended."""
    yield from (step.state for step in steps()[::every])


def viewers(state: State) -> list[int | None]:
    """Returns all seats, and None for a spectator."""
    return [*range(state.players), None]


def sample(part: Sequence[Any], number: int, rng: Random) -> list[Any]:
    """Returns all moves of a short list, or some of a long one."""
    if len(part) <= number:
        return list(part)
    return [part[rng.randrange(len(part))] for _ in range(number)]


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


def random_guess(state: State, rng: Random) -> tuple[int, Move]:
    """Returns any seat and any move that can be written down, legal or not."""
    seats = RULESET.status(state).to_move
    if rng.random() < 0.7 and seats:
        seat, guesses = rng.choice(seats), _FITTING.get(state.phase, _GUESSES)
    else:
        seat, guesses = rng.randrange(state.players), _GUESSES
    move = rng.choice(guesses)(state, rng, seat)
    return seat, moves.Otherwise(move) if rng.random() < 0.05 else move


def _some(rng: Random, *, most: int, kinds: range = KINDS) -> Counts:
    return counts(rng.choices(kinds, k=rng.randint(1, most)))


def _roll(state: State, rng: Random, seat: int) -> Move:
    return rng.choice([moves.Roll(), moves.End(), moves.BuyDevelopment()])


def _discard(state: State, rng: Random, seat: int) -> Move:
    due = rng.choice(state.due)
    hand = [kind for kind in COMMODITIES for _ in range(rng.choice(state.hands)[kind])]
    if due and len(hand) >= due and rng.random() < 0.8:
        return moves.Discard(counts(rng.sample(hand, due)))
    return moves.Discard(_some(rng, most=8))


def _robber(state: State, rng: Random, seat: int) -> Move:
    tile, victim = _target(state, rng)
    return rng.choice([moves.MoveRobber, moves.PlaySoldier])(tile, victim)


def _card(state: State, rng: Random, seat: int) -> Move:
    """Plays a development card, mostly one that the seat holds, in a way that may be legal."""
    held = [kind for kind in range(5) if state.cards[seat][kind]]
    kind = rng.choice(held) if held and rng.random() < 0.8 else rng.randrange(5)
    if kind == ROADS:
        return moves.PlayRoads(tuple(_near_path(state, rng) for _ in range(2)))
    if kind == PLENTY:
        return moves.PlayPlenty(counts(rng.choices(KINDS, k=2)))
    if kind == MONOPOLY:
        return moves.PlayMonopoly(rng.choice(KINDS))
    tile = rng.choice(yields.robber_sites(state))
    return moves.PlaySoldier(tile, rng.choice(yields.victims(state, tile, seat=seat) or (None,)))


def _target(state: State, rng: Random) -> tuple[int, int | None]:
    return rng.randrange(len(state.world.hexes)), rng.choice([None, *range(state.players)])


def _bid(state: State, rng: Random, seat: int) -> Move:
    if rng.random() < 0.1:
        return moves.Bid(0, ())
    kinds = rng.sample((*KINDS, SOLDIERS), rng.randint(0, 3))
    payment = tuple([(kind, rng.randint(1, 3)) for kind in kinds])
    total = sum(number * (3 if kind == SOLDIERS else 1) for kind, number in payment)
    limit = rng.randint(1, 105) if rng.random() < 0.2 else max(1, total - rng.choice((0, 0, 1, 2)))
    return moves.Bid(limit, payment)


def _road(state: State, rng: Random, seat: int) -> Move:
    return moves.BuildRoad(_near_path(state, rng))


def _near_path(state: State, rng: Random) -> int:
    """Returns a path, mostly one near what is built."""
    built = [path for mask in state.roads for path in bits(mask)]
    if built and rng.random() < 0.8:
        near = bits(state.world.adjacent_paths[rng.choice(built)])
        return rng.choice(near)
    return rng.randrange(len(state.world.paths))


def _free_roads(state: State, rng: Random, seat: int) -> Move:
    return moves.PlayRoads(tuple(_near_path(state, rng) for _ in range(rng.randint(0, 3))))


def _building(state: State, rng: Random, seat: int) -> Move:
    kind = rng.choice([moves.BuildSettlement, moves.BuildCity])
    built = bits(state.occupied)
    if built and rng.random() < 0.3:
        return kind(rng.choice(built))
    return kind(rng.choice(state.world.path_ends[_near_path(state, rng)]))


def _plenty(state: State, rng: Random, seat: int) -> Move:
    return moves.PlayPlenty(_some(rng, most=3))


def _monopoly(state: State, rng: Random, seat: int) -> Move:
    return moves.PlayMonopoly(rng.choice(KINDS))


def _bank(state: State, rng: Random, seat: int) -> Move:
    return moves.BankTrade(rng.choice(KINDS), rng.choice(KINDS), rng.randint(1, 3))


def _offer(state: State, rng: Random, seat: int) -> Move:
    others = ((1 << state.players) - 1) & ~(1 << seat)
    to = rng.randrange(1, 1 << state.players)
    if not to & others or to.bit_count() >= state.players - 1:
        to = others  # an offer that names nobody is for all others
    return moves.MakeOffer(_some(rng, most=3), _some(rng, most=3), to, rng.randint(1, 3),
                           standing=rng.random() < 0.5)


def _answer(state: State, rng: Random, seat: int) -> Move:
    numbers = [offer.number for offer in state.offers]
    return rng.choice([moves.Accept, moves.Withdraw])(rng.choice([*numbers, rng.randint(1, 20)]))


def _preference(state: State, rng: Random, seat: int) -> Move:
    return moves.PreferDiscards(tuple(rng.choices(KINDS, k=rng.randint(0, 3))))


_GUESSES = (_roll, _discard, _robber, _bid, _road, _free_roads, _building, _plenty, _monopoly,
            _bank, _offer, _answer, _preference)
_FITTING = {  # what may be legal in a phase
    "discard": (_discard,), "robber": (_robber,), "auction": (_bid,),
    "roll": (_roll, _robber, _card, _card, _card),
    "build": (_roll, _robber, _road, _free_roads, _building, _building, _card, _card, _card, _bank,
              _offer, _answer),
}
