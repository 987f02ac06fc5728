"""Small pictures: players' marks, commodities, chits, the legend, sections of the map.

Sections of the map and rows of signs are pictures of their own, for figures in the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.campaign.state import COLOURS, State
from alexandros_rules.campaign.world import KINDS
from games.drawing import canvas
from games.drawing.canvas import Element
from games.drawing.layers import Box, Definitions, Layer, Picture, Scene, opening
from games.drawing.stylesheets import EMBEDDED
from games.rulesets.campaign.drawing import piece_shapes
from games.rulesets.campaign.drawing.map_geometry import map_geometry
from games.rulesets.campaign.drawing.map_picture import map_in_layers
from games.rulesets.campaign.drawing.piece_shapes import plate_parts
from games.rulesets.campaign.drawing.pieces import NOTHING
from games.rulesets.campaign.drawing.signs import KIND_SIGNS, sign_parts
from games.rulesets.campaign.drawing.stylesheet import SHEETS


def draw_badge(seat: int, *, theme: str = "light", stylesheet: str = EMBEDDED) -> str:
    """Draw a player's mark, in colour and shape."""
    badge = canvas.group(*plate_parts(seat), class_=f"cm-{COLOURS[seat]}",
                         transform="translate(24 24)")
    return SHEETS.small_picture((48, 48), [badge], label=_(COLOURS[seat]), theme=theme,
                                stylesheet=stylesheet)


@lru_cache(maxsize=256)
def draw_sign(
    name: str, *, label: str = "", theme: str = "light", stylesheet: str = EMBEDDED
) -> str:
    """Draw a sign of ``signs.SIGNS``; screen readers skip it unless it has a label."""
    kind = f"cm-glyph cm-{name}" if name in KIND_SIGNS else "cm-event"
    sign = canvas.group(*sign_parts(name), class_=kind, transform="translate(18 18)")
    return SHEETS.small_picture((36, 36), [sign], label=label, theme=theme, stylesheet=stylesheet)


SIZE = 44
HEXAGON = "M0-21l18.2 10.5v21L0 21-18.2 10.5v-21z"
Parts = tuple[Element, ...]


