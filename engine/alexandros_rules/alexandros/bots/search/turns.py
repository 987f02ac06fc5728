"""Whole turns of the player to move: a march, a first and a second action.

Turns are compared by their worth, the player's chance of winning afterwards, plus
the player's taste for the turn.
"""

from __future__ import annotations

from typing import Any

from alexandros_rules.alexandros.bots.search.actions import (
    DRAW,
    END,
    LEVY,
    MOST_ACTIONS,
    OCCUPY,
    RECALL,
    act,
    list_actions,
)
from alexandros_rules.alexandros.bots.search.evaluation import Evaluation, rate, rate_end
from alexandros_rules.alexandros.bots.search.ground import NONE, Ground, decimals, zeros
from alexandros_rules.alexandros.bots.search.marches import (
    FACE_UP,
    FROM_HAND,
    MOST,
    Marches,
    add_marches,
    clear,
    encloses,
    march_on,
)
from alexandros_rules.alexandros.bots.search.position import (
    CARDS,
    DISCARD,
    GOAL,
    QUIET_ROUNDS,
    ROW,
    SCORE,
    SEATS,
    UNKNOWN,
    Position,
    can_draw,
    copy_actions,
    copy_all,
    draw,
    end_turn,
)

BUILT = 12  # longer marches count as equally long when equal ratings are looked up
KEPT = 64  # turns that are kept at most
MARCHED = -1  # in place of a march: Alexander has marched already
STAY = -2  # in place of a march: Alexander cannot be moved, and there is no card to take (A16)
# STAY - 1 - card: Alexander cannot be moved, and the player takes this face-up card.
UNRATED = -100.0
HOPE = 0.02  # weight of a position's rating beside the better of two certain endings
SOONER = 1e-6
NOISE = 1e-9  # too small to matter unless two ratings are equal
SPREAD = 389  # an odd number, so that the lots of similar actions differ much
LOTS = 1023  # the greatest lot
LOST = -1.0  # the worth of ending the game for somebody else
# Players may like or dislike each wall, and each action of a kind.
WALL, FREE, TAKEOVER, CARD, LEVIED = 0, 1, 2, 3, 4
TASTES = 5


