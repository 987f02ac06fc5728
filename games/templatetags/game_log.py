"""The latest rows of a game's log, written once for all who read the same."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.table.play.history import HistoryEntry

register = template.Library()


@register.simple_tag
def log_entries(code: str, entries: tuple[HistoryEntry, ...]) -> str:
    """The entries as items of a list, with links to their positions."""
    return _written(code, entries, get_language())


@lru_cache(maxsize=1000)  # of up to a dozen entries
def _written(code: str, entries: tuple[HistoryEntry, ...], language: str) -> str:
    """The entries in the active language: nothing but what one reader is told goes in (R10)."""
    return render_to_string("games/_log.html", {"code": code, "entries": entries})
