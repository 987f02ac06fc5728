"""Template tags for the pages of leagues."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.features.competitions import showing
from games.models import Competition, Entry
from games.templatetags import people

register = template.Library()

register.filter("points", showing.points)


@register.simple_tag
def season_url(season: Competition, name: str = "season") -> str:
    """Return the address of a season's page, or of one of its forms."""
    game, players, day = showing.address_of(season)
    return reverse(name, kwargs={"game": game, "players": players, "day": day})


@register.simple_tag
def entrant(entry: Entry) -> SafeString:
    """Return the name of an entrant, as a link to their page."""
    if entry.user is None:
        return mark_safe(escape(showing.name_of(entry)))  # noqa: S308 - escaped
    return people.person(entry.user)
