"""PNGs of our pictures, for emails, link previews and files.

Owns the rasteriser, the palette and the bytes of the file.  The rasteriser would read files that a
picture names and fail on huge ones, so only pictures that ``games.drawing.canvas`` has written are
accepted.  We bring the font, so that a picture gives the same bytes on every machine, whatever was
drawn before.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import Any, NamedTuple, cast

import resvg_py
from PIL import Image

from games.drawing.layers import Box, Definitions, Drawing, Picture, Piece, Style
from games.drawing.letters import FAMILY, font_path

MAX_WIDTH = 4000
MAX_SVG = 400_000
LARGE = 3_000  # characters: the ground of a map, which takes tenths of a second
TILES_KEPT = 1500  # in each process: about 35 MB, those of many games on one board, as in emails
FOREIGN = re.compile(
    r"<(?:!|\?|image|script|foreignObject|iframe|a[\s>])|@import|url\((?!#)|href=\"(?!#)",
    re.IGNORECASE,
)
Frame = tuple[int, int, int, int]  # left, top, right, bottom in pixels


@dataclass(frozen=True, slots=True)
class Tile:
    """The part of a piece that can be seen, as pixels, and where its upper left corner is.

    ``image`` is None if nothing can be seen; ``mask`` is None if it hides all that is below.
    """

    image: Image.Image | None
    mask: Image.Image | None
    spot: tuple[int, int]

    @classmethod
    def of(cls, drawn: Image.Image, spot: tuple[int, int]) -> Tile:
        """Return the tile of an RGBA image whose upper left corner is at this spot."""
        alpha = drawn.getchannel("A")
        box = alpha.getbbox()
        if box is None:
            return cls(None, None, spot)
        alpha, image = alpha.crop(box), drawn.crop(box).convert("RGB")
        mask = None if alpha.getextrema() == (255, 255) else alpha
        return cls(image, mask, (spot[0] + box[0], spot[1] + box[1]))


def rasterised(drawing: Drawing, *, width: int) -> Image.Image:
    """Return a picture drawn with ``games.drawing.canvas`` as pixels: RGB, or RGBA if transparent.

    ``width`` is in pixels, clamped to 1 to 4000.  Raises ValueError for anything else: other roots,
    references to files or addresses, links, scripts, or a picture that is too long or too tall.
    """
    if isinstance(drawing, Picture):
        return _composed(drawing, _clamped(width, drawing.box))
    check(drawing)
    return _opaque(_drawn(drawing, _clamped(width, _view_box(drawing))))


def size(drawing: Drawing, *, width: int) -> tuple[int, int]:
    """Return the width and height in pixels of the picture that ``png`` makes of it."""
    box = drawing.box if isinstance(drawing, Picture) else _view_box(drawing)
    return _size(_clamped(width, box), box)


def check(svg: str) -> None:
    """Raise ValueError if this is not a picture of ours that may be rasterised."""
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
    """Return the width, or the one at which the picture is as tall as is allowed."""
    return max(1, min(width, MAX_WIDTH, MAX_WIDTH * box[0] // max(1, box[1])))


def _size(width: int, box: tuple[int, int]) -> tuple[int, int]:
    return width, max(1, ceil(width * box[1] / box[0]))


def _drawn(svg: str, width: int) -> Image.Image:
    fonts = [font_path()] if "<text" in svg else []  # to read it takes as long as to draw a piece
    what: dict[str, Any] = {
        "svg_string": svg, "width": width, "skip_system_fonts": True, "font_files": fonts,
        "font_family": FAMILY, "serif_family": FAMILY, "sans_serif_family": FAMILY}
    drawn = _drawn_apart(what) if len(svg) > LARGE else bytes(resvg_py.svg_to_bytes(**what))
    with Image.open(io.BytesIO(drawn)) as image:
        return image.convert("RGBA")


_APART = """
import json, os, sys
import resvg_py
os.nice(5)
sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**json.load(sys.stdin))))
"""


def _drawn_apart(what: dict[str, Any]) -> bytes:
    """Draw in a process of its own: until resvg is done, no other thread of its process goes on."""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return subprocess.run([sys.executable, "-S", "-P", "-c", _APART], env={"PYTHONPATH": paths},
                          input=json.dumps(what).encode(), stdout=subprocess.PIPE, check=True,
                          ).stdout


def _opaque(image: Image.Image) -> Image.Image:
    """Return the image as RGB if nothing in it is transparent."""
    return image.convert("RGB") if image.getchannel("A").getextrema() == (255, 255) else image


def _composed(picture: Picture, width: int) -> Image.Image:
    """Return the picture made of its pieces; the first of them must cover all of it.

    Each piece is always rasterised alone, whether it is kept or not, so the pixels do not depend
    on what was drawn before.
    """
    whole = _size(width, picture.box)
    image = Image.new("RGB", whole)
    for scene in picture.scenes:
        for layer in scene.layers:
            place = _Place(
                picture.kind, picture.style, picture.definitions, picture.box, whole,
                (scene.scale, scene.x, scene.y), scene.before + layer.before,
                layer.after + scene.after,
            )
            for piece in layer.pieces if layer.seen else ():
                drawn = tile(place, piece)
                if drawn.image is not None:
                    image.paste(drawn.image, drawn.spot, drawn.mask)
    return image


class _Place(NamedTuple):
    """Everything besides a piece itself on which its pixels depend.

    ``box`` and ``size`` are those of the whole picture, in its own units and in pixels; ``placed``
    says how the piece's scene is scaled and moved; ``before`` and ``after`` are written around the
    piece.
    """

    kind: str
    style: Style
    definitions: Definitions
    box: tuple[int, int]
    size: tuple[int, int]
    placed: tuple[float, float, float]
    before: str
    after: str


@lru_cache(maxsize=TILES_KEPT)
def tile(place: _Place, piece: Piece) -> Tile:
    """Return a piece as pixels, from a cache because the next picture has most pieces again."""
    frame = _frame(piece.box, place)
    svg = _alone(place, piece, frame)
    check(svg)
    return Tile.of(_drawn(svg, frame[2] - frame[0]), frame[:2])


def _frame(box: Box | None, place: _Place) -> Frame:
    """Return the pixels that a box of this scene covers: at least one, none beyond the picture."""
    size, (scale, x, y) = place.size, place.placed
    if box is None:
        return 0, 0, *size
    across, down = size[0] / place.box[0], size[1] / place.box[1]
    left, right = ((x + scale * at) * across for at in (box[0], box[2]))
    top, bottom = ((y + scale * at) * down for at in (box[1], box[3]))
    u, v = min(max(0, floor(left)), size[0] - 1), min(max(0, floor(top)), size[1] - 1)
    return u, v, max(u + 1, min(size[0], ceil(right))), max(v + 1, min(size[1], ceil(bottom)))


def _alone(place: _Place, piece: Piece, frame: Frame) -> str:
    """Return a picture of this piece alone, cut to the frame, a pixel to the unit."""
    text = f"{place.before}{piece.text}{place.after}"
    defined = place.definitions.needed(text)
    left, top, right, bottom = frame
    scale = f"{place.size[0] / place.box[0]!r} 0 0 {place.size[1] / place.box[1]!r}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right - left} {bottom - top}">'
        f"{place.style(defined + text)}{defined}"
        f'<g class="{place.kind}" transform="matrix({scale} {-left} {-top})">{text}</g></svg>'
    )


FLAT, BLENDS = 32, 64  # full colour would be five times the bytes
SPARSE = 3  # the palette is chosen from every third pixel of every third row
QUICK = 5  # zlib: 6 takes 1.3 times as long for a fortieth of the bytes, 9 eight times
PICTURES_KEPT = 100  # pictures in each process: about 15 MB


@lru_cache(maxsize=PICTURES_KEPT)
def png(drawing: Drawing, *, width: int, part: Box | None = None) -> bytes:
    """Return a picture drawn with ``games.drawing.canvas`` as PNG, kept for its next reader.

    Takes and refuses the pictures that ``rasterised`` does.  ``part`` is a box in units of a
    drawing in layers, of which alone the PNG consists; ``width`` is still that of the whole.
    """
    image = rasterised(drawing, width=width)
    if part and isinstance(drawing, Picture):
        scale = image.width / drawing.box[0]
        left, top, right, bottom = (round(scale * edge) for edge in part)
        image = image.crop((left, top, right, bottom))
    if image.mode == "RGB":  # a transparent one keeps its colours
        image = reduced(image)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=QUICK)  # a picture, not a row
    return out.getvalue()


def pixels(drawing: Drawing, *, width: int) -> Image.Image:
    """Return the picture as an RGB image without transparency, for animations."""
    return rasterised(drawing, width=width).convert("RGB")


def reduced(picture: Image.Image, *, like: Image.Image | None = None) -> Image.Image:
    """Return an RGB picture with a palette of its own, or with that of another made here."""
    return picture.quantize(palette=like or palette(picture), dither=Image.Dither.NONE)


def palette(picture: Image.Image) -> Image.Image:
    """Return the most common colours unchanged, and a selection of the others.

    A selection alone would blend away colours that are rare but matter, as of a small piece.
    """
    width, height = (max(1, length // SPARSE) for length in picture.size)
    sample = picture.resize((width, height), Image.Resampling.NEAREST)
    counted = sample.getcolors(maxcolors=width * height) or []
    counts = sorted((count for count, _ in counted), reverse=True)
    least = counts[min(FLAT, len(counts)) - 1] if counts else 0  # most are rarer than that
    common = sorted((-count, colour) for count, colour in counted if count >= least)[:FLAT]
    chosen = sample.quantize(
        BLENDS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    ).getpalette() or []
    flat = [part for _, colour in common for part in cast("tuple[int, int, int]", colour)]
    made = Image.new("P", (1, 1))
    made.putpalette([*flat, *chosen][: 3 * (FLAT + BLENDS)])
    return made
