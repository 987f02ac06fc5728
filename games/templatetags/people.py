"""Tags that name people, with links to the pages about them."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Reliability, Seat, User
from games.rulesets import addresses, registry
from games.table.clocks import time_wording
from games.table.clocks.reliability import Standing

register = template.Library()


@register.simple_tag
def member(name: str, called: str = "") -> SafeString:
    """Return the name of a member as a link to their page; without one, what the page calls them.

    ``called`` is what they are called there, if not by their name.
    """
    return _link(reverse("person", kwargs={"name": name}), called or name) if name else (
        _plain(called))


@register.simple_tag
def person(user: User) -> SafeString:
    """Return the name of a person, a member's as a link to their page."""
    return member("" if user.is_guest else user.name, user.shown_name)


@register.simple_tag(takes_context=True)
def player_at(context: template.Context, seat: int, name: str) -> SafeString:
    """Return the name of the player in this seat of the table that the page is about."""
    seats = getattr(context.get("access"), "seats", None)
    return player(seats[seat], name) if seats else _plain(name)


@register.simple_tag
def player(seat: Seat, name: str = "") -> SafeString:
    """Return who has the seat, as a link to the page about them; guests have none.

    ``name`` is what the page calls the seat.  If that is not its player's name, there is no link.
    """
    called = name or seat.name
    if called != seat.name:
        return _plain(called)
    if seat.user is not None:
        return member("" if seat.user.is_guest else seat.user.name, called)
    if seat.bot and not seat.is_vacant:
        bots = addresses.opponents_path(registry.get(seat.game.ruleset))
        return _link(f"{bots}#{seat.bot}", called)
    return _plain(called)


def _link(path: str, name: str) -> SafeString:
    return format_html('<a class="person" href="{}" translate="no"><bdi>{}</bdi></a>', path, name)


def _plain(name: str) -> SafeString:
    return format_html('<bdi translate="no">{}</bdi>', name)


@register.filter
def in_words(standing: Standing) -> str:
    """Return a sentence on how reliable somebody is."""
    if not standing.counted:
        return _("Has not played against a clock yet.")
    return {
        None: _("Has played only a few turns against a clock so far."),
        Reliability.ALWAYS: _("Always plays in time."),
        Reliability.MOSTLY: _("Plays mostly in time."),
        Reliability.ANY: _("Rarely plays in time."),
    }[standing.verdict]


@register.filter
def roughly(period: timedelta) -> str:
    """Return a period in its largest unit."""
    return time_wording.roughly(period)
