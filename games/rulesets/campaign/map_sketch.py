"""A plain drawing of the map: hexes, numbers, the route, pieces, and what can be chosen."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from engine.campaign.state import State
from engine.campaign.world import bits
from games.drawing import canvas
from games.drawing.canvas import Element
from games.rulesets.campaign.marks import Marks, Target

SIDE, MARGIN = 50, 60
SEATS = ("#d03a2f", "#f2c11d", "#2757ad", "#2c8a4b")
FILLS = {"sea": "#bcd7de", "brick": "#c87850", "lumber": "#6f9a5a", "wheat": "#e5c65d",
         "wool": "#b9d68b", "ore": "#9a9aa6", "gold": "#f0d98a", "desert": "#eadfc0"}
INK = "#2d251a"


def draw_map(view: State, *, heading: str = "", marks: Marks | None = None) -> str:
    """Returns the position as SVG."""
    world = view.world
    points = [_place(world.hex_centre(tile)) for tile in range(len(world.hexes))]
    left, top = min(x for x, _y in points) - MARGIN, min(y for _x, y in points) - MARGIN
    size = (max(x for x, _y in points) - left + MARGIN, max(y for _x, y in points) - top + MARGIN)
    label = heading or _("The map of The Campaign")
    moved = f"translate({-left} {-top})"
    parts = [
        canvas.title(label), canvas.rect(0, 0, *size, fill="#d8e6e4"),
        canvas.group(*_hexes(view), *_route(view), *_pieces(view), transform=moved),
        canvas.group(*_links(view, marks or Marks()), class_="links", transform=moved),
    ]
    return canvas.sheet(size, [part.tostring() for part in parts],
                        role="group" if marks else "img", aria_label=label, font_family="serif")


def _place(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0] * SIDE), round(point[1] * SIDE)


def _outline(view: State, tile: int) -> str:
    x, y = _place(view.world.hex_centre(tile))
    return f"M{x} {y - 50}l43 25v50l-43 25l-43 -25v-50z"


def _hexes(view: State) -> Iterator[Element]:
    for tile, place in enumerate(view.world.hexes):
        x, y = _place(view.world.hex_centre(tile))
        yield canvas.path(_outline(view, tile), fill=FILLS[place.kind], stroke="#fffdf6")
        yield canvas.text(place.label, x, y - 24, font_size=13, text_anchor="middle", fill=INK)
        if place.number:
            yield canvas.text(str(place.number), x, y + 12, font_size=26, text_anchor="middle",
                              fill="#a3322a" if place.number in (6, 8) else INK)


def _route(view: State) -> Iterator[Element]:
    world = view.world
    for number, (a, b) in enumerate(world.arrow_ends):
        (x, y), (u, v) = (_place(world.junction_point(j)) for j in (a, b))
        violet = number >= world.first_violet
        yield canvas.path(f"M{x} {y}L{u} {v}", stroke="#7a3b8f" if violet else "#3c6b2f",
                          stroke_width=4, stroke_dasharray="6 6",
                          stroke_opacity=0.3 if number < view.arrow else 0.9)
        if number == view.arrow:
            yield canvas.circle((x + u) // 2, (y + v) // 2, 11, fill="#f4d35e", stroke=INK,
                                stroke_width=3, class_="alexander")
    signs = {"temple": "T", "chit": "?", "blank": ""}
    for stop in world.route[view.arrow:]:
        x, y = _place(world.junction_point(stop.junction))
        yield canvas.circle(x, y, 9, fill="#fffdf6", stroke=INK)
        yield canvas.text(signs[stop.kind], x, y + 5, font_size=14, text_anchor="middle")


def _pieces(view: State) -> Iterator[Element]:
    world = view.world
    x, y = _place(world.hex_centre(view.robber))
    yield canvas.circle(x + 22, y, 10, fill=INK, class_="robber")
    for seat in range(view.players):
        for path in bits(view.roads[seat]):
            (x, y), (u, v) = (_place(world.junction_point(j)) for j in world.path_ends[path])
            yield canvas.path(f"M{x} {y}L{u} {v}", stroke=SEATS[seat], stroke_width=9)
        for junction in bits(view.buildings(seat)):
            x, y = _place(world.junction_point(junction))
            size = 13 if view.cities[seat] >> junction & 1 else 9
            yield canvas.rect(x - size, y - size, 2 * size, 2 * size, fill=SEATS[seat], stroke=INK,
                              stroke_width=2)


def _links(view: State, marks: Marks) -> Iterator[Element]:
    world = view.world
    for junction in bits(marks.chosen):
        yield canvas.circle(*_place(world.junction_point(junction)), 18, fill="none",
                            stroke="#a3322a", stroke_width=5)
    for tile, target in marks.hexes.items():
        yield _link(target, canvas.path(_outline(view, tile), fill="#1c5873", fill_opacity=0.15))
    for path, target in marks.paths.items():
        yield _path_link(view, path, target)
    for junction, target in marks.junctions.items():
        place = _place(world.junction_point(junction))
        yield _link(target, canvas.circle(*place, 15, fill="#1c5873", fill_opacity=0.5))


def _path_link(view: State, path: int, target: Target) -> Element:
    (x, y), (u, v) = (_place(view.world.junction_point(j)) for j in view.world.path_ends[path])
    return _link(target, canvas.path(f"M{x} {y}L{u} {v}", stroke="#1c5873", stroke_width=18,
                                     stroke_opacity=0.4))


def _link(target: Target, shape: Element) -> Element:
    return Element("a", canvas.title(target.label), shape, href=target.href,
                   aria_label=target.label)


