"""The search for the best turns of a position with a beam: first marches, then actions.

All marches are rated.  For the most promising marches, all actions are tried; for the best of
these, all second actions.  The worth of a turn is its player's chance of winning afterwards, plus
the player's taste for the turn.
"""

from __future__ import annotations

from typing import Any

from engine.alexandros.bots.search.actions import (
    END,
    LEVY,
    MOST_ACTIONS,
    OCCUPY,
    RECALL,
    act,
    list_actions,
)
from engine.alexandros.bots.search.evaluation import Evaluation, rate, rate_end
from engine.alexandros.bots.search.ground import NONE, Ground, decimals, zeros
from engine.alexandros.bots.search.marches import (
    FACE_UP,
    FROM_HAND,
    MOST,
    Marches,
    add_marches,
    clear,
    encloses,
    march_on,
)
from engine.alexandros.bots.search.position import (
    CARDS,
    GOAL,
    ROW,
    SCORE,
    UNKNOWN,
    Position,
    copy_actions,
    copy_all,
)

BUILT = 12  # longer marches count as equally long when equal ratings are looked up
KEPT = 64  # turns that are kept at most
STAY = -1  # in place of a march
UNRATED = -100.0
HOPE = 0.02  # weight of a position's rating beside the better of two certain endings
NOISE = 1e-9  # too small to matter unless two ratings are equal
# Players may like or dislike each wall, and each action of a kind.
WALL, FREE, TAKEOVER, CARD, LEVIED = 0, 1, 2, 3, 4
TASTES = 5


class Search:
    """Working memory for one search at a time.

    ``turns``   the number of turns found; for each, ``worth`` is its value, ``march`` an index into
                ``marches`` or STAY, ``first`` and ``second`` are actions.
    ``alike``   the number of marches that are followed among those that divide nothing and cost as
                many walls.
    ``salt``    a number that decides between marches with equal ratings.
    ``taste``   the worth of walls and actions to this player besides the chance of winning.
    """

    def __init__(self, ground: Ground, players: int, weights: Any):
        self.evaluation = Evaluation(ground, weights)
        self.marches = Marches(ground)
        self.after = Position(ground, players)
        self.one = Position(ground, players)
        self.two = Position(ground, players)
        self.rating = decimals([0.0] * MOST)
        self.equal = decimals([UNRATED] * (2 * CARDS * BUILT))
        self.times = zeros(2 * CARDS * BUILT)
        self.actions = zeros(MOST_ACTIONS)
        self.more = zeros(MOST_ACTIONS)
        self.action_rating = decimals([0.0] * MOST_ACTIONS)
        self.turns = 0
        self.worth = decimals([0.0] * KEPT)
        self.march = zeros(KEPT)
        self.first = zeros(KEPT)
        self.second = zeros(KEPT)
        self.alike = 1
        self.salt = 0
        self.taste = decimals([0.0] * TASTES)


def is_over(position: Position) -> bool:
    """Check if somebody has enough points (E3) or this was the last turn (E1)."""
    if position.actions > 0 and (position.reddened or position.closer != NONE):
        return False
    return ends_with_turn(position) and (position.actions == 0 or has_goal(position))


def has_goal(position: Position) -> bool:
    """Check if somebody has enough points to end the game (E3)."""
    most = 0
    for seat in range(position.players):
        most = max(most, position.purse[SCORE + seat])
    return most >= GOAL


def ends_with_turn(position: Position) -> bool:
    """Check if the game ends at the latest with this turn."""
    if position.closer != NONE and position.seat != position.closer:
        return False
    return position.reddened == 1 or has_goal(position)


def rate_after_turn(search: Search, position: Position, seat: int) -> float:
    """Return a seat's chance of winning if the player to move ends the turn now."""
    if ends_with_turn(position):
        rate_end(search.evaluation, position)
    else:
        rate(search.evaluation, position, (position.seat + 1) % position.players)
    return float(search.evaluation.chance[seat])


