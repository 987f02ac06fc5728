"""Positions that the search can change quickly, with all hands known.

The hands of the other players and the supply are guessed (see ``deals``): a position is never made
from a true state, only from a view and a guess.
"""

from __future__ import annotations

from typing import Any

from alexandros_rules.alexandros.bots.search.ground import NONE, Ground, zeros

SEATS = 4
CARDS = 6  # kinds of cards, the last is unknown
UNKNOWN = 5
SCORE = SEATS * CARDS  # where the scores begin in a purse
LEFT = SCORE + SEATS  # where the numbers of guards that are not on the board begin
ROW = LEFT + SEATS  # where the two face-up cards begin
DISCARD = ROW + 2  # where the numbers of cards in the discard pile begin
PURSE = DISCARD + 5
PILE = 128  # room for all cards twice, before and after a shuffle
GOAL = 100  # points that end the game (E3)
QUIET_ROUNDS = 4  # after which the game ends (E5)


class Terrain:
    """The part of a position that changes only when Alexander marches.

    ``wall``      for each side, 1 if it has a wall; ``walled`` counts the walls of each space.
    ``touched``   for each point, 1 if a wall or the rim touches it.
    ``province``  for each space, the number of its province.
    ``value``, ``bearing``, ``price``  for each province, the numbers of open spaces, of symbol
                  spaces, and of the spaces with each symbol.
    """

    def __init__(self, ground: Ground):
        most = ground.spaces
        self.wall = zeros(ground.sides)
        self.walled = zeros(ground.spaces)
        self.touched = zeros(ground.points)
        self.province = zeros(ground.spaces)
        self.value = zeros(most)
        self.bearing = zeros(most)
        self.price = zeros(5 * most)
        # For finding connected spaces: those reached so far, and when each was last reached.
        self.queue = zeros(ground.spaces)
        self.queue_too = zeros(ground.spaces)
        self.mark = zeros(ground.spaces)
        self.stamp = 0


class Position:
    """A position in the middle of a search.

    ``terrain``   may be shared with other positions; ``own`` is that of this one, for marches.
    ``guard``     for each space, 1 + the seat whose guard stands there, or 0.
    ``owner``, ``guards``, ``posts``  for each province, 1 + the seat that holds it or 0, the
                  number of guards, and of the guards on each symbol.
    ``purse``     hands, scores, guards left and face-up cards of all seats, and the discard pile.
    ``pile``      the guessed supply is ``pile[drawn:end]``, its top card first.  The cards from
                  ``seen`` to ``drawn`` have been drawn in this turn and are still unknown.
    ``luck``      a number from which shuffles follow.
    """

    def __init__(self, ground: Ground, players: int):
        most = ground.spaces
        self.ground = ground
        self.players = players
        self.own = Terrain(ground)
        self.terrain = self.own
        self.guard = zeros(ground.spaces)
        self.owner = zeros(most)
        self.guards = zeros(most)
        self.posts = zeros(5 * most)
        self.purse = zeros(PURSE)
        self.pile = zeros(PILE)
        self.pool = zeros(5)  # the cards of a takeover that its loser may get (K3)
        self.seen = 0
        self.drawn = 0
        self.end = 0
        self.luck = 0
        self.provinces = 0
        self.alexander = 0
        self.black = 0
        self.red = 0
        self.reddened = 0  # 1 after a red wall: this turn is the last (E1)
        self.seat = 0
        self.actions = 0
        self.levied = 0
        self.given = 2  # actions of a turn
        self.stayed = 0  # turns in a row in which Alexander could not be moved (A16)
        self.quiet = 0  # turns since the last eventful one, this one included (E5)
        self.over = 0  # 1 after the end of the game
        self.half = 0  # 1 with the table option K5
        self.closer = NONE  # the seat that ends a round, if the last round is to be finished


def copy_actions(target: Position, source: Position) -> None:
    """Make a position equal to another one; they share one terrain until either marches."""
    target.terrain = source.terrain
    _copy_rest(target, source)


def copy_all(target: Position, source: Position) -> None:
    """Make a position equal to another one, with a terrain of its own."""
    target.terrain = target.own
    _copy_terrain(target.own, source.terrain, source.provinces)
    _copy_rest(target, source)


