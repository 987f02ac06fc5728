"""Link previews: the title, text and picture that other sites show beside a link to a page.

A preview must not contain anything private: only pages that everybody with the URL may read
have one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest

from games.drawing import png
from games.rulesets import addresses
from games.rulesets.registry import Room

PHOTO_WIDTH = 1200  # pixels; recommended for link previews


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The texts and absolute URLs for the meta tags of a page.

    ``size`` is the width and height of the picture, None if it would have to be drawn for that.
    """

    title: str
    text: str
    url: str
    picture: str
    alt: str
    size: tuple[int, int] | None = None


def link_preview(request: HttpRequest, title: str, text: str, *, room: Room, picture: str = "",
                 alt: str = "") -> LinkPreview:
    """Return the preview of the page asked for; ``picture`` is its path.

    A page without a picture of its own has that of the game it is about.
    """
    alt = alt or room.introduction.picture_says
    path = picture or addresses.preview_path(room)
    return LinkPreview(title, text, request.build_absolute_uri(request.path),
                   request.build_absolute_uri(path), alt,
                       None if picture else _size(room))


@lru_cache(maxsize=8)
def _size(room: Room) -> tuple[int, int]:
    """Return the size of the game's own picture."""
    return png.size(room.introduction.poster(), width=PHOTO_WIDTH)
