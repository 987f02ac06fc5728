"""Link previews: the title, text and picture that other sites show beside a link to a page.

A preview must not contain anything private: only pages that everybody with the URL may read
have one.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from games.rulesets import addresses
from games.rulesets.registry import Room


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The texts and absolute URLs for the meta tags of a page."""

    title: str
    text: str
    url: str
    picture: str
    alt: str


def link_preview(request: HttpRequest, title: str, text: str, *, room: Room, picture: str = "",
                 alt: str = "") -> LinkPreview:
    """Return the preview of the page asked for; ``picture`` is its path.

    A page without a picture of its own has that of the game it is about.
    """
    alt = alt or room.introduction.picture_says
    path = picture or addresses.preview_path(room)
    return LinkPreview(title, text, request.build_absolute_uri(request.path),
                   request.build_absolute_uri(path), alt)