def _copy_terrain(target: Terrain, source: Terrain, count: int) -> None:
    """Make a terrain equal to another one, which has ``count`` provinces."""
    target.wall[:] = source.wall
    target.walled[:] = source.walled
    target.touched[:] = source.touched
    target.province[:] = source.province
    target.value[:count] = source.value[:count]
    target.bearing[:count] = source.bearing[:count]
    target.price[:5 * count] = source.price[:5 * count]


def _copy_rest(target: Position, source: Position) -> None:
    count = source.provinces
    target.guard[:] = source.guard
    target.owner[:count] = source.owner[:count]
    target.guards[:count] = source.guards[:count]
    target.posts[:5 * count] = source.posts[:5 * count]
    target.purse[:] = source.purse
    target.pile[source.seen:source.end] = source.pile[source.seen:source.end]
    target.seen, target.drawn, target.end = source.seen, source.drawn, source.end
    target.luck = source.luck
    target.provinces = count
    target.alexander = source.alexander
    target.black, target.red = source.black, source.red
    target.reddened, target.seat = source.reddened, source.seat
    target.actions, target.levied, target.given = source.actions, source.levied, source.given
    target.stayed, target.quiet = source.stayed, source.quiet
    target.over, target.half, target.closer = source.over, source.half, source.closer


def begin_march(position: Position) -> None:
    """Give the position a terrain of its own, which walls may change."""
    if position.terrain is not position.own:
        _copy_terrain(position.own, position.terrain, position.provinces)
        position.terrain = position.own


def put_wall(position: Position, side: int) -> None:
    """Put a wall on a side that has none.  ``divide`` must follow when all are placed (A11)."""
    ground, terrain = position.ground, position.terrain
    terrain.wall[side] = 1
    if position.black > 0:
        position.black -= 1
    else:
        position.red -= 1
        position.reddened = 1
    for i in range(2 * side, 2 * side + 2):
        terrain.touched[ground.ends[i]] = 1
        if ground.flanks[i] != NONE:
            terrain.walled[ground.flanks[i]] += 1