def _rate_in_turn(search: Search, position: Position) -> float:
    """Return the chance of winning of the player to move, who still has actions."""
    seat = position.seat
    if is_over(position):
        return rate_after_turn(search, position, seat)
    if ends_with_turn(position):
        return _rate_last_actions(search, position)
    rate(search.evaluation, position, seat)
    return float(search.evaluation.chance[seat])


def _rate_last_actions(search: Search, position: Position) -> float:
    """Rate a position in the last turn by the better of levying and not levying."""
    seat = position.seat
    rate(search.evaluation, position, seat)
    hope = HOPE * search.evaluation.chance[seat]
    best = rate_after_turn(search, position, seat)
    if position.actions > 0:
        for i in range(list_actions(position, search.more)):
            if LEVY <= search.more[i] < RECALL:
                copy_actions(search.two, position)
                act(search.two, search.more[i])
                best = max(best, rate_after_turn(search, search.two, seat))
                break
    return float(best + hope)


def find_turns(search: Search, position: Position, beam: int, width: int) -> None:
    """Find the best turn for each of the ``beam`` best marches.

    For each march, the ``width`` best first actions are followed.  In the position, the card for
    the march has not been chosen yet.
    """
    clear(search.marches)
    _find_marches(search, position)
    search.turns = 0
    if search.marches.count == 0:
        copy_actions(search.after, position)
        begin_actions(search.after)
        add_turns(search, search.after, STAY, width, 1)
        return
    rate_marches(search, position)
    follow_marches(search, position, beam, width, 1)


def _find_marches(search: Search, position: Position) -> None:
    purse = position.purse
    for i in range(2):
        card = purse[ROW + i]
        if card not in (NONE, UNKNOWN) and not (i == 1 and card == purse[ROW]):
            add_marches(search.marches, position, card, FACE_UP)
    for card in range(5):
        if purse[position.seat * CARDS + card]:
            add_marches(search.marches, position, card, FROM_HAND)


def march_with(search: Search, march: int, position: Position) -> None:
    """Take or play the card of a march, and march.  The card turned up is unknown (A3)."""
    marches, purse, card = search.marches, position.purse, search.marches.card[march]
    if marches.played[march] == FROM_HAND:
        purse[position.seat * CARDS + card] -= 1
        position.stock += 1
    elif marches.played[march] == FACE_UP:
        slot = ROW if purse[ROW] == card else ROW + 1
        purse[slot] = UNKNOWN if position.stock > 0 else NONE
        position.stock -= purse[slot] == UNKNOWN
        purse[position.seat * CARDS + card] += 1
    march_on(marches, march, position)
    begin_actions(position)


def begin_actions(position: Position) -> None:
    """Begin the part of the turn after the march."""
    position.actions = position.given
    position.levied = 0


def rate_marches(search: Search, position: Position) -> None:
    """Rate all marches that were found by the positions in which they end."""
    marches = search.marches
    for i in range(2 * CARDS * BUILT):
        search.equal[i] = UNRATED
        search.times[i] = 0
    for march in range(marches.count):
        search.rating[march] = _rate_march(search, position, march)


def _rate_march(search: Search, position: Position, march: int) -> float:
    marches = search.marches
    extra = NOISE * ((marches.key[march] ^ search.salt) & 1023)
    extra += search.taste[WALL] * marches.built[march]
    kind = 2 * marches.card[march] + (1 if marches.played[march] == FROM_HAND else 0)
    place = kind * BUILT + min(marches.built[march], BUILT - 1)
    divides = encloses(marches, march, position)
    if not divides and search.equal[place] != UNRATED:
        return float(search.equal[place] + extra)
    copy_all(search.after, position)
    march_with(search, march, search.after)
    rating = _rate_in_turn(search, search.after)
    if not divides:
        search.equal[place] = rating
    return float(rating + extra)


