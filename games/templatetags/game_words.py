"""Tags that put clocks, orders and the log of a game into words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby
from typing import Any

from django import template
from django.template.defaultfilters import stringfilter
from django.template.loader import render_to_string
from django.utils.translation import get_language

from alexandros_rules.translation import translate_orders
from games.models import Game
from games.table.clocks import paces, reliability
from games.table.clocks.reliability import Standing
from games.table.play.history import HistoryEntry

register = template.Library()

register.filter("translate_orders", stringfilter(translate_orders))


@register.filter
def pace_meaning(game: Game) -> str:
    """Return sentences that say what demands the pace of this game makes on its players."""
    return paces.meaning(game)


@register.filter
def pace_label(game: Game) -> str:
    """Return the pace of this game in a few words, for lists."""
    return paces.short(game)


@register.filter
def requirement(game: Game) -> str:
    """Return a phrase for who may join this table uninvited; "" if everybody may."""
    return reliability.requirement(game)


@register.filter
def verdict_on(standings: Any, user_id: int | None) -> str:
    """Return a few words about how reliable this person is; "" if the page does not say so."""
    standing = _standing(standings, user_id)
    return reliability.label(standing) if standing else ""


@register.filter
def turns_of(standings: Any, user_id: int | None) -> str:
    """Return the verdict on this person with the number of excused turns."""
    standing = _standing(standings, user_id)
    return reliability.label_with_excused(standing) if standing else ""


def _standing(standings: Any, user_id: int | None) -> Standing | None:
    return standings.get(user_id) if isinstance(standings, Mapping) else None


@register.simple_tag
def log_entries(code: str, entries: tuple[HistoryEntry, ...]) -> str:
    """Return the entries as items of a list, one for each turn, with links to its last position."""
    return _written(code, entries, get_language())


@lru_cache(maxsize=1000)  # of up to a dozen entries
def _written(code: str, entries: tuple[HistoryEntry, ...], language: str) -> str:
    """Return the entries in the active language, as one reader is told them (R10)."""
    turns = []
    for _key, group in groupby(entries, key=lambda entry: (entry.turn, entry.seat)):
        rows = sorted(group, key=lambda entry: entry.number)
        turns.append({"rows": rows, "last": rows[-1]})
    return render_to_string("games/_log.html", {"code": code, "turns": turns})
