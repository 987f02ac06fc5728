"""The words on the map, each in the first of a few places where nothing else stands.

A label gives way to pieces, numbers, signs, harbours and labels placed before it.  One without a
free place is left out: every hex and junction still has it in its title.  The labels of the hexes,
which orders contain, always have a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from django.utils.translation import get_language

from alexandros_rules.campaign.gazetteer import place_name
from alexandros_rules.campaign.state import State
from alexandros_rules.campaign.world import Stop, World
from games.drawing import canvas, letters
from games.drawing.layers import Box, Layer, Piece
from games.rulesets.campaign.drawing import ground
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, map_geometry
from games.rulesets.campaign.drawing.obstacles import Grid, changing, fixed

SIZES = {"cm-name": 13.0, "cm-name cm-long": 11.5, "cm-name cm-label": 15.0, "cm-town": 13.0,
         "cm-sea-name": 12.5, "cm-sea-name cm-sea-label": 13.0, "cm-name cm-goal-name": 15.0}
BROADER = 1.15  # than in our font, at most, in the fonts of readers who have another
SPACED = 0.3  # between the letters of a sea
TALL, DEEP = 0.68, 0.22  # how far letters rise above and fall below their base line, by the size
ASIDE, ABOVE = 3, 2  # the least room between two labels
NUMBERED = 23.5  # half of the room of a number between two places of a hex's label
BESIDE = (8, -10, 22)  # base lines beside the number for the label of a hex
NAMES = ((0, 33), (-8, 33), (8, 33), (-16, 33), (16, 33), (0, 44), (0, 20))
LONG_AT_SEA, LINE = 10, 14  # letters that fit in a line; its height
LONG_ON_LAND = 10  # letters above which a name is written smaller
TOWN_GAPS = (9, 18)  # from the junction to the name of a town, where little or much stands
RANKS = ("temple", "chit", "blank")  # of stops: the first of them choose their places first


@dataclass(slots=True)
class Place:
    """A place for a label, and all that may stand in its way.

    ``lines`` have their class, words and the middle of their base line; ``room`` has all boxes.
    ``settlements``, ``cities`` and ``auctions`` are masks of junctions; ``stops`` of stops on the
    route, ``roads`` of paths, ``arrows`` of Alexander's places, ``robbers`` of hexes, ``others``
    of places of labels.
    """

    lines: Sequence[tuple[str, str, int, int]]
    boxes: Sequence[Box]
    room: Box
    number: int = 0
    settlements: int = 0
    cities: int = 0
    auctions: int = 0
    stops: int = 0
    roads: int = 0
    arrows: int = 0
    robbers: int = 0
    others: int = 0

    def piece(self, *, small: bool) -> Piece:
        """Return the label; on a small map without the name of a sea."""
        text = "".join(_TEXTS[kind].fill(words=words, x=x, y=y) for kind, words, x, y in self.lines
                       if not (small and kind == "cm-sea-name"))
        left, top, right, bottom = self.room
        return Piece(text, (left - 6, top - 6, right + 6, bottom + 6))


def labels(view: State, *, small: bool = False) -> Layer:
    """Draw the labels of a position; on a small map only those of the hexes and of the goal."""
    auction = 1 << view.auction.junction if view.auction else 0
    settlements, cities = 0, 0
    for own, larger in zip(view.settlements, view.cities, strict=True):
        settlements, cities = settlements | own, cities | larger
    return _placed(view.world, get_language(), settlements, cities, auction, view.built_paths,
                   view.arrow, view.robber, small)


@lru_cache(maxsize=512)
def _placed(world: World, language: str, settlements: int, cities: int, auction: int, roads: int,
            arrow: int, robber: int, small: bool) -> Layer:
    stops = -1 << arrow
    standing, robbed, taken = 1 << arrow, 1 << robber, 0
    pieces = []
    for label in _always(world, language) if small else _labels(world, language):
        for place in label:
            if not (place.settlements & settlements or place.cities & cities
                    or place.auctions & auction or place.stops & stops or place.roads & roads
                    or place.arrows & standing or place.robbers & robbed or place.others & taken):
                pieces.append(place.piece(small=small))
                taken |= 1 << place.number
                break
    return Layer(pieces, '<g class="cm-words-on-map">', "</g>")


def _always(world: World, language: str) -> Sequence[Sequence[Place]]:
    """Return the labels that a small map has, too: of the goal, of land, and of the sea."""
    found, land = _labels(world, language), len(world.land)
    return [*found[:1 + land], *found[len(found) - len(world.hexes) + land:]]


@lru_cache(maxsize=32)
def _labels(world: World, language: str) -> Sequence[Sequence[Place]]:
    """Return the labels of a map in the order in which they choose their places."""
    map_ = map_geometry(world)
    always, sometimes = Grid(fixed(map_)), Grid(changing(map_))
    found = [
        [place for place in label
         if _on_sheet(map_, place) and not any(map(always.meets, place.boxes))]
        for label in _all(map_)]
    known = [place for label in found for place in label]
    for number, place in enumerate(known):
        place.number = number
        for box in place.boxes:
            for circle in sometimes.meeting(box):
                mask = getattr(place, circle.kind) | 1 << circle.number
                setattr(place, circle.kind, mask)
    _compare(known)
    return found


def _on_sheet(map_: MapGeometry, place: Place) -> bool:
    left, top, right, bottom = place.room
    return left >= 6 and top >= 6 and right <= map_.width - 6 and bottom <= map_.height - 6


def _compare(known: Sequence[Place]) -> None:
    """Note which places meet."""
    ordered = sorted(known, key=lambda place: place.room)
    for i, place in enumerate(ordered):
        _, top, right, bottom = place.room
        for other in islice(ordered, i + 1, None):
            left, upper, _, lower = other.room
            if left > right + ASIDE:
                break
            if upper < bottom + ABOVE and top < lower + ABOVE and any(
                    _meet(a, b) for a in place.boxes for b in other.boxes):
                place.others |= 1 << other.number
                other.others |= 1 << place.number


def _meet(a: Box, b: Box) -> bool:
    return (a[0] - ASIDE < b[2] and b[0] - ASIDE < a[2]
            and a[1] - ABOVE < b[3] and b[1] - ABOVE < a[3])


def _all(map_: MapGeometry) -> Iterator[Iterator[Place]]:
    world = map_.world
    yield _goal(map_)
    for tile in world.land:
        yield _code(map_, tile)
    for tile in world.land:
        yield _name(map_, tile)
    for kind in RANKS:
        for stop in world.route:
            if stop.kind == kind and not _hex_named(world, stop):
                yield _town(map_, stop.junction)
    for tile, place in enumerate(world.hexes):
        if place.kind == "sea":
            yield _sea(map_, tile)


def _hex_named(world: World, stop: Stop) -> bool:
    """Return whether a hex beside a stop has its name already."""
    return any(world.hexes[tile].name == stop.name for tile in world.junctions[stop.junction].hexes)


def _goal(map_: MapGeometry) -> Iterator[Place]:
    x, y = map_.points[map_.world.goal]
    words, kind = place_name(map_.world, map_.world.goal_name), "cm-name cm-goal-name"
    half = width(words, kind) / 2
    for dx, dy in ((-half - 25, 5), (half + 25, 5), (0, 38), (0, -30), (-half - 18, 26),
                   (half + 18, 26), (-half - 18, -16), (half + 18, -16), (-half - 18, 40),
                   (0, 60)):
        yield _written(kind, [(words, round(x + dx), y + dy)])


def _code(map_: MapGeometry, tile: int) -> Iterator[Place]:
    place, (x, y) = map_.world.hexes[tile], map_.centres[tile]
    aside = NUMBERED + width(place.label, "cm-name cm-label") / 2
    for dy in BESIDE:
        for dx in (-aside, aside):
            yield _written("cm-name cm-label", [(place.label, round(x + dx), y + dy)])
    for dx, dy in ((0, 20), (0, 42), (-14, 40), (14, 40), (0, -28)):  # without a number
        yield _written("cm-name cm-label", [(place.label, x + dx, y + dy)])


def _name(map_: MapGeometry, tile: int) -> Iterator[Place]:
    place, (x, y) = map_.world.hexes[tile], map_.centres[tile]
    name = place_name(map_.world, place.name)
    for dx, dy in NAMES:
        yield _written("cm-name cm-long" if len(name) > LONG_ON_LAND else "cm-name",
                       [(name, x + dx, y + dy)])


def _sea(map_: MapGeometry, tile: int) -> Iterator[Place]:
    """Yield the places of a sea hex's name, a long one in two lines, with its label below."""
    place, (x, y) = map_.world.hexes[tile], map_.centres[tile]
    name = place_name(map_.world, place.name)
    lines = name.rsplit(" ", 1) if len(name) > LONG_AT_SEA else [name]
    first = ground.name_offset(map_.world, tile)
    for dx, dy in ((0, first), *product((0, -14, 14, -24, 24), (0, 14, -22, 30))):
        top = y + dy - LINE * (len(lines) - 1) // 2
        yield _written("cm-sea-name", [
            (line, x + dx, top + LINE * i) for i, line in enumerate(lines)],
            (place.label, x + dx, top + LINE * len(lines)))
    for dx, dy in product((0, -24, 24), (4, -24, 32)):
        yield _written("cm-sea-name cm-sea-label", [(place.label, x + dx, y + dy)])