def divide(position: Position, sides: Any, count: int) -> None:
    """Divide the provinces on both sides of new walls; ``sides`` begins with these walls."""
    ground, province = position.ground, position.terrain.province
    before = position.provinces
    for i in range(count):
        a = ground.flanks[2 * sides[i]]
        b = ground.flanks[2 * sides[i] + 1]
        if a != NONE and b != NONE and province[a] == province[b]:
            _split(position, a, b)
    if position.provinces == before:
        return
    # A part between two others has left those two in one province.
    for i in range(2 * count):
        a = ground.flanks[2 * sides[i // 2] + i % 2]
        for j in range(i):
            b = ground.flanks[2 * sides[j // 2] + j % 2]
            if a != NONE and b != NONE and province[a] == province[b]:
                if a != b:
                    _split(position, a, b)
                break


def _split(position: Position, a: int, b: int) -> None:
    """Make a new province of the smaller part if two spaces are not connected any more."""
    # Both parts grow by turns until they meet or one of them cannot grow.
    ground, terrain = position.ground, position.terrain
    mark, wall = terrain.mark, terrain.wall
    one, other = terrain.queue, terrain.queue_too
    terrain.stamp += 2
    first, second = terrain.stamp, terrain.stamp + 1
    one[0], other[0] = a, b
    mark[a], mark[b] = first, second
    done = done_too = 0
    size = size_too = 1
    while done < size and done_too < size_too:
        space = one[done]
        done += 1
        for i in range(3 * space, 3 * space + 3):
            near = ground.beyond[i]
            if near != NONE and mark[near] != first and not wall[ground.side[i]]:
                if mark[near] == second:
                    return
                mark[near] = first
                one[size] = near
                size += 1
        space = other[done_too]
        done_too += 1
        for i in range(3 * space, 3 * space + 3):
            near = ground.beyond[i]
            if near != NONE and mark[near] != second and not wall[ground.side[i]]:
                if mark[near] == first:
                    return
                mark[near] = second
                other[size_too] = near
                size_too += 1
    if done == size:
        _separate(position, one, size)
    else:
        _separate(position, other, size_too)


def _separate(position: Position, part: Any, size: int) -> None:
    """Make a new province of a part of another; ``part`` begins with its ``size`` spaces."""
    terrain, old, new = position.terrain, position.terrain.province[part[0]], position.provinces
    _add_province(position, part, size)
    terrain.value[old] -= terrain.value[new]
    terrain.bearing[old] -= terrain.bearing[new]
    for k in range(5):
        terrain.price[5 * old + k] -= terrain.price[5 * new + k]
        position.posts[5 * old + k] -= position.posts[5 * new + k]
    position.guards[old] -= position.guards[new]
    if position.guards[old] == 0:
        position.owner[old] = 0


def find_provinces(position: Position) -> None:
    """Find all provinces anew (P1)."""
    ground, terrain = position.ground, position.terrain
    for space in range(ground.spaces):
        terrain.province[space] = NONE
    position.provinces = 0
    for space in range(ground.spaces):
        if terrain.province[space] == NONE:
            _add_province(position, terrain.queue, _flood(position, space))


def _flood(position: Position, start: int) -> int:
    """Put all spaces that are connected to one into the queue, and return their number."""
    ground, terrain = position.ground, position.terrain
    queue, mark, wall = terrain.queue, terrain.mark, terrain.wall
    terrain.stamp += 2
    stamp = terrain.stamp
    queue[0], mark[start] = start, stamp
    done, size = 0, 1
    while done < size:
        space = queue[done]
        done += 1
        for i in range(3 * space, 3 * space + 3):
            near = ground.beyond[i]
            if near != NONE and mark[near] != stamp and not wall[ground.side[i]]:
                mark[near] = stamp
                queue[size] = near
                size += 1
    return size


def _add_province(position: Position, part: Any, size: int) -> None:
    """Add a province; ``part`` begins with its ``size`` spaces."""
    ground, terrain, new = position.ground, position.terrain, position.provinces
    position.provinces = new + 1
    value = guards = owner = 0
    for k in range(5 * new, 5 * new + 5):
        terrain.price[k] = 0
        position.posts[k] = 0
    for i in range(size):
        space = part[i]
        terrain.province[space] = new
        k = ground.symbol[space]
        if k == NONE:
            value += 1
        else:
            terrain.price[5 * new + k] += 1
            if position.guard[space]:
                owner = position.guard[space]
                guards += 1
                position.posts[5 * new + k] += 1
    terrain.value[new] = value
    terrain.bearing[new] = size - value
    position.owner[new] = owner
    position.guards[new] = guards


def can_draw(position: Position) -> bool:
    """Check if there is a card in the supply or the discard pile (C3, C4)."""
    left = position.end - position.drawn
    for k in range(DISCARD, DISCARD + 5):
        left += position.purse[k]
    return left > 0


def draw(position: Position) -> None:
    """Draw a card, which stays unknown for now; shuffle first if the supply is empty (C3)."""
    if position.drawn == position.end:
        _shuffle(position)
    position.drawn += 1


def _shuffle(position: Position) -> None:
    """Make the discard pile the supply."""
    pile, purse, unknown = position.pile, position.purse, position.drawn - position.seen
    for i in range(unknown):
        pile[i] = pile[position.seen + i]
    position.seen, position.drawn, end = 0, unknown, unknown
    for k in range(5):
        for _ in range(purse[DISCARD + k]):
            pile[end] = k
            end += 1
        purse[DISCARD + k] = 0
    position.end = end
    for i in range(end - 1, unknown, -1):
        position.luck = (position.luck * 1103515245 + 12345) % 2147483648
        j = unknown + (position.luck >> 8) % (i - unknown + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card


def end_turn(position: Position) -> None:
    """Show the cards drawn in this turn, fill up the row (C2), and begin the next turn."""
    purse, pile, seat = position.purse, position.pile, position.seat
    if position.seen < position.drawn and UNKNOWN in (purse[ROW], purse[ROW + 1]):
        # The first unknown card was turned up for the march (A3).
        purse[ROW if purse[ROW] == UNKNOWN else ROW + 1] = pile[position.seen]
        position.seen += 1
    while position.seen < position.drawn:
        purse[seat * CARDS + UNKNOWN] -= 1
        purse[seat * CARDS + pile[position.seen]] += 1
        position.seen += 1
    for i in range(ROW, ROW + 2):
        if purse[i] == NONE and can_draw(position):
            draw(position)
            purse[i] = pile[position.seen]
            position.seen += 1
    position.seat = (seat + 1) % position.players
    position.given = 2  # only the first turn may have fewer (S5)
    position.actions = 0
    position.quiet += 1
