"""Private calendar feeds: which people have one, and how its secret URL is recognised."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.hashes import HashField


class CalendarFeed(models.Model):
    """One person's calendar feed.

    The token in its URL is derived from the site's secret and ``salt``; ``digest`` is its hash.
    ``created_at`` is when the URL was made or last renewed.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    salt = models.CharField(max_length=32, editable=False)
    digest = HashField(unique=True, editable=False)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"calendar feed of user {self.user_id}"
