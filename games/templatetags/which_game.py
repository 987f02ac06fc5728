"""Template tags that say which game is meant, and link to that game's own pages."""

from __future__ import annotations

from django import template

from games.models import Game
from games.rulesets import addresses, registry
from games.rulesets.registry import Room

register = template.Library()


@register.simple_tag
def game_title(game: Game) -> str:
    """The title of the game that a table plays; "" if there is only one game to choose."""
    return registry.get(game.ruleset).title if registry.several() else ""


@register.simple_tag
def home_url(room: Room) -> str:
    """The home page with this game's introduction."""
    return addresses.home_path(room)


@register.simple_tag
def rules_url(room: Room | str) -> str:
    """The rules of this game, a room or the name of one; of the default game for ""."""
    return addresses.rules_path(registry.named(room))


@register.simple_tag
def opponents_url(room: Room | str) -> str:
    """The page about the bots of this game, a room or the name of one; the default game for ""."""
    return addresses.opponents_path(registry.named(room))


@register.simple_tag
def figure_url(room: Room, theme: str, name: str) -> str:
    """One picture of this game's rules in one theme."""
    return addresses.figure_path(room, theme=theme, name=name)
