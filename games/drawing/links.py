"""Parts of pictures as links, and where they may lead."""

from __future__ import annotations

from typing import Any

from games.drawing import canvas
from games.drawing.canvas import Element


def check_address(href: str) -> str:
    """The address, if it stays on this site: "?..." or "/..." (ValueError otherwise)."""
    if href.startswith("?") or (href.startswith("/") and href[1:2] not in ("/", "\\")):
        return href
    raise ValueError(f"a link of the board must begin with ? or /, not {href!r}")


def link(href: str, title: str, *shapes: Any, class_: str) -> Element:
    """A link around shapes; the title is read aloud and shown to those who point at it."""
    return Element(
        "a", canvas.title(title), *shapes, href=href, class_=class_, aria_label=title,
    )
