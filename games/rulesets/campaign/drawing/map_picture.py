"""The picture of a position: layers in a fixed order on one sheet, framed or small.

A picture that stands alone has a strip above and below it: heading, points by name, the dice.
Lists show a small picture: land, hexes, roads, buildings as dots, the route, Alexander.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.campaign import gazetteer
from alexandros_rules.campaign.state import COLOURS, OVER, State
from alexandros_rules.campaign.world import KINDS, World, bits
from alexandros_rules.translation import labelled
from games.drawing import canvas
from games.drawing.canvas import DOTS, Element
from games.drawing.frames import BOTTOM, Score, focus, framed, piece, words_width
from games.drawing.layers import (
    Definitions,
    Layer,
    Picture,
    Piece,
    Scene,
    as_text,
    layer_of,
    opening,
)
from games.drawing.stylesheets import EMBEDDED, check_style
from games.rulesets.campaign.drawing import (
    click_targets,
    descriptions,
    ground,
    piece_shapes,
    pieces,
)
from games.rulesets.campaign.drawing.click_targets import Links
from games.rulesets.campaign.drawing.descriptions import player
from games.rulesets.campaign.drawing.labels import labels
from games.rulesets.campaign.drawing.map_geometry import MapGeometry, coast, map_geometry
from games.rulesets.campaign.drawing.obstacles import spot_of_alexander
from games.rulesets.campaign.drawing.piece_shapes import plate_parts
from games.rulesets.campaign.drawing.pieces import NOTHING, Recent
from games.rulesets.campaign.drawing.stylesheet import SHEETS, Style

SMALL = 600  # pixels; a narrower map has no names, which could not be read


def _framed(
    view: State, body: Sequence[Layer], box: tuple[int, int], *, names: Sequence[str],
    heading: str,
) -> tuple[tuple[int, int], list[Scene]]:
    """Return the size and the scenes of a framed picture."""
    points = view.points if view.phase == OVER else view.public_points
    scores = [
        Score(names[seat] if seat < len(names) else player(seat), points(seat),
              f"cm-{COLOURS[seat]}", partial(_badge, seat),
              view.phase != OVER and seat == view.seat)
        for seat in range(view.players)
    ]
    return framed(body, box, prefix="cm", heading=heading or gazetteer.title(view.world),
                  scores=scores, beside=lambda width: _turn(view, width),
                  kept=words_width(_turn_text(view)) + 36)


def _badge(seat: int, x: int, y: int) -> Element:
    return canvas.group(*plate_parts(seat), class_=f"cm-{COLOURS[seat]}",
                        transform=f"translate({x} {y})")


def _turn(view: State, width: int) -> Iterator[Piece]:
    """Draw at the right the number of the turn and its dice."""
    text = _turn_text(view)
    words = canvas.text(text, width - 18, BOTTOM // 2 + 8, class_="cm-words cm-right")
    yield piece(words, (width - words_width(text) - 40, 0, width, BOTTOM))


def _turn_text(view: State) -> str:
    text = _("Turn %(turn)s") % {"turn": view.turn}
    return labelled(text, f"{view.dice[0]} + {view.dice[1]}") if any(view.dice) else text


def map_in_layers(
    view: State,
    *,
    theme: str = "light",
    stylesheet: str = EMBEDDED,
    links: Links | None = None,
    marks: Mapping[str, Any] | None = None,
    recent: Recent = NOTHING,
    frame: bool = False,
    names: Sequence[str] = (),
    heading: str = "",
    size: int | None = None,
    ids: str = "cm",
    titles: bool = True,
    label: str = "",
) -> Picture:
    """Draw the position in layers; ``draw_map`` draws it as SVG, with the same arguments.

    ``theme``        "light", "dark", "contrast", "print", or "auto": as the page is.
    ``stylesheet``   "embedded": complete in itself, for files and PNG; "none": styled by the
                     page's ``campaign/board.css``, with no style inside, as a strict CSP wants.
    ``links``        {"hex": {hex: (href, title)}, "junction": {junction: (href, title)},
                     "path": {path: (href, title)}}; an href begins with "?" or "/".
    ``marks``        {"hex": hexes, "junction": mask, "path": mask} to point at, and
                     {"road": {path: seat}, "settlement": {junction: seat},
                     "city": {junction: seat}} for pieces that would come.
    ``recent``       the latest changes (``changed_places``).
    ``frame``        strips with ``heading``, the points by ``names`` (else colours) and the
                     dice, for pictures that stand alone.
    ``size``         width in pixels; without it the picture fills its place.
    ``ids``          prefix of the ids inside; give each picture of a page its own.
    ``titles``       whether each place has a title and the picture a text version; False for
                     figures that only illustrate what is written beside them.
    ``label``        describes the picture, in place of its position in a few sentences.

    Raises ValueError for an unknown theme or style sheet and for a link that leaves the site.
    """
    check_style(theme, stylesheet)
    map_ = map_geometry(view.world)
    layers = [
        *_position(view, recent, ids, small=size is not None and size < SMALL),
        *_on_top(view, links or {}, marks or {}, ids=ids, titled=titles),
    ]
    box, scenes, near = (map_.width, map_.height), [Scene(layers)], None
    if frame:
        body, (box, scenes) = box, _framed(view, layers, box, names=names, heading=heading)
        near = focus(spot_of_alexander(view.world, view.arrow), body, down=scenes[0].y)
    label = label or descriptions.label(view, names)
    words = _TITLE.fill(words=heading or label)
    if titles:
        words += _DESC.fill(words=descriptions.description(view))
    kind = f"cm cm-{theme}"
    first_tag = opening(box, kind, "group" if links else "img", size)
    return Picture(
        box, kind, first_tag.fill(label=label), words, Style(theme, stylesheet),
        _definitions(ids), scenes, label, near,
    )


draw_map = as_text(map_in_layers)


@lru_cache(maxsize=32)
def _definitions(ids: str) -> Definitions:
    return Definitions(ids, piece_shapes.definitions(ids))


def _position(view: State, recent: Recent, ids: str, *, small: bool) -> Iterator[Layer]:
    """Draw the layers that show the position, from the bottom to the top."""
    yield ground.ground(view.world, ids=ids)
    yield pieces.lit_hexes(view)
    yield pieces.dice(view)
    yield pieces.trail(view)
    yield pieces.changed_places(view, recent)
    yield from pieces.ribbon(view)
    yield from pieces.roads(view)
    yield pieces.coming_arrows(view, ids)
    yield pieces.stops(view, ids)
    yield labels(view, small=small)
    yield from pieces.buildings(view, ids)
    yield pieces.robber(view, ids)
    yield pieces.auction(view, ids)
    yield pieces.alexander(view, ids)


def _on_top(
    view: State, links: Links, marks: Mapping[str, Any], *, ids: str, titled: bool
) -> Iterator[Layer]:
    """Draw the marks, the titles of all places, and the links."""
    if marks:
        yield layer_of("cm-marks", pieces.marks(view, marks, ids))
    if titled:
        yield from click_targets.places(view)
    if links:
        yield layer_of("cm-links", click_targets.links(view, links))


_TITLE = canvas.Stencil(canvas.title(canvas.gap("words")))
_DESC = canvas.Stencil(canvas.Element("desc", words=canvas.gap("words")))


def draw_thumbnail(
    view: State, *, theme: str = "light", stylesheet: str = EMBEDDED, size: int | None = None
) -> str:
    """Draw the position as a small SVG without ids, below 12 KB; options as in ``draw_map``."""
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
