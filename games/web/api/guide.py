"""What the documentation tells writers of programs, as a part of the page about the API."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from games.rulesets import rulebook

PAGES = ("api.md", "webhooks.md")  # of docs, in their order on the page; the first has its title
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#]*)(#[^)]*)?\)")
_TITLE = re.compile(r"^#+ ", re.MULTILINE)


@lru_cache(maxsize=1)
def guide() -> rulebook.Rulebook:
    """Return the texts as one page, with its table of contents."""
    first, *others = [Path(settings.BASE_DIR, "docs", name).read_text(encoding="utf-8")
                      for name in PAGES]
    return rulebook.rulebook("\n".join([
        _as_part(first), *(_as_part(text, deeper="#") for text in others)]), {})


def _as_part(text: str, *, deeper: str = "") -> str:
    """Return a text with links to other pages as such within this one, and ``deeper`` headings."""
    parts = text.split("```")  # every second one is code
    parts[::2] = [_TITLE.sub(rf"{deeper}\g<0>", _LINK.sub(_led, part)) for part in parts[::2]]
    return "```".join(parts)


def _led(link: re.Match[str]) -> str:
    words, page, place = link.groups()
    if page and page not in PAGES:
        return words  # which this page does not show
    return f"[{words}]({place or '#' + page.removesuffix('.md')})"
