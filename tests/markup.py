"""HTML without the whitespace that only lays out its source."""

from __future__ import annotations

import re


def squeezed(html: str) -> str:
    """The HTML with no whitespace beside tags, and one space for any other run of it."""
    return re.sub(r" ?([<>]) ?", r"\1", re.sub(r"\s+", " ", html))
