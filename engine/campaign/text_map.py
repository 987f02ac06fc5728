"""Draws the map as plain text: hexes, junctions, roads and buildings.

Each hex shows its label, and below it its kind and number.  Junctions are single characters; the
letter of a colour stands for a road or a settlement, its capital for a city.
"""

from __future__ import annotations

from functools import lru_cache

from engine.campaign.hexagons import Point
from engine.campaign.state import COLOURS, State
from engine.campaign.things import KIND_NAMES
from engine.campaign.world import World, bits

HEX_LETTERS = dict(zip(KIND_NAMES, "BLGWO$", strict=True)) | {"sea": "~", "desert": "D"}
STOP_SIGNS = {"temple": "T", "chit": "?", "blank": "o"}
FREE, GOAL, ALEXANDER, ROBBER = ".", "P", "@", "!"
_ACROSS = 3  # columns for half the width of a hex


def text_map(state: State) -> str:
    """Returns the map as lines of at most 72 columns."""
    world = state.world
    signs = [list(line) for line in _empty_map(world)]
    for seat, roads in enumerate(state.roads):
        for path in bits(roads):
            for line, column, _sign in _stroke(world, path):
                signs[line][column] = COLOURS[seat][0]
    for junction in range(len(world.junctions)):
        line, column = _spot(world, world.points[junction])
        signs[line][column] = _junction_sign(state, junction)
    line, column = _middle(world, world.centres[state.robber])
    signs[line + 1][column + 2] = ROBBER
    return "\n".join(["".join(line).rstrip() for line in signs]).rstrip()


def alexanders_place(state: State) -> int:
    """Returns the junction that Alexander has passed last, at first that where he sets out."""
    world = state.world
    return (world.start, *(stop.junction for stop in world.route), world.goal)[state.arrow]


def _junction_sign(state: State, junction: int) -> str:
    for seat in range(state.players):
        if state.settlements[seat] >> junction & 1:
            return COLOURS[seat][0]
        if state.cities[seat] >> junction & 1:
            return COLOURS[seat][0].upper()
    if junction == alexanders_place(state):
        return ALEXANDER
    if junction == state.world.goal:
        return GOAL
    ahead = state.world.route[state.arrow:]
    return next((STOP_SIGNS[stop.kind] for stop in ahead if stop.junction == junction), FREE)


@lru_cache(maxsize=16)
def _empty_map(world: World) -> tuple[str, ...]:
    """Returns the map with hexes and paths, but without what changes in a game."""
    spots = [_spot(world, point) for point in world.points]
    middles = [_middle(world, point) for point in world.centres]
    height = max(line for line, _ in (*spots, *middles)) + 2
    width = max(column for _, column in (*spots, *middles)) + _ACROSS + 1
    signs = [[" "] * width for _ in range(height)]
    for tile, (line, column) in zip(world.hexes, middles, strict=True):
        kind = HEX_LETTERS[tile.kind] + (str(tile.number) if tile.number else "")
        for text, below in ((tile.label, 0), (kind, 1)):
            if tile.kind != "sea" or below:
                signs[line + below][column - 1:column - 1 + len(text)] = text
    for path in range(len(world.paths)):
        for line, column, sign in _stroke(world, path):
            signs[line][column] = sign
    return tuple(map("".join, signs))


def _spot(world: World, point: Point) -> tuple[int, int]:
    """Returns the line and column of a junction: two lines of junctions, then two of hexes."""
    left, top = _origin(world)
    row, rest = divmod(point[1] - top, 3)
    return 4 * row + rest, _ACROSS * (point[0] - left)


def _middle(world: World, point: Point) -> tuple[int, int]:
    """Returns where the label of a hex is; its kind is on the line below."""
    left, top = _origin(world)
    return 4 * ((point[1] - 2 - top) // 3) + 2, _ACROSS * (point[0] - left)


@lru_cache(maxsize=16)
def _origin(world: World) -> Point:
    """Returns the point at the upper left corner of the map."""
    return min(x for x, _ in world.centres) - 1, min(y for _, y in world.centres) - 2


@lru_cache(maxsize=1024)
def _stroke(world: World, path: int) -> tuple[tuple[int, int, str], ...]:
    """Returns line, column and sign of the characters that draw a path."""
    first, last = sorted(_spot(world, world.points[end])
                         for end in world.path_ends[path])
    (top, left), (bottom, right) = first, last
    if left == right:
        return tuple([(line, left, "|") for line in range(top + 1, bottom)])
    step, sign = (1, "\\") if right > left else (-1, "/")
    return ((top, left + step, sign), (bottom, right - step, sign))
