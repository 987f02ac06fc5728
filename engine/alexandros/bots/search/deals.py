"""Guesses of hidden cards: deals that agree with everything that a seat has seen."""

from __future__ import annotations

import hashlib

from engine.alexandros import cards
from engine.alexandros.bots.search.ground import NONE, ground_of
from engine.alexandros.bots.search.position import CARDS, LEFT, ROW, SCORE, Position, find_provinces
from engine.alexandros.cards import Counts
from engine.alexandros.event_builder import last_seat
from engine.alexandros.lattice import bits
from engine.alexandros.state import State
from engine.chance import SeededChance

Hands = tuple[Counts, ...]


def guess(view: State, seat: int, *, salt: bytes) -> tuple[Hands, tuple[int, ...]]:
    """Return hands and a supply that may be the true ones, as far as this seat knows.

    ``view`` is the seat's.  Each deal that agrees with the view is equally probable.
    """
    known = [
        hand if i == seat else view.known[i] for i, hand in enumerate(view.hands)
    ]
    hidden = (*(cards.CARDS_PER_SYMBOL for _ in cards.KINDS), 0)
    for seen in (*known, cards.counts(view.face_up), view.discard):
        hidden = cards.subtract(hidden, seen)
    pool = SeededChance(hashlib.sha256(salt).digest()).shuffle(
        cards.expand(hidden[:cards.UNKNOWN]), "shuffle")
    hands = list[Counts]()
    for some, hand in zip(known, view.hands, strict=True):
        drawn = cards.total(hand) - cards.total(some)
        hands.append(cards.add(some, cards.counts(pool[:drawn])))
        pool = pool[drawn:]
    return tuple(hands), pool


def position_of(view: State, hands: Hands) -> Position:
    """Return the position of a view in which the players have these hands."""
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
    position.half = int(view.options.half_of_occupying)
    if view.options.finish_round:
        position.closer = last_seat(view)
    find_provinces(position)
    return position


def _put_walls(position: Position, view: State) -> None:
    ground = position.ground
    for side in range(ground.sides):
        if ground.rim[side]:
            _touch(position, side)
    for mask in bits(view.walls):
        side = ground.side_number[mask]
        position.wall[side] = 1
        _touch(position, side)
        for flank in ground.flanks[2 * side:2 * side + 2]:
            if flank != NONE:
                position.walled[flank] += 1
    position.black, position.red = view.black_left, view.red_left
    position.reddened = int(view.red != 0)


def _touch(position: Position, side: int) -> None:
    for point in position.ground.ends[2 * side:2 * side + 2]:
        position.touched[point] = 1


def _fill_purse(position: Position, view: State, hands: Hands) -> None:
    purse = position.purse
    for seat, hand in enumerate(hands):
        for card in range(CARDS):
            purse[seat * CARDS + card] = hand[card]
        purse[SCORE + seat] = view.scores[seat]
        purse[LEFT + seat] = view.guards_left(seat)
    purse[ROW], purse[ROW + 1] = (*view.face_up, NONE, NONE)[:2]
    position.stock = len(view.supply) + cards.total(view.discard)
