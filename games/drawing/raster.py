"""SVG to pixels: whole pictures, or pictures in layers piece by piece.

Owns the rasteriser.  It would read files that a picture names and fail on huge ones, so only
pictures that ``games.drawing.canvas`` has written are accepted.  We bring the font, so that the
same picture gives the same pixels on every machine.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from importlib import resources
from math import ceil, floor

import resvg_py
from PIL import Image

from games.drawing.layers import Box, Drawing, Layer, Picture, Piece, Scene
from games.drawing.tiles import Tile, Tiles

MAX_WIDTH = 4000
MAX_SVG = 400_000
FONT = "LinLibertine_RZ.otf"
FAMILY = "Linux Libertine O"
KEPT = 32_000_000  # bytes of tiles in each process: about 8 grounds 1000 pixels wide
FOREIGN = re.compile(
    r"<(?:!|\?|image|script|foreignObject|iframe|a[\s>])|@import|url\((?!#)|href=\"(?!#)",
    re.IGNORECASE,
)
Frame = tuple[int, int, int, int]  # left, top, right, bottom in pixels

tiles = Tiles(KEPT)


def rasterised(drawing: Drawing, *, width: int) -> Image.Image:
    """A picture drawn with ``games.drawing.canvas`` as pixels, RGB, or RGBA if it is transparent.

    ``width`` in pixels, 1 to 4000, clamped.  Raises ValueError for anything else: other roots,
    references to files or addresses, links, scripts, or a picture that is too long or too tall.
    """
    if isinstance(drawing, Picture):
        return _composed(drawing, _clamped(width, drawing.box))
    check(drawing)
    return _opaque(_drawn(drawing, _clamped(width, _view_box(drawing))))


def check(svg: str) -> None:
    """ValueError if this is not a picture of ours that may be rasterised."""
    if not svg.startswith("<svg ") or ' viewBox="' not in svg[:1000] or len(svg) > MAX_SVG:
        raise ValueError("this picture was not drawn by games.drawing.canvas")
    found = FOREIGN.search(svg)
    if found:
        raise ValueError(f"a picture to be rasterised must not contain {found[0]!r}")


def _view_box(svg: str) -> tuple[int, int]:
    box = re.search(r' viewBox="0 0 (\d+) (\d+)"', svg[:2000])
    if box is None:
        raise ValueError("this picture has no view box")
    return int(box[1]), int(box[2])


def _clamped(width: int, box: tuple[int, int]) -> int:
    """The width, or the one at which the picture is as tall as is allowed."""
    return max(1, min(width, MAX_WIDTH, MAX_WIDTH * box[0] // max(1, box[1])))


def _drawn(svg: str, width: int) -> Image.Image:
    fonts = [_font()] if "<text" in svg else []  # to read it takes as long as to draw a piece
    drawn = bytes(resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts,
        font_family=FAMILY, serif_family=FAMILY, sans_serif_family=FAMILY,
    ))
    with Image.open(io.BytesIO(drawn)) as image:
        return image.convert("RGBA")


def _opaque(image: Image.Image) -> Image.Image:
    """The same without its transparency, if nothing in it is transparent."""
    return image.convert("RGB") if image.getchannel("A").getextrema() == (255, 255) else image


@lru_cache(maxsize=1)
def _font() -> str:
    return str(resources.files("games.drawing") / "fonts" / FONT)


def _composed(picture: Picture, width: int) -> Image.Image:
    """The picture made of its pieces; the first of them must cover all of it.

    Each piece is always rasterised alone, whether it is kept or not, so the pixels do not depend
    on what was drawn before.
    """
    size = width, max(1, ceil(width * picture.box[1] / picture.box[0]))
    image = Image.new("RGB", size)
    for scene in picture.scenes:
        for layer in scene.layers:
            for piece in layer.pieces if layer.seen else ():
                tile = _tile(picture, scene, layer, piece, size)
                if tile.image is not None:
                    image.paste(tile.image, tile.spot, tile.mask)
    return image


def _tile(
    picture: Picture, scene: Scene, layer: Layer, piece: Piece, size: tuple[int, int]
) -> Tile:
    """A piece as pixels; ``size`` is that of the whole picture."""
    key = (
        picture.kind, picture.style, picture.definitions, picture.box, size, scene.before,
        layer.before, piece,
    )
    tile = tiles.get(key)
    if tile is None:
        frame = _frame(piece.box, scene, picture.box, size)
        svg = _alone(picture, scene, layer, piece, size=size, frame=frame)
        check(svg)
        tile = Tile.of(_drawn(svg, frame[2] - frame[0]), frame[:2])
        tiles.put(key, tile)
    return tile


def _frame(box: Box | None, scene: Scene, whole: tuple[int, int], size: tuple[int, int]) -> Frame:
    """The pixels that a box of this scene covers, at least one and none beyond the picture."""
    if box is None:
        return 0, 0, *size
    across, down = size[0] / whole[0], size[1] / whole[1]
    left, right = ((scene.x + scene.scale * x) * across for x in (box[0], box[2]))
    top, bottom = ((scene.y + scene.scale * y) * down for y in (box[1], box[3]))
    x, y = min(max(0, floor(left)), size[0] - 1), min(max(0, floor(top)), size[1] - 1)
    return x, y, max(x + 1, min(size[0], ceil(right))), max(y + 1, min(size[1], ceil(bottom)))


def _alone(
    picture: Picture, scene: Scene, layer: Layer, piece: Piece, *, size: tuple[int, int],
    frame: Frame,
) -> str:
    """A picture of this piece alone, cut to the frame, a pixel to the unit."""
    text = f"{scene.before}{layer.before}{piece.text}{layer.after}{scene.after}"
    defined = picture.definitions.needed(text)
    left, top, right, bottom = frame
    scale = f"{size[0] / picture.box[0]!r} 0 0 {size[1] / picture.box[1]!r}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right - left} {bottom - top}">'
        f"{picture.style(defined + text)}{defined}"
        f'<g class="{picture.kind}" transform="matrix({scale} {-left} {-top})">{text}</g></svg>'
    )
