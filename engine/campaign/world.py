"""The map as one immutable value, with tables for the rules (TH7).

Hexes, junctions and paths are numbers; sets of junctions and of paths are bit masks.  Places are
named by a hex and a direction: "C4.N" is the northern corner of the hex C4, or the path on the
side "C4.NE".  ``map_file`` reads maps and explains what is wrong with one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

SEA, DESERT = "sea", "desert"
HEX_KINDS = ("brick", "lumber", "wheat", "wool", "ore", "gold", SEA, DESERT)
TEMPLE, CHIT, BLANK = "temple", "chit", "blank"
ROW_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CORNERS = ("N", "S", "NE", "SE", "SW", "NW")  # the order in which labels prefer them
SIDES = ("E", "SE", "SW", "W", "NW", "NE")

Corner = tuple[int, int]  # in half sides of a hex to the right, and in quarters of its height down
_CORNER_STEPS = {"N": (0, -2), "S": (0, 2), "NE": (1, -1), "SE": (1, 1), "SW": (-1, 1),
                 "NW": (-1, -1)}
_SIDE_CORNERS = {"E": ("NE", "SE"), "SE": ("SE", "S"), "SW": ("S", "SW"), "W": ("SW", "NW"),
                 "NW": ("NW", "N"), "NE": ("N", "NE")}


def bits(mask: int) -> list[int]:
    """Returns the numbers of the set bits, in ascending order."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex at the axial coordinates ``q`` and ``r``; its ``number`` is 0 if it yields nothing."""

    name: str
    label: str
    q: int
    r: int
    kind: str
    number: int

    def corner(self, direction: str) -> Corner:
        """Returns the place of a corner."""
        x, y = _CORNER_STEPS[direction]
        return 2 * self.q + self.r + x, 3 * self.r + y


@dataclass(frozen=True, slots=True)
class Junction:
    """A corner of land; ``hexes`` are those of the map that touch it."""

    label: str
    place: Corner
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A side of land between two junctions; ``hexes`` are the one or two beside it (BU2)."""

    label: str
    ends: tuple[int, int]
    hexes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Harbour:
    """A harbour on both ends of a path; ``kind`` is "" if it trades everything (TR1)."""

    name: str
    rate: int
    kind: str
    junctions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stop:
    """A junction that Alexander passes (AL1); ``kind`` is "temple", "chit" or "blank"."""

    name: str
    kind: str
    junction: int


@dataclass(frozen=True, eq=False)
class World:
    """The map.  Two maps are equal if they were read from the same text.

    ``junctions`` and ``paths`` are in reading order.  ``start`` is the junction at which the
    first arrow begins, ``goal`` is Persepolis.  Alexander stands on arrow 0 at first, on arrow i
    after he has passed stop i, and on the last arrow, whose number is one more than that of the
    last stop, when he has reached the goal.  From ``first_violet`` on he needs sevens (AL2).
    """

    id: str
    title: str
    hexes: tuple[Hex, ...]
    junctions: tuple[Junction, ...]
    paths: tuple[Path, ...]
    harbours: tuple[Harbour, ...]
    start: int
    route: tuple[Stop, ...]
    goal: int
    goal_name: str
    first_violet: int
    junction_by_label: Mapping[str, int] = field(repr=False)
    path_by_label: Mapping[str, int] = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, World) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def hex_by_label(self) -> dict[str, int]:
        return {tile.label: i for i, tile in enumerate(self.hexes)}

    @cached_property
    def land(self) -> tuple[int, ...]:
        """The hexes that are not sea."""
        return tuple([i for i, tile in enumerate(self.hexes) if tile.kind != SEA])

    @cached_property
    def deserts(self) -> tuple[int, ...]:
        return tuple([i for i, tile in enumerate(self.hexes) if tile.kind == DESERT])

    @cached_property
    def hexes_by_number(self) -> dict[int, tuple[int, ...]]:
        """The hexes that yield something, by the roll for which they do (YI1)."""
        numbers = sorted({tile.number for tile in self.hexes if tile.number})
        return {number: tuple([i for i, tile in enumerate(self.hexes) if tile.number == number])
                for number in numbers}

    @cached_property
    def all_junctions(self) -> int:
        return (1 << len(self.junctions)) - 1

    @cached_property
    def path_ends(self) -> tuple[tuple[int, int], ...]:
        return tuple([path.ends for path in self.paths])

    @cached_property
    def path_between(self) -> dict[tuple[int, int], int]:
        """Paths by their ends, in both orders."""
        both = {}
        for i, (a, b) in enumerate(self.path_ends):
            both[a, b] = both[b, a] = i
        return both

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each junction, the mask of those at the other ends of its paths."""
        masks = [0] * len(self.junctions)
        for a, b in self.path_ends:
            masks[a] |= 1 << b
            masks[b] |= 1 << a
        return tuple(masks)

    @cached_property
    def paths_at(self) -> tuple[int, ...]:
        """For each junction, the mask of its paths."""
        masks = [0] * len(self.junctions)
        for i, ends in enumerate(self.path_ends):
            for junction in ends:
                masks[junction] |= 1 << i
        return tuple(masks)

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """For each hex, the mask of the junctions at its corners; 0 for sea."""
        masks = [0] * len(self.hexes)
        for i, junction in enumerate(self.junctions):
            for tile in junction.hexes:
                masks[tile] |= (self.hexes[tile].kind != SEA) << i
        return tuple(masks)

    @cached_property
    def harbour_masks(self) -> tuple[int, ...]:
        """For each commodity, the junctions of its 2:1 harbours; the last mask is that of 3:1."""
        masks = [0] * 7
        for harbour in self.harbours:
            place = HEX_KINDS.index(harbour.kind) if harbour.kind else 6
            for junction in harbour.junctions:
                masks[place] |= 1 << junction
        return tuple(masks)

    @cached_property
    def route_mask(self) -> int:
        """The junctions of the route, with the goal."""
        return sum({1 << junction for junction in (*self._stops, self.goal)})

    @cached_property
    def _stops(self) -> tuple[int, ...]:
        return tuple([stop.junction for stop in self.route])

    @cached_property
    def unpassed_masks(self) -> tuple[int, ...]:
        """For each arrow, the junctions where nobody may build yet (BU4).

        These are the junctions of the route that Alexander has not passed when he stands on the
        arrow, and all next to them.
        """
        masks = []
        for arrow in range(len(self.route) + 2):
            ahead = (*self._stops[arrow:], self.goal)
            mask = 0
            for junction in ahead:
                mask |= 1 << junction | self.neighbours[junction]
            masks.append(mask)
        return tuple(masks)

    @cached_property
    def stop_names(self) -> dict[int, str]:
        """The names of the junctions of the route."""
        return {**{stop.junction: stop.name for stop in self.route}, self.goal: self.goal_name}

    @cached_property
    def arrow_ends(self) -> tuple[tuple[int, int], ...]:
        """For each arrow but the last position, the junctions from and to which it points."""
        places = (self.start, *self._stops, self.goal)
        return tuple(pairwise(places))

    def hex_centre(self, tile: int) -> tuple[float, float]:
        """Returns the middle of a hex, in units of its side."""
        place = self.hexes[tile]
        return (2 * place.q + place.r) * math.sqrt(3) / 2, 1.5 * place.r

    def junction_point(self, junction: int) -> tuple[float, float]:
        """Returns where a junction is, in units of the side of a hex."""
        x, y = self.junctions[junction].place
        return x * math.sqrt(3) / 2, y / 2


