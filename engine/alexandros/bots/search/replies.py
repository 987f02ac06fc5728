"""Replies of the other players to a turn, in a guess of their hands."""

from __future__ import annotations

from typing import Any

from engine.alexandros.bots.search.evaluation import rate, rate_end
from engine.alexandros.bots.search.ground import NONE
from engine.alexandros.bots.search.position import CARDS, ROW, UNKNOWN, Position, copy_all
from engine.alexandros.bots.search.turns import Search, best_turn, find_turns, is_over, play_turn


def reveal(position: Position, supply: Any, drawn: int) -> int:
    """Replace unknown cards by those of a guessed supply, and return how many are drawn then."""
    size, purse = len(supply), position.purse
    for seat in range(position.players):
        unknown = seat * CARDS + UNKNOWN
        while purse[unknown] and drawn < size:
            purse[unknown] -= 1
            purse[seat * CARDS + supply[drawn]] += 1
            drawn += 1
    for i in range(ROW, ROW + 2):
        if (purse[i] == NONE or purse[i] == UNKNOWN) and drawn < size:
            position.stock -= purse[i] == NONE
            purse[i] = supply[drawn]
            drawn += 1
    return drawn


def follow(search: Search, turn: int, replies: Search, scratch: Position, position: Position,
           supply: Any, beam: int, width: int, deep: int) -> float:
    """Return the chance of winning after a turn and the replies to it, in one guess.

    ``position`` has the guessed hands, and ``supply`` is the guessed supply.  Everybody replies
    with the turn that ``replies`` finds best.  If ``deep``, the chance is that of the best next
    turn of the same player.
    """
    seat = position.seat
    copy_all(scratch, position)
    play_turn(search, turn, scratch)
    drawn = reveal(scratch, supply, 0)
    for _ in range(position.players - 1):
        if is_over(scratch):
            break
        scratch.seat = (scratch.seat + 1) % position.players
        scratch.given = 2  # only the first turn may have fewer (S5)
        find_turns(replies, scratch, beam, width)
        play_turn(replies, best_turn(replies), scratch)
        drawn = reveal(scratch, supply, drawn)
    if is_over(scratch):
        rate_end(replies.evaluation, scratch)
        return float(replies.evaluation.chance[seat])
    if deep:
        scratch.seat = seat
        find_turns(replies, scratch, beam, width)
        return float(replies.worth[best_turn(replies)])
    rate(replies.evaluation, scratch, seat)
    return float(replies.evaluation.chance[seat])
