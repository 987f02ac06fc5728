"""Guesses of hidden cards: deals that agree with everything that a seat has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.bots.search.ground import NONE, ground_of
from alexandros_rules.alexandros.bots.search.position import (
    CARDS,
    DISCARD,
    LEFT,
    ROW,
    SCORE,
    UNKNOWN,
    Position,
    find_provinces,
)
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.event_builder import last_seat, quiet_turns
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.memory import pools
from alexandros_rules.alexandros.pools import Pools
from alexandros_rules.alexandros.state import TAKE, State, change
from alexandros_rules.chance import SeededChance

Hands = tuple[Counts, ...]
Guess = tuple[Hands, tuple[int, ...]]
Mine = tuple[Counts, ...]  # for each pool, the cards of it that are in a seat's own hand


def guess(view: State, seat: int, *, salt: bytes) -> Guess:
    """Return hands and a supply that may be the true ones, as far as this seat knows.

    ``view`` is the seat's.  Each deal that agrees with the view and the shuffles is equally
    probable.  Cards that are unknown on the view although the seat will have them, such as one
    turned up in the middle of a plan, come first in the supply.
    """
    chance = SeededChance(hashlib.sha256(salt).digest())
    found, mine = _split(view, seat, salt)
    hands = [hand if i == seat else view.known[i] for i, hand in enumerate(view.hands)]
    supply: tuple[int, ...] = ()
    for number, (pool, own) in enumerate(zip(found, mine, strict=True)):
        label = f"shuffle-{number}" if pool is not found[-1] else "shuffle"
        rest = chance.shuffle(cards.expand(cards.subtract(pool.cards, own)), label)
        for other, held in enumerate(pool.held):
            if other != seat:
                hands[other] = cards.add(hands[other], cards.counts(rest[:held]))
                rest = rest[held:]
        supply = (*supply, *rest)  # of an older pool, cards that are unknown on the view
    return tuple(hands), supply


def next_cards(view: State, seat: int) -> dict[int, Fraction]:
    """Return the chance of each card to be the next one of the supply, as far as this seat knows.

    ``view`` is the seat's, and there is a supply.
    """
    found, ways = _ways(view, seat)
    chances = dict.fromkeys(cards.KINDS, Fraction(0))
    for weight, mine in ways:
        left = cards.subtract(found[-1].cards, mine[-1])
        for card in cards.KINDS:
            chances[card] += Fraction(weight * left[card], cards.total(left))
    every = sum(weight for weight, _ in ways)
    return {card: share / every for card, share in chances.items() if share}


def _split(view: State, seat: int, salt: bytes) -> tuple[Pools, Mine]:
    """Return the pools and, at random, the cards of each that are in the seat's own hand."""
    found, ways = _ways(view, seat)
    if len(ways) == 1:
        return found, ways[0][1]
    every = sum(weight for weight, _ in ways)
    luck = int.from_bytes(hashlib.sha256(b"own" + salt).digest()) % every
    for weight, mine in ways:
        if luck < weight:
            return found, mine
        luck -= weight
    raise AssertionError("the weights do not add up")


def _ways(view: State, seat: int) -> tuple[Pools, list[tuple[int, Mine]]]:
    """Return the pools and the ways in which the seat's hidden cards can come from them.

    Each way has the number of deals with it as its weight.  If no way is possible, because the
    pools rest on a wrong assumption, all pools count as one.
    """
    own = cards.subtract(view.hands[seat], view.known[seat])
    own = (*own[:cards.UNKNOWN], 0)
    found = pools(view)
    ways = list(_splits(found, seat, own))
    if not ways:
        found = pools(change(view, older=()))
        ways = list(_splits(found, seat, own))
    return found, ways


def _splits(some: Pools, seat: int, own: Counts) -> Iterator[tuple[int, Mine]]:
    """Yield the splits of these cards over the pools, with their numbers of deals."""
    pool = some[0]
    if len(some) == 1:
        if cards.covers(pool.cards, own):
            yield _deals(pool.cards, own), (own,)
        return
    for part in cards.choices(own, pool.held[seat]):
        if cards.covers(pool.cards, part):
            for ways, rest in _splits(some[1:], seat, cards.subtract(own, part)):
                yield _deals(pool.cards, part) * ways, (part, *rest)


def _deals(some: Counts, part: Counts) -> int:
    """Return the number of ways to take a part out of some cards, each of which is its own."""
    return prod(comb(n, k) for n, k in zip(some, part, strict=True))


def position_of(view: State, guessed: Guess) -> Position:
    """Return the position of a view in which the players have the guessed hands and supply.

    Cards that are unknown on the view in the middle of a turn stay unknown until its end.
    """
    hands, supply = guessed
    position = Position(ground_of(view.board), view.players)
    _put_walls(position, view)
    _fill_purse(position, view, hands)
    for seat, guards in enumerate(view.guards):
        for space in bits(guards):
            position.guard[position.ground.number[space]] = seat + 1
    position.alexander = view.alexander
    position.seat, position.actions = view.seat, view.actions
    position.levied = int(view.levied)
    position.given = view.actions_of_turn
    position.stayed, position.quiet = view.stayed, quiet_turns(view)
    position.half = int(view.options.half_of_occupying)
    if view.options.finish_round:
        position.closer = last_seat(view)
    for i, card in enumerate(supply):
        position.pile[i] = card
    position.end = len(supply)
    position.drawn = len(supply) - len(view.supply)
    position.luck = sum(card << i for i, card in enumerate(supply[:28]))
    if view.phase == TAKE:
        _show_unknown(position)
    find_provinces(position)
    return position


def _show_unknown(position: Position) -> None:
    """Replace unknown cards in the row and in hands by the first cards of the guessed supply."""
    purse, pile = position.purse, position.pile
    for i in (ROW, ROW + 1):
        if purse[i] == UNKNOWN:
            purse[i] = pile[position.seen]
            position.seen += 1
    for start in range(0, position.players * CARDS, CARDS):
        while purse[start + UNKNOWN]:
            purse[start + UNKNOWN] -= 1
            purse[start + pile[position.seen]] += 1
            position.seen += 1


def _put_walls(position: Position, view: State) -> None:
    ground = position.ground
    for side in range(ground.sides):
        if ground.rim[side]:
            _touch(position, side)
    for mask in bits(view.walls):
        side = ground.side_number[mask]
        position.terrain.wall[side] = 1
        _touch(position, side)
        for flank in ground.flanks[2 * side:2 * side + 2]:
            if flank != NONE:
                position.terrain.walled[flank] += 1
    position.black, position.red = view.black_left, view.red_left
    position.reddened = int(view.red != 0)


def _touch(position: Position, side: int) -> None:
    for point in position.ground.ends[2 * side:2 * side + 2]:
        position.terrain.touched[point] = 1


def _fill_purse(position: Position, view: State, hands: Hands) -> None:
    purse = position.purse
    for seat, hand in enumerate(hands):
        for card in range(CARDS):
            purse[seat * CARDS + card] = hand[card]
        purse[SCORE + seat] = view.scores[seat]
        purse[LEFT + seat] = view.guards_left(seat)
    purse[ROW], purse[ROW + 1] = (*view.face_up, NONE, NONE)[:2]
    for card in cards.KINDS:
        purse[DISCARD + card] = view.discard[card]
