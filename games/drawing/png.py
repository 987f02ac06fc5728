"""Turns our SVG pictures into PNGs for emails, link previews and files.

Owns the rasteriser.  It would read files that a picture names and fail on huge ones, so only
pictures that ``games.drawing.canvas`` has written are accepted.  We bring the font, so that the
same picture gives the same bytes on every machine.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from importlib import resources
from typing import cast

import resvg_py
from PIL import Image

MAX_WIDTH = 4000
MAX_SVG = 400_000
FLAT, BLENDS = 72, 72  # full colour would be four times the bytes
QUICK = 6  # zlib: 9 takes seven times as long for a twentieth of the bytes
FONT = "LinLibertine_RZ.otf"
FAMILY = "Linux Libertine O"

FOREIGN = re.compile(
    r"<(?:!|\?|image|script|foreignObject|iframe|a[\s>])|@import|url\(|href=\"(?!#)", re.IGNORECASE
)


@lru_cache(maxsize=16)  # the same position is sent to several readers
def png(svg: str, *, width: int) -> bytes:
    """A picture drawn with ``games.drawing.canvas`` as PNG.

    ``width`` in pixels, 1 to 4000, clamped.  Raises ValueError for anything else: other roots,
    references to files or addresses, links, scripts, or a picture that is too long or too tall.
    """
    return _packed(_drawn(svg, width))


def pixels(svg: str, *, width: int) -> Image.Image:
    """The same as an image without transparency, for animations.

    Takes and refuses the same as ``png``.
    """
    with Image.open(io.BytesIO(_drawn(svg, width))) as picture:
        return picture.convert("RGB")


def _drawn(svg: str, width: int) -> bytes:
    _check(svg)
    width = max(1, min(width, MAX_WIDTH, _width_for_height(svg)))
    return bytes(resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[_font()],
        font_family=FAMILY, serif_family=FAMILY, sans_serif_family=FAMILY,
    ))


def _check(svg: str) -> None:
    if not svg.startswith("<svg ") or ' viewBox="' not in svg[:1000] or len(svg) > MAX_SVG:
        raise ValueError("this picture was not drawn by games.drawing.canvas")
    found = FOREIGN.search(svg)
    if found:
        raise ValueError(f"a picture to be rasterised must not contain {found[0]!r}")


def _width_for_height(svg: str) -> int:
    """The width at which the picture is as tall as is allowed."""
    box = re.search(r' viewBox="0 0 (\d+) (\d+)"', svg[:2000])
    if box is None:
        raise ValueError("this picture has no view box")
    return MAX_WIDTH * int(box[1]) // max(1, int(box[2]))


def _packed(drawn: bytes) -> bytes:
    """The same picture with a palette; a transparent one keeps its colours."""
    with Image.open(io.BytesIO(drawn)) as picture:
        if picture.convert("RGBA").getchannel("A").getextrema() != (255, 255):
            return drawn
        small = reduced(picture.convert("RGB"))
    out = io.BytesIO()
    small.save(out, "PNG", compress_level=QUICK)  # a picture, not a row
    return out.getvalue()


def reduced(picture: Image.Image, *, like: Image.Image | None = None) -> Image.Image:
    """An RGB picture with a palette of its own, or with that of another made here."""
    return picture.quantize(palette=like or palette(picture), dither=Image.Dither.NONE)


def palette(picture: Image.Image) -> Image.Image:
    """The most common colours unchanged, and a selection of the others.

    A selection alone would blend away colours that are rare but matter, as of a small piece.
    """
    counted = picture.getcolors(maxcolors=picture.width * picture.height) or []
    common = sorted(counted, key=lambda found: (-found[0], found[1]))[:FLAT]
    half = (picture.width + 1) // 2, (picture.height + 1) // 2
    sample = picture.resize(half, Image.Resampling.NEAREST)  # as good a choice in half the time
    chosen = sample.quantize(
        BLENDS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    ).getpalette() or []
    flat = [part for _, colour in common for part in cast("tuple[int, int, int]", colour)]
    made = Image.new("P", (1, 1))
    made.putpalette([*flat, *chosen][: 3 * (FLAT + BLENDS)])
    return made


@lru_cache(maxsize=1)
def _font() -> str:
    return str(resources.files("games.drawing") / "fonts" / FONT)
