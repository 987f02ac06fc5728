"""The small picture for lists: land, hexes, roads, buildings as dots, the route, Alexander.

Everything that cannot be seen at the size of a stamp is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.campaign.state import COLOURS, State
from engine.campaign.world import KINDS, World, bits
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.stylesheets import EMBEDDED, check_style
from games.rulesets.campaign.drawing import descriptions
from games.rulesets.campaign.drawing.landmass import coast
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, map_geometry
from games.rulesets.campaign.drawing.stylesheet import SHEETS

DOTS = (  # of the seats, round (0, 0): the shields' outlines without their finish
    "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0z", "M0-16 16 0 0 16-16 0z",
    "M-12-12h24v24h-24z", "M-15-12h30L0 16z",
)


def draw_thumbnail(
    view: State, *, theme: str = "light", stylesheet: str = EMBEDDED, size: int | None = None
) -> str:
    """The position as a small SVG without ids, below 12 KB; options as in ``draw_map``."""
    check_style(theme, stylesheet)
    map_ = map_geometry(view.world)
    body = f"{_ground(view.world)}{canvas.layer('cm-pieces', _pieces(view, map_))}"
    return canvas.sheet(
        (map_.width, map_.height), (SHEETS.style_layer(theme, stylesheet, body), body),
        class_=f"cm cm-{theme}", role="img", aria_label=descriptions.label(view),
        width=size, height=size and round(size * map_.height / map_.width),
    )


@lru_cache(maxsize=16)
def _ground(world: World) -> str:
    map_ = map_geometry(world)
    return canvas.layer("cm-ground", (
        canvas.rect(0, 0, map_.width, map_.height, class_="cm-sea"),
        canvas.path(coast(world, map_.dx, map_.dy), class_="cm-coast"),
        *(
            canvas.path("".join(
                map_.hexagon(tile) for tile in world.land if world.hexes[tile].kind == kind),
                class_=f"cm-hex cm-{kind}-tint")
            for kind in KINDS[1:]
        ),
    ))


def _pieces(view: State, map_: MapGeometry) -> Iterator[Element]:
    arrows, violet = view.world.arrow_ends, view.world.first_violet
    for ends, kind in ((arrows[view.arrow:violet], ""),
                       (arrows[max(view.arrow, violet):], " cm-seven")):
        if ends:
            corners = [map_.points[j] for j in (ends[0][0], *(end for _, end in ends))]
            line = "M" + "L".join(f"{x} {y}" for x, y in corners)
            yield canvas.path(line, class_=f"cm-route{kind}")
    if view.built_paths:
        yield canvas.path(map_.lines(view.built_paths), class_="cm-road-edge cm-wide-edge")
    for seat in range(view.players):
        colour = f"cm-{COLOURS[seat]}"
        if view.roads[seat]:
            yield canvas.path(map_.lines(view.roads[seat]), class_=f"cm-road cm-wide {colour}")
        for mask, size in ((view.settlements[seat], 1.5), (view.cities[seat], 2.3)):
            for junction in bits(mask):
                x, y = map_.points[junction]
                yield canvas.path(
                    DOTS[seat], class_=f"cm-dot-piece {colour}",
                    transform=f"translate({x} {y})scale({size})")
    at_goal = view.arrow >= len(arrows)
    x, y = map_.points[view.world.goal] if at_goal else map_.middle(*arrows[view.arrow])
    yield canvas.circle(x, y, 25, class_="cm-standing")