class Search:
    """Working memory for one search at a time.

    ``turns``   the number of turns found; for each, ``worth`` is its value, ``march`` an index into
                ``marches``, MARCHED or STAY, ``first`` and ``second`` are actions.
    ``alike``   the number of marches that are followed among those that divide nothing and cost as
                many walls.
    ``keep``    the number of turns that are kept for each march.
    ``go_on``   1 if the search goes on after a turn that wins at once, else 0.
    ``salt``    a number from which each march and each action draws its lot.
    ``whim``    how much the luckiest lot adds to its worth.
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
        self.keep = 1
        self.go_on = 0
        self.salt = 0
        self.whim = 0.0
        self.taste = decimals([0.0] * TASTES)
        self.scores = zeros(SEATS)


def is_over(position: Position) -> bool:
    """Check if the game has ended, in the middle of a turn or with its last action."""
    if position.closer == NONE and has_goal(position):  # E3
        return True
    return position.actions <= 0 and ends_with_turn(position)


def has_goal(position: Position) -> bool:
    """Check if somebody has enough points to end the game (E3)."""
    most = 0
    for seat in range(position.players):
        most = max(most, position.purse[SCORE + seat])
    return most >= GOAL


def ends_with_turn(position: Position) -> bool:
    """Check if the game ends with this turn unless something happens in it."""
    if position.closer != NONE and (position.reddened or has_goal(position)):  # E6
        return position.seat == position.closer
    if position.reddened or has_goal(position) or position.stayed >= position.players:
        return True
    return position.quiet >= QUIET_ROUNDS * position.players


def is_last(position: Position) -> bool:
    """Check if the game ends with this turn whatever happens in it (E1, A16)."""
    if position.closer != NONE and (position.reddened or has_goal(position)):
        return position.seat == position.closer
    return position.reddened == 1 or position.stayed >= position.players


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
    rate(search.evaluation, position, seat)
    chance = float(search.evaluation.chance[seat])
    if is_last(position):
        return _best_end(search, position, seat) + HOPE * chance
    return max(chance, _best_end(search, position, seat))


def _best_end(search: Search, position: Position, seat: int) -> float:
    """Return a seat's best share of the win if the game ends with this turn, UNRATED if it cannot.

    Before a levy, which ends the turn, one more action may be useful: an occupation, a guard taken
    back or a card taken for the levy.
    """
    last = is_last(position)
    base = position.purse[SCORE + seat] + _points_of_levy(position, seat)
    best = UNRATED
    if last:
        rate_end(search.evaluation, position)
        best = float(search.evaluation.chance[seat])
    if position.levied or position.actions <= 0:
        return best
    if last or base >= GOAL:
        best = max(best, _end_by_levy(search, position, seat))
    if position.actions < 2 or (base + _most_to_gain(position, seat) < GOAL and not last):
        return best
    for i in range(list_actions(position, search.more)):
        action = search.more[i]
        if best >= 1.0:
            break
        if action == DRAW or LEVY <= action < RECALL:
            continue
        if last or base + _gain(position, action) >= GOAL:
            copy_actions(search.two, position)
            act(search.two, action)
            best = max(best, _end_by_levy(search, search.two, seat))
    return best


def _points_of_levy(position: Position, seat: int) -> int:
    """Return what a levy would give a seat now."""
    points = 0
    for province in range(position.provinces):
        if position.owner[province] == seat + 1 and position.guards[province] == 1:
            points += position.terrain.value[province]
    return points


def _most_to_gain(position: Position, seat: int) -> int:
    """Return the largest value of a province that does not score for the seat but might."""
    most = 0
    for province in range(position.provinces):
        if position.terrain.bearing[province] and not (
            position.owner[province] == seat + 1 and position.guards[province] == 1
        ):
            most = max(most, position.terrain.value[province])
    return most


def _gain(position: Position, action: int) -> int:
    """Return the most points that an action before it may add to a levy."""
    gain: int = 0
    if action >= OCCUPY:
        gain = position.terrain.value[(action - OCCUPY) // 8]
    elif action >= RECALL:
        gain = position.terrain.value[position.terrain.province[action - RECALL]]
    return gain


def _end_by_levy(search: Search, position: Position, seat: int) -> float:
    """Return the share of the win if a levy ends the game now, or UNRATED."""
    terrain, purse = position.terrain, position.purse
    post = NONE
    for space in range(position.ground.spaces):
        if position.guard[space] == seat + 1:
            k = position.ground.symbol[space]
            if purse[seat * CARDS + k]:
                post = k
    if post == NONE:
        return UNRATED
    scores, most = search.scores, 0
    for other in range(position.players):
        scores[other] = purse[SCORE + other]
    for province in range(position.provinces):
        if position.guards[province] == 1:
            scores[position.owner[province] - 1] += terrain.value[province]
    winners = 0
    for other in range(position.players):
        most = max(most, scores[other])
    if not is_last(position) and (most < GOAL or position.closer != NONE):
        return UNRATED
    for other in range(position.players):
        winners += scores[other] == most
    return 1.0 / winners if scores[seat] == most else 0.0


def find_turns(search: Search, position: Position, beam: int, width: int) -> None:
    """Find the best turns for each of the ``beam`` best marches.

    Unless the search is to ``go_on``, it ends with the first march that lets a turn win at once.

    For each march, the ``width`` best first actions are followed.  In the position, the card for
    the march has not been chosen yet.
    """
    clear(search.marches)
    _find_marches(search, position)
    search.turns = 0
    if search.marches.count == 0:
        _add_stays(search, position, width)
        return
    rate_marches(search, position)
    follow_marches(search, position, beam, width)


def _find_marches(search: Search, position: Position) -> None:
    purse = position.purse
    for i in range(2):
        card = purse[ROW + i]
        if card not in (NONE, UNKNOWN) and not (i == 1 and card == purse[ROW]):
            add_marches(search.marches, position, card, FACE_UP)
    for card in range(5):
        if purse[position.seat * CARDS + card]:
            add_marches(search.marches, position, card, FROM_HAND)


def _add_stays(search: Search, position: Position, width: int) -> None:
    """Add the turns in which Alexander stays where he is (A16)."""
    for i in range(2):
        card = position.purse[ROW + i]
        if card != NONE and not (i == 1 and card == position.purse[ROW]):
            copy_all(search.after, position)
            play_stay(search.after, STAY - 1 - card)
            add_turns(search, search.after, STAY - 1 - card, width)
    if search.turns == 0:
        copy_all(search.after, position)
        play_stay(search.after, STAY)
        add_turns(search, search.after, STAY, width)


def play_stay(position: Position, march: int) -> None:
    """Take a face-up card if there is one, and begin the actions (A16)."""
    if march < STAY:
        _take_face_up(position, STAY - 1 - march)
    position.stayed += 1
    begin_actions(position)


def _take_face_up(position: Position, card: int) -> None:
    """Take a card for the march; the card turned up for it is unknown (A3)."""
    purse = position.purse
    slot = ROW if purse[ROW] == card else ROW + 1
    purse[position.seat * CARDS + card] += 1
    purse[slot] = NONE
    if can_draw(position):
        draw(position)
        purse[slot] = UNKNOWN


def march_with(search: Search, march: int, position: Position) -> None:
    """Take or play the card of a march, and march."""
    marches, card = search.marches, search.marches.card[march]
    if marches.played[march] == FROM_HAND:
        position.purse[position.seat * CARDS + card] -= 1
        position.purse[DISCARD + card] += 1
    elif marches.played[march] == FACE_UP:
        _take_face_up(position, card)
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
    extra = NOISE * _lot(search, marches.key[march]) + _fancy(search, march)
    place = _place(search, march)
    divides = encloses(marches, march, position)
    if not divides and search.equal[place] != UNRATED:
        return float(search.equal[place] + extra)
    copy_all(search.after, position)
    march_with(search, march, search.after)
    rating = _rate_in_turn(search, search.after)
    if not divides:
        search.equal[place] = rating
    return float(rating + extra)


def _fancy(search: Search, march: int) -> float:
    """Return the player's taste for a march, and their whim."""
    whim = search.whim * _lot(search, search.marches.key[march]) / LOTS
    return float(whim + search.taste[WALL] * search.marches.built[march])


