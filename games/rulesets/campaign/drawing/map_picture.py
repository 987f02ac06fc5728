"""The picture of a position: layers in a fixed order on one sheet.

Owns the order and the options.  A pure function of the view: the same view and options give the
same bytes, and nothing that the view hides can be in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.campaign.state import State
from games.drawing import canvas
from games.drawing.layers import Definitions, Layer, Picture, Scene, as_text, layer_of, opening
from games.drawing.stylesheets import EMBEDDED, check_style
from games.rulesets.campaign.drawing import (
    click_targets,
    descriptions,
    ground,
    piece_shapes,
    pieces,
    route,
)
from games.rulesets.campaign.drawing.click_targets import Links
from games.rulesets.campaign.drawing.frame import framed
from games.rulesets.campaign.drawing.map_geometry import map_geometry
from games.rulesets.campaign.drawing.recent import NOTHING, Recent
from games.rulesets.campaign.drawing.stylesheet import Style


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
    """The position in layers; ``draw_map`` takes the same and returns it as SVG.

    ``theme``        "light", "dark", "contrast", "print", or "auto": as the page is.
    ``stylesheet``   "embedded": complete in itself, for files and PNG; "none": styled by the
                     page's ``campaign/board.css``, with no style inside, as a strict CSP wants.
    ``links``        {"hex": {hex: (href, title)}, "junction": {junction: (href, title)},
                     "path": {path: (href, title)}}; an href begins with "?" or "/".
    ``marks``        {"hex": hexes, "junction": mask, "path": mask} to point at, and
                     {"road": {path: seat}, "settlement": {junction: seat},
                     "city": {junction: seat}} for pieces that would come.
    ``recent``       what has changed lately (``recent_changes``).
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
        *_position(view, recent, ids),
        *_on_top(view, links or {}, marks or {}, ids=ids, titled=titles),
    ]
    box, scenes = (map_.width, map_.height), [Scene(layers)]
    if frame:
        box, scenes = framed(view, layers, box, names=names, heading=heading)
    label = label or descriptions.label(view)
    words = _TITLE.fill(words=heading or label)
    if titles:
        words += _DESC.fill(words=descriptions.description(view))
    kind = f"cm cm-{theme}"
    first_tag = opening(box, kind, "group" if links else "img", size)
    return Picture(
        box, kind, first_tag.fill(label=label), words, Style(theme, stylesheet),
        _definitions(ids), scenes,
    )


draw_map = as_text(map_in_layers)


@lru_cache(maxsize=32)
def _definitions(ids: str) -> Definitions:
    return Definitions(ids, piece_shapes.definitions(ids))


def _position(view: State, recent: Recent, ids: str) -> Iterator[Layer]:
    """The layers that show the position, from the bottom to the top."""
    yield ground.ground(view.world, ids=ids)
    yield route.passed_arrows(view, ids)
    yield pieces.recent_changes(view, recent)
    yield from pieces.roads(view)
    yield route.coming_arrows(view, ids)
    yield route.stops(view, ids)
    yield from pieces.buildings(view, ids)
    yield pieces.robber(view, ids)
    yield pieces.auction(view, ids)
    yield route.alexander(view, ids)


def _on_top(
    view: State, links: Links, marks: Mapping[str, Any], *, ids: str, titled: bool
) -> Iterator[Layer]:
    """The marks, the titles of all places, and the links."""
    if marks:
        yield layer_of("cm-marks", pieces.marks(view, marks, ids))
    if titled:
        yield from click_targets.places(view)
    if links:
        yield layer_of("cm-links", click_targets.links(view, links))


_TITLE = canvas.Stencil(canvas.title(canvas.gap("words")))
_DESC = canvas.Stencil(canvas.Element("desc", words=canvas.gap("words")))
