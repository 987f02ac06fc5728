"""The site's name, lists of names in sentences, and the style sheets of a page's games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from engine import translation
from games.base.features import features
from games.rulesets import registry
from games.rulesets.registry import Room

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
    sentences = (room.introduction.credits for room in registry.rooms().values())
    return [sentence for sentence in sentences if sentence]


@register.filter
def list_with_and(names: Iterable[str]) -> str:
    """The names as part of a sentence: "Alice, Bob and Carol"."""
    return translation.list_with_and(names)


@register.simple_tag(takes_context=True)
def game_sheets(context: dict[str, Any]) -> list[str]:
    """The style sheets of the games on this page, each once.

    ``rooms`` in the context are the games of which it has pictures, ``room`` the one it is about.
    Sheets for pictures come last, so that what belongs to a page does not change them.
    """
    own: list[Room] = [context["room"]] if "room" in context else []
    sheets = [sheet for room in own for sheet in room.assets.page_sheets]
    for room in [*own, *context.get("rooms", ())]:
        sheets += room.assets.picture_sheets
    return list(dict.fromkeys(sheets))


@register.simple_tag(takes_context=True)
def slot(context: template.Context, name: str) -> SafeString:
    """What features show in this place of a page (``games.web.panels``), with its context."""
    found = [feature.slots[name] for feature in features() if name in feature.slots]
    parts = [get_template(each).template.render(context) for each in found]  # type: ignore[attr-defined]
    return mark_safe("".join(parts))  # noqa: S308 - templates of ours