@lru_cache(maxsize=64)
def legend_sign(name: str, ids: str = "cm") -> str:
    """Draw a sign of the legend by its name; ``ids`` is the prefix of the map's ids."""
    return canvas.sheet((SIZE, SIZE), [sign_group(name, ids, x=SIZE // 2, y=SIZE // 2)],
                        class_="cm cm-auto", aria_hidden="true", focusable="false", width=SIZE,
                        height=SIZE)


def sign_group(name: str, ids: str, *, x: int, y: int) -> str:
    """Draw a sign of the legend round (x, y), for a larger picture."""
    return canvas.group(*_SIGNS[name](ids), transform=f"translate({x} {y})").tostring()


def _land(kind: str) -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        return (
            canvas.path(HEXAGON, class_=f"cm-hex cm-{kind}-tint"),
            canvas.group(canvas.use(f"{ids}-{kind}", transform="scale(.8)"),
                         class_=f"cm-glyph cm-{kind}"),
        )
    return parts


def _number(ids: str) -> Parts:
    dots = "".join(f"M{x} 12h0" for x in range(-10, 11, 5))
    return (canvas.circle(0, 0, 20, class_="cm-disc cm-often-disc"),
            canvas.text("6", 0, 6, class_="cm-number cm-often"),
            canvas.path(dots, class_="cm-dot cm-often"))


def _piece(name: str, scale: float = 1, kind: str = "") -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        return (canvas.use(f"{ids}-{name}", class_=kind or None, transform=f"scale({scale})"),)
    return parts


def _building(name: str) -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        piece = canvas.use(f"{ids}-{COLOURS[0]}-{name}")
        return (canvas.group(piece, class_=f"cm-building cm-{COLOURS[0]}"),)
    return parts


def _road(ids: str) -> Parts:
    return tuple(canvas.path("M-13 7L13-7", class_=kind) for kind in (
        "cm-road-edge", f"cm-road cm-{COLOURS[0]}", f"cm-track cm-{COLOURS[0]}"))


def _harbour(sign: str, kind: str, rate: str) -> Callable[[str], Parts]:
    def parts(ids: str) -> Parts:
        return (canvas.rect(-17, -17, 34, 34, rx=7, class_="cm-harbour"),
                canvas.use(f"{ids}-{sign}", class_=f"cm-glyph cm-{kind}",
                           transform="translate(0 -6)scale(.6)"),
                canvas.text(rate, 0, 14, class_="cm-rate"))
    return parts


_SIGNS: Mapping[str, Callable[[str], Parts]] = {
    **{kind: _land(kind) for kind in KINDS if kind != "sea"},
    "number": _number,
    "settlement": _building("settlement"), "city": _building("city"), "road": _road,
    "robber": _piece("robber"), "alexander": _piece("alexander", .74),
    "arrow": _piece("arrow", kind="cm-arrow"), "violet": _piece("violet", kind="cm-arrow cm-seven"),
    "temple": _piece("temple"), "chit": _piece("chit"), "blank": _piece("blank"),
    "goal": _piece("goal", .75),
    "any-harbour": _harbour("anchor", "ore", "3:1"), "harbour": _harbour("wool", "wool", "2:1"),
}


AROUND = (84, 76)  # the margins beside and above the centres of the hexes


def draw_section(view: State, hexes: Sequence[str], *, theme: str, width: int,
                 marks: Mapping[str, Any] | None = None) -> str:
    """Draw the part of the map with these hexes, given by their labels, standalone."""
    left, top, right, bottom = _box(view, hexes)
    whole = map_in_layers(view, theme=theme, stylesheet=EMBEDDED, titles=False, marks=marks,
                          recent=NOTHING)
    layers = [_cut(layer, (left, top, right, bottom)) for scene in whole.scenes
              for layer in scene.layers]
    group = canvas.Element("g", words=canvas.gap("layers"), transform=f"translate({-left} {-top})")
    box = (round(right - left), round(bottom - top))
    return str(_trimmed(replace(
        whole, box=box, words="",
        opening=opening(box, whole.kind, "img", width).fill(label=""),
        scenes=[Scene(layers, *canvas.around(group))])))


def draw_signs(names: Sequence[str], *, theme: str) -> str:
    """Draw signs of the legend in a row, as a standalone picture."""
    ids, room = "cm", SIZE + 12
    body = "".join(
        sign_group(name, ids, x=6 + SIZE // 2 + place * room, y=6 + SIZE // 2)
        for place, name in enumerate(names))
    box = (room * len(names), room)
    needed = Definitions(ids, piece_shapes.definitions(ids)).needed(body)
    style = SHEETS.style_layer(theme, EMBEDDED, needed + body)
    return canvas.sheet(box, [style, needed, body], class_=f"cm cm-{theme}", role="img",
                        width=box[0], height=box[1])


def _box(view: State, hexes: Sequence[str]) -> Box:
    centres = map_geometry(view.world).centres
    xs, ys = zip(*(centres[view.world.hex_by_label[label]] for label in hexes), strict=True)
    return (min(xs) - AROUND[0], min(ys) - AROUND[1], max(xs) + AROUND[0], max(ys) + AROUND[1])


def _cut(layer: Layer, box: Box) -> Layer:
    """Return the layer with those pieces of which something can be seen in this box."""
    return layer._replace(pieces=[
        piece for piece in layer.pieces
        if piece.box is None or (piece.box[0] < box[2] and piece.box[2] > box[0]
                                 and piece.box[1] < box[3] and piece.box[3] > box[1])])


def _trimmed(picture: Picture) -> Picture:
    """Return the picture without the definitions that it does not need."""
    needed = picture.definitions.needed("".join(map(str, picture.scenes)))
    by_id = {id_: text for id_, text in picture.definitions.by_id.items() if text in needed}
    return replace(picture, definitions=Definitions(picture.definitions.prefix, by_id))
