"""The pieces: roads, buildings, the robber, the route with Alexander, auctions.

Owns the layers that depend on the position, and finds what has changed there lately; each function
makes one or a few layers and looks at the view only.  The picture puts them in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from alexandros_rules.campaign.state import COLOURS, State
from alexandros_rules.campaign.things import AUCTION_NAMES
from alexandros_rules.campaign.world import World, bits
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Layer, Piece
from games.drawing.outlines import ring
from games.rulesets.campaign.drawing.ground import DIE, DISC, NUMBER, ROBBER, corner_figures
from games.rulesets.campaign.drawing.map_geometry import around, map_geometry
from games.rulesets.campaign.drawing.obstacles import spot_of_alexander
from games.rulesets.campaign.drawing.piece_shapes import ROBBER as SHAPE_OF_ROBBER
from games.rulesets.campaign.drawing.piece_shapes import star

GAP = 13  # between a road and its junctions
ROAD = 10  # half of a road's breadth with its edge, and a little more
SETTLEMENT, CITY = 19, 30  # half of the room that they take
EVENT = 31
KINDS = ("settlement", "city")


_BUILDINGS = ("settlement ", "city ")
_ROADS = ("road ", "play roads ")
_ROBBER = ("robber ", "play soldier ")


@dataclass(frozen=True, slots=True)
class Recent:
    """Masks of the paths and junctions that were built on, and whether the robber moved."""

    paths: int = 0
    junctions: int = 0
    robber: bool = False


NOTHING = Recent()


def recent_changes(view: State, moves: Sequence[str]) -> Recent:
    """Return the pieces built in the last round, and whether the robber has moved in it.

    ``moves`` are in notation, oldest first; the round begins after somebody's last turn, if their
    next has begun.  Pieces that are no longer on the map are left out.
    """
    ends, paths, junctions, robber = 0, 0, 0, False
    for move in reversed(moves):
        ends += move == "end"
        if ends == view.players:
            break
        paths |= _mask(move, _ROADS, view.world.path_by_label)
        junctions |= _mask(move, _BUILDINGS, view.world.junction_by_label)
        robber = robber or move.startswith(_ROBBER)
    return Recent(paths & view.built_paths, junctions & view.occupied, robber)


def change_shapes(before: State, after: State) -> dict[str, str]:
    """Return what lies between two views of a map, as the ``marks`` of a ``Tip``.

    These are the hexes that yield something by the dice, the march, new roads, the hex that the
    robber has come to, and junctions: with new buildings, and where an auction begins or ends.
    """
    map_, world = map_geometry(after.world), after.world
    rolled = any(after.dice) and (before.turn, before.dice) != (after.turn, after.dice)
    yielding = world.hexes_by_number.get(sum(after.dice), ()) if rolled else ()
    cities = sum(now & ~was for now, was in zip(after.cities, before.cities, strict=True))
    auctions = [state.auction.junction if state.auction else -1 for state in (before, after)]
    sold = {*auctions} - {-1} if auctions[0] != auctions[1] else set()
    junctions = {*bits(after.occupied & ~before.occupied | cities), *sold}
    shapes = {
        "lit": "".join(map_.inner_hexagon(tile) for tile in yielding if tile != before.robber
                       and world.corners[tile] & before.occupied),
        "march": "".join(_part_of_march(world, part).text
                         for part in range(before.arrow + 1, after.arrow + 1)),
        "road": "".join(map_.line(path, gap=GAP)
                        for path in bits(after.built_paths & ~before.built_paths)),
        "robbed": map_.inner_hexagon(after.robber) if after.robber != before.robber else "",
        "place": "".join(ring(*map_.points[junction], 24) for junction in sorted(junctions)),
    }
    return {kind: path for kind, path in shapes.items() if path}


def _mask(move: str, verbs: tuple[str, ...], by_label: Mapping[str, int]) -> int:
    """Return the mask of the places that follow one of these verbs."""
    if not move.startswith(verbs):
        return 0
    return sum(1 << by_label[word] for word in dict.fromkeys(move.split()) if word in by_label)


def lit_hexes(view: State) -> Layer:
    """Draw the hexes lit that yield somebody something by the dice of this turn (YI1)."""
    yielding = view.world.hexes_by_number.get(sum(view.dice), ()) if any(view.dice) else ()
    return Layer([_lit(view.world, tile) for tile in yielding if tile != view.robber
                  and view.world.corners[tile] & view.occupied],
                 *canvas.around(canvas.path(canvas.gap("d"), class_="cm-lit")))


@lru_cache(maxsize=256)
def _lit(world: World, tile: int) -> Piece:
    map_ = map_geometry(world)
    (x, y), far = map_.centres[tile], DISC + 2
    half = f"a{far} {far} 0 1 0 "
    hole = f"M{x - far} {y + NUMBER[1]}{half}{2 * far} 0{half}{-2 * far} 0z"
    return Piece(map_.inner_hexagon(tile) + hole, around((x, y), 62))


def dice(view: State) -> Layer:
    """Draw the dice of this turn in the free corner of the map, if it has one."""
    return Layer(_dice(view.world, *view.dice) if any(view.dice) else [])


@lru_cache(maxsize=256)
def _dice(world: World, *numbers: int) -> list[Piece]:
    spots = corner_figures(map_geometry(world))[1:]
    return [Piece(canvas.write(canvas.group(
        canvas.rect(-DIE, -DIE, 2 * DIE, 2 * DIE, rx=8, class_="cm-die"),
        canvas.path("".join(f"M{PIP * u} {PIP * v}h0" for u, v in PIPS[number]),
                    class_="cm-pip"),
        transform=f"translate({x} {y})",
    )), around((x, y), DIE + 3)) for number, (x, y, _) in zip(numbers, spots, strict=False)]


PIP = 12  # between the pips of a die
PIPS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)), 5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def changed_places(view: State, recent: Recent) -> Layer:
    """Draw a glow under places that have changed."""
    pieces = [_glow(view.world, path) for path in bits(recent.paths)]
    spots = [
        (map_geometry(view.world).points[junction],
         24 if any(own >> junction & 1 for own in view.cities) else 18)
        for junction in bits(recent.junctions)]
    if recent.robber:
        x, y = _robber_spot(view.world, view.robber)
        # In the robber's own shape, as a disc would cover half of the number beside it.
        pieces.append(Piece(canvas.write(canvas.path(
            SHAPE_OF_ROBBER, class_="cm-recent", transform=f"translate({x} {y + 4}) scale(1.2)")),
            around((x, y), 32)))
    for (x, y), radius in spots:
        pieces.append(Piece(canvas.write(canvas.circle(x, y, radius, class_="cm-recent")),
                            around((x, y), radius + 4)))
    return Layer(pieces)


@lru_cache(maxsize=1024)
def _glow(world: World, path: int) -> Piece:
    map_ = map_geometry(world)
    line = canvas.path(map_.line(path, gap=GAP), class_="cm-recent-road")
    return Piece(canvas.write(line), map_.path_box(path, 14))


def roads(view: State) -> Iterator[Layer]:
    """Draw the roads: all their edges, then each player's roads in their colour and pattern."""
    for kind in ("cm-road-rim", "cm-road-edge"):
        yield _lines(view, view.built_paths, kind)
    for seat in range(view.players):
        for kind in ("road", "track"):
            yield _lines(view, view.roads[seat], f"cm-{kind} cm-{COLOURS[seat]}")


