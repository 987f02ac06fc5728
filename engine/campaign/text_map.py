"""Draws the map as plain text, and lists what is on it for those who cannot see the drawing.

Each hex shows its label, and below it its kind and number.  Junctions are single characters; the
letter of a colour stands for a road or a settlement, its capital for a city.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.campaign import terms
from engine.campaign import things as th
from engine.campaign.hexagons import Point
from engine.campaign.state import COLOURS, State
from engine.campaign.things import KIND_NAMES
from engine.campaign.world import World, bits
from engine.translation import gettext as _
from engine.translation import list_with_and

HEX_LETTERS = dict(zip(KIND_NAMES, "BLGWO$", strict=True)) | {"sea": "~", "desert": "D"}
STOP_SIGNS = {"temple": "T", "chit": "?", "blank": "o"}
FREE, GOAL, ALEXANDER, ROBBER = ".", "P", "@", "!"
_ACROSS = 3  # columns for half the width of a hex


def text_map(state: State) -> str:
    """Returns the map as lines; each hex in a row takes six columns."""
    world = state.world
    signs = [list(line) for line in _empty_map(world)]
    for seat, roads in enumerate(state.roads):
        for path in bits(roads):
            for line, column, _drawn in _stroke(world, path):
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


def legend() -> Iterator[str]:
    """Explains the signs of the drawing."""
    names = [terms.kind_name(kind) for kind in th.KINDS]
    kinds = ", ".join(f"{HEX_LETTERS[th.KIND_NAMES[kind]]} {name}"
                      for kind, name in zip(th.KINDS, names, strict=True))
    yield _("%(kinds)s, D desert, ~ sea") % {"kinds": kinds}
    yield _("! robber, @ Alexander, P end of the route")
    yield _("T temple, ? chit face down, o blank stop, . other junction")
    yield _("Small letters of colours: roads and settlements. Capitals: cities.")
    yield _("%(corner)s is the northern corner of the hex %(hex)s, %(side)s its eastern side.") % {
        "corner": "C4.N", "hex": "C4", "side": "C4.E"}


def yields(world: World) -> Iterator[str]:
    """What each roll of the dice yields, so that nobody has to find the numbers on the map."""
    yield _("What the dice yield:")
    for number, tiles in world.hexes_by_number.items():
        places = ", ".join(
            _("%(place)s %(kind)s") % {
                "place": world.hexes[tile].label,
                "kind": terms.kind_name(th.KIND_NAMES.index(world.hexes[tile].kind))}
            for tile in tiles)
        yield f"{number}: {places or _('no hex, the robber')}"
    deserts = ", ".join(tile.label for tile in world.hexes if tile.kind == "desert")
    seas = ", ".join(tile.label for tile in world.hexes if tile.kind == "sea")
    yield _("Desert: %(places)s") % {"places": deserts}
    yield _("Sea: %(places)s") % {"places": seas}


def harbours(world: World) -> Iterator[str]:
    """Where the harbours are and what they trade."""
    for harbour in world.harbours:
        ends = list_with_and(world.junctions[end].label for end in harbour.junctions)
        kind = terms.kind_name(th.KIND_NAMES.index(harbour.kind)) if harbour.kind else ""
        yield f"{ends} {harbour.rate}:1 {kind}".rstrip()


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
    height = max(line for line, _column in (*spots, *middles)) + 2
    width = max(column for _line, column in (*spots, *middles)) + _ACROSS + 1
    signs = [[" "] * width for _line in range(height)]
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
    return min(x for x, _y in world.centres) - 1, min(y for _x, y in world.centres) - 2


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
