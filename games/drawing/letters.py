"""The font of the pictures, and how wide words are in it.

Readers' browsers may have another font, whose letters are up to a tenth broader.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from PIL import ImageFont

FAMILY = "Linux Libertine O"
FILE = "LinLibertine_RZ.otf"
MEASURED = 100  # the size at which letters are measured


def font_path() -> str:
    """Return the path of the font's file."""
    return str(resources.files("games.drawing") / "fonts" / FILE)


@lru_cache(maxsize=4096)
def width(words: str, size: float) -> float:
    """Return how wide words are at a size, in the unit of the size."""
    return _font().getlength(words) * size / MEASURED


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_path(), MEASURED)