def follow_marches(search: Search, position: Position, beam: int, width: int, keep: int) -> None:
    """Find the ``keep`` best turns for each of the best marches."""
    marches = search.marches
    followed = 0
    while followed < beam and search.turns < KEPT - keep:
        best = NONE
        for march in range(marches.count):
            if search.rating[march] > UNRATED and (
                best == NONE or search.rating[march] > search.rating[best]
            ):
                best = march
        if best == NONE:
            return
        search.rating[best] = UNRATED
        if not encloses(marches, best, position):
            kind = 2 * marches.card[best] + (1 if marches.played[best] == FROM_HAND else 0)
            place = kind * BUILT + min(marches.built[best], BUILT - 1)
            search.times[place] += 1
            if search.times[place] > search.alike:
                continue
        followed += 1
        copy_all(search.after, position)
        march_with(search, best, search.after)
        add_turns(search, search.after, best, width, keep)


def add_turns(search: Search, position: Position, march: int, width: int, keep: int) -> None:
    """Add the ``keep`` best pairs of actions, with different first ones, to the turns found."""
    count = list_actions(position, search.actions)
    for i in range(count):
        copy_actions(search.one, position)
        act(search.one, search.actions[i])
        search.action_rating[i] = _rate_in_turn(search, search.one) + _liking(
            search, position, search.actions[i])
    if count == 0:
        search.actions[0], count = END, 1
    start = search.turns
    if position.actions < 2:
        width = keep = 1
    for _ in range(min(width, count)):
        best = 0
        for i in range(count):
            if search.action_rating[i] > search.action_rating[best]:
                best = i
        search.action_rating[best] = UNRATED
        copy_actions(search.one, position)
        act(search.one, search.actions[best])
        liking = _liking(search, position, search.actions[best])
        if march != STAY:
            liking += search.taste[WALL] * search.marches.built[march]
        _add_turn(search, march, search.actions[best], liking, start, keep)


def _liking(search: Search, position: Position, action: int) -> float:
    """Return the player's taste for an action in this position."""
    kind = CARD
    if action == END or RECALL <= action < OCCUPY:
        return 0.0
    if action >= OCCUPY:
        kind = TAKEOVER if position.owner[(action - OCCUPY) // 8] else FREE
    elif action >= LEVY:
        kind = LEVIED
    return float(search.taste[kind])


def _add_turn(search: Search, march: int, action: int, liking: float, start: int,
              keep: int) -> None:
    """Add the turn with this first action and the best second one, if the turn is good enough.

    ``liking`` is the player's taste for the march and the first action.
    """
    seat = search.one.seat
    worth = rate_after_turn(search, search.one, seat)
    second = END
    if search.one.actions > 0 and not is_over(search.one):
        for i in range(list_actions(search.one, search.more)):
            copy_actions(search.two, search.one)
            act(search.two, search.more[i])
            value = rate_after_turn(search, search.two, seat) + _liking(
                search, search.one, search.more[i])
            if value > worth:
                worth, second = value, search.more[i]
    worth += liking
    place = search.turns
    if place - start >= keep:
        place = start
        for i in range(start, search.turns):
            if search.worth[i] < search.worth[place]:
                place = i
        if search.worth[place] >= worth:
            return
    else:
        search.turns += 1
    search.worth[place], search.march[place] = worth, march
    search.first[place], search.second[place] = action, second


def best_turn(search: Search) -> int:
    """Return the index of the best turn that was found."""
    best = 0
    for i in range(search.turns):
        if search.worth[i] > search.worth[best]:
            best = i
    return best


def play_turn(search: Search, turn: int, position: Position) -> None:
    """Play a turn that was found in this position."""
    march = search.march[turn]
    if march == STAY:
        if position.actions == 0:  # Alexander cannot be moved (A16)
            begin_actions(position)
    else:
        march_with(search, march, position)
    act(position, search.first[turn])
    if position.actions > 0 and search.second[turn] != END and not is_over(position):
        act(position, search.second[turn])
    position.actions = 0
