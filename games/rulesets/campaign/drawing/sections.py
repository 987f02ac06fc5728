"""Sections of the map and rows of signs as pictures of their own, for figures in the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.campaign.state import State
from games.drawing import canvas
from games.drawing.layers import Box, Definitions, Layer, Picture, Scene, opening
from games.drawing.stylesheets import EMBEDDED
from games.rulesets.campaign.drawing import piece_shapes
from games.rulesets.campaign.drawing.legend import SIZE, sign_group
from games.rulesets.campaign.drawing.map_geometry import map_geometry
from games.rulesets.campaign.drawing.map_picture import map_in_layers
from games.rulesets.campaign.drawing.recent import NOTHING
from games.rulesets.campaign.drawing.stylesheet import SHEETS

AROUND = (84, 76)  # what is shown beside and above the centres of the hexes


def draw_section(view: State, hexes: Sequence[str], *, theme: str, width: int,
                 marks: Mapping[str, Any] | None = None) -> str:
    """The part of the map with these hexes, given by their labels, as a standalone picture."""
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
    """Signs of the legend in a row, as a standalone picture."""
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
    """The pieces of a layer of which something can be seen in this box."""
    return layer._replace(pieces=[
        piece for piece in layer.pieces
        if piece.box is None or (piece.box[0] < box[2] and piece.box[2] > box[0]
                                 and piece.box[1] < box[3] and piece.box[3] > box[1])])


def _trimmed(picture: Picture) -> Picture:
    """The picture with no definition that it does not need."""
    needed = picture.definitions.needed("".join(map(str, picture.scenes)))
    by_id = {id_: text for id_, text in picture.definitions.by_id.items() if text in needed}
    return replace(picture, definitions=Definitions(picture.definitions.prefix, by_id))
