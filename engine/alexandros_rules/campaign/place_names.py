"""Names of places in orders: hexes, junctions and paths, by their labels or by their names.

"C4.N", "C4 north", "northern corner of Upper Syria" and, for a junction of the route, "Tyre".
Names of our own maps may be in any language of the site.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from alexandros_rules.campaign.gazetteer import foreign_names
from alexandros_rules.campaign.order_words import AND, FROM, NOISE
from alexandros_rules.campaign.reading import Order, tokens
from alexandros_rules.campaign.world import CORNERS, SIDES, World, plain
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import translate_orders
from alexandros_rules.wording import directions, quoted

_LABEL = re.compile(r"([a-z])(\d{1,2})$")
_DIRECTIONS = frozenset((*CORNERS, *SIDES))
_CLOCKWISE = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@dataclass(slots=True)
class Place:
    """A place in an order: a hex, a junction of the route, or both if they share a name."""

    written: str
    tile: int | None
    stop: int | None
    direction: str = ""


@dataclass(frozen=True, slots=True)
class Places:
    """The places in an order; ``rest`` are the other words with a meaning."""

    found: tuple[Place, ...]
    rest: tuple[str, ...]
    between: bool  # whether a path is named by the junctions "from" and "to" which it leads


def read_places(order: Order, words: Sequence[str]) -> Places:
    """Find the places in these words.  Raise Unreadable for a hex that does not exist."""
    found: list[Place] = []
    rest: list[str] = []
    pending = ""  # a direction before its place: "the north corner of C4"
    items = _items(order, words)
    between = any(item in FROM for item in items if isinstance(item, str))
    for item in _with_directions(items):
        if isinstance(item, Place):
            item.direction, pending = pending, ""
            found.append(item)
        elif item not in _DIRECTIONS:
            if item not in NOISE | FROM | AND:
                rest.append(item)
        elif found and found[-1].tile is not None and not found[-1].direction:
            found[-1].direction = item
        elif item != "E" or not found:  # "e" is also Italian and Portuguese for "and"
            pending = item
    if pending:
        raise order.unreadable(_("%(word)s does not belong here.") % {"word": quoted(pending)})
    return Places(tuple(found), tuple(rest), between)


def check_only_places(order: Order, rest: Sequence[str]) -> None:
    """Refuse a word that is left over after all places."""
    if rest:
        raise order.unreadable(_("%(word)s is not a place on this map.") % {
            "word": quoted(rest[0])})


def hex_at(places: Sequence[Place]) -> int | None:
    """Return the one hex that is named; None if no hex or several are."""
    tiles = [place.tile for place in places if place.tile is not None and not place.direction]
    return tiles[0] if len(places) == len(tiles) == 1 else None


def junction_at(order: Order, place: Place) -> int:
    """Return the junction at a place.  Raise Unreadable."""
    world = order.state.world
    if not place.direction and place.stop is not None:
        return place.stop
    if place.tile is None or place.direction not in CORNERS:
        raise order.unreadable(_(
            "Say which corner of %(place)s you mean: %(corners)s.") % {
                "place": place.written, "corners": _clockwise(CORNERS)})
    junction = world.junction_by_label.get(_label(world, place))
    if junction is None:
        raise order.unreadable(_("No land touches %(place)s.") % {"place": _label(world, place)})
    return junction


def path_at(order: Order, place: Place) -> int:
    """Return the path at a place.  Raise Unreadable."""
    world = order.state.world
    if place.tile is None or place.direction not in SIDES:
        raise order.unreadable(_(
            "Say which side of %(place)s you mean: %(sides)s. Or name two junctions, as in"
            " '%(example)s'.") % {"place": place.written, "sides": _clockwise(SIDES),
                                  "example": translate_orders("road C4.N C4.NE")})
    path = world.path_by_label.get(_label(world, place))
    if path is None:
        raise order.unreadable(_("No land touches %(place)s.") % {"place": _label(world, place)})
    return path


def _clockwise(directions_: Iterable[str]) -> str:
    return ", ".join(sorted(directions_, key=_CLOCKWISE.index))


def path_between(order: Order, first: Place, last: Place) -> int:
    """Return the path that leads from one junction to another.  Raise Unreadable."""
    ends = junction_at(order, first), junction_at(order, last)
    path = order.state.world.path_between.get(ends)
    if path is None:
        labels = [order.state.world.junctions[end].label for end in ends]
        raise order.unreadable(_("%(first)s and %(last)s are not neighbours.") % {
            "first": labels[0], "last": labels[1]})
    return path


def is_path(place: Place) -> bool:
    """Check whether a place is a side of a hex."""
    return place.tile is not None and place.direction in SIDES


def _label(world: World, place: Place) -> str:
    assert place.tile is not None
    return f"{world.hexes[place.tile].label}.{place.direction}"


def _with_directions(items: Sequence[str | Place]) -> list[str | Place]:
    """Replace words for directions by letters: "south", "west" becomes "SW"."""
    replaced: list[str | Place] = []
    words: list[str] = []
    for item in items:
        if isinstance(item, Place):
            replaced += [*_letters(words), item]
            words = []
        else:
            words.append(item)
    return [*replaced, *_letters(words)]


def _letters(words: Sequence[str]) -> list[str]:
    return [word.upper() if word.upper() in _DIRECTIONS else word for word in directions(words)]


def _items(order: Order, words: Sequence[str]) -> list[str | Place]:
    """Replace names and labels of places among these words by places."""
    names = _names(order.state.world)
    longest = max(map(len, names), default=0)
    items: list[str | Place] = []
    i = 0
    while i < len(words):
        size = next((n for n in range(min(longest, len(words) - i), 0, -1)
                     if tuple(words[i:i + n]) in names), 0)
        if size:
            items.append(Place(" ".join(words[i:i + size]).title(),
                               *names[tuple(words[i:i + size])]))
            i += size
            continue
        size, place = _labelled(order, words[i:i + 2])
        items.append(words[i] if place is None else place)
        i += size
    return items


def _labelled(order: Order, words: Sequence[str]) -> tuple[int, Place | None]:
    """Return the number of words of a hex's label ("c4" or "c 4"), and its place."""
    for size in (1, 2):
        match = _LABEL.match("".join(words[:size])) if len(words) >= size else None
        if match is not None:
            label = f"{match[1].upper()}{int(match[2])}"
            tile = order.state.world.hex_by_label.get(label)
            if tile is None:
                raise order.unreadable(_("%(word)s is not a hex of this map.") % {
                    "word": quoted(label)})
            return size, Place(label, tile, None)
    return 1, None


