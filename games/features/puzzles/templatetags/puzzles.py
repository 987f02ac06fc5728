"""Template tags for links to puzzles, and for the form that turns daily emails on and off."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import template
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.features.puzzles import daily_emails
from games.models import User
from games.post.outbox import preferences
from games.rulesets import addresses, registry
from games.rulesets.registry import Room

register = template.Library()


@dataclass(frozen=True, slots=True)
class DailyPuzzles:
    """The daily puzzles of one game in the form; ``next_at`` is None if they are off."""

    room: Room
    url: str
    next_at: datetime | None


@register.simple_tag
def puzzles_url(room: Room | str) -> str:
    """Return the address of the puzzles of a game, a room or a name; "" if the game has none."""
    found = registry.named(room)
    return addresses.puzzles_path(found) if found.has_puzzles else ""


@register.simple_tag
def daily_puzzles(user: User | AnonymousUser, room: Room | None = None) -> list[DailyPuzzles]:
    """Return the daily puzzles that the user can get, of this game or of all.

    Times are in the user's time zone.  The list is empty if this site receives no email, and for
    somebody who has no address; ``offers_puzzle_emails`` tells the two cases apart.
    """
    if not offers_puzzle_emails() or not isinstance(user, User) or not user.email:
        return []
    moments = daily_emails.next_emails(user)
    zone = preferences.time_zone_of(preferences.preferences_of(user)) if moments else None
    rooms = [room] if room else registry.rooms().values()
    return [
        DailyPuzzles(each, addresses.puzzles_email_path(each),
                     timezone.localtime(moments[each.name], zone) if each.name in moments else None)
        for each in rooms if daily_emails.room_of(each.name)]


@register.simple_tag
def offers_puzzle_emails() -> bool:
    """Return whether this site receives email, so that puzzles can be solved by it."""
    return bool(settings.REPLY_DOMAIN)