def _town(map_: MapGeometry, junction: int) -> Iterator[Place]:
    x, y = map_.points[junction]
    words = place_name(map_.world, map_.world.stop_names[junction])
    half = width(words, "cm-town") / 2
    for gap in TOWN_GAPS:
        slant = gap * 0.7
        for dx, dy in ((gap + half, 4), (-gap - half, 4), (0, gap + 9), (0, -gap - 2),
                       (slant + half, slant + 5), (-slant - half, slant + 5),
                       (slant + half, -slant), (-slant - half, -slant)):
            yield _written("cm-town", [(words, round(x + dx), round(y + dy))])


def _written(kind: str, lines: Sequence[tuple[str, int, int]],
             label: tuple[str, int, int] | None = None) -> Place:
    """Return the place of these lines, with the label of a sea hex below them."""
    written = [(kind, *line) for line in lines]
    if label:
        written.append((f"{kind} cm-sea-label", *label))
    boxes = [_box(*line) for line in written]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Place(written, boxes, (min(lefts), min(tops), max(rights), max(bottoms)))


def _box(kind: str, words: str, x: int, y: int) -> Box:
    half, size = width(words, kind) / 2, SIZES[kind]
    return x - half, y - TALL * size, x + half, y + DEEP * size


def width(words: str, kind: str) -> float:
    """Return how wide words are on the map, in picture units."""
    spaced = SPACED * len(words) if kind == "cm-sea-name" else 0
    return BROADER * letters.width(words, SIZES[kind]) + spaced


_TEXTS = {
    kind: canvas.Stencil(canvas.text(*map(canvas.gap, ("words", "x", "y")), class_=kind))
    for kind in SIZES
}
