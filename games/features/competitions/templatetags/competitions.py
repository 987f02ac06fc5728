"""Template tags for the pages of leagues."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.features.competitions import showing
from games.models import Competition, Entry
from games.templatetags import people

register = template.Library()

register.filter("points", showing.points)
register.filter("entrant_name", showing.name_of)


@register.simple_tag
def competition_url(competition: Competition, page: str = "") -> str:
    """Return the address of the page about a season or cup, or of another page below it."""
    return showing.path_of(competition, page)


@register.simple_tag
def posted_points(posted: Mapping[str, str], seat: int) -> str:
    """Return the points that an organiser has entered for a seat."""
    return posted.get(f"points-{seat}", "")


@register.simple_tag
def entrant(entry: Entry) -> SafeString:
    """Return the name of an entrant, as a link to their page."""
    if entry.user is None:
        return mark_safe(escape(showing.name_of(entry)))  # noqa: S308 - escaped
    return people.person(entry.user)
