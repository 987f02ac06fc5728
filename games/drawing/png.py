"""Pictures as PNG, for mails, previews and files.

Owns the rasteriser.  Takes only what this package has drawn, for the rasteriser
reads files that a picture names and gives up on huge ones.  The font comes
with us, so that the same picture gives the same bytes on every machine.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from importlib import resources

import resvg_py
from PIL import Image

MAX_WIDTH = 4000
MAX_SVG = 400_000
COLOURS = 160  # flat colours and their blends; full colour would be four times the bytes
FONT = "LinLibertine_RZ.otf"
FAMILY = "Linux Libertine O"

FOREIGN = re.compile(
    r"<(?:!|\?|image|script|foreignObject|iframe|a[\s>])|@import|url\(|href=\"(?!#)", re.IGNORECASE
)


@lru_cache(maxsize=16)  # one position goes to several readers at once
def png(svg: str, *, width: int) -> bytes:
    """A drawing of this package as PNG, so many pixels wide (1 to 4000, clamped).

    Raises ValueError for anything else: other roots, references to files or addresses,
    links, scripts, or a picture that is too long or too tall.
    """
    _check(svg)
    width = max(1, min(width, MAX_WIDTH, _width_for_height(svg)))
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=[_font()],
        font_family=FAMILY, serif_family=FAMILY, sans_serif_family=FAMILY,
    )
    return _packed(bytes(drawn))


def _check(svg: str) -> None:
    if not svg.startswith("<svg ") or ' class="ax ' not in svg[:1000] or len(svg) > MAX_SVG:
        raise ValueError("this is no picture drawn here")
    found = FOREIGN.search(svg)
    if found:
        raise ValueError(f"a picture to be rasterised may not hold {found[0]!r}")


def _width_for_height(svg: str) -> int:
    """The width at which the picture is as tall as is allowed."""
    box = re.search(r' viewBox="0 0 (\d+) (\d+)"', svg[:2000])
    if box is None:
        raise ValueError("this picture has no view box")
    return MAX_WIDTH * int(box[1]) // max(1, int(box[2]))


def _packed(drawn: bytes) -> bytes:
    """The same picture with a palette; one that is see-through keeps its colours."""
    with Image.open(io.BytesIO(drawn)) as picture:
        if picture.convert("RGBA").getchannel("A").getextrema() != (255, 255):
            return drawn
        small = picture.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
        )
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


@lru_cache(maxsize=1)
def _font() -> str:
    return str(resources.files("games.drawing") / "fonts" / FONT)
