"""The actions of a position, as numbers, and their effects."""

from __future__ import annotations

from typing import Any

from alexandros_rules.alexandros.bots.search.ground import NONE
from alexandros_rules.alexandros.bots.search.position import (
    CARDS,
    DISCARD,
    LEFT,
    ROW,
    SCORE,
    UNKNOWN,
    Position,
    can_draw,
    draw,
)

END, DRAW = 0, 1
TAKE = 2  # + card
LEVY = 10  # + card
RECALL = 100  # + space
OCCUPY = 1000  # + 8 * province + symbol of the guard, 7 if the hand leaves no choice
FORCED = 7
MOST_ACTIONS = 400
MOST_GUARDS = 2  # one of two is recalled soon; more would cost too many actions
LEAST_VALUE = 2  # provinces worth less are mostly left alone until the last walls


def list_actions(position: Position, found: Any) -> int:
    """Write the promising actions into ``found`` and return their number."""
    # Of occupations that differ only in the space of a guard among equal symbols, one is enough.
    # Occupations with more guards than the hand makes necessary are left out: they score nothing.
    seat, purse = position.seat, position.purse
    count = 0
    if can_draw(position):
        found[0] = DRAW
        count = 1
    for i in range(2):
        card = purse[ROW + i]
        if card != NONE and not (i == 1 and card == purse[ROW]):
            found[count] = TAKE + card
            count += 1
    least = LEAST_VALUE
    if not position.levied:
        before = count
        for k in range(5):
            if purse[seat * CARDS + k] and _has_post(position, seat, k):
                found[count] = LEVY + k
                count += 1
        if count == before:  # a guard anywhere may make a levy possible
            least = 0
    if position.black == 0:
        least = 0
    if purse[LEFT + seat] < 4:
        for space in range(position.ground.spaces):
            if position.guard[space] == seat + 1:
                found[count] = RECALL + space
                count += 1
    if purse[LEFT + seat]:
        count = _list_occupations(position, found, count, least)
    return count


def _has_post(position: Position, seat: int, symbol: int) -> bool:
    for province in range(position.provinces):
        if position.owner[province] == seat + 1 and position.posts[5 * province + symbol]:
            return True
    return False


def _list_occupations(position: Position, found: Any, count: int, least: int) -> int:
    """Add the occupations of provinces that are worth at least so much."""
    seat, purse, terrain = position.seat, position.purse, position.terrain
    for province in range(position.provinces):
        if (
            terrain.bearing[province] and terrain.value[province] >= least
            and position.owner[province] != seat + 1 and count < MOST_ACTIONS - 8
        ):
            guards = guards_needed(position, province)
            # A takeover with many guards scores nothing either, but the loser scores less.
            most = MOST_GUARDS if position.owner[province] == 0 else 4
            if 0 < guards <= min(most, purse[LEFT + seat]):
                found[count] = OCCUPY + 8 * province + FORCED
                count += 1
            elif guards == 0:
                for k in range(5):
                    if terrain.price[5 * province + k]:
                        found[count] = OCCUPY + 8 * province + k
                        count += 1
    return count


def guards_needed(position: Position, province: int) -> int:
    """Return the number of guards needed in place of cards, 9 if the loser's must stay."""
    seat, purse = position.seat, position.purse
    needed = 0
    for k in range(5):
        held = purse[seat * CARDS + k]
        if position.guards[province]:
            held -= 2 * position.posts[5 * province + k]
            if held < 0:
                return 9
        if position.terrain.price[5 * province + k] > held:
            needed += position.terrain.price[5 * province + k] - held
    return needed


def act(position: Position, action: int) -> None:
    """Carry out an action of the seat to move.  A card that is drawn is unknown."""
    seat, purse = position.seat, position.purse
    position.actions -= 1
    if action == END:
        position.actions = 0
    elif action == DRAW:
        draw(position)
        purse[seat * CARDS + UNKNOWN] += 1
    elif action < LEVY:
        _take(position, action - TAKE)
    elif action < RECALL:
        purse[seat * CARDS + action - LEVY] -= 1
        purse[DISCARD + action - LEVY] += 1
        position.levied = 1
        _score(position)
    elif action < OCCUPY:
        _remove_guard(position, action - RECALL)
    else:
        _occupy(position, (action - OCCUPY) // 8, (action - OCCUPY) % 8)


def _take(position: Position, card: int) -> None:
    purse = position.purse
    slot = ROW if purse[ROW] == card else ROW + 1
    purse[slot] = NONE
    purse[position.seat * CARDS + card] += 1


def _score(position: Position) -> None:
    """Score a levy for all seats (L2, L3)."""
    for province in range(position.provinces):
        if position.guards[province] == 1:
            value = position.terrain.value[province]
            position.purse[SCORE + position.owner[province] - 1] += value
            if value:
                position.quiet = 0


def _remove_guard(position: Position, space: int) -> None:
    province, symbol = position.terrain.province[space], position.ground.symbol[space]
    position.purse[LEFT + position.guard[space] - 1] += 1
    position.guard[space] = 0
    position.posts[5 * province + symbol] -= 1
    position.guards[province] -= 1
    if position.guards[province] == 0:
        position.owner[province] = 0


def _put_guard(position: Position, province: int, symbol: int) -> None:
    best = best_post(position, province, symbol)
    position.guard[best] = position.seat + 1
    position.purse[LEFT + position.seat] -= 1
    position.posts[5 * province + symbol] += 1
    position.guards[province] += 1
    position.owner[province] = position.seat + 1


def best_post(position: Position, province: int, symbol: int) -> int:
    """Return the space for a guard on a symbol: the one with most open spaces around."""
    ground = position.ground
    best, most = NONE, -1
    for i in range(ground.first[symbol], ground.first[symbol + 1]):
        space = ground.bearing[i]
        if (
            position.terrain.province[space] == province and not position.guard[space]
            and ground.openness[space] > most
        ):
            best, most = space, ground.openness[space]
    return best


def _occupy(position: Position, province: int, symbol: int) -> None:
    """Occupy or take over a province, with a guard on ``symbol`` or for all missing cards."""
    seat, purse = position.seat, position.purse
    loser, pool = position.owner[province] - 1, position.pool
    for k in range(5):
        removal = 2 * position.posts[5 * province + k] if loser != NONE else 0
        purse[seat * CARDS + k] -= removal
        purse[DISCARD + k] += removal
        pool[k] = 0 if position.half else removal
    if loser != NONE:
        for space in range(position.ground.spaces):
            if position.guard[space] and position.terrain.province[space] == province:
                _remove_guard(position, space)
    for k in range(5):
        price = position.terrain.price[5 * province + k]
        guards = 0
        if symbol == FORCED:
            guards = max(0, price - purse[seat * CARDS + k])
        elif symbol == k:
            guards = 1
        for _ in range(guards):
            _put_guard(position, province, k)
        purse[seat * CARDS + k] -= price - guards
        purse[DISCARD + k] += price - guards
        pool[k] += price - guards
    position.quiet = 0
    if loser != NONE and position.players > 2:
        _compensate(position, loser)


def _compensate(position: Position, loser: int) -> None:
    """Give a loser half of the pool, always the commonest cards in it (K3)."""
    purse, pool = position.purse, position.pool
    total = 0
    for k in range(5):
        total += pool[k]
    for _ in range((total + 1) // 2):
        most = 0
        for k in range(5):
            if pool[k] > pool[most]:
                most = k
        pool[most] -= 1
        purse[DISCARD + most] -= 1
        purse[loser * CARDS + most] += 1
