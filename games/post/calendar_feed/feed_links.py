"""The secret token of a person's private feeds: made, renewed, shown and recognised.

One token opens the calendar and the feed of news.  Anybody with it can read both without signing
in, and do nothing else.  It is derived from the site's secret and a salt, like the token of a turn,
so the page can show the URLs at any time although the database contains only a hash.
"""

from __future__ import annotations

import base64
import secrets
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac

from alexandros_rules import codec
from games.models import CalendarFeed, User

_BYTES = 20  # 32 letters and digits, which log lines mask


def renew(user: User, *, now: datetime) -> CalendarFeed:
    """Give the user a feed with a new URL; an earlier URL stops working at once."""
    salt = secrets.token_hex(16)
    feed, _created = CalendarFeed.objects.update_or_create(user=user, defaults={
        "salt": salt, "digest": codec.text_digest(_derive(salt)), "created_at": now})
    return feed


def turn_off(user: User) -> None:
    """End the user's feed, if they have one."""
    CalendarFeed.objects.filter(user=user).delete()


def of(user: User) -> CalendarFeed | None:
    """Return the user's feed, or None."""
    return CalendarFeed.objects.filter(user=user).first()


def url(feed: CalendarFeed, name: str = "calendar-feed") -> str:
    """Return a URL of the feed; "" if the site's secret has changed since the feed was made.

    ``name`` is that of the route, for a calendar or for news.
    """
    token = _derive(feed.salt)
    if codec.text_digest(token) != feed.digest:
        return ""
    return f"{settings.BASE_URL}{reverse(name, kwargs={'token': token})}"


def find(token: str) -> CalendarFeed | None:
    """Return the feed with this token; None if unknown, or if the account is closed."""
    feeds = CalendarFeed.objects.select_related("user").filter(user__is_active=True)
    return feeds.filter(digest=codec.text_digest(token)).first()


def merge(guest: User, user: User) -> None:
    """Move a guest's feed to the account they sign in to, unless that account has a feed."""
    if not CalendarFeed.objects.filter(user=user).exists():
        CalendarFeed.objects.filter(user=guest).update(user=user)


def _derive(salt: str) -> str:
    mac = salted_hmac("games.calendar_feed", salt, algorithm="sha256").digest()
    return base64.b32encode(mac[:_BYTES]).decode("ascii").lower()
