"""Maps: a ``World`` from the text of a map file (see ``map_text``), and the maps shipped."""

from __future__ import annotations

import copyreg
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import resources
from itertools import pairwise

from alexandros_rules import codec
from alexandros_rules.campaign import map_checks as checks
from alexandros_rules.campaign.map_text import MapText, read
from alexandros_rules.campaign.world import (
    ANY_COMMODITY,
    COMMODITIES,
    Geometry,
    Harbour,
    Hex,
    Stop,
    World,
    centre,
    plain,
    survey,
    union,
)

DEFAULT = "campaign"  # the map of new tables, unless somebody chooses another
DICE = range(2, 13)


@lru_cache(maxsize=64)
def load(text: str) -> World:
    """Return the map in the text of a file.  Raise Unreadable.  Results are cached."""
    data = read(text)
    checks.check_hexes(data)
    geometry = survey(data.hexes)
    checks.check(geometry, data)
    hexes = geometry.hexes
    known = geometry.junction_by_label
    route = tuple(Stop(stop.name, stop.kind, known[stop.label]) for stop in data.stops)
    harbours = _harbours(data, known)
    start, (goal_name, goal_label) = known[data.single["start"][1][0]], data.single["goal"][1]
    goal = known[goal_label]
    march = [start, *(stop.junction for stop in route), goal]
    return World(
        text=text, id=codec.fingerprint(_tidy(text)),
        name=data.single["name"][1][0], title=data.single["title"][1][0], hexes=hexes,
        land=tuple(h for h, place in enumerate(hexes) if place.kind != "sea"),
        deserts=tuple(h for h, place in enumerate(hexes) if place.kind == "desert"),
        junctions=geometry.junctions, junction_by_label=known,
        paths=geometry.paths, path_by_label=geometry.path_by_label,
        all_junctions=(1 << len(geometry.junctions)) - 1,
        path_between=geometry.path_between,
        hexes_by_number={number: tuple(h for h, place in enumerate(hexes)
                                       if place.number == number) for number in DICE},
        neighbours=geometry.neighbours, paths_at=geometry.paths_at,
        path_ends=tuple(path.ends for path in geometry.paths),
        corners=geometry.corners, adjacent_paths=geometry.adjacent_paths,
        harbours=harbours, harbour_masks=_harbour_masks(harbours),
        route=route, goal=goal, goal_name=goal_name,
        stop_names={stop.junction: stop.name for stop in route} | {goal: goal_name},
        route_mask=union(1 << j for j in march[1:]),
        unpassed_masks=tuple(_closed(geometry, march[arrow + 1:] or [goal])
                             for arrow in range(len(march))),
        start=start, arrow_ends=tuple(pairwise(march)),
        first_violet=data.violet,
        centres=tuple(centre(place.q, place.r) for place in hexes),
        points=geometry.points, hex_by_label={place.label: h for h, place in enumerate(hexes)},
        hex_names=_hex_names(hexes),
        junction_names={plain(label): j for label, j in known.items()}
        | {plain(stop.name): stop.junction for stop in route} | {plain(goal_name): goal},
    )


def _reduce(world: World) -> tuple[Callable[[str], World], tuple[str]]:
    # Pickled as its text, so that another process has one object per text, too.
    return load, (world.text,)


copyreg.pickle(World, _reduce)


def _tidy(text: str) -> str:
    # Blanks at the ends of lines must not change the fingerprint.
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\n"


def _harbours(data: MapText, known: Mapping[str, int]) -> tuple[Harbour, ...]:
    return tuple(Harbour(line.name, line.rate, line.kind,
                         (known[line.labels[0]], known[line.labels[1]])) for line in data.harbours)


def _harbour_masks(harbours: tuple[Harbour, ...]) -> tuple[int, ...]:
    masks = [0] * (ANY_COMMODITY + 1)
    for harbour in harbours:
        place = COMMODITIES.index(harbour.kind) if harbour.kind else ANY_COMMODITY
        masks[place] |= union(1 << j for j in harbour.junctions)
    return tuple(masks)


def _closed(geometry: Geometry, ahead: list[int]) -> int:
    """Return the mask of the junctions ahead of Alexander and all their neighbours (BU4)."""
    return union(1 << j | geometry.neighbours[j] for j in ahead)


def _hex_names(hexes: tuple[Hex, ...]) -> dict[str, int]:
    names = Counter(plain(place.name) for place in hexes)
    return {plain(place.name): h for h, place in enumerate(hexes)
            if names[plain(place.name)] == 1} | {
                plain(place.label): h for h, place in enumerate(hexes)}


@lru_cache(maxsize=1)
def shipped() -> dict[str, str]:
    """Return the texts of the maps that come with the game, by name, the default first."""
    folder = resources.files("alexandros_rules.campaign") / "maps"
    texts = [f.read_text(encoding="utf-8") for f in folder.iterdir() if f.name.endswith(".txt")]
    maps = {load(text).name: text for text in texts}
    return dict(sorted(maps.items(), key=lambda item: (item[0] != DEFAULT, item[0])))


def named(name: str) -> World:
    """Return a map that comes with the game.  Raise KeyError for other names."""
    return load(shipped()[name])