def _lines(view: State, paths: int, kind: str) -> Layer:
    """Draw the lines of these paths as a single path."""
    return Layer([_road(view.world, path) for path in bits(paths)],
                 *canvas.around(canvas.path(canvas.gap("d"), class_=kind)))


@lru_cache(maxsize=1024)
def _road(world: World, path: int) -> Piece:
    map_ = map_geometry(world)
    return Piece(map_.line(path, gap=GAP), map_.path_box(path, ROAD))


def buildings(view: State, ids: str) -> Iterator[Layer]:
    """Draw the settlements and cities of each player."""
    for seat in range(view.players):
        pieces = [
            _building(view.world, junction, seat, kind, ids)
            for kind, mask in zip(KINDS, (view.settlements[seat], view.cities[seat]), strict=True)
            for junction in bits(mask)]
        yield Layer(pieces, f'<g class="cm-building cm-{COLOURS[seat]}">', "</g>")


@lru_cache(maxsize=2048)
def _building(world: World, junction: int, seat: int, kind: str, ids: str) -> Piece:
    x, y = map_geometry(world).points[junction]
    return Piece(canvas.write(canvas.use(f"{ids}-{COLOURS[seat]}-{kind}", x, y)),
                 around((x, y), CITY if kind == "city" else SETTLEMENT))