def _lot(search: Search, key: int) -> int:
    """Return the lot of the march or action with this key, from 0 to ``LOTS``."""
    return int((key ^ search.salt) & LOTS)


def _place(search: Search, march: int) -> int:
    """Return the index in ``equal`` and ``times`` for marches like this one."""
    marches = search.marches
    kind = 2 * marches.card[march] + (1 if marches.played[march] == FROM_HAND else 0)
    place: int = kind * BUILT + min(marches.built[march], BUILT - 1)
    return place


def follow_marches(search: Search, position: Position, beam: int, width: int) -> None:
    """Find the best turns for each of the best marches; see ``find_turns``."""
    marches = search.marches
    followed = 0
    won = False
    while True:
        best = NONE
        for march in range(marches.count):
            if search.rating[march] > UNRATED and (
                best == NONE or search.rating[march] > search.rating[best]
            ):
                best = march
        if best == NONE or followed >= beam or won:
            return
        search.rating[best] = UNRATED
        if not encloses(marches, best, position):
            place = _place(search, best)
            search.times[place] += 1
            if search.times[place] > search.alike:
                continue
        followed += 1
        copy_all(search.after, position)
        march_with(search, best, search.after)
        add_turns(search, search.after, best, width)
        won = not search.go_on and search.turns > 0 and search.worth[best_turn(search)] >= 1.0


def add_turns(search: Search, position: Position, march: int, width: int) -> None:
    """Add the best pairs of actions to the turns found, at most ``keep`` of them.

    A turn never ends with an action left that could take a card, unless the game ends with it.
    """
    count = list_actions(position, search.actions)
    if may_stop(position, search.actions, count):
        search.actions[count] = END
        count += 1
    for i in range(count):
        copy_actions(search.one, position)
        act(search.one, search.actions[i])
        search.action_rating[i] = _rate_in_turn(search, search.one) + _liking(
            search, position, search.actions[i])
    start = search.turns
    for _ in range(min(width, count)):
        best = 0
        for i in range(count):
            if search.action_rating[i] > search.action_rating[best]:
                best = i
        search.action_rating[best] = UNRATED
        copy_actions(search.one, position)
        act(search.one, search.actions[best])
        liking = _liking(search, position, search.actions[best])
        if march >= 0:
            liking += _fancy(search, march)
        _add_pairs(search, march, search.actions[best], liking, start)