_Names = Mapping[tuple[str, ...], tuple[int | None, int | None]]


def name_words(world: World) -> frozenset[str]:
    """Return the words of the names on a map, in all languages."""
    return frozenset([word for name in _names(world) for word in name])


def telling_words(world: World) -> frozenset[str]:
    """Return the words of names that speak of a place on a map, also in a sentence about others.

    Those of other languages are only whole names: "sea" in them is too common a word.
    """
    english = [word for tile in world.hexes for word in tokens(tile.name)]
    english += [word for name in world.stop_names.values() for word in tokens(name)]
    return frozenset([*english, *(name[0] for name in _names(world) if len(name) == 1)]) - NOISE


@lru_cache(maxsize=16)
def _names(world: World) -> _Names:
    """Return hexes and junctions by the words of their names in all languages.

    A name that several hexes share stands for none of them.
    """
    names: dict[tuple[str, ...], tuple[int | None, int | None]] = {}
    tiles = {tile.name: i for i, tile in enumerate(world.hexes)
             if plain(tile.name) in world.hex_names}
    stops = {name: junction for junction, name in world.stop_names.items()}
    for name in (*tiles, *stops):
        for spelling in map(tokens, (name, *foreign_names(world, name))):
            tile, stop = names.get(spelling, (None, None))
            names[spelling] = tiles.get(name, tile), stops.get(name, stop)
    return names
