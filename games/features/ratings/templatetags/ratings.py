"""A filter for what stands beside the word "rated"."""

from __future__ import annotations

from typing import Any

from django import template

from games.models import Game

register = template.Library()


@register.filter
def doubt_about(doubts: Any, game: Game) -> str:
    """Return why this game does not count; "" if it does, or if the page does not say so."""
    return doubts.get(game.pk, "") if isinstance(doubts, dict) else ""