def auction(view: State, ids: str) -> Layer:
    """Draw the prize of the auction, at the junction that Alexander has passed."""
    if view.auction is None:
        return Layer([])
    return Layer([_auction(view.world, view.auction.junction, view.auction.kind, ids)])


@lru_cache(maxsize=256)
def _auction(world: World, junction: int, kind: int, ids: str) -> Piece:
    x, y = map_geometry(world).points[junction]
    return Piece(canvas.write(canvas.group(
        canvas.path(star(EVENT), class_="cm-bidding-sun"),
        canvas.circle(0, 0, 16, class_="cm-bidding"),
        canvas.use(f"{ids}-{AUCTION_NAMES[kind]}", class_="cm-event", transform="scale(.64)"),
        class_="cm-auction", transform=f"translate({x} {y})",
    )), around((x, y), EVENT + 2))


def robber(view: State, ids: str) -> Layer:
    """Draw the robber beside the number of its hex."""
    return Layer([_robber(view.world, view.robber, ids)])


def _robber_spot(world: World, tile: int) -> tuple[int, int]:
    x, y = map_geometry(world).centres[tile]
    return x + ROBBER[0], y + ROBBER[1] - 4


@lru_cache(maxsize=256)
def _robber(world: World, tile: int, ids: str) -> Piece:
    x, y = _robber_spot(world, tile)
    return Piece(canvas.write(canvas.use(f"{ids}-robber", x, y + 4)), around((x, y), 24))


ROOM = 21  # half of the room that an arrow or a stop takes
GOAL_ROOM = 27
BAND = 8  # half of the breadth of the march with its edge, and a little more
ON_ROAD = ".72"  # an arrow is smaller on a road
SHADES = {False: "cm-arrow", True: "cm-arrow cm-seven"}


def trail(view: State) -> Layer:
    """Draw the march behind Alexander."""
    return _march(view.world, range(view.arrow + 1), "cm-trail")


def ribbon(view: State) -> Iterator[Layer]:
    """Draw the march before Alexander, with its edge; its end waits for sevens (AL2)."""
    last, violet = len(view.world.arrow_ends) + 1, view.world.first_violet + 1
    yield _march(view.world, range(view.arrow + 1, last), "cm-ribbon-edge")
    yield _march(view.world, range(view.arrow + 1, min(violet, last)), "cm-ribbon")
    yield _march(view.world, range(max(view.arrow + 1, violet), last), "cm-ribbon cm-seven")


def _march(world: World, parts: Iterable[int], kind: str) -> Layer:
    return Layer([_part_of_march(world, part) for part in parts],
                 *canvas.around(canvas.path(canvas.gap("d"), class_=kind)))


@lru_cache(maxsize=1024)
def _part_of_march(world: World, part: int) -> Piece:
    """Draw the march round a junction: from the middle of one arrow to that of the next."""
    map_, ends = map_geometry(world), world.arrow_ends
    x, y = map_.points[world.goal if part == len(ends) else ends[part][0]]
    spots = [map_.middle(*ends[arrow]) for arrow in (part - 1, part) if 0 <= arrow < len(ends)]
    if part == 0:
        line, spots = f"M{x} {y}L{spots[0][0]} {spots[0][1]}", [(x, y), *spots]
    elif part == len(ends):
        line, spots = f"M{spots[0][0]} {spots[0][1]}L{x} {y}", [*spots, (x, y)]
    else:
        line = f"M{spots[0][0]} {spots[0][1]}Q{x} {y} {spots[1][0]} {spots[1][1]}"
    xs, ys = zip((x, y), *spots, strict=True)
    return Piece(line, (min(xs) - BAND, min(ys) - BAND, max(xs) + BAND, max(ys) + BAND))


def coming_arrows(view: State, ids: str) -> Layer:
    """Draw the arrows before Alexander, and his own; on roads they are smaller."""
    world, built = view.world, view.built_paths
    return Layer([
        _arrow(world, i, "road" if built >> _arrow_path(world, i) & 1 else "", ids)
        for i in range(view.arrow, len(world.arrow_ends))])


