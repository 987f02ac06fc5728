"""Turns our pictures into PNGs for emails, link previews and files.

Owns the palette and the bytes of the file.  The same picture gives the same bytes on every
machine, whatever was drawn before.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import cast

from PIL import Image

from games.drawing.layers import Drawing
from games.drawing.raster import rasterised

FLAT, BLENDS = 72, 72  # full colour would be four times the bytes
SPARSE = 3  # the palette is chosen from every third pixel of every third row
QUICK = 5  # zlib: 6 takes 1.3 times as long for a fortieth of the bytes, 9 eight times
KEPT = 100  # pictures in each process: about 15 MB


@lru_cache(maxsize=KEPT)
def png(drawing: Drawing, *, width: int) -> bytes:
    """A picture drawn with ``games.drawing.canvas`` as PNG, kept for its next reader.

    Takes and refuses the same as ``raster.rasterised``.
    """
    image = rasterised(drawing, width=width)
    if image.mode == "RGB":  # a transparent one keeps its colours
        image = reduced(image)
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=QUICK)  # a picture, not a row
    return out.getvalue()


def pixels(drawing: Drawing, *, width: int) -> Image.Image:
    """The same as an image without transparency, for animations."""
    return rasterised(drawing, width=width).convert("RGB")


def reduced(picture: Image.Image, *, like: Image.Image | None = None) -> Image.Image:
    """An RGB picture with a palette of its own, or with that of another made here."""
    return picture.quantize(palette=like or palette(picture), dither=Image.Dither.NONE)


def palette(picture: Image.Image) -> Image.Image:
    """The most common colours unchanged, and a selection of the others.

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
