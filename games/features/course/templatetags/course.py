"""A template tag that links to the course of a game."""

from __future__ import annotations

from django import template

from games.rulesets import addresses, registry
from games.rulesets.registry import Room

register = template.Library()


@register.simple_tag
def course_url(room: Room | str) -> str:
    """Return the address of the course of a game, which is a room or a name; "" if it has none."""
    found = registry.named(room)
    return addresses.course_path(found) if found.course else ""
