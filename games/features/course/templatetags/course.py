"""A template tag that links to the course of a game."""

from __future__ import annotations

from django import template

from games.rulesets import addresses, registry
from games.rulesets.registry import Room

register = template.Library()


@register.simple_tag
def course_url(room: Room | str) -> str:
    """The course of this game, a room or the name of one ("": the default); "" if it has none."""
    found = registry.named(room)
    return addresses.course_path(found) if found.course else ""
