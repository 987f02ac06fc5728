"""The marches of a position, as lists of numbers."""

from __future__ import annotations

from alexandros_rules.alexandros.bots.search.ground import NONE, WAYS, Ground, zeros
from alexandros_rules.alexandros.bots.search.position import Position, begin_march, divide, put_wall

LONGEST = 40  # sides of a route
MOST = 600  # marches that are considered in one turn
PER_POINT = 8  # marches to one point that are considered
ROUTES = 48  # routes to one point that are tried
FAR = 1000  # more than any distance
FACE_UP, FROM_HAND, CHOSEN = 0, 1, 2  # where the card for a march comes from


class Marches:
    """The marches found so far.

    ``card``    for each march, the card to march with; ``played`` is the place of that card:
                FACE_UP, FROM_HAND, or CHOSEN if it has been taken or played already.
    ``target``, ``point``  the space and the point that the march leads to.
    ``length``  the number of sides; ``route`` holds the sides, LONGEST places for each march.
    ``new``     the new walls, in the same way; ``built`` is their number.
    ``key``     a number that differs for marches to the same point that place different walls.
    """

    def __init__(self, ground: Ground):
        self.ground = ground
        self.count = 0
        self.card = zeros(MOST)
        self.played = zeros(MOST)
        self.target = zeros(MOST)
        self.point = zeros(MOST)
        self.length = zeros(MOST)
        self.built = zeros(MOST)
        self.key = zeros(MOST)
        self.route = zeros(MOST * LONGEST)
        self.new = zeros(MOST * LONGEST)
        self.path = zeros(LONGEST)  # the route that is being extended
        self.least = zeros(ground.points)  # of each point, the fewest new walls from there
        self.tried = 0  # routes to the point that is being looked at
        self.seen = zeros(ground.points)  # by the current card: 1 if looked at
        self.now_card = 0
        self.now_played = 0
        self.now_target = 0


def clear(marches: Marches) -> None:
    """Forget all marches."""
    marches.count = 0


def is_empty(position: Position, space: int) -> bool:
    """Check that a space is empty (A6, A7)."""
    far: int = position.ground.reach[position.alexander * position.ground.spaces + space]
    return far > 0 and not position.terrain.walled[space] and not position.guard[space]


def closest(position: Position, symbol: int) -> int:
    """Return the distance to the closest empty space with a symbol (A4), FAR without one."""
    ground, nearest = position.ground, FAR
    for i in range(ground.first[symbol], ground.first[symbol + 1]):
        space = ground.bearing[i]
        far = ground.reach[position.alexander * ground.spaces + space]
        if far < nearest and is_empty(position, space):
            nearest = far
    return nearest


def add_marches(marches: Marches, position: Position, card: int, played: int) -> None:
    """Add the marches with a card: by its symbol, or by all as a face-up joker (A13, A14)."""
    marches.now_card, marches.now_played = card, played
    for point in range(position.ground.points):
        marches.seen[point] = 0
    nearest = closest(position, card)
    if nearest < FAR:
        _add_by_symbol(marches, position, card, nearest)
    elif played != FROM_HAND:
        for symbol in range(5):
            nearest = closest(position, symbol)
            if nearest < FAR:
                _add_by_symbol(marches, position, symbol, nearest)


def _add_by_symbol(marches: Marches, position: Position, symbol: int, nearest: int) -> None:
    ground = position.ground
    for i in range(ground.first[symbol], ground.first[symbol + 1]):
        space = ground.bearing[i]
        if (
            ground.reach[position.alexander * ground.spaces + space] == nearest
            and is_empty(position, space)
        ):
            marches.now_target = space
            for j in range(3 * space, 3 * space + 3):
                point = ground.corners[j]
                if not marches.seen[point]:
                    marches.seen[point] = 1
                    marches.tried = 0
                    left = ground.distance[position.alexander * ground.points + point]
                    if left <= LONGEST:
                        if left > position.black + position.red:
                            _find_least(marches, position, point, left)
                        _extend(marches, position, marches.count, position.alexander, point,
                                left, 0, 0)


def _find_least(marches: Marches, position: Position, goal: int, farthest: int) -> None:
    """Find the fewest new walls to a point from all points up to a distance from it."""
    # Otherwise, long routes that need too many walls could hide the only one that does not.
    ground, terrain = position.ground, position.terrain
    marches.least[goal] = 0
    for far in range(1, farthest + 1):
        for here in range(ground.points):
            if ground.distance[here * ground.points + goal] == far:
                fewest = FAR
                for step in range(WAYS):
                    there = ground.link_point[WAYS * here + step]
                    if there != NONE and ground.distance[there * ground.points + goal] == far - 1:
                        side = ground.link_side[WAYS * here + step]
                        fewest = min(fewest, marches.least[there] + 1 - terrain.wall[side])
                marches.least[here] = fewest


def _extend(marches: Marches, position: Position, first: int, here: int, goal: int, left: int,
            length: int, built: int) -> None:
    """Add the shortest routes to a point that begin with the path so far.

    ``built`` is the number of new walls on the path.
    """
    ground, walls = position.ground, position.black + position.red
    if built > walls or (length + left > walls and built + marches.least[here] > walls):  # E2
        return
    if left == 0:
        marches.tried += 1
        _add_route(marches, position, first, goal, length)
        return
    for step in range(WAYS):
        there = ground.link_point[WAYS * here + step]
        if there != NONE and ground.distance[there * ground.points + goal] == left - 1:
            side = ground.link_side[WAYS * here + step]
            marches.path[length] = side
            _extend(marches, position, first, there, goal, left - 1, length + 1,
                    built + 1 - position.terrain.wall[side])
            if marches.tried >= ROUTES or marches.count >= first + PER_POINT:
                return


def _add_route(marches: Marches, position: Position, first: int, goal: int, length: int) -> None:
    """Add the path unless it places the same walls as another one (A11)."""
    here = marches.count
    key = built = 0
    for i in range(length):
        side = marches.path[i]
        marches.route[here * LONGEST + i] = side
        if not position.terrain.wall[side]:
            key ^= position.ground.key[side]
            marches.new[here * LONGEST + built] = side
            built += 1
    if here + 1 >= MOST:
        return
    for i in range(first, here):
        if marches.key[i] == key:
            return
    marches.card[here], marches.played[here] = marches.now_card, marches.now_played
    marches.target[here], marches.point[here] = marches.now_target, goal
    marches.length[here], marches.built[here] = length, built
    marches.key[here] = key
    marches.count = here + 1


def encloses(marches: Marches, march: int, position: Position) -> bool:
    """Check if the new walls meet another wall or the rim, and so may divide a province."""
    ground = position.ground
    for i in range(march * LONGEST, march * LONGEST + marches.built[march]):
        side = marches.new[i]
        if ground.rim[side]:
            continue
        a, b = ground.ends[2 * side], ground.ends[2 * side + 1]
        if (a != position.alexander and position.terrain.touched[a]) or (
            b != position.alexander and position.terrain.touched[b]
        ):
            return True
    return False


def march_on(marches: Marches, march: int, position: Position) -> None:
    """Move Alexander and place the walls of a march."""
    new = marches.new[march * LONGEST:march * LONGEST + marches.built[march]]
    divides = encloses(marches, march, position)
    begin_march(position)
    for i in range(marches.built[march]):
        put_wall(position, new[i])
    if divides:
        divide(position, new, marches.built[march])
    if marches.built[march]:
        position.quiet = 0
    position.alexander = marches.point[march]
    position.stayed = 0