def stops(view: State, ids: str) -> Layer:
    """Draw the stops that Alexander has not passed, and Persepolis."""
    pieces = [_stop(view.world, i, ids) for i in range(view.arrow, len(view.world.route))]
    return Layer([*pieces, _goal(view.world, ids)])


def alexander(view: State, ids: str) -> Layer:
    """Draw Alexander on his arrow, or in Persepolis."""
    return Layer([_alexander(view.world, view.arrow, ids)])


def _arrow_path(world: World, arrow: int) -> int:
    return world.path_between[world.arrow_ends[arrow]]


@lru_cache(maxsize=1024)
def _arrow(world: World, arrow: int, manner: str, ids: str) -> Piece:
    """Draw an arrow; ``manner`` is "road" or ""."""
    map_ = map_geometry(world)
    a, b = world.arrow_ends[arrow]
    x, y = map_.middle(a, b)
    violet = arrow >= world.first_violet
    size = f"scale({ON_ROAD})" if manner == "road" else ""
    return Piece(_ARROW.fill(
        id=f"{ids}-{'violet' if violet else 'arrow'}",
        shade=SHADES[violet],
        place=f"translate({x} {y})rotate({map_.angle(a, b)}){size}",
    ), around((x, y), ROOM))


_ARROW = canvas.Stencil(canvas.use(
    canvas.gap("id"), class_=canvas.gap("shade"), transform=canvas.gap("place")))


@lru_cache(maxsize=512)
def _stop(world: World, i: int, ids: str) -> Piece:
    stop = world.route[i]
    x, y = map_geometry(world).points[stop.junction]
    return Piece(_STOP.fill(id=f"{ids}-{stop.kind}", x=x, y=y), around((x, y), ROOM))


_STOP = canvas.Stencil(canvas.use(*map(canvas.gap, ("id", "x", "y"))))


@lru_cache(maxsize=64)
def _goal(world: World, ids: str) -> Piece:
    x, y = map_geometry(world).points[world.goal]
    return Piece(canvas.write(canvas.use(f"{ids}-goal", x, y)), around((x, y), GOAL_ROOM))


@lru_cache(maxsize=512)
def _alexander(world: World, arrow: int, ids: str) -> Piece:
    return Piece(canvas.write(*_figure(world, arrow, ids)), around(
        spot_of_alexander(world, arrow), 38))


def _figure(world: World, arrow: int, ids: str) -> Iterator[canvas.Element]:
    x, y = spot_of_alexander(world, arrow)
    if arrow < len(world.arrow_ends):
        angle = map_geometry(world).angle(*world.arrow_ends[arrow])
        yield canvas.use(f"{ids}-pointer", class_="cm-pointer",
                         transform=f"translate({x} {y})rotate({angle})")
    yield canvas.use(f"{ids}-alexander", x, y, class_="cm-alexander")


def marks(view: State, wanted: Mapping[str, Any], ids: str) -> Iterator[Element]:
    """Draw marks at the places that the page points at, and pieces that would come."""
    map_ = map_geometry(view.world)
    for tile in sorted(wanted.get("hex", ())):
        yield canvas.path(map_.inner_hexagon(tile), class_="cm-mark")
    if wanted.get("path"):
        lines = map_.lines(wanted["path"])
        yield canvas.path(lines, class_="cm-mark-edge")
        yield canvas.path(lines, class_="cm-mark-path")
    for path, seat in sorted(wanted.get("road", {}).items()):
        line = map_.line(path, gap=GAP)
        yield canvas.group(
            canvas.path(line, class_="cm-road-edge"),
            canvas.path(line, class_=f"cm-road cm-{COLOURS[seat]}"), opacity=".7")
    for kind in KINDS:
        for junction, seat in sorted(wanted.get(kind, {}).items()):
            yield canvas.use(f"{ids}-{COLOURS[seat]}-{kind}", *map_.points[junction],
                             class_=f"cm-{COLOURS[seat]}", opacity=".75")
    for junction in bits(wanted.get("junction", 0)):
        yield canvas.circle(*map_.points[junction], 21, class_="cm-mark")