def build_places(
    hexes: Sequence[Hex],
) -> tuple[tuple[Junction, ...], tuple[Path, ...], dict[str, int], dict[str, int]]:
    """Returns the junctions and paths of these hexes, and both by all of their labels."""
    touching: dict[Corner, dict[str, int]] = {}
    beside: dict[tuple[Corner, Corner], dict[str, int]] = {}
    for i, tile in enumerate(hexes):
        for direction in CORNERS:
            touching.setdefault(tile.corner(direction), {})[f"{tile.label}.{direction}"] = i
        for side in SIDES:
            first, second = sorted(tile.corner(corner) for corner in _SIDE_CORNERS[side])
            beside.setdefault((first, second), {})[f"{tile.label}.{side}"] = i
    on_land = {place: labels for place, labels in touching.items() if _has_land(hexes, labels)}
    places = sorted(on_land, key=lambda place: (place[1], place[0]))
    number = {place: i for i, place in enumerate(places)}
    junctions = tuple([
        Junction(_label(hexes, on_land[place], CORNERS), place,
                 tuple(sorted(on_land[place].values()))) for place in places])
    sides = {ends: labels for ends, labels in beside.items() if _has_land(hexes, labels)}
    order = sorted(sides, key=lambda ends: (ends[0][1] + ends[1][1], ends[0][0] + ends[1][0]))
    paths = tuple([
        Path(_label(hexes, sides[ends], SIDES), (number[ends[0]], number[ends[1]]),
             tuple(sorted(sides[ends].values()))) for ends in order])
    return (
        junctions, paths,
        {label: i for i, place in enumerate(places) for label in on_land[place]},
        {label: i for i, ends in enumerate(order) for label in sides[ends]},
    )


def _has_land(hexes: Sequence[Hex], labels: Mapping[str, int]) -> bool:
    return any(hexes[tile].kind != SEA for tile in labels.values())


def _label(hexes: Sequence[Hex], labels: Mapping[str, int], directions: Sequence[str]) -> str:
    """Returns the label that stands for a place: by land, in the order of the directions."""
    return min(labels, key=lambda label: (
        hexes[labels[label]].kind == SEA, directions.index(label.partition(".")[2])))
