"""Random moves, most of which are not legal, to see that both implementations agree about them."""

from __future__ import annotations

from random import Random

from engine.campaign import moves, yields
from engine.campaign.moves import Move
from engine.campaign.rules import RULESET
from engine.campaign.state import State
from engine.campaign.things import (
    COMMODITIES,
    KINDS,
    MONOPOLY,
    PLENTY,
    ROADS,
    SOLDIERS,
    Counts,
    counts,
)
from engine.campaign.world import bits


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
