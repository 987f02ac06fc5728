"""Positions that the search can change quickly, with all hands known.

The hands of the other players are guessed (see ``deals``): a position is never made from a true
state, only from a view and a guess.
"""

from __future__ import annotations

from typing import Any

from engine.alexandros.bots.search.ground import NONE, Ground, zeros

SEATS = 4
CARDS = 6  # kinds of cards, the last is unknown
UNKNOWN = 5
SCORE = SEATS * CARDS  # where the scores begin in a purse
LEFT = SCORE + SEATS  # where the numbers of guards that are not on the board begin
ROW = LEFT + SEATS  # where the two face-up cards begin
PURSE = ROW + 2
GOAL = 100  # points that end the game (E3)
MORE = 160  # provinces that a search may add to those of the first position


class Position:
    """A position in the middle of a search.

    The terrain changes only when Alexander marches, and positions that differ in actions alone
    share it:

    ``wall``      for each side, 1 if it has a wall; ``walled`` counts the walls of each space.
    ``touched``   for each point, 1 if a wall or the rim touches it.
    ``province``  for each space, the number of its province.
    ``size``      for each province, the number of spaces, 0 if it has been divided since.
    ``value``, ``bearing``, ``price``  for each province, the numbers of open spaces, of symbol
                  spaces, and of the spaces with each symbol.

    The rest changes with each action:

    ``guard``     for each space, 1 + the seat whose guard stands there, or 0.
    ``owner``, ``guards``, ``posts``  for each province, 1 + the seat that holds it or 0, the
                  number of guards, and of the guards on each symbol.
    ``purse``     hands, scores, guards left and face-up cards of all seats.
    """

    def __init__(self, ground: Ground, players: int):
        self.ground = ground
        self.players = players
        self.most = ground.spaces + MORE
        self.wall = zeros(ground.sides)
        self.walled = zeros(ground.spaces)
        self.touched = zeros(ground.points)
        self.province = zeros(ground.spaces)
        self.size = zeros(self.most)
        self.value = zeros(self.most)
        self.bearing = zeros(self.most)
        self.price = zeros(5 * self.most)
        self.guard = zeros(ground.spaces)
        self.owner = zeros(self.most)
        self.guards = zeros(self.most)
        self.posts = zeros(5 * self.most)
        self.purse = zeros(PURSE)
        self.queue = zeros(ground.spaces)
        self.provinces = 0
        self.alexander = 0
        self.black = 0
        self.red = 0
        self.reddened = 0  # 1 after a red wall: this turn is the last (E1)
        self.seat = 0
        self.actions = 0
        self.levied = 0
        self.given = 2  # actions of a turn
        self.stock = 0  # cards that can be drawn: the supply and the discard pile
        self.half = 0  # 1 with the table option K5
        self.closer = NONE  # the seat that ends a round, if the last round is to be finished


def copy_actions(target: Position, source: Position) -> None:
    """Make a position equal to another one; both share one terrain from now on."""
    target.wall, target.walled, target.touched = source.wall, source.walled, source.touched
    target.province, target.size, target.value = source.province, source.size, source.value
    target.bearing, target.price = source.bearing, source.price
    _copy_rest(target, source)


def copy_all(target: Position, source: Position) -> None:
    """Make a position equal to another one, with a terrain of its own."""
    target.wall[:] = source.wall
    target.walled[:] = source.walled
    target.touched[:] = source.touched
    target.province[:] = source.province
    target.size[:] = source.size
    target.value[:] = source.value
    target.bearing[:] = source.bearing
    target.price[:] = source.price
    _copy_rest(target, source)


def _copy_rest(target: Position, source: Position) -> None:
    target.guard[:] = source.guard
    target.owner[:] = source.owner
    target.guards[:] = source.guards
    target.posts[:] = source.posts
    target.purse[:] = source.purse
    target.provinces = source.provinces
    target.alexander = source.alexander
    target.black, target.red = source.black, source.red
    target.reddened, target.stock = source.reddened, source.stock
    target.seat = source.seat
    target.actions, target.levied = source.actions, source.levied
    target.given, target.half, target.closer = source.given, source.half, source.closer


def find_provinces(position: Position) -> None:
    """Find all provinces anew (P1)."""
    position.provinces = 0
    for space in range(position.ground.spaces):
        position.province[space] = NONE
    for space in range(position.ground.spaces):
        if position.province[space] == NONE:
            _flood(position, space)


def put_wall(position: Position, side: int) -> None:
    """Put a wall on a side that has none.  ``divide`` must follow when all are placed (A11)."""
    ground = position.ground
    position.wall[side] = 1
    if position.black > 0:
        position.black -= 1
    else:
        position.red -= 1
        position.reddened = 1
    for i in range(2 * side, 2 * side + 2):
        position.touched[ground.ends[i]] = 1
        if ground.flanks[i] != NONE:
            position.walled[ground.flanks[i]] += 1


def divide(position: Position, sides: Any, count: int) -> None:
    """Find the provinces beside new walls anew; ``sides`` begins with these walls."""
    ground, old = position.ground, position.provinces
    for i in range(count):
        a = ground.flanks[2 * sides[i]]
        b = ground.flanks[2 * sides[i] + 1]
        if a != NONE and position.province[a] < old:
            position.size[position.province[a]] = 0
            _flood(position, a)
        if b != NONE and position.province[b] < old:
            position.size[position.province[b]] = 0
            _flood(position, b)


def _flood(position: Position, start: int) -> None:
    """Make a new province of all spaces that are connected to one."""
    ground, queue, province = position.ground, position.queue, position.province
    new = position.provinces
    position.provinces = new + 1
    value = bearing = guards = owner = 0
    for k in range(5 * new, 5 * new + 5):
        position.price[k] = 0
        position.posts[k] = 0
    queue[0] = start
    province[start] = new
    done, size = 0, 1
    while done < size:
        space = queue[done]
        done += 1
        k = ground.symbol[space]
        if k == NONE:
            value += 1
        else:
            bearing += 1
            position.price[5 * new + k] += 1
            if position.guard[space]:
                owner = position.guard[space]
                guards += 1
                position.posts[5 * new + k] += 1
        for i in range(3 * space, 3 * space + 3):
            other = ground.beyond[i]
            if other != NONE and province[other] != new and not position.wall[ground.side[i]]:
                province[other] = new
                queue[size] = other
                size += 1
    position.size[new] = size
    position.value[new] = value
    position.bearing[new] = bearing
    position.owner[new] = owner
    position.guards[new] = guards