def may_stop(position: Position, actions: Any, count: int) -> bool:
    """Check if it makes sense to stop; ``actions`` are the other ``count`` choices."""
    return count == 0 or actions[0] >= LEVY or is_last(position)


def _liking(search: Search, position: Position, action: int) -> float:
    """Return the player's taste for an action in this position, and their whim.

    Nobody takes a guard back, stops, levies nothing or pays somebody else more on a whim, which
    would look absurd.
    """
    kind = CARD
    if action == END or RECALL <= action < OCCUPY:
        return 0.0
    if action >= OCCUPY:
        kind = TAKEOVER if position.owner[(action - OCCUPY) // 8] else FREE
    elif action >= LEVY:
        if not _levy_pays(position):
            return 0.0
        kind = LEVIED
    whim = search.whim * _lot(search, SPREAD * action) / LOTS
    return float(whim + search.taste[kind])


def _levy_pays(position: Position) -> bool:
    """Check if a levy would give the player to move points, and nobody else more."""
    own = _points_of_levy(position, position.seat)
    most = 0
    for seat in range(position.players):
        most = max(most, _points_of_levy(position, seat))
    return own > 0 and own == most


def _add_pairs(search: Search, march: int, action: int, liking: float, start: int) -> None:
    """Add the turns with this first action and each second one, if they are good enough.

    ``liking`` is the player's taste for the march and the first action.
    """
    seat = search.one.seat
    if search.one.actions <= 0 or is_over(search.one):
        # A win should not wait for the second action.
        worth = (1 + SOONER) * rate_after_turn(search, search.one, seat)
        _add_turn(search, march, action, END, worth, liking, start)
        return
    count = list_actions(search.one, search.more)
    if may_stop(search.one, search.more, count):
        worth = rate_after_turn(search, search.one, seat)
        _add_turn(search, march, action, END, worth, liking, start)
    for i in range(count):
        copy_actions(search.two, search.one)
        act(search.two, search.more[i])
        worth = rate_after_turn(search, search.two, seat)
        also = liking + _liking(search, search.one, search.more[i])
        _add_turn(search, march, action, search.more[i], worth, also, start)


def _add_turn(search: Search, march: int, first: int, second: int, chance: float,
              liking: float, start: int) -> None:
    """Add a turn unless ``keep`` better ones with this march, or KEPT better ones, are known.

    The turns with this march begin at ``start``.  Nobody likes to end the game for somebody else.
    """
    worth = LOST if chance == 0.0 else chance + liking
    for i in range(start, search.turns):  # the same actions in the other order
        if search.first[i] == second and search.second[i] == first:
            return
    place = search.turns
    if place - start >= search.keep or place >= KEPT:
        place = start if place - start >= search.keep else 0
        for i in range(place, search.turns):
            if search.worth[i] < search.worth[place]:
                place = i
        if search.worth[place] >= worth:
            return
    else:
        search.turns += 1
    search.worth[place], search.march[place] = worth, march
    search.first[place], search.second[place] = first, second


def best_turn(search: Search) -> int:
    """Return the index of the best turn that was found."""
    best = 0
    for i in range(search.turns):
        if search.worth[i] > search.worth[best]:
            best = i
    return best


def play_turn(search: Search, turn: int, position: Position) -> None:
    """Play a turn that was found in this position, and begin the next unless the game is over."""
    march = search.march[turn]
    if march >= 0:
        march_with(search, march, position)
    elif march <= STAY:
        play_stay(position, march)
    act(position, search.first[turn])
    if position.actions > 0 and search.second[turn] != END and not is_over(position):
        act(position, search.second[turn])
    position.actions = 0
    if is_over(position):
        position.over = 1
    else:
        end_turn(position)
