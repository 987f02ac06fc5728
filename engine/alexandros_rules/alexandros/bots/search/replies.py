"""Replies of the other players to a turn, in a guess of all hidden cards."""

from __future__ import annotations

from alexandros_rules.alexandros.bots.search.evaluation import rate, rate_end
from alexandros_rules.alexandros.bots.search.position import Position, copy_all
from alexandros_rules.alexandros.bots.search.turns import Search, best_turn, find_turns, play_turn


def follow(search: Search, turn: int, replies: Search, scratch: Position, position: Position,
           beam: int, width: int) -> float:
    """Return the chance of winning after a turn and the replies to it, in one guess.

    ``position`` has the guessed cards.  For the rest see ``reply``.
    """
    seat = position.seat
    copy_all(scratch, position)
    play_turn(search, turn, scratch)
    return reply(replies, scratch, seat, beam, width)


def reply(replies: Search, position: Position, seat: int, beam: int, width: int) -> float:
    """Return a seat's chance of winning after everybody has played until it is its turn again.

    Everybody plays the turn that ``replies`` finds best.  The position changes; the game may be
    over.
    """
    while not position.over and position.seat != seat:
        find_turns(replies, position, beam, width)
        play_turn(replies, best_turn(replies), position)
    if position.over:
        rate_end(replies.evaluation, position)
        return float(replies.evaluation.chance[seat])
    rate(replies.evaluation, position, seat)
    return float(replies.evaluation.chance[seat])
