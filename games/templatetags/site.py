"""What every page says of the site itself, and which sheets its pictures need."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.utils.text import slugify

from games.rulesets import registry

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """What this site is called."""
    return str(settings.SITE_NAME)


@register.simple_tag
def site_slug() -> str:
    """The same as one word for names of files and keys."""
    return slugify(settings.SITE_NAME)


@register.simple_tag
def credits_of_games() -> list[str]:
    """Whose games these are, a sentence each."""
    said = (room.introduction.credits for room in registry.rooms().values())
    return [sentence for sentence in said if sentence]


@register.simple_tag(takes_context=True)
def game_sheets(context: dict[str, Any]) -> list[str]:
    """The style sheets of the games on this page, each once.

    ``rooms`` in the context are the games of which it has pictures, ``room`` the one it is about.
    """
    sheets = [sheet for room in context.get("rooms", ()) for sheet in room.assets.picture_sheets]
    room = context.get("room")
    if room:
        sheets += [*room.assets.picture_sheets, *room.assets.page_sheets]
    return list(dict.fromkeys(sheets))
